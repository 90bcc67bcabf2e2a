package clash

import (
	"cmp"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

// Found is another class that a class would clash with.
type Found struct {
	Kind     Kind
	Object   string // id of the room, teacher or group, or name of the administrative class; empty for students
	Other    *timetable.Class
	Students []int // of Index.Students
	Minutes  int   // travel time; only for Travel
}

// Probe finds what a class would clash with at different places.
type Probe struct {
	view  *View
	class string
	group string

	seats  []string         // further rooms of an exam, whose seats stay where they are
	shared map[string][]int // other group → students who are also in it
	met    []int            // by student: the last Count that counted them
	count  int
	near   map[demand][]*timetable.Class
}

// demand is what a class needs on a day, regardless of the time.
type demand struct {
	day           civil.Date
	room, teacher string
}

// Probe prepares to check places for a class. A new class has an empty id.
func (v *View) Probe(group, class string) *Probe {
	p := &Probe{view: v, class: class, group: group, seats: v.Whole.SeatRooms[class], shared: map[string][]int{}}
	if g := v.Groups[group]; g != nil {
		for _, i := range g.Students {
			for _, other := range v.Students[i].Groups {
				if other != group {
					p.shared[other] = append(p.shared[other], i)
				}
			}
		}
	}
	return p
}

// At lists what the class would clash with at a place, by clock time; one class may begin when another ends.
func (p *Probe) At(place timetable.Place) []Found {
	if !place.Hours.Timed() {
		return nil
	}
	var found []Found
	for o := range p.view.On(place.Day) {
		if o.ID == p.class || !takesPlace(o) {
			continue
		}
		if o.Place.Hours.Starts < place.Hours.Ends && place.Hours.Starts < o.Place.Hours.Ends {
			found = p.meet(found, place, o)
		} else {
			found = p.travel(found, place, o)
		}
	}
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(rank(a.Kind)-rank(b.Kind), cmp.Compare(a.Other.Place.Hours.Starts, b.Other.Place.Hours.Starts),
			cmp.Compare(a.Other.ID, b.Other.ID), cmp.Compare(a.Object, b.Object))
	})
	return found
}

// rooms lists the rooms that both the class at a place and another class use.
func (p *Probe) rooms(place timetable.Place, o *timetable.Class) (rooms []string) {
	in := p.view.Whole.SeatRooms.In
	if in(o, place.Room) {
		rooms = append(rooms, place.Room)
	}
	for _, room := range p.seats {
		if room != place.Room && in(o, room) {
			rooms = append(rooms, room)
		}
	}
	return rooms
}

func (p *Probe) meet(found []Found, place timetable.Place, o *timetable.Class) []Found {
	for _, room := range p.rooms(place, o) {
		found = append(found, Found{Kind: Room, Object: room, Other: o})
	}
	if place.Teacher != "" && place.Teacher == o.Place.Teacher {
		found = append(found, Found{Kind: Teacher, Object: place.Teacher, Other: o})
	}
	if o.Group == p.group {
		found = append(found, Found{Kind: SameGroup, Object: p.group, Other: o, Students: p.view.Group(p.group).Students})
		return found
	}
	both := p.shared[o.Group]
	if len(both) == 0 {
		return found
	}
	byClass := map[string][]int{}
	for _, i := range both {
		class := p.view.Students[i].Class
		byClass[class] = append(byClass[class], i)
	}
	for class, list := range byClass {
		if class != "" && len(list) > 1 && 2*len(list) > p.view.sizes[class] {
			found = append(found, Found{Kind: Class, Object: class, Other: o, Students: list})
		}
	}
	return append(found, Found{Kind: Students, Other: o, Students: both})
}

// travel finds who can't get to or from another campus in time. Online classes need no travel.
func (p *Probe) travel(found []Found, place timetable.Place, o *timetable.Class) []Found {
	if place.Room == "" || o.Place.Room == "" || place.Campus == o.Place.Campus {
		return found
	}
	way := p.view.Way(place.Campus, o.Place.Campus)
	gap := max(int(o.Place.Hours.Starts)-int(place.Hours.Ends), int(place.Hours.Starts)-int(o.Place.Hours.Ends))
	if way <= gap {
		return found
	}
	if place.Teacher != "" && place.Teacher == o.Place.Teacher {
		found = append(found, Found{Kind: Travel, Object: place.Teacher, Other: o, Minutes: way})
	}
	both := p.shared[o.Group]
	if o.Group == p.group {
		both = p.view.Group(p.group).Students
	}
	if len(both) > 0 {
		found = append(found, Found{Kind: Travel, Other: o, Students: both, Minutes: way})
	}
	return found
}

// Tally summarises what a class would clash with at a place.
type Tally struct {
	Room, Teacher, Group bool
	Students             int // needed in two places
}

// Count is At without the details, for checking many places.
func (p *Probe) Count(place timetable.Place) (t Tally) {
	if p.met == nil {
		p.met = make([]int, len(p.view.Students))
	}
	p.count++
	for _, o := range p.others(place) {
		if o.Place.Hours.Starts >= place.Hours.Ends || place.Hours.Starts >= o.Place.Hours.Ends {
			continue
		}
		t.Room = t.Room || len(p.rooms(place, o)) > 0
		t.Teacher = t.Teacher || place.Teacher != "" && place.Teacher == o.Place.Teacher
		t.Group = t.Group || o.Group == p.group
		for _, i := range p.shared[o.Group] {
			if p.met[i] != p.count {
				p.met[i] = p.count
				t.Students++
			}
		}
	}
	return t
}

// others lists the classes of a day that can clash at all. It is cached because they are few and many times are
// checked.
func (p *Probe) others(place timetable.Place) []*timetable.Class {
	key := demand{place.Day, place.Room, place.Teacher}
	list, known := p.near[key]
	if known {
		return list
	}
	for o := range p.view.On(place.Day) {
		if o.ID == p.class || !takesPlace(o) {
			continue
		}
		if len(p.rooms(place, o)) > 0 || place.Teacher != "" && o.Place.Teacher == place.Teacher ||
			o.Group == p.group || len(p.shared[o.Group]) > 0 {
			list = append(list, o)
		}
	}
	if p.near == nil {
		p.near = map[demand][]*timetable.Class{}
	}
	p.near[key] = list
	return list
}

// CountHard counts the classes that need the same room, teacher or group at the same time, without accepted clashes.
func (v *View) CountHard(c *timetable.Class) (n int) {
	at := &c.Place
	if !at.Hours.Timed() {
		return 0
	}
	for o := range v.On(at.Day) {
		if o.ID == c.ID || !takesPlace(o) || o.Place.Hours.Starts >= at.Hours.Ends || at.Hours.Starts >= o.Place.Hours.Ends {
			continue
		}
		open := func(kind Kind, object string) bool {
			_, accepted := v.Accepted(kind, object, c.Group, o.Group)
			return !accepted
		}
		if slices.ContainsFunc(v.Whole.SeatRooms.Shared(c, o), func(room string) bool { return open(Room, room) }) ||
			at.Teacher != "" && at.Teacher == o.Place.Teacher && open(Teacher, at.Teacher) ||
			o.Group == c.Group && open(SameGroup, c.Group) {
			n++
		}
	}
	return n
}
