package clash

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// everyPair is the simplest Find: it compares every pair of classes by their ids.
func everyPair(classes []timetable.Class, seats timetable.SeatRooms, ways Ways, members func(
	group string) []int,
) []Clash {
	found := map[key]*Clash{}
	note := func(one Clash, a, b *timetable.Class) {
		if a.Group > b.Group {
			a, b = b, a
		}
		one.Groups = [2]string{a.Group, b.Group}
		k := key{one.Kind, one.Object, one.Groups}
		if found[k] == nil {
			one.First = [2]timetable.Place{a.Place, b.Place}
			found[k] = &one
		}
		if c := found[k]; !slices.Contains(c.Days, a.Place.Day) {
			c.Days, c.Classes = append(c.Days, a.Place.Day), append(c.Classes, [2]string{a.ID, b.ID})
		}
	}
	for i := range classes {
		for j := i + 1; j < len(classes); j++ {
			a, b := &classes[i], &classes[j]
			if !takesPlace(a) || !takesPlace(b) || a.Place.Day != b.Place.Day {
				continue
			}
			students := 0
			for _, one := range members(a.Group) {
				if slices.Contains(members(b.Group), one) {
					students++
				}
			}
			sameTeacher := a.Place.Teacher != "" && a.Place.Teacher == b.Place.Teacher
			if b.Place.Hours.Starts >= a.Place.Hours.Ends {
				way := ways.Between(a.Place.Campus, b.Place.Campus)
				if a.Place.Campus == b.Place.Campus || a.Place.Room == "" || b.Place.Room == "" ||
					way <= int(b.Place.Hours.Starts-a.Place.Hours.Ends) {
					continue
				}
				if sameTeacher {
					note(Clash{Kind: Travel, Object: a.Place.Teacher, Minutes: way}, a, b)
				}
				if students > 0 {
					note(Clash{Kind: Travel, Students: students, Minutes: way}, a, b)
				}
				continue
			}
			for _, room := range seats.Shared(a, b) {
				note(Clash{Kind: Room, Object: room}, a, b)
			}
			if sameTeacher {
				note(Clash{Kind: Teacher, Object: a.Place.Teacher}, a, b)
			}
			if a.Group == b.Group {
				note(Clash{Kind: SameGroup, Object: a.Group, Students: students}, a, b)
			} else if students > 0 {
				note(Clash{Kind: Students, Students: students}, a, b)
			}
		}
	}
	list := make([]Clash, 0, len(found))
	for _, c := range found {
		list = append(list, *c)
	}
	sortClashes(list)
	return list
}

// Find returns exactly what comparing every pair returns: rooms, teachers, groups, students, travel and exams in
// several rooms.
func TestFindEqualsEveryPair(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 22))
		pick := func(of ...string) string { return of[random.IntN(len(of))] }
		members := map[string][]int{}
		for _, group := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			for student := range 12 {
				if random.IntN(4) == 0 {
					members[group] = append(members[group], student)
				}
			}
		}
		seats := timetable.SeatRooms{}
		var classes []timetable.Class
		for n := range 60 {
			from := 8*60 + 10*random.IntN(40)
			c := class(pick("a", "b", "c", "d", "e", "f", "g"), pick("2026-11-17", "2026-11-18", "2026-11-24"), "00:00", "00:00",
				pick("", "R", "S", "T", "U"), pick("", "he", "wu", "gao"))
			c.ID, c.Place.Campus, c.Kind = fmt.Sprint(n), pick("", "north", "south", "east"), timetable.Regular
			c.Place.Hours.Starts, c.Place.Hours.Ends = civil.Time(from), civil.Time(from+10*(1+random.IntN(9)))
			switch random.IntN(8) {
			case 0:
				c.State = timetable.Cancelled
			case 1:
				c.Place.Hours = timetable.Hours{}
			case 2:
				c.Kind = timetable.Exam
				seats[c.ID] = []string{pick("R", "S"), pick("T", "V")}
			}
			classes = append(classes, c)
		}
		slices.SortStableFunc(classes, func(a, b timetable.Class) int {
			if c := a.Place.Day.Compare(b.Place.Day); c != 0 {
				return c
			}
			return int(a.Place.Hours.Starts) - int(b.Place.Hours.Starts)
		})
		ways := Ways{{"north", "south"}: 25, {"east", "north"}: 45}
		of := func(group string) []int { return members[group] }
		want, got := everyPair(classes, seats, ways, of), Find(classes, seats, ways, of)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(civil.Date{})); diff != "" || len(got) == 0 {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}
