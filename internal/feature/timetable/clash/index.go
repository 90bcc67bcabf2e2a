package clash

import (
	"iter"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// Index is a whole term in memory, cached until the college's revision changes and shared with package rooms and the
// planning of changes. It must not be modified.
type Index struct {
	Term     timetable.Term
	Whole    *timetable.WholeTerm
	Classes  []timetable.Class // in the order of Expand
	Groups   map[string]*Group
	Rooms    map[string]timetable.Room
	Teachers map[string]timetable.Teacher
	Students []Student
	Teaches  map[string]map[string]bool // course → its teachers
	At       time.Time                  // when it was read
	Revision int64                      // the college's revision at that time

	numbers map[string]string   // by teacher, empty: none
	courses map[string][]string // by teacher, the sorted codes of this term's

	days    map[civil.Date][2]int // range in Classes
	ofGroup map[string][]int      // indexes of Classes

	ofRoom, ofTeacher map[string][]int // indexes of Classes

	ways  Ways
	sizes map[string]int // students of each administrative class

	accepted map[key]Acceptance
}

// Student is a student enrolled in the term.
type Student struct {
	ID     string
	Class  string // administrative
	Groups []string
}

func (x *Index) buildLookups() {
	x.days, x.sizes = map[civil.Date][2]int{}, map[string]int{}
	x.ofGroup, x.ofRoom, x.ofTeacher = map[string][]int{}, map[string][]int{}, map[string][]int{}
	for i := range x.Classes {
		c := &x.Classes[i]
		span, known := x.days[c.Place.Day]
		if !known {
			span[0] = i
		}
		x.days[c.Place.Day] = [2]int{span[0], i + 1}
		x.ofGroup[c.Group] = append(x.ofGroup[c.Group], i)
		for _, room := range x.RoomsOf(c) {
			x.ofRoom[room] = append(x.ofRoom[room], i)
		}
		if c.Place.Teacher == "" {
			continue
		}
		x.ofTeacher[c.Place.Teacher] = append(x.ofTeacher[c.Place.Teacher], i)
		if x.Groups[c.Group] != nil {
			x.addTeacher(x.Groups[c.Group].CourseID, c.Place.Teacher)
		}
	}
	for _, s := range x.Students {
		x.sizes[s.Class]++
	}
	x.courses = map[string][]string{}
	for _, g := range x.Groups {
		for teacher := range x.Teaches[g.CourseID] {
			x.courses[teacher] = append(x.courses[teacher], g.CourseCode)
		}
	}
	for teacher, codes := range x.courses {
		slices.Sort(codes)
		x.courses[teacher] = slices.Compact(codes)
	}
}

// maxDetail is how many of a teacher's courses TeacherDetail names.
const maxDetail = 3

// TeacherDetail tells teachers with the same name apart: the number, and the codes of courses they teach this term.
func (x *Index) TeacherDetail(teacher string) string {
	var parts []string
	if number := x.numbers[teacher]; number != "" {
		parts = append(parts, number)
	}
	if codes := x.courses[teacher]; len(codes) > 0 {
		parts = append(parts, strings.Join(codes[:min(len(codes), maxDetail)], ", "))
	}
	return strings.Join(parts, " · ")
}

func (x *Index) addTeacher(course, teacher string) {
	if x.Teaches[course] == nil {
		x.Teaches[course] = map[string]bool{}
	}
	x.Teaches[course][teacher] = true
}

// Group returns a group of the term. An unknown one has only an id.
func (x *Index) Group(id string) Group {
	if g := x.Groups[id]; g != nil {
		return *g
	}
	return Group{ID: id}
}

// RoomsOf lists the rooms that a class uses, including further rooms of an exam.
func (x *Index) RoomsOf(c *timetable.Class) []string {
	var list []string
	if c.Place.Room != "" {
		list = append(list, c.Place.Room)
	}
	for _, room := range x.Whole.SeatRooms.Of(c) {
		if room != c.Place.Room {
			list = append(list, room)
		}
	}
	return list
}

// Day lists the classes of a day by start, including cancelled ones.
func (x *Index) Day(day civil.Date) []timetable.Class {
	span := x.days[day]
	return x.Classes[span[0]:span[1]]
}

// InRoom lists the classes that use a room.
func (x *Index) InRoom(room string) []timetable.Class { return x.pick(x.ofRoom[room]) }

// TaughtBy lists the classes of a teacher.
func (x *Index) TaughtBy(teacher string) []timetable.Class { return x.pick(x.ofTeacher[teacher]) }

func (x *Index) pick(places []int) []timetable.Class {
	list := make([]timetable.Class, 0, len(places))
	for _, i := range places {
		list = append(list, x.Classes[i])
	}
	return list
}

// Way returns the travel time between two campuses in minutes, or 0 if none is entered.
func (x *Index) Way(a, b string) int { return x.ways.Between(a, b) }

// View is the term with some changes applied or withdrawn.
type View struct {
	*Index
	plans map[string]*timetable.Plan
	own   map[string][]timetable.Class // classes of the groups that have such changes
	by    map[string]string            // class → the last change to it
}

// With returns the term as if the changes were published now, in this order. Changes that don't fit are ignored.
func (x *Index) With(changes []timetable.Change) *View {
	v := &View{Index: x, plans: map[string]*timetable.Plan{}, own: map[string][]timetable.Class{}, by: map[string]string{}}
	for _, c := range changes {
		plan := v.plans[c.Group]
		if plan == nil {
			plan = x.PlanOf(c.Group)
			plan.Changes = slices.Clone(plan.Changes)
			v.plans[c.Group] = plan
		}
		c.Life = timetable.Life{Published: afterLast(plan.Changes)}
		plan.Changes = append(plan.Changes, c)
		if c.Action == timetable.Add {
			v.by[c.ID] = c.ID
		} else {
			v.by[c.Class] = c.ID
		}
	}
	for group, plan := range v.plans {
		v.own[group] = timetable.Expand(*plan)
	}
	return v
}

// Without returns the term as if the changes with these ids were withdrawn.
func (x *Index) Without(ids []string) *View {
	v := &View{Index: x, plans: map[string]*timetable.Plan{}, own: map[string][]timetable.Class{}, by: map[string]string{}}
	gone := func(c timetable.Change) bool { return slices.Contains(ids, c.ID) }
	for group, known := range x.Whole.Plans {
		if !slices.ContainsFunc(known.Changes, gone) {
			continue
		}
		plan := x.PlanOf(group)
		plan.Changes = slices.DeleteFunc(slices.Clone(plan.Changes), gone)
		v.plans[group], v.own[group] = plan, timetable.Expand(*plan)
	}
	return v
}

func afterLast(changes []timetable.Change) time.Time {
	var last time.Time
	for i := range changes {
		if at := changes[i].Life.Published; at.After(last) {
			last = at
		}
	}
	return last.Add(time.Millisecond)
}

// PlanOf returns the published plan of a group. The caller may append to its lists.
func (x *Index) PlanOf(group string) *timetable.Plan {
	plan := x.Whole.Rules
	if known := x.Whole.Plans[group]; known != nil {
		plan.Meetings, plan.Changes = slices.Clip(known.Meetings), slices.Clip(known.Changes)
	}
	return &plan
}

// Plan returns a group's plan with the changes of the view.
func (v *View) Plan(group string) *timetable.Plan {
	if plan := v.plans[group]; plan != nil {
		return plan
	}
	return v.PlanOf(group)
}

// LastChange returns the id of the view's last change to a class.
func (v *View) LastChange(class string) string { return v.by[class] }

// Of lists the classes of a group.
func (v *View) Of(group string) []timetable.Class {
	if own, changed := v.own[group]; changed {
		return own
	}
	return v.pick(v.ofGroup[group])
}

// Class returns a class of a group, or nil.
func (v *View) Class(group, id string) *timetable.Class {
	list := v.Of(group)
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// Find returns a class by its id alone, or nil.
func (v *View) Find(id string) *timetable.Class {
	for c := range v.All() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// On yields the classes of a day in no particular order, including cancelled ones.
func (v *View) On(day civil.Date) iter.Seq[*timetable.Class] {
	return v.merged(v.Day(day), func(c *timetable.Class) bool { return c.Place.Day == day })
}

// All yields the classes of the term in no particular order.
func (v *View) All() iter.Seq[*timetable.Class] {
	return v.merged(v.Classes, func(*timetable.Class) bool { return true })
}

func (v *View) merged(published []timetable.Class, fits func(*timetable.Class) bool) iter.Seq[*timetable.Class] {
	return func(yield func(*timetable.Class) bool) {
		for i := range published {
			c := &published[i]
			if len(v.own) > 0 {
				if _, changed := v.own[c.Group]; changed {
					continue
				}
			}
			if !yield(c) {
				return
			}
		}
		for _, own := range v.own {
			for i := range own {
				if fits(&own[i]) && !yield(&own[i]) {
					return
				}
			}
		}
	}
}
