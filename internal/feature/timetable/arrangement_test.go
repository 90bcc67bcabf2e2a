package timetable_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// nationalDay is the national arrangement of autumn 2026 (notice of the State Council of 4 November 2025): Mid-Autumn
// from 25 to 27 September, National Day from 1 to 7 October; Monday the 5th is made up on Sunday 20 September and
// Wednesday the 7th on Saturday 10 October.
func nationalDay(t testing.TB) timetable.Arrangement {
	return timetable.Arrangement{
		Holidays: []timetable.Holiday{
			{Name: "中秋节", NameEn: "Mid-Autumn Festival", From: day(t, "2026-09-25"), To: day(t, "2026-09-27")},
			{Name: "国庆节", NameEn: "National Day", From: day(t, "2026-10-01"), To: day(t, "2026-10-07")},
		},
		Days: []timetable.DayPlan{
			{Date: day(t, "2026-09-20"), Follows: day(t, "2026-10-05")},
			{Date: day(t, "2026-10-10"), Follows: day(t, "2026-10-07")},
		},
	}
}

// everyWeekday gives marketing a class from Monday to Friday in all weeks.
func (h *fixture) everyWeekday() {
	h.write(func(q sqldb.Querier) error {
		var list []timetable.Meeting
		for weekday := civil.Monday; weekday <= civil.Friday; weekday++ {
			list = append(list, timetable.Meeting{
				Kind: timetable.Regular, Weekday: weekday, Hours: timetable.Hours{FirstPeriod: 1, LastPeriod: 2},
				Weeks: timetable.WeekRange(1, 18), Campus: "north", Room: "n101", Teacher: "wang",
			})
		}
		_, err := h.ReplaceMeetings(context.Background(), q, staff, "mkt1", list)
		return err
	})
	h.news = nil
}

// taught lists the days around both holidays on which zhou has a class, with their teaching days.
func (h *fixture) taught() map[string]string {
	h.t.Helper()
	table, err := h.Timetable(context.Background(), zhou, "autumn")
	if err != nil {
		h.t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range table.Classes {
		if c.State == timetable.Cancelled || c.Place.Day.Before(day(h.t, "2026-09-18")) ||
			c.Place.Day.After(day(h.t, "2026-10-12")) {
			continue
		}
		out[c.Place.Day.String()] = "own"
		if c.Was != nil {
			out[c.Place.Day.String()] = c.Was.Day.String()
		}
	}
	return out
}

func TestNationalDay2026(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.everyWeekday()
		before := h.taught()

		preview, err := h.PreviewArrangement(t.Context(), staff, nationalDay(t))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, h.taught()); diff != "" {
			t.Fatalf("a preview changed something:\n%s", diff)
		}
		counts := [...]int{preview.Students, preview.Groups, preview.Moved, preview.Cancelled, preview.Back, preview.Messages}
		if counts != [...]int{2, 1, 2, 4, 0, 4} {
			// lin and zhou; marketing; 5 and 7 October moved; 25 September, 1, 2 and 6 October off; a message each
			t.Errorf("got %v", counts)
		}
		var lost []string
		for _, d := range preview.Lost {
			lost = append(lost, d.Date.String())
		}
		if diff := cmp.Diff([]string{"2026-09-25", "2026-10-01", "2026-10-02", "2026-10-06"}, lost); diff != "" {
			t.Errorf("lost (-want +got):\n%s", diff)
		}
		if len(preview.Weeks) != 4 || preview.Weeks[0].Number != 2 || preview.Weeks[0].Before[6].Classes != 0 ||
			preview.Weeks[0].After[6].Classes != 1 || preview.Weeks[0].After[6].Week != 5 {
			t.Errorf("weeks %+v", preview.Weeks)
		}
		if thursday := preview.Weeks[2].After[3]; !thursday.Off || thursday.Name != "国庆节" || thursday.Classes != 0 {
			t.Errorf("1 October %+v", thursday)
		}

		done, err := h.PublishArrangement(t.Context(), staff, nationalDay(t))
		if err != nil || len(done.Holidays) != 2 || len(done.Mappings) != 2 {
			t.Fatal(done, err)
		}
		if len(h.news) != 4 {
			t.Errorf("%d messages", len(h.news))
		}
		want := map[string]string{
			"2026-09-18": "own", "2026-09-20": "2026-10-05", "2026-09-21": "own", "2026-09-22": "own", "2026-09-23": "own",
			"2026-09-24": "own", "2026-09-28": "own", "2026-09-29": "own", "2026-09-30": "own", "2026-10-08": "own",
			"2026-10-09": "own", "2026-10-10": "2026-10-07", "2026-10-12": "own",
		}
		if diff := cmp.Diff(want, h.taught()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}

		again, err := h.PublishArrangement(t.Context(), staff, nationalDay(t))
		if err != nil || len(again.Holidays)+len(again.Mappings) != 0 || len(h.news) != 4 {
			t.Errorf("the same again: %+v, %v, %d messages", again, err, len(h.news))
		}
		back := timetable.Arrangement{
			WithdrawHolidays: []string{done.Holidays[0].ID, done.Holidays[1].ID},
			WithdrawMappings: []string{done.Mappings[0].ID, done.Mappings[1].ID},
		}
		undo, err := h.PreviewArrangement(t.Context(), staff, back)
		if err != nil || undo.Back != 4 || undo.Moved != 2 || undo.Messages != 4 {
			t.Errorf("undo %+v, %v", undo, err)
		}
		if _, err := h.PublishArrangement(t.Context(), staff, back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, h.taught()); diff != "" {
			t.Errorf("after it was withdrawn (-want +got):\n%s", diff)
		}
	})
}

// The preview and publishing refuse an arrangement as a whole for the same reason, and write nothing.
func TestArrangementRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.everyWeekday()
		for code, days := range map[string][]timetable.DayPlan{
			"timetable.no_term_on":         {{Date: day(t, "2026-08-01"), Follows: day(t, "2026-10-05")}},
			"timetable.follows_other_term": {{Date: day(t, "2026-09-20"), Follows: day(t, "2027-03-02")}},
			"timetable.date_mapped_twice": {
				{Date: day(t, "2026-09-20"), Follows: day(t, "2026-10-05")},
				{Date: day(t, "2026-09-20")},
			},
			"timetable.teaching_day_twice": {
				{Date: day(t, "2026-09-20"), Follows: day(t, "2026-10-05")},
				{Date: day(t, "2026-10-10"), Follows: day(t, "2026-10-05")},
			},
		} {
			a := nationalDay(t)
			a.Days = days
			if _, err := h.PreviewArrangement(t.Context(), staff, a); fault.Code(err) != code {
				t.Errorf("preview: %v instead of %s", err, code)
			}
			if _, err := h.PublishArrangement(t.Context(), staff, a); fault.Code(err) != code {
				t.Errorf("publish: %v instead of %s", err, code)
			}
		}
		if _, err := h.PublishArrangement(t.Context(), lin, nationalDay(t)); fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
		if year, err := h.Year(t.Context(), staff, 2026); err != nil || len(year.Holidays)+len(year.Mappings) != 0 {
			t.Errorf("%+v, %v", year, err)
		}
	})
}

func TestYear(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		if _, err := h.PublishArrangement(t.Context(), staff, nationalDay(t)); err != nil {
			t.Fatal(err)
		}
		autumn := timetable.Term{ID: "autumn", Name: "2026 秋", FirstMonday: day(t, "2026-09-07"), Weeks: 18}
		exams := []timetable.WeekSpan{{First: 9, Last: 9}, {First: 17, Last: 18}}
		if err := h.PutCalendarTerm(t.Context(), staff, autumn, exams); err != nil {
			t.Fatal(err)
		}
		h.write(func(q sqldb.Querier) error {
			return h.PutCampus(context.Background(), q, staff, timetable.Campus{ID: "south", Name: "南校区"}, 2)
		})
		if err := h.PutWays(t.Context(), staff, []timetable.Way{{Campus: "south", Other: "north", Minutes: 40}}); err != nil {
			t.Fatal(err)
		}
		year, err := h.Year(t.Context(), staff, 0)
		if err != nil || year.Number != 2026 || len(year.Terms) != 1 || len(year.Holidays) != 2 ||
			len(year.Mappings) != 2 || len(year.Schemes) != 1 {
			t.Fatalf("%+v, %v", year, err)
		}
		if diff := cmp.Diff(map[string][]timetable.WeekSpan{"autumn": exams}, year.Exams); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]timetable.Way{{Campus: "north", Other: "south", Minutes: 40}}, year.Ways); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for code, err := range map[string]error{
			"timetable.exam_weeks": h.PutCalendarTerm(t.Context(), staff, autumn,
				[]timetable.WeekSpan{{First: 17, Last: 19}}),
			"timetable.bad_way": h.PutWays(t.Context(), staff,
				[]timetable.Way{{Campus: "north", Other: "north", Minutes: 4}}),
			"timetable.unknown_campus": h.PutWays(t.Context(), staff,
				[]timetable.Way{{Campus: "north", Other: "moon", Minutes: 4}}),
			"timetable.terms_overlap": h.PutCalendarTerm(t.Context(), staff,
				timetable.Term{ID: "late", Name: "x", FirstMonday: day(t, "2026-12-28"), Weeks: 2}, nil),
		} {
			if fault.Code(err) != code {
				t.Errorf("%v instead of %s", err, code)
			}
		}
	})
}
