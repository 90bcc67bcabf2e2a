package timetable_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// corrected writes terms and schemes as one correction and returns its news.
func (h *fixture) corrected(parts ...func(ctx context.Context, q sqldb.Querier) error) []timetable.News {
	h.t.Helper()
	h.news = nil
	h.write(func(q sqldb.Querier) error {
		return h.Correct(h.t.Context(), q, staff, func() error {
			for _, part := range parts {
				if err := part(h.t.Context(), q); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return h.news
}

func (h *fixture) scheme(s timetable.PeriodScheme) func(context.Context, sqldb.Querier) error {
	return func(ctx context.Context, q sqldb.Querier) error { return h.PutScheme(ctx, q, staff, s) }
}

func (h *fixture) autumn(monday string) func(context.Context, sqldb.Querier) error {
	return func(ctx context.Context, q sqldb.Querier) error {
		return h.PutTerm(ctx, q, staff,
			timetable.Term{ID: "autumn", Name: "2026 秋", FirstMonday: day(h.t, monday), Weeks: 18})
	}
}

// However many schemes and terms are written, a group is notified once, and only if its classes move; of new period
// times, teachers by group and students once for all groups.
func TestCorrectTellsEveryGroupOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		if news := h.corrected(h.scheme(scheme(t)), h.autumn("2026-09-07")); len(news) != 0 {
			t.Fatalf("told of nothing: %+v", news)
		}
		// The year is split: the first weeks keep their times, the last ones briefly have none.
		summer, winter := scheme(t), scheme(t)
		summer.To = day(t, "2026-09-20")
		winter.ID, winter.From = "north-winter", day(t, "2026-09-21")
		winter.Periods[0].Starts = clock(8, 30)
		news := h.corrected(h.scheme(summer), h.scheme(winter))
		if len(news) != 2 || !news[0].Rules || !news[0].Hours || !news[0].Days || !news[0].Was.FirstMonday.IsZero() ||
			news[0].Group != "mkt1" || news[0].Names.Course.Name != "市场营销" {
			t.Fatalf("two schemes: %+v", news)
		}
		for _, d := range news[0].Differences {
			if d.Before.Place.Hours.Starts != clock(8, 0) || d.After.Place.Hours.Starts != clock(8, 30) || d.After.Week < 3 {
				t.Errorf("%+v → %+v", d.Before.Place, d.After.Place)
			}
		}
		if n := len(news[0].Differences); n != 2 {
			t.Errorf("%d classes", n)
		}
		if times := news[1].Times; times == nil || len(times.Changed["north"]) != 2 || len(times.Students["north"]) == 0 {
			t.Errorf("students are told of %+v", times)
		}
		unused := winter
		unused.Periods = append([]timetable.Period(nil), winter.Periods...)
		unused.Periods = append(unused.Periods, timetable.Period{Number: 3, Starts: clock(10, 0), Ends: clock(10, 45)})
		if news := h.corrected(h.scheme(unused)); len(news) != 0 {
			t.Errorf("a period that nobody has: %+v", news)
		}
		news = h.corrected(h.autumn("2026-09-14"))
		if len(news) != 2 || news[0].Group != "mkt1" || news[1].Group != "sta1" || news[0].Hours ||
			news[0].Was.FirstMonday != day(t, "2026-09-07") {
			t.Fatalf("another Monday: %+v", news)
		}
		if got := news[0].Differences; len(got) != 4 || got[0].Before.Place.Day != day(t, "2026-09-07") ||
			got[0].After.Place.Day != day(t, "2026-09-14") {
			t.Errorf("another Monday: %+v", got)
		}
		h.now = time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC) // autumn is over
		if news := h.corrected(h.scheme(winter), h.autumn("2026-09-07")); len(news) != 0 {
			t.Errorf("told of the past: %+v", news)
		}
	})
}

func TestCorrectFails(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	h := newFixture(t, db)
	refused := errors.New("refused")
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		return h.Correct(t.Context(), q, staff, func() error {
			return errors.Join(h.autumn("2026-09-14")(t.Context(), q), refused)
		})
	})
	if !errors.Is(err, refused) || len(h.news) != 0 {
		t.Errorf("%v, told %+v", err, h.news)
	}
	err = db.Write(t.Context(), func(q sqldb.Querier) error {
		return h.Correct(t.Context(), q, lin, func() error { return nil })
	})
	wantCode(t, err, "access.forbidden")
}

// After a term moves, the changes since then show the former places, with the times and holidays of then.
func TestMovedTermIsAChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		start := h.now
		h.now = h.now.Add(time.Hour)
		h.corrected(h.autumn("2028-01-03")) // no scheme has the periods there
		got := h.since(start)
		if len(got) != 4 || got[0].Before.Place.Day != day(t, "2026-09-07") ||
			got[0].Before.Place.Hours.Starts != clock(8, 0) || got[0].After.Place.Day != day(t, "2028-01-03") ||
			got[0].After.Place.Hours.Timed() || got[0].Before.Place.Day.Weekday() != civil.Monday {
			t.Fatalf("far away: %+v", got)
		}
		far := h.first()
		seen := h.now
		h.now = h.now.Add(time.Hour)
		h.corrected(h.autumn("2026-09-14"))
		if got := h.since(start); len(got) != 4 || got[0].Before.Place.Day != day(t, "2026-09-07") ||
			got[0].After.Place.Day != day(t, "2026-09-14") {
			t.Errorf("from the beginning: %+v", got)
		}
		if got := h.since(seen); len(got) != 4 || got[0].Before.Place.Day != day(t, "2028-01-03") {
			t.Errorf("from the middle: %+v", got)
		}
		if got := h.since(h.now); len(got) != 0 {
			t.Errorf("nothing happened since, but %+v", got)
		}
		if near := h.first(); near.ID != far.ID || near.Revision <= far.Revision {
			t.Errorf("%+v after %+v", near, far)
		}
		h.now = h.now.Add(time.Hour)
		h.corrected(h.autumn("2026-09-07"))
		if got := h.since(start); len(got) != 0 {
			t.Errorf("there and back is no difference: %+v", got)
		}
	})
}
