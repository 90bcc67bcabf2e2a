package wiring_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// A corrected timetable is one message per group, even if it moves few classes.
func TestCorrectedRulesAreOneMessage(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		class := c.held("MKT201", 9)
		told := len(c.heard(0))
		correct := func(room string) {
			t.Helper()
			err := c.db.Write(t.Context(), func(q sqldb.Querier) error {
				list, err := c.Timetables.Meetings(t.Context(), q, class.Group)
				if err != nil {
					return err
				}
				for i := range list {
					if list[i].ID == class.Meeting {
						list[i].Room = room
					}
				}
				_, err = c.Timetables.ReplaceMeetings(t.Context(), q, access.System(), class.Group, list)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		correct(class.Place.Room)
		if n := len(c.heard(told)); n != 0 {
			t.Fatalf("[2.16] told %d times of nothing", n)
		}
		correct("")
		if news := c.heard(told); len(news) != 1 || news[0].Title.En == "" {
			t.Fatalf("[2.16] told: %+v", news)
		}
	})
}

// corrects writes terms and schemes like an import of a corrected sheet, and returns lin's messages.
func (c *notifiedCollege) corrects(write func(ctx context.Context, q sqldb.Querier) error) []message.Message {
	c.t.Helper()
	before := len(c.heard(0))
	err := c.db.Write(c.t.Context(), func(q sqldb.Querier) error {
		return c.Timetables.Correct(c.t.Context(), q, access.System(), func() error { return write(c.t.Context(), q) })
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return c.heard(before)
}

// wants finds the only message about a course and compares its text.
func wants(t *testing.T, told []message.Message, course string, title message.Text, zh, en string) {
	t.Helper()
	told = slices.DeleteFunc(slices.Clone(told), func(m message.Message) bool {
		return !strings.Contains(m.Title.En, course)
	})
	if len(told) != 1 {
		t.Fatalf("[2.16] %d messages about %s: %+v", len(told), course, told)
	}
	m := told[0]
	if diff := cmp.Diff([]message.Text{title, {Zh: zh, En: en}}, []message.Text{m.Title, m.Content}); diff != "" {
		t.Errorf("[2.16] told (-want +got):\n%s", diff)
	}
	if m.Subtitle.En != "Timetable" || !strings.Contains(m.Link, "class=") {
		t.Errorf("[2.16] told %+v", m)
	}
}

// New period times are one message to each student, with the old and new times of all future classes.
func TestCorrectedPeriodTimesAreOneMessage(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		put := func(season string, ends ...string) func(ctx context.Context, q sqldb.Querier) error {
			return func(ctx context.Context, q sqldb.Querier) error {
				s, err := c.Timetables.Scheme(ctx, q, "north-2026-"+season)
				if err != nil {
					return err
				}
				for i, text := range ends {
					if s.Periods[i].Ends, err = civil.ParseTime(text); err != nil {
						return err
					}
				}
				return c.Timetables.PutScheme(ctx, q, access.System(), s)
			}
		}
		if told := c.corrects(put("winter", "08:45", "09:40")); len(told) != 0 {
			t.Errorf("[2.16] told of nothing: %+v", told)
		}
		if told := c.corrects(put("summer", "08:50", "09:45")); len(told) != 0 {
			t.Errorf("[2.16] told of the past: %+v", told)
		}
		// Marketing is on Mondays, periods 1–2, and on odd Wednesdays, periods 3–4; the other courses are in the message too.
		wantsTimes(t, c.corrects(put("winter", "08:50", "09:45", "10:50", "11:45")), "10月14日（周三）", "Wed 14 Oct",
			"10:00–11:40 → 10:00–11:45，第 3–4 节", "08:00–09:40 → 08:00–09:45，第 1–2 节",
			"10:00–11:40 → 10:00–11:45, periods 3–4", "08:00–09:40 → 08:00–09:45, periods 1–2")
		// From 21 December on there are no period times.
		wantsTimes(t, c.corrects(func(ctx context.Context, q sqldb.Querier) error {
			s, err := c.Timetables.Scheme(ctx, q, "north-2026-winter")
			if err != nil {
				return err
			}
			s.To, _ = civil.ParseDate("2026-12-20")
			return c.Timetables.PutScheme(ctx, q, access.System(), s)
		}), "12月21日（周一）", "Mon 21 Dec", "08:00–09:45 → 时间待定，第 1–2 节", "08:00–09:45 → no time yet, periods 1–2")
	})
}

// wantsTimes compares the only message, which is about new period times.
func wantsTimes(t *testing.T, told []message.Message, zh, en string, lines ...string) {
	t.Helper()
	if len(told) != 1 {
		t.Fatalf("[2.16] %d messages: %+v", len(told), told)
	}
	title := message.Text{Zh: "上课时间调整：" + zh + "起", En: "New class times from " + en}
	if diff := cmp.Diff(title, told[0].Title); diff != "" {
		t.Errorf("[2.16] told (-want +got):\n%s", diff)
	}
	for _, line := range lines {
		if !strings.Contains(told[0].Content.Zh+"\n"+told[0].Content.En, line) {
			t.Errorf("[2.16] told without %q: %+v", line, told[0].Content)
		}
	}
	if told[0].Subtitle.En != "Timetable" || !strings.Contains(told[0].Link, "class=") {
		t.Errorf("[2.16] told %+v", told[0])
	}
}

// A term with another first Monday moves its classes: one message per group, with both days.
func TestMovedTermIsOneMessage(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		move := func(weeks int) func(ctx context.Context, q sqldb.Querier) error {
			return func(ctx context.Context, q sqldb.Querier) error {
				term := c.table.Term
				term.FirstMonday = term.FirstMonday.AddDays(7 * weeks)
				return c.Timetables.PutTerm(ctx, q, access.System(), term)
			}
		}
		if told := c.corrects(move(0)); len(told) != 0 {
			t.Errorf("[2.16] told of nothing: %+v", told)
		}
		told := c.corrects(move(1))
		if len(told) != len(c.table.Groups) {
			t.Errorf("[2.16] %d messages about %d courses", len(told), len(c.table.Groups))
		}
		wants(t, told, "Marketing",
			message.Text{Zh: "上课日期调整：市场营销学，第 1 周从9月14日（周一）开始", En: "New dates: Marketing, week 1 starts Mon 14 Sep"},
			"2026–2027 学年第一学期第 1 周：9月7日（周一） → 9月14日（周一）\n"+
				"16 次课改期，最近一次：10月7日（周三） 10:00–11:40 → 10月14日（周三） 10:00–11:40\n停课：市场营销学，10月28日（周三） 10:00–11:40",
			"Week 1 of Autumn term 2026: Mon 7 Sep → Mon 14 Sep\n"+
				"16 classes moved to other days, the first: Wed 7 Oct 10:00–11:40 → Wed 14 Oct 10:00–11:40\n"+
				"Cancelled: Marketing, Wed 28 Oct 10:00–11:40")
		// The class that replaces another on the sports days is cancelled, and the other takes place.
		wants(t, told, "Statistics",
			message.Text{Zh: "上课日期调整：商务统计，第 1 周从9月14日（周一）开始", En: "New dates: Business Statistics, week 1 starts Mon 14 Sep"},
			"2026–2027 学年第一学期第 1 周：9月7日（周一） → 9月14日（周一）\n"+
				"10 次课改期，最近一次：10月7日（周三） 13:30–15:10 → 10月14日（周三） 13:30–15:10\n"+
				"停课：商务统计，10月28日（周三） 13:30–15:10\n停课：商务统计，10月30日（周五） 08:00–09:40\n恢复上课：商务统计，11月4日（周三） 13:30–15:10",
			"Week 1 of Autumn term 2026: Mon 7 Sep → Mon 14 Sep\n"+
				"10 classes moved to other days, the first: Wed 7 Oct 13:30–15:10 → Wed 14 Oct 13:30–15:10\n"+
				"Cancelled: Business Statistics, Wed 28 Oct 13:30–15:10\nCancelled: Business Statistics, Fri 30 Oct 08:00–09:40\n"+
				"Back on: Business Statistics, Wed 4 Nov 13:30–15:10")
		if told := c.corrects(move(0)); len(told) != len(c.table.Groups) {
			t.Errorf("[2.16] back: %+v", told)
		}
	})
}
