package timetable_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// marketing is the only meeting of group mkt1 in newFixture, with the given room and weekday.
func marketing(room string, on civil.Weekday) timetable.Meeting {
	return timetable.Meeting{
		Kind: timetable.Regular, Weekday: on, Hours: timetable.Hours{FirstPeriod: 1, LastPeriod: 2},
		Weeks: timetable.WeekRange(1, 4), Campus: "north", Room: room, Teacher: "wang",
	}
}

func (h *fixture) correct(group string, meetings ...timetable.Meeting) {
	h.t.Helper()
	h.write(func(q sqldb.Querier) error {
		_, err := h.ReplaceMeetings(h.t.Context(), q, staff, group, meetings)
		return err
	})
}

func (h *fixture) since(at time.Time) []timetable.Difference {
	h.t.Helper()
	list, err := h.ChangesSince(h.t.Context(), zhou, "autumn", at)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// first is zhou's class in week 1.
func (h *fixture) first() timetable.Class { return h.timetable(zhou, "autumn").Classes[0] }

func TestCorrectedRulesAreChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		fresh := h.first()
		if len(h.news) != 0 || !fresh.Changed.IsZero() || fresh.Revision != 0 || len(h.since(time.Time{})) != 0 {
			t.Fatalf("first rules: %d news, changed %v", len(h.news), fresh.Changed)
		}
		start := h.now
		h.now = h.now.Add(time.Hour)
		h.correct("mkt1", marketing("", civil.Monday))
		online := h.first()
		if online.ID != fresh.ID || !online.Changed.Equal(h.now) || online.Revision == 0 {
			t.Fatalf("another room: %+v", online)
		}
		if len(h.news) != 1 || !h.news[0].Rules || h.news[0].Group != "mkt1" || len(h.news[0].Differences) != 4 {
			t.Fatalf("news: %+v", h.news)
		}
		if got := h.since(start); len(got) != 4 || got[0].Before.Place.Room != "n101" || got[0].After.Place.Room != "" {
			t.Fatalf("changes: %+v", got)
		}
		if got := h.since(h.now); len(got) != 0 {
			t.Fatalf("nothing happened since, but %+v", got)
		}
		// Repeating changes nothing; changing back within the same tick counts.
		h.correct("mkt1", marketing("", civil.Monday))
		if diff := cmp.Diff(online, h.first(), cmpopts.EquateComparable(civil.Date{})); diff != "" || len(h.news) != 1 {
			t.Errorf("the same again, %d news (-want +got):\n%s", len(h.news), diff)
		}
		h.correct("mkt1", marketing("n101", civil.Monday))
		if back := h.first(); back.Revision <= online.Revision || back.Place != fresh.Place {
			t.Errorf("back: %+v", back)
		}
		if got := h.since(start); len(got) != 0 {
			t.Errorf("there and back is no difference: %+v", got)
		}
		// A second meeting is added, then the first is removed.
		h.now = h.now.Add(time.Hour)
		seen := h.now.Add(-time.Minute)
		h.correct("mkt1", marketing("n101", civil.Monday), marketing("n101", civil.Friday))
		if got := h.since(seen); len(got) != 4 || got[0].Before != nil {
			t.Errorf("a second rule: %+v", got)
		}
		h.now = h.now.Add(time.Hour)
		seen = h.now.Add(-time.Minute)
		h.correct("mkt1", marketing("n101", civil.Friday))
		if got := h.since(seen); len(got) != 4 || got[0].After != nil {
			t.Errorf("the first one gone: %+v", got)
		}
		if got := h.since(start); len(got) != 8 {
			t.Errorf("both together: %d", len(got))
		}
	})
}

func TestCorrectedHoursAndTermsCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		last := h.first()
		grown := func(what string) {
			t.Helper()
			now := h.first()
			if now.Revision <= last.Revision || !now.Changed.Equal(h.now) || now.ID != last.ID || now.Place == last.Place {
				t.Errorf("%s: %+v after %+v", what, now, last)
			}
			last = now
			h.now = h.now.Add(time.Hour)
		}
		seen := h.now
		h.now = h.now.Add(time.Hour)
		later := scheme(t)
		later.Periods[1].Ends = clock(9, 45)
		h.write(func(q sqldb.Querier) error { return h.PutScheme(t.Context(), q, staff, later) })
		grown("other period times")
		if got := h.since(seen); len(got) != 4 || got[0].Before.Place.Hours.Ends != clock(9, 40) ||
			got[0].After.Place.Hours.Ends != clock(9, 45) {
			t.Errorf("changes: %+v", got)
		}
		h.write(func(q sqldb.Querier) error { return h.RemoveScheme(t.Context(), q, staff, later.ID) })
		grown("no period times")
		h.write(func(q sqldb.Querier) error {
			return h.PutTerm(t.Context(), q, staff,
				timetable.Term{ID: "autumn", Name: "2026 秋", FirstMonday: day(t, "2026-09-14"), Weeks: 18})
		})
		grown("a term that begins a week later")
	})
}

// Changes within one tick of the clock are still ordered.
func TestRevisionGrowsWithinOneTick(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		class := h.first().ID
		last := int64(0)
		for _, step := range []struct {
			name string
			do   func(q sqldb.Querier) error
		}{
			{"cancel", func(q sqldb.Querier) error {
				_, err := h.PublishIn(t.Context(), q, staff,
					[]timetable.Change{{ID: "c", Action: timetable.Cancel, Class: class, Group: "mkt1"}})
				return err
			}},
			{"withdraw", func(q sqldb.Querier) error { _, err := h.WithdrawIn(t.Context(), q, staff, "c"); return err }},
			{"holiday", func(q sqldb.Querier) error {
				_, err := h.PublishHolidayIn(t.Context(), q, staff,
					timetable.Holiday{ID: "h", Name: "假", From: day(t, "2026-09-07"), To: day(t, "2026-09-07")})
				return err
			}},
			{"no holiday", func(q sqldb.Querier) error { return h.WithdrawHolidayIn(t.Context(), q, staff, "h") }},
			{"day off", func(q sqldb.Querier) error {
				_, err := h.PublishMappingIn(t.Context(), q, staff, "autumn",
					timetable.DayMapping{ID: "m", Date: day(t, "2026-09-07"), Off: true})
				return err
			}},
			{"no day off", func(q sqldb.Querier) error { return h.WithdrawMappingIn(t.Context(), q, staff, "m") }},
		} {
			h.write(step.do)
			if now := h.first().Revision; now <= last {
				t.Errorf("%s: %d after %d", step.name, now, last)
			} else {
				last = now
			}
		}
	})
}
