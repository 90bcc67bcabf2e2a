// Package clash finds where a timetable asks for the same room, teacher or students at two places at once. It reads what package
// timetable expands and who is enrolled, and owns which clashes may stand. Start at Service.Report.
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
	Small    Kind = "small"  // the room has fewer seats than the group has students
)

// Hard tells whether a clash of the kind stands with a reason alone.
func (k Kind) Hard() bool { return k == Room || k == Teacher || k == SameOnes }

// A Clash is two groups that want the same thing at the same time, on one day or on many.
type Clash struct {
	Kind     Kind
	Object   string    // id of the room, teacher or group; empty for students
	Groups   [2]string // ids; the same one twice when a group is to be at two places, or a room is too small for it
	Students int       // how many are in both groups, or in the one; none when a room or a teacher is wanted twice
	Minutes  int       // the way; for travel alone
	Seats    int       // of a room that is too small
	Days     []civil.Date
	Classes  [][2]string        // ids on each of the days, in the order of Groups
	First    [2]timetable.Place // on the first of the days, in the order of Groups
}

type key struct {
	kind   Kind
	object string
	groups [2]string
}

// Ways are the minutes from one campus to another.
type Ways map[[2]string]int

// Between returns the minutes between two campuses; 0 when there is no way, or nobody has entered it.
func (w Ways) Between(a, b string) int { return w[[2]string{min(a, b), max(a, b)}] }

// longest is the most minutes that somebody can be on the way.
func (w Ways) longest() (most civil.Time) {
	for _, minutes := range w {
		most = max(most, civil.Time(minutes))
	}
	return most
}

// Find lists the clashes among classes, which must be in the order of timetable.Expand: by day and time. Times are compared by the clock, so periods of
// different schemes and campuses meet; one class may begin when another ends, unless who goes from one to the other is still on the way. What is
// cancelled or has no clock time takes no part. shared tells how many students a group has in common with others. An exam takes the rooms of its seats, too.
func Find(classes []timetable.Class, seats timetable.SeatRooms, ways Ways, shared func(group string) func(other string) int) []Clash {
	found := search{found: map[key]*Clash{}, seats: seats}
	longest, pairs := ways.longest(), newPairs(classes, shared)
	for i := range classes {
		a := &classes[i]
		if !isOn(a) {
			continue
		}
		for j := i + 1; j < len(classes); j++ {
			b := &classes[j]
			if b.Place.Day != a.Place.Day || b.Place.Hours.Starts >= a.Place.Hours.Ends+longest {
				break
			}
			switch {
			case !isOn(b):
			case b.Place.Hours.Starts < a.Place.Hours.Ends:
				found.meet(a, b, pairs.both(i, j))
			case a.Place.Campus != b.Place.Campus && a.Place.Room != "" && b.Place.Room != "": // who is online travels nowhere
				if way := ways.Between(a.Place.Campus, b.Place.Campus); way > int(b.Place.Hours.Starts-a.Place.Hours.Ends) {
					found.travel(a, b, pairs.both(i, j), way)
				}
			}
		}
	}
	list := make([]Clash, 0, len(found.found))
	for _, c := range found.found {
		list = append(list, *c)
	}
	sortClashes(list)
	return list
}

// pairs remembers how many students two groups have in common: they meet every week, and a term has millions of such pairs of classes.
type pairs struct {
	classes []timetable.Class
	groups  []int // of each class: the number of its group
	rows    [][]int32
	asked   []func(other string) int // by group
	shared  func(group string) func(other string) int
}

func newPairs(classes []timetable.Class, shared func(group string) func(other string) int) *pairs {
	p := &pairs{classes: classes, groups: make([]int, len(classes)), shared: shared}
	numbers := map[string]int{}
	for i := range classes {
		n, known := numbers[classes[i].Group]
		if !known {
			n = len(numbers)
			numbers[classes[i].Group] = n
		}
		p.groups[i] = n
	}
	p.rows, p.asked = make([][]int32, len(numbers)), make([]func(string) int, len(numbers))
	return p
}

// both counts the students that the groups of two classes have in common.
func (p *pairs) both(a, b int) int {
	group := p.groups[a]
	if p.rows[group] == nil {
		p.rows[group], p.asked[group] = make([]int32, len(p.rows)), p.shared(p.classes[a].Group)
	}
	known := &p.rows[group][p.groups[b]] // one more than how many; 0: not asked yet
	if *known == 0 {
		*known = int32(p.asked[group](p.classes[b].Group)) + 1
	}
	return int(*known) - 1
}

func sortClashes(list []Clash) {
	slices.SortFunc(list, func(a, b Clash) int {
		return cmp.Or(rank(a.Kind)-rank(b.Kind), a.Days[0].Compare(b.Days[0]), cmp.Compare(a.Groups[0], b.Groups[0]), cmp.Compare(a.Groups[1], b.Groups[1]), cmp.Compare(a.Object, b.Object))
	})
}

func isOn(c *timetable.Class) bool {
	return c.State != timetable.Cancelled && c.Place.Hours.Timed()
}

func rank(k Kind) int {
	return slices.Index([]Kind{Room, Teacher, SameOnes, Class, Students, Travel, Small}, k)
}

// A search gathers clashes by what they are about.
type search struct {
	found map[key]*Clash
	seats timetable.SeatRooms
}

// note counts one day on which two classes clash.
func (s *search) note(one Clash, a, b *timetable.Class) {
	if a.Group > b.Group {
		a, b = b, a
	}
	one.Groups = [2]string{a.Group, b.Group}
	k := key{one.Kind, one.Object, one.Groups}
	c := s.found[k]
	if c == nil {
		one.First = [2]timetable.Place{a.Place, b.Place}
		c = &one
		s.found[k] = c
	}
	if n := len(c.Days); n == 0 || c.Days[n-1] != a.Place.Day {
		c.Days = append(c.Days, a.Place.Day)
		c.Classes = append(c.Classes, [2]string{a.ID, b.ID})
	}
}

// meet notes what two classes at the same time both want.
func (s *search) meet(a, b *timetable.Class, students int) {
	if students == 0 && a.Place.Room != b.Place.Room && a.Place.Teacher != b.Place.Teacher && a.Group != b.Group && a.Kind != timetable.Exam && b.Kind != timetable.Exam {
		return // nearly all pairs
	}
	for _, room := range s.seats.Shared(a, b) {
		s.note(Clash{Kind: Room, Object: room}, a, b)
	}
	if a.Place.Teacher != "" && a.Place.Teacher == b.Place.Teacher {
		s.note(Clash{Kind: Teacher, Object: a.Place.Teacher}, a, b)
	}
	switch {
	case a.Group == b.Group:
		s.note(Clash{Kind: SameOnes, Object: a.Group, Students: students}, a, b)
	case students > 0:
		s.note(Clash{Kind: Students, Students: students}, a, b)
	}
}

// travel notes who cannot be in time because the second class is on another campus.
func (s *search) travel(a, b *timetable.Class, students, minutes int) {
	if a.Place.Teacher != "" && a.Place.Teacher == b.Place.Teacher {
		s.note(Clash{Kind: Travel, Object: a.Place.Teacher, Minutes: minutes}, a, b)
	}
	if students > 0 {
		s.note(Clash{Kind: Travel, Students: students, Minutes: minutes}, a, b)
	}
}
