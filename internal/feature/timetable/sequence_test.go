package timetable_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// sequence changes a fixture's autumn at random.
type sequence struct {
	*fixture
	*rand.Rand
	changes, mappings, holidays []string
	done                        map[string]int // accepted steps, by what they did
}

// Whatever staff do in whatever order, every student's list of changes is exactly the difference between the two
// timetables: since the last step, and since the beginning.
func TestChangesAreTheDifferenceBetweenTimetables(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &sequence{fixture: newFixture(t, db), Rand: rand.New(rand.NewPCG(22, 3)), done: map[string]int{}}
		students := []access.Actor{lin, zhou}
		start, first := s.now, s.tables(students)
		s.now = s.now.Add(time.Minute)
		last, since := first, start
		for step := range 90 {
			what, err := s.step()
			if err != nil && fault.All(err) == nil {
				t.Fatalf("step %d, %s: %v", step, what, err)
			}
			if err == nil {
				s.done[what]++
			}
			now := s.tables(students)
			for i, who := range students {
				s.agree(who, since, last[i], now[i], fmt.Sprintf("step %d, %s", step, what))
				s.agree(who, start, first[i], now[i], fmt.Sprintf("up to step %d, %s", step, what))
			}
			if t.Failed() {
				return
			}
			last, since = now, s.now
			s.now = s.now.Add(time.Minute)
		}
		for _, what := range []string{"publish", "withdraw", "import", "mapping", "holiday"} {
			if s.done[what] < 5 {
				t.Errorf("only %d of the steps %q were not refused: %v", s.done[what], what, s.done)
			}
		}
	})
}

func (s *sequence) tables(students []access.Actor) (all [][]timetable.Class) {
	s.t.Helper()
	for _, who := range students {
		table, err := s.Timetable(s.t.Context(), who, "autumn")
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, table.Classes)
	}
	return all
}

func (s *sequence) agree(who access.Actor, since time.Time, before, after []timetable.Class, what string) {
	s.t.Helper()
	got, err := s.ChangesSince(s.t.Context(), who, "autumn", since)
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(differences(timetable.Diff(before, after)), differences(got)); diff != "" {
		s.t.Errorf("%s, %s (-timetables +changes):\n%s", who.Student, what, diff)
	}
}

func differences(list []timetable.Difference) []string {
	var out []string
	say := func(c *timetable.Class) string {
		if c == nil {
			return "none"
		}
		p := c.Place
		return fmt.Sprintf("%s %s %s %s-%s %s %s %t", c.ID, c.Group, p.Day, p.Hours.Starts, p.Hours.Ends, p.Room, p.Teacher,
			c.State == timetable.Cancelled)
	}
	for _, d := range list {
		out = append(out, say(d.Before)+" → "+say(d.After))
	}
	slices.Sort(out)
	return out
}

// step does one thing, which may be refused.
func (s *sequence) step() (string, error) {
	ctx, date := s.t.Context(), day(s.t, "2026-09-07").AddDays(s.IntN(28))
	take := func(list *[]string) string {
		if len(*list) == 0 {
			return "none"
		}
		i := s.IntN(len(*list))
		id := (*list)[i]
		*list = slices.Delete(*list, i, i+1)
		return id
	}
	id := fmt.Sprint("step", s.now.Unix())
	switch s.IntN(7) {
	case 0, 1:
		_, err := s.Publish(ctx, staff, []timetable.Change{s.change(id, date)})
		if err == nil {
			s.changes = append(s.changes, id)
		}
		return "publish", err
	case 2:
		_, err := s.Withdraw(ctx, staff, take(&s.changes))
		return "withdraw", err
	case 3:
		return "import", s.replace()
	case 4:
		m := timetable.DayMapping{ID: id, Date: date, Off: s.IntN(3) == 0}
		if !m.Off {
			m.Week, m.Weekday = 1+s.IntN(4), civil.Weekday(1+s.IntN(7))
		}
		if _, err := s.PublishMapping(ctx, staff, "autumn", m); err != nil {
			return "mapping", err
		}
		s.mappings = append(s.mappings, id)
		return "mapping", nil
	case 5:
		_, err := s.PublishHoliday(ctx, staff, timetable.Holiday{ID: id, Name: "x", From: date, To: date.AddDays(s.IntN(3))})
		s.holidays = append(s.holidays, id)
		return "holiday", err
	}
	return "withdraw a day",
		errors.Join(s.WithdrawMapping(ctx, staff, take(&s.mappings)), s.WithdrawHoliday(ctx, staff, take(&s.holidays)))
}

func (s *sequence) change(id string, date civil.Date) timetable.Change {
	classes := s.tables([]access.Actor{lin})[0]
	if len(classes) == 0 || s.IntN(4) == 0 {
		return timetable.Change{
			ID: id, Action: timetable.Add, Kind: timetable.Regular, Group: "mkt1", Day: date,
			Hours: timetable.Hours{Starts: clock(18, 0), Ends: clock(19, 0)},
		}
	}
	class := classes[s.IntN(len(classes))]
	if s.IntN(3) == 0 {
		return timetable.Change{ID: id, Action: timetable.Cancel, Group: class.Group, Class: class.ID}
	}
	return timetable.Change{
		ID: id, Action: timetable.Move, Group: class.Group, Class: class.ID, Day: date,
		Hours: timetable.Hours{Starts: clock(10+s.IntN(6), 0), Ends: clock(17, 0)}, Teacher: []string{"", "zhao"}[s.IntN(2)],
	}
}

// replace imports a spreadsheet again with other meetings.
func (s *sequence) replace() (err error) {
	group := strings.Fields("mkt1 sta1")[s.IntN(2)]
	var meetings []timetable.Meeting
	for range 1 + s.IntN(2) {
		from := 1 + s.IntN(4)
		meetings = append(meetings, timetable.Meeting{
			Kind: timetable.Regular, Weekday: civil.Weekday(1 + s.IntN(7)),
			Hours: timetable.Hours{Starts: clock(8+s.IntN(3), 0), Ends: clock(12, 0)}, Weeks: timetable.WeekRange(from,
				from+s.IntN(3)), Campus: "north", Room: []string{"", "n101"}[s.IntN(2)], Teacher: "wang",
		})
	}
	return s.db.Write(s.t.Context(), func(q sqldb.Querier) error {
		_, err := s.ReplaceMeetings(s.t.Context(), q, staff, group, meetings)
		return err
	})
}
