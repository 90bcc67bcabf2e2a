// Package clash finds where a timetable needs the same room, teacher or students in two places at once. It reads the
// expanded timetable and the enrolments, and owns the accepted clashes. Start at Service.Report.
package clash

import (
	"cmp"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// Kind is what a clash is about.
type Kind string

// The kinds, the most serious first: a room or a teacher can't be in two places, students have to choose.
const (
	Room      Kind = "room"
	Teacher   Kind = "teacher"
	SameGroup Kind = "group" // a group has two classes at once
	Class     Kind = "class" // most of an administrative class is needed in two places
	Students  Kind = "students"
	Travel    Kind = "travel" // the travel time between campuses is longer than the break
	SmallRoom Kind = "small"  // the room has fewer seats than the group has students
)

// Hard reports whether a clash of the kind needs a reason.
func (k Kind) Hard() bool { return k == Room || k == Teacher || k == SameGroup }

// Clash is two groups that need the same thing at the same time, on one or more days.
type Clash struct {
	Kind     Kind
	Object   string    // id of the room, teacher or group; empty for students
	Groups   [2]string // ids; the same one twice if a group has two classes or its room is too small
	Students int       // in both groups, or in the only one; 0 for a room or teacher
	Minutes  int       // travel time; only for Travel
	Seats    int       // only for SmallRoom
	Days     []civil.Date
	Classes  [][2]string        // ids on each day, in the order of Groups
	First    [2]timetable.Place // on the first day, in the order of Groups
}

type key struct {
	kind   Kind
	object string
	groups [2]string
}

// Ways maps pairs of campuses to the travel time in minutes.
type Ways map[[2]string]int

// Between returns the minutes between two campuses, or 0 if none are entered.
func (w Ways) Between(a, b string) int { return w[[2]string{min(a, b), max(a, b)}] }

// longest returns the longest travel time.
func (w Ways) longest() (most civil.Time) {
	for _, minutes := range w {
		most = max(most, civil.Time(minutes))
	}
	return most
}

// table returns the minutes between campuses, indexed by their numbers.
func (w Ways) table(campuses []string) [][]int {
	table := make([][]int, len(campuses))
	for i, a := range campuses {
		for _, b := range campuses {
			table[i] = append(table[i], w.Between(a, b))
		}
	}
	return table
}

func sortClashes(list []Clash) {
	slices.SortFunc(list, func(a, b Clash) int {
		return cmp.Or(rank(a.Kind)-rank(b.Kind), a.Days[0].Compare(b.Days[0]), cmp.Compare(a.Groups[0], b.Groups[0]),
			cmp.Compare(a.Groups[1], b.Groups[1]), cmp.Compare(a.Object, b.Object))
	})
}

func takesPlace(c *timetable.Class) bool {
	return c.State != timetable.Cancelled && c.Place.Hours.Timed()
}

var hardestFirst = []Kind{Room, Teacher, SameGroup, Class, Students, Travel, SmallRoom}

func rank(k Kind) int { return slices.Index(hardestFirst, k) }
