package timetable_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A substitute has access from a week before the class until a week after, even if the class moves.
func TestASubstituteHasAWeekOnEitherSide(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		second := h.meeting("mkt1") + ".2"
		spans := func(teacher string) int {
			return dbtest.Count(t, db, `SELECT count(*) FROM teacher_group WHERE teacher_id = $1 AND group_id = 'mkt1'`, teacher)
		}
		open := func(teacher string, on civil.Date) bool {
			n := dbtest.Count(t, db, `SELECT count(*) FROM teacher_group WHERE teacher_id = $1 AND group_id = 'mkt1'
				AND from_day <= $2 AND until_day >= $2`, teacher, on.Number())
			return n > 0
		}
		around := func(what, teacher, class, text string) {
			t.Helper()
			at := day(t, text)
			for _, c := range h.timetable(zhou, "autumn").Classes {
				if c.ID == class && c.Place.Day != at {
					t.Fatalf("%s: the class is on %s", what, c.Place.Day)
				}
			}
			for plus, want := range map[int]bool{-8: false, -7: true, 0: true, 7: true, 8: false} {
				if got := open(teacher, at.AddDays(plus)); got != want {
					t.Errorf("%s, %d days from the class: open %t", what, plus, got)
				}
			}
		}
		if open("zhao", day(t, "2026-09-14")) || !open("wang", day(t, "2026-01-01")) || !open("wang", day(t, "2030-01-01")) {
			t.Error("a teacher of the timetable has the group for good, another has not")
		}
		h.publish(timetable.Change{ID: "sub", Action: timetable.Move, Group: "mkt1", Class: second, Teacher: "zhao"})
		around("by the rule", "zhao", second, "2026-09-14")

		mapping, err := h.PublishMapping(t.Context(), staff, "autumn",
			timetable.DayMapping{Date: day(t, "2026-10-03"), Week: 2, Weekday: civil.Monday})
		if err != nil {
			t.Fatal(err)
		}
		around("on a make-up day", "zhao", second, "2026-10-03")
		if err := h.WithdrawMapping(t.Context(), staff, mapping.ID); err != nil {
			t.Fatal(err)
		}
		h.publish(timetable.Change{
			ID: "moved", Action: timetable.Move, Group: "mkt1",
			Class: second, Day: day(t, "2026-12-31"),
		})
		around("moved", "zhao", second, "2026-12-31")

		h.publish(timetable.Change{ID: "third", Action: timetable.Move, Group: "mkt1", Class: second, Teacher: "wang"})
		if spans("zhao") != 0 {
			t.Error("somebody else substitutes now")
		}
		if _, err := h.Withdraw(t.Context(), staff, "third"); err != nil {
			t.Fatal(err)
		}
		around("again", "zhao", second, "2026-12-31")
		if _, err := h.Withdraw(t.Context(), staff, "sub"); err != nil {
			t.Fatal(err)
		}
		if spans("zhao") != 0 {
			t.Error("who substitutes no more has nothing")
		}
		h.publish(timetable.Change{
			ID: "extra", Action: timetable.Add, Group: "mkt1", Kind: timetable.Regular,
			Day: day(t, "2026-11-03"), Hours: timetable.Hours{FirstPeriod: 1, LastPeriod: 2}, Room: "n101", Teacher: "zhao",
		})
		around("an extra class", "zhao", "extra", "2026-11-03")
		h.publish(timetable.Change{
			ID: "later", Action: timetable.Move, Group: "mkt1",
			Class: "extra", Day: day(t, "2026-11-10"),
		})
		around("an extra class that moved", "zhao", "extra", "2026-11-10")
	})
}

// Teachers get the recordings of their classes that they may watch; substitutes for as long as they have the group.
func TestRecordingsOfATeachersClasses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first := h.meeting("mkt1") + ".1"
		dbtest.Exec(t, db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			VALUES ('second', 'mkt', 2, 't', '', 'mkt1', $1, true, false, 0, 0),
			('first', 'mkt', 1, 't', '', 'mkt1', $1, true, false, 0, 0),
				('draft', 'mkt', 3, 't', '', 'mkt1', $1, false, false, 0, 0), ('other', 'sta', 1, 't', '', 'sta1',
				'x.1', true, false, 0, 0)`, first)
		recordings := func(teacher string) map[string][]string {
			return h.timetable(access.Actor{Account: "t", Teacher: teacher, Role: access.User}, "autumn").Recordings
		}
		if diff := cmp.Diff(map[string][]string{first: {"first", "second"}}, recordings("wang")); diff != "" {
			t.Errorf("the teacher's (-want +got):\n%s", diff)
		}
		if got := recordings("zhao"); len(got) != 0 {
			t.Errorf("another teacher has %v", got)
		}
		h.publish(timetable.Change{ID: "sub", Action: timetable.Move, Group: "mkt1", Class: first, Teacher: "zhao"})
		if got := recordings("zhao"); len(got[first]) != 2 {
			t.Errorf("who substitutes has %v", got)
		}
		version := func(teacher string) string {
			return h.version(access.Actor{Account: "t", Teacher: teacher, Role: access.User})
		}
		zhao := version("zhao")
		if version("wang") == zhao {
			t.Error("the version of a teacher and of their substitute is the same, the classes aren't")
		}
		h.now = h.now.AddDate(0, 0, 1)
		if version("zhao") != zhao {
			t.Error("the next day brings a new version of the same timetable")
		}
		h.now = h.now.AddDate(0, 0, 30)
		if got := recordings("zhao"); len(got) != 0 {
			t.Errorf("a month after the class who substituted has %v", got)
		}
		if version("zhao") == zhao {
			t.Error("the version is the same without the links to recordings")
		}
	})
}
