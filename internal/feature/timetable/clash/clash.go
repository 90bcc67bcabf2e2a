// Package clash finds where a timetable asks for the same room, teacher or students at two places at once. It reads
// what package timetable expands and who is enrolled, and owns which clashes are accepted. Start at Service.Report.
package clash

import (
	"cmp"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// A Kind says what is wanted twice.
type Kind string

// The kinds, the hardest first: a room and a teacher can be at one place only, students have to choose.
const (
	Room      Kind = "room"
	Teacher   Kind = "teacher"
	SameGroup Kind = "group" // the group itself has another class
	Class     Kind = "class" // most of an administrative class would have to be at two places
	Students  Kind = "students"
	Travel    Kind = "travel" // the way from one campus to the other is longer than the time between
	SmallRoom Kind = "small"  // the room has fewer seats than the group has students
)

// Hard reports whether a clash of the kind needs a reason.
func (k Kind) Hard() bool { return k == Room || k == Teacher || k == SameGroup }

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

// table lists the minutes between campuses by their numbers.
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

// hardestFirst is the order in which clashes are listed.
var hardestFirst = []Kind{Room, Teacher, SameGroup, Class, Students, Travel, SmallRoom}

func rank(k Kind) int { return slices.Index(hardestFirst, k) }
