package timetable

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"lectern/internal/kernel/civil"
)

// wantedFor returns what a sheet might say about a group with these meetings.
func (r maker) wantedFor(plan Plan) []Meeting {
	var list []Meeting
	for _, m := range plan.Meetings {
		m.ID, m.Series = "", ""
		switch r.IntN(6) {
		case 0:
			continue
		case 1:
			m.Weekday = civil.Weekday(1 + r.IntN(7))
		case 2:
			m.Room = r.pick("", "a", "b", "c")
		case 3:
			m.Weeks = Weeks(r.Uint64()) & WeekRange(1, plan.Term.Weeks)
		}
		if m.Weeks != 0 {
			list = append(list, m)
		}
	}
	if r.chance(30) {
		list = append(list, Meeting{
			Group: "g1", Kind: Regular, Weekday: civil.Weekday(1 + r.IntN(7)), Hours: r.hours(),
			Weeks: WeekRange(1, plan.Term.Weeks), Campus: "north", Room: "d", Teacher: "t",
		})
	}
	return list
}

func oneGroup(plan Plan) Plan {
	plan.Meetings = slices.DeleteFunc(plan.Meetings, func(m Meeting) bool { return m.Group != "g1" || m.Weeks == 0 })
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c Change) bool { return c.Group != "g1" })
	return plan
}

// Whatever new timetables say, classes that have begun stay exactly as they are, all others follow the last, and the
// same timetable again changes nothing.
func TestOnlyClassesToComeAreReplaced(t *testing.T) {
	for seed := range uint64(2000) {
		r := maker{rand.New(rand.NewPCG(seed, 42))}
		plan := oneGroup(r.plan())
		today, week := r.date(plan.Term), 0
		for round := range 3 {
			wanted := r.wantedFor(plan)
			over := func(c *Class) bool { return c.Week < week || c.Place.Begun(today, 10*60) }
			plan.Meetings = checkReplaced(t, fmt.Sprintf("seed %d round %d", seed, round), plan, wanted, over)
			if today = today.AddDays(r.IntN(30)); r.chance(30) {
				week = r.IntN(plan.Term.Weeks + 1)
			}
		}
	}
}

func checkReplaced(t *testing.T, name string, plan Plan, wanted []Meeting, over func(*Class) bool) []Meeting {
	t.Helper()
	rows, _, err := replaceComing(plan, slices.Clone(wanted), over)
	if err != nil {
		t.Fatal(err)
	}
	after := plan
	after.Meetings = rows
	now := map[string]*Class{}
	for _, c := range Expand(after) {
		if now[c.ID] != nil {
			t.Fatalf("%s: two classes %s", name, c.ID)
		}
		now[c.ID] = &c
	}
	for _, c := range Expand(plan) {
		if is := now[c.ID]; over(&c) && (is == nil || is.Place != c.Place || is.State != c.State) {
			t.Fatalf("%s: %s was over: %+v\nnow %+v", name, c.ID, c, is)
		}
	}
	coming := WeekRange(1, plan.Term.Weeks)
	for _, weeks := range slices.Concat(overWeeks(plan, over), lateWeeks(plan, wanted, over)) {
		coming &^= weeks
	}
	if got, want := comingOf(rows, coming), comingOf(wanted, coming); got != want {
		t.Fatalf("%s: classes to come\n%s\nwant\n%s", name, got, want)
	}
	again, _, err := replaceComing(after, slices.Clone(wanted), over)
	all := WeekRange(1, MaxWeeks)
	if got, want := comingOf(again, all), comingOf(rows, all); err != nil || got != want {
		t.Fatalf("%s: the same timetable again\n%s\nbefore\n%s\n%v", name, got, want, err)
	}
	return rows
}

// comingOf lists the rules of meetings in some weeks.
func comingOf(list []Meeting, weeks Weeks) string {
	rules := map[Meeting]Weeks{}
	for _, m := range list {
		rules[m.rule()] |= m.Weeks & weeks
	}
	var lines []string
	for rule, weeks := range rules {
		if weeks != 0 {
			lines = append(lines, fmt.Sprintf("%+v %s", rule, weeks))
		}
	}
	slices.Sort(lines)
	return fmt.Sprint(lines)
}
