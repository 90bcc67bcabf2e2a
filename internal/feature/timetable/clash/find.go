package clash

import (
	"maps"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// Find lists the clashes among classes, which must be in the order of timetable.Expand. It compares clock times, so
// period schemes and campuses may differ. One class may begin when another ends, unless there is travel time between
// them. Cancelled classes and those without clock times are ignored. members returns the students of a group. An exam
// also takes the rooms of its seats.
func Find(classes []timetable.Class, seats timetable.SeatRooms, ways Ways, members func(group string) []int) []Clash {
	list := find(classes, seats, ways, members)
	sortClashes(list)
	return list
}

// slot holds the fields of a class that are compared. A term has millions of pairs, so ids are numbers here.
type slot struct {
	day                          civil.Date
	starts, ends                 civil.Time
	group, room, teacher, campus int32 // room or teacher 0: none
	exam                         bool
	class                        *timetable.Class
}

func find(classes []timetable.Class, seats timetable.SeatRooms, ways Ways, members func(group string) []int) []Clash {
	s := newSearch(classes, seats, members)
	longest, minutes := ways.longest(), ways.table(s.campuses.names)
	for i := range s.slots {
		a := &s.slots[i]
		shares := s.sharesStudents(a.group)
		for j := i + 1; j < len(s.slots); j++ {
			b := &s.slots[j]
			if b.day != a.day || b.starts >= a.ends+longest {
				break
			}
			students := shares[b.group]
			teacher := a.teacher != 0 && a.teacher == b.teacher
			switch {
			case b.starts < a.ends:
				if students || teacher || a.room != 0 && a.room == b.room || a.group == b.group || a.exam || b.exam {
					// Rare: nearly all pairs fail the condition above.
					s.meet(a, b, students, teacher)
				}
			case (students || teacher) && a.campus != b.campus && a.room != 0 && b.room != 0: // online classes need no travel
				if way := minutes[a.campus][b.campus]; way > int(b.starts-a.ends) {
					s.travel(a, b, students, teacher, way)
				}
			}
		}
	}
	return s.found
}

// numbers assigns numbers to names in the order in which they arrive.
type numbers struct {
	of    map[string]int32
	names []string
}

func newNumbers(names ...string) *numbers {
	n := &numbers{of: map[string]int32{}}
	for _, name := range names {
		n.number(name)
	}
	return n
}

func (n *numbers) number(name string) int32 {
	i, known := n.of[name]
	if !known {
		i = int32(len(n.names))
		n.of[name] = i
		n.names = append(n.names, name)
	}
	return i
}

// subject identifies a clash.
type subject struct {
	kind   int // its rank
	object int32
	groups [2]int32
}

// search collects clashes by subject.
type search struct {
	slots                             []slot
	groups, rooms, teachers, campuses *numbers
	members                           [][]int   // students of each group
	attends                           [][]int32 // groups of each student
	// By group: which groups have students in common with it; nil: not computed yet.
	shares [][]bool
	seats  timetable.SeatRooms
	known  map[subject]int // index in found
	found  []Clash
}

// newSearch numbers groups in the order of their ids, so that numbers and ids sort alike.
func newSearch(classes []timetable.Class, seats timetable.SeatRooms, members func(group string) []int) *search {
	groups := map[string]bool{}
	for i := range classes {
		groups[classes[i].Group] = true
	}
	s := &search{
		slots: make([]slot, 0, len(classes)), groups: newNumbers(slices.Sorted(maps.Keys(groups))...), rooms: newNumbers(""),
		teachers: newNumbers(""), campuses: newNumbers(""), seats: seats, known: map[subject]int{},
	}
	for i := range classes {
		c := &classes[i]
		if !takesPlace(c) {
			continue
		}
		p := &c.Place
		s.slots = append(s.slots, slot{
			p.Day, p.Hours.Starts, p.Hours.Ends, s.groups.number(c.Group), s.rooms.number(p.Room), s.teachers.number(p.Teacher),
			s.campuses.number(p.Campus), c.Kind == timetable.Exam, c,
		})
	}
	s.members, s.shares = make([][]int, len(s.groups.names)), make([][]bool, len(s.groups.names))
	for group, id := range s.groups.names {
		s.members[group] = members(id)
		for _, student := range s.members[group] {
			for len(s.attends) <= student {
				s.attends = append(s.attends, nil)
			}
			s.attends[student] = append(s.attends[student], int32(group))
		}
	}
	return s
}

// sharesStudents returns which groups have students in common with a group.
func (s *search) sharesStudents(group int32) []bool {
	if s.shares[group] == nil {
		row := make([]bool, len(s.shares))
		for _, student := range s.members[group] {
			for _, other := range s.attends[student] {
				row[other] = true
			}
		}
		s.shares[group] = row
	}
	return s.shares[group]
}

func (s *search) commonStudents(a, b int32) (n int) {
	for _, student := range s.members[a] {
		if slices.Contains(s.attends[student], b) {
			n++
		}
	}
	return n
}

// usualDays is the typical number of days of a clash between two weekly classes.
const usualDays = 16

// add records one day on which two classes clash.
func (s *search) add(kind Kind, object int32, objects *numbers, students bool, minutes int, a, b *slot) {
	if a.group > b.group {
		a, b = b, a
	}
	k := subject{rank(kind), object, [2]int32{a.group, b.group}}
	at, known := s.known[k]
	if !known {
		at = len(s.found)
		s.known[k] = at
		one := Clash{
			Kind: kind, Object: objects.names[object], Groups: [2]string{a.class.Group, b.class.Group},
			Minutes: minutes, First: [2]timetable.Place{a.class.Place, b.class.Place}, Days: make([]civil.Date, 0, usualDays),
			Classes: make([][2]string, 0, usualDays),
		}
		if students {
			one.Students = s.commonStudents(a.group, b.group)
		}
		s.found = append(s.found, one)
	}
	c := &s.found[at]
	if day := a.class.Place.Day; len(c.Days) == 0 || c.Days[len(c.Days)-1] != day {
		c.Days = append(c.Days, day)
		c.Classes = append(c.Classes, [2]string{a.class.ID, b.class.ID})
	}
}

// meet records what two simultaneous classes have in common.
func (s *search) meet(a, b *slot, students, teacher bool) {
	if a.room == b.room || a.exam || b.exam {
		for _, room := range s.seats.Shared(a.class, b.class) {
			s.add(Room, s.rooms.number(room), s.rooms, false, 0, a, b)
		}
	}
	if teacher {
		s.add(Teacher, a.teacher, s.teachers, false, 0, a, b)
	}
	switch {
	case a.group == b.group:
		s.add(SameGroup, a.group, s.groups, true, 0, a, b)
	case students:
		s.add(Students, 0, s.teachers, true, 0, a, b) // 0: no object
	}
}

// travel records who can't get to the second class in time from another campus.
func (s *search) travel(a, b *slot, students, teacher bool, minutes int) {
	if teacher {
		s.add(Travel, a.teacher, s.teachers, false, minutes, a, b)
	}
	if students {
		s.add(Travel, 0, s.teachers, true, minutes, a, b)
	}
}
