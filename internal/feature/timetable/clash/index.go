package clash

import (
	"iter"
	"slices"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// An Index is a whole term of the college, read once and looked things up in until the college changes: by this
// package, by package rooms and where changes are planned. Nobody may write to it.
type Index struct {
	Term     timetable.Term
	Whole    *timetable.WholeTerm
	Classes  []timetable.Class // in the order of Expand
	Groups   map[string]*Group
	Rooms    map[string]timetable.Room
	Teachers map[string]timetable.Teacher
	Students []Student
	Teaches  map[string]map[string]bool // by course, the teachers who teach it
	At       time.Time                  // when it was read
	Revision int64                      // the college's count of changes then

	days    map[civil.Date][2]int // of Classes: from, to
	ofGroup map[string][]int      // of Classes

	ofRoom, ofTeacher map[string][]int // of Classes

	ways  Ways
	sizes map[string]int // of administrative classes

	accepted map[key]Acceptance
}

// A Student is somebody enrolled in the term.
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
}

func (x *Index) addTeacher(course, teacher string) {
	if x.Teaches[course] == nil {
		x.Teaches[course] = map[string]bool{}
	}
	x.Teaches[course][teacher] = true
}

// Group returns a group of the term; an unknown one is empty but for its id.
func (x *Index) Group(id string) Group {
	if g := x.Groups[id]; g != nil {
		return *g
	}
	return Group{ID: id}
}

// RoomsOf lists the rooms that a class takes; part of an exam may sit in further ones.
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

// Day lists the classes of a day, cancelled ones included, by their beginning.
func (x *Index) Day(day civil.Date) []timetable.Class {
	span := x.days[day]
	return x.Classes[span[0]:span[1]]
}

// InRoom lists the classes that take a room.
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

// Way returns the minutes from one campus to another; 0 when there is no way, or nobody has entered it.
func (x *Index) Way(a, b string) int { return x.ways.Between(a, b) }

// A View is the term as it would be with some changes more.
type View struct {
	*Index
	plans map[string]*timetable.Plan
	own   map[string][]timetable.Class // of the groups that have such changes
	by    map[string]string            // class → the last change that concerns it
}

// With shows the term as it would be if the changes were published now, in this order. A change that does not
// fit has no effect.
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

// Without shows the term as it would be if the changes with these ids were withdrawn.
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

// PlanOf returns the plan of a group, as it is published; the caller may change its lists' lengths.
func (x *Index) PlanOf(group string) *timetable.Plan {
	plan := x.Whole.Rules
	if known := x.Whole.Plans[group]; known != nil {
		plan.Meetings, plan.Changes = slices.Clip(known.Meetings), slices.Clip(known.Changes)
	}
	return &plan
}

// Plan returns the plan of a group with the changes of the view.
func (v *View) Plan(group string) *timetable.Plan {
	if plan := v.plans[group]; plan != nil {
		return plan
	}
	return v.PlanOf(group)
}

// LastChange names the last change of the view that concerns a class.
func (v *View) LastChange(class string) string { return v.by[class] }

// Of lists the classes of a group.
func (v *View) Of(group string) []timetable.Class {
	if own, changed := v.own[group]; changed {
		return own
	}
	return v.pick(v.ofGroup[group])
}

// Class finds a class of a group, or nil.
func (v *View) Class(group, id string) *timetable.Class {
	list := v.Of(group)
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// Find finds a class by its id alone, or nil.
func (v *View) Find(id string) *timetable.Class {
	for c := range v.All() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// On lists the classes of a day, cancelled ones included, in no order.
func (v *View) On(day civil.Date) iter.Seq[*timetable.Class] {
	return v.merged(v.Day(day), func(c *timetable.Class) bool { return c.Place.Day == day })
}

// All lists the classes of the term, in no order.
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
