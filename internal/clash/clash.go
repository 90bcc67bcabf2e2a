// Package clash finds where a timetable asks for the same room, teacher or students at two places at once. It owns no table: it reads what
// package timetable expands, and who is enrolled. Start at Service.Report.
package clash

import (
	"cmp"
	"slices"

	"lectern/internal/civil"
	"lectern/internal/timetable"
)

// A Kind says what is wanted twice.
type Kind string

// The kinds, the hardest first: a room and a teacher can be at one place only, students have to choose.
const (
	Room     Kind = "room"
	Teacher  Kind = "teacher"
	SameOnes Kind = "group" // the group itself has another class
	Class    Kind = "class" // most of an administrative class would have to be at two places
	Students Kind = "students"
	Travel   Kind = "travel" // the way from one campus to the other is longer than the time between
)

// Hard tells whether a clash of the kind stands with a reason alone.
func (k Kind) Hard() bool { return k == Room || k == Teacher || k == SameOnes }

// A Clash is two groups that want the same thing at the same time, on one day or on many.
type Clash struct {
	Kind     Kind
	Object   string    // id of the room or the teacher; empty for students
	Groups   [2]string // ids; the same one twice when a group is to be at two places
	Students int       // how many are in both groups; for students alone
	Days     []civil.Date
	First    [2]timetable.Place // on the first of the days, in the order of Groups
}

type key struct {
	kind   Kind
	object string
	groups [2]string
}

// Find lists the clashes among classes, which must be in the order of timetable.Expand: by day and time. Times are compared by the clock, so periods of
// different schemes and campuses meet; one class may begin when another ends. What is cancelled or has no clock time takes no part. shared tells
// how many students a group has in common with others; it is asked once for a class, because a class meets hundreds. An exam takes the rooms of its
// seats, too.
func Find(classes []timetable.Class, seats timetable.SeatRooms, shared func(group string) func(other string) int) []Clash {
	found := map[key]*Clash{}
	for i := range classes {
		a := &classes[i]
		if !isOn(a) {
			continue
		}
		both := shared(a.Group)
		for j := i + 1; j < len(classes); j++ {
			b := &classes[j]
			if b.Place.Day != a.Place.Day || b.Place.Hours.Starts >= a.Place.Hours.Ends {
				break
			}
			if isOn(b) {
				meet(found, seats, a, b, both(b.Group))
			}
		}
	}
	list := make([]Clash, 0, len(found))
	for _, c := range found {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Clash) int {
		return cmp.Or(rank(a.Kind)-rank(b.Kind), a.Days[0].Compare(b.Days[0]), cmp.Compare(a.Groups[0], b.Groups[0]), cmp.Compare(a.Groups[1], b.Groups[1]), cmp.Compare(a.Object, b.Object))
	})
	return list
}

func isOn(c *timetable.Class) bool {
	return c.State != timetable.Cancelled && c.Place.Hours.Timed()
}

func rank(k Kind) int {
	return slices.Index([]Kind{Room, Teacher, SameOnes, Class, Students, Travel}, k)
}

// meet notes what two classes at the same time both want.
func meet(found map[key]*Clash, seats timetable.SeatRooms, a, b *timetable.Class, students int) {
	if students == 0 && a.Place.Room != b.Place.Room && a.Place.Teacher != b.Place.Teacher && a.Kind != timetable.Exam && b.Kind != timetable.Exam {
		return // nearly all pairs
	}
	if a.Group > b.Group {
		a, b = b, a
	}
	groups := [2]string{a.Group, b.Group}
	note := func(kind Kind, object string, students int) {
		k := key{kind, object, groups}
		c := found[k]
		if c == nil {
			c = &Clash{Kind: kind, Object: object, Groups: groups, Students: students, First: [2]timetable.Place{a.Place, b.Place}}
			found[k] = c
		}
		if n := len(c.Days); n == 0 || c.Days[n-1] != a.Place.Day {
			c.Days = append(c.Days, a.Place.Day)
		}
	}
	for _, room := range seats.Shared(a, b) {
		note(Room, room, 0)
	}
	if a.Place.Teacher != "" && a.Place.Teacher == b.Place.Teacher {
		note(Teacher, a.Place.Teacher, 0)
	}
	if students > 0 {
		note(Students, "", students)
	}
}
