package wiring_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// newMessages counts the messages that each student got since an earlier look at the inboxes.
func (c *notifiedCollege) newMessages(before map[string][]string) map[string][]message.Message {
	c.t.Helper()
	out := map[string][]message.Message{}
	for student := range c.inboxes() {
		page, err := c.Messages.List(c.t.Context(), access.Actor{Student: student, Account: student, Role: access.User},
			message.Filter{})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, m := range page.Messages {
			if !slices.Contains(before[student], m.ID) {
				out[student] = append(out[student], m)
			}
		}
	}
	return out
}

// scheme returns the period times of a campus on a date.
func (c *notifiedCollege) scheme(campus, date string) timetable.PeriodScheme {
	c.t.Helper()
	day, err := civil.ParseDate(date)
	if err != nil {
		c.t.Fatal(err)
	}
	var found *timetable.PeriodScheme
	err = c.db.Read(c.t.Context(), func(q sqldb.Querier) error {
		plan, err := c.Timetables.TermPlan(c.t.Context(), q, "2026-autumn")
		found = plan.Scheme(campus, day)
		return err
	})
	if err != nil || found == nil {
		c.t.Fatalf("no period times of %s on %s: %v", campus, date, err)
	}
	return *found
}

// New period times from a date on end the old ones the day before. Exactly the people that the preview counts get a
// message, and each of them one, however many courses they have.
func TestNewTimesFromADateTellEveryoneOnce(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		letTeachersIn(t, c.db)
		old := c.scheme("north", "2026-11-16")
		from, _ := civil.ParseDate("2026-11-16")
		times := timetable.NewTimes{Campus: "north", From: from, Periods: slices.Clone(old.Periods)}
		for i := range times.Periods {
			times.Periods[i].Starts += 10
			times.Periods[i].Ends += 10
		}
		preview, err := c.Timetables.PreviewTimesFrom(t.Context(), access.System(), times)
		if err != nil {
			t.Fatal(err)
		}
		before := c.inboxes()
		if c.scheme("north", "2026-11-16").ID != old.ID || preview.Students < 2 || preview.Teachers < 2 {
			t.Fatalf("previewed: %+v", preview)
		}
		if err := c.Timetables.PutTimesFrom(t.Context(), access.System(), times); err != nil {
			t.Fatal(err)
		}
		told := c.newMessages(before)
		if len(told) != preview.Students {
			t.Errorf("%d students were to be told; %d were", preview.Students, len(told))
		}
		for _, student := range slices.Sorted(maps.Keys(told)) {
			list := told[student]
			if len(list) != 1 || list[0].Title.En != "New class times from Mon 16 Nov" ||
				!strings.Contains(list[0].Content.En, "08:00–09:40 → 08:10–09:50") ||
				strings.Contains(list[0].Content.En, "no time") {
				t.Errorf("%s got %d messages: %+v", student, len(list), list)
			}
		}
		c.told("new period times", preview.Teachers, 1)
		if was := c.scheme("north", "2026-11-15"); was.ID != old.ID || was.To.String() != "2026-11-15" ||
			!slices.Equal(was.Periods, old.Periods) {
			t.Errorf("the old times: %+v", was)
		}
		if now := c.scheme("north", "2026-11-16"); now.From != from || now.To != old.To ||
			!slices.Equal(now.Periods, times.Periods) {
			t.Errorf("the new times: %+v", now)
		}
	})
}
