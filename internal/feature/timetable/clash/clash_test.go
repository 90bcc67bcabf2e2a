package clash

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

func class(group, day string, starts, ends, room, teacher string) timetable.Class {
	p := timetable.Place{Room: room, Teacher: teacher}
	p.Day, _ = civil.ParseDate(day)
	p.Hours.Starts, _ = civil.ParseTime(starts)
	p.Hours.Ends, _ = civil.ParseTime(ends)
	return timetable.Class{Group: group, Place: p, State: timetable.Held}
}

func TestFind(t *testing.T) {
	cancelled := class("c", "2026-11-17", "08:00", "09:40", "A101", "")
	cancelled.State = timetable.Cancelled
	unknown := class("d", "2026-11-17", "00:00", "00:00", "A101", "") // unknown times
	classes := []timetable.Class{
		unknown,
		class("a", "2026-11-17", "08:00", "09:40", "A101", "he"),
		cancelled,
		class("b", "2026-11-17", "09:00", "10:40", "A101", "he"),
		class("e", "2026-11-17", "09:40", "10:40", "A101", ""), // starts when a ends, during b
		class("a", "2026-11-18", "08:00", "09:40", "", "he"),   // online
		class("b", "2026-11-18", "08:00", "09:40", "", "he"),
	}
	members := func(group string) []int { return map[string][]int{"a": {0, 1, 2}, "b": {2, 0, 1, 5}, "e": {7}}[group] }
	day := func(text string) civil.Date { d, _ := civil.ParseDate(text); return d }
	want := []Clash{
		{Kind: Room, Object: "A101", Groups: [2]string{"a", "b"}, Days: []civil.Date{day("2026-11-17")}},
		{Kind: Room, Object: "A101", Groups: [2]string{"b", "e"}, Days: []civil.Date{day("2026-11-17")}},
		{Kind: Teacher, Object: "he", Groups: [2]string{"a", "b"}, Days: []civil.Date{day("2026-11-17"), day("2026-11-18")}},
		{Kind: Students, Groups: [2]string{"a", "b"}, Students: 3, Days: []civil.Date{day("2026-11-17"), day("2026-11-18")}},
	}
	if diff := cmp.Diff(want, Find(classes, nil, nil, members), cmpopts.IgnoreFields(Clash{}, "First", "Classes"),
		cmp.Comparer(func(a, b civil.Date) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Comparing every pair of classes finds the same clashes.
func TestFindAgainstEveryPair(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	names := []string{"a", "b", "c", "d", "e"}
	hours := []string{"08:00", "08:30", "09:00", "09:40", "10:00", "10:40"}
	for range 200 {
		var classes []timetable.Class
		for range 12 {
			from := random.IntN(len(hours) - 1)
			to := from + 1 + random.IntN(len(hours)-from-1)
			day := []string{"2026-11-17", "2026-11-18"}[random.IntN(2)]
			classes = append(classes, class(names[random.IntN(5)], day, hours[from], hours[to],
				[]string{"", "R", "S"}[random.IntN(3)], []string{"", "T"}[random.IntN(2)]))
		}
		slices.SortStableFunc(classes, func(a, b timetable.Class) int {
			if c := a.Place.Day.Compare(b.Place.Day); c != 0 {
				return c
			}
			return int(a.Place.Hours.Starts) - int(b.Place.Hours.Starts)
		})
		want := map[key]bool{}
		for i := range classes {
			for j := range i {
				a, b := classes[j], classes[i]
				if a.Place.Day != b.Place.Day || a.Place.Hours.Starts >= b.Place.Hours.Ends ||
					b.Place.Hours.Starts >= a.Place.Hours.Ends {
					continue
				}
				groups := [2]string{min(a.Group, b.Group), max(a.Group, b.Group)}
				if a.Place.Room != "" && a.Place.Room == b.Place.Room {
					want[key{Room, a.Place.Room, groups}] = true
				}
				if a.Place.Teacher != "" && a.Place.Teacher == b.Place.Teacher {
					want[key{Teacher, a.Place.Teacher, groups}] = true
				}
				if a.Group == b.Group {
					want[key{SameGroup, a.Group, groups}] = true
				} else {
					want[key{Students, "", groups}] = true
				}
			}
		}
		got := map[key]bool{}
		for _, c := range Find(classes, nil, nil, func(string) []int { return []int{0} }) {
			got[key{c.Kind, c.Object, c.Groups}] = true
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(key{})); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", classes, diff)
		}
	}
}

// A double-booked group is reported even without students, and travel time if it is too long.
func TestFindGroupsAndWays(t *testing.T) {
	far := func(group, starts, ends, campus, teacher string) timetable.Class {
		c := class(group, "2026-11-17", starts, ends, group+" "+starts, teacher)
		c.Place.Campus = campus
		return c
	}
	classes := []timetable.Class{
		far("a", "08:00", "09:40", "north", "he"),
		far("a", "08:30", "09:10", "north", ""),
		far("b", "10:00", "11:40", "south", "he"),
		far("c", "10:10", "11:40", "south", "he"), // in time
	}
	nobody := func(string) []int { return nil }
	got := ""
	for _, c := range Find(classes, nil, Ways{{"north", "south"}: 25}, nobody) {
		got += fmt.Sprint(c.Kind, " ", c.Object, " ", c.Groups, " ", c.Minutes, "; ")
	}
	if want := "teacher he [b c] 0; group a [a a] 0; travel he [a b] 25; "; got != want {
		t.Errorf("got %s", got)
	}
}
