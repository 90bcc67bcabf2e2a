package api

import (
	"context"
	"net/url"
	"slices"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// Corrected period times and another first Monday reach calendars and the list of changes, and so do their
// withdrawals.
func testFeedRules(t *testing.T, s *school) {
	feed := get[timetableapi.WireCalendar](s, "lin", "/api/calendar")
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	target := classIn(t, table, "to come", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Kind == "class" && c.Place.FirstPeriod > 0 && c.Week > 9
	})
	day, err := civil.ParseDate(target.Place.Day)
	if err != nil {
		t.Fatal(err)
	}
	var scheme timetable.PeriodScheme
	var term timetable.Term
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		plan, err := s.deps.Timetables.TermPlan(ctx, q, table.Term.ID)
		if err == nil {
			term = plan.Term
			scheme = plan.Schemes[slices.IndexFunc(plan.Schemes,
				func(p timetable.PeriodScheme) bool { return p.Covers(target.Place.Campus, day) })]
		}
		return err
	})
	last := sequenceOf(t, eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[target.ID+"@lectern"])
	differs := func(a, b timetableapi.WirePlace) bool { return a.Day != b.Day || a.Ends != b.Ends }
	correct := func(name string, moves bool, put func(ctx context.Context, q sqldb.Querier) error) {
		t.Helper()
		was := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
		since := url.QueryEscape(get[timetableapi.WireChanges](s, "lin", "/api/timetable/changes?since=0").Now)
		s.write(func(ctx context.Context, q sqldb.Querier) error {
			return s.deps.Timetables.Correct(ctx, q, access.System(), func() error { return put(ctx, q) })
		})
		before := classIn(t, was, name, func(c timetableapi.WireClass) bool { return c.ID == target.ID })
		now := sequenceOf(t, eventsByUID(t, parseStrict(t, s.fetch(feed.Path).body))[target.ID+"@lectern"])
		news := get[timetableapi.WireChanges](s, "lin", "/api/timetable/changes?since="+since)
		at := slices.IndexFunc(news.Changes, func(d timetableapi.WireDifference) bool {
			return d.After != nil && d.After.ID == target.ID
		})
		switch {
		case !moves && (now != last || len(news.Changes) != 0):
			t.Errorf("%s: sequence %d after %d, changes %+v", name, now, last, news.Changes)
		case moves && now <= last:
			t.Errorf("%s: sequence %d after %d", name, now, last)
		case moves && (at < 0 || differs(news.Changes[at].Before.Place, before.Place) ||
			!differs(news.Changes[at].After.Place, before.Place)):
			t.Errorf("%s: the changes do not have it: %+v", name, news.Changes)
		}
		last = now
	}
	longer := scheme
	longer.Periods = slices.Clone(scheme.Periods)
	for i := range longer.Periods {
		longer.Periods[i].Ends++
	}
	later := term
	later.FirstMonday = term.FirstMonday.AddDays(7)
	putScheme := func(p timetable.PeriodScheme) func(context.Context, sqldb.Querier) error {
		return func(ctx context.Context, q sqldb.Querier) error {
			return s.deps.Timetables.PutScheme(ctx, q, access.System(), p)
		}
	}
	putTerm := func(p timetable.Term) func(context.Context, sqldb.Querier) error {
		return func(ctx context.Context, q sqldb.Querier) error {
			return s.deps.Timetables.PutTerm(ctx, q, access.System(), p)
		}
	}
	correct("the same times", false, putScheme(scheme))
	correct("longer periods", true, putScheme(longer))
	correct("as long as before", true, putScheme(scheme))
	correct("the same Monday", false, putTerm(term))
	correct("a week later", true, putTerm(later))
	correct("on the old Monday", true, putTerm(term))
}
