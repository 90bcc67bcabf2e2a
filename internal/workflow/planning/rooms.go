package planning

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// RoomsAt returns for each room whether a group could use it at some time, best first. The periods are those of the
// group's campus, unless the hours are clock times. The current room of a class that moves counts as free.
// Registrars only. Errors: course.no_group, timetable.no_hours, timetable.no_scheme, timetable.unknown_period.
func (s *Service) RoomsAt(ctx context.Context, who access.Actor, term, group, class string, day civil.Date,
	hours timetable.Hours,
) ([]RoomAt, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return nil, err
	}
	if x.Groups[group] == nil {
		return nil, fault.New(fault.NotFound, "course.no_group")
	}
	if hours.FirstPeriod == 0 && !hours.Timed() {
		return nil, fault.New(fault.Invalid, "timetable.no_hours")
	}
	if hours.LastPeriod < hours.FirstPeriod {
		return nil, fault.New(fault.Invalid, "timetable.periods_reversed", "first", strconv.Itoa(hours.FirstPeriod), "last",
			strconv.Itoa(hours.LastPeriod))
	}
	view := x.With(changesOf(own))
	campus := campusOf(view, group)
	if c := view.Class(group, class); c != nil && c.Place.Campus != "" {
		campus = c.Place.Campus
	}
	place := timetable.Place{Day: day, Hours: hours, Campus: campus}
	if hours.FirstPeriod > 0 {
		if x.Whole.Rules.Scheme(campus, day) == nil {
			return nil, fault.New(fault.Invalid, "timetable.no_scheme", "campus", campus, "date", day.String())
		}
		place = x.Whole.Rules.At(place)
	}
	if !place.Hours.Timed() {
		return nil, fault.New(fault.Invalid, "timetable.unknown_period", "period",
			strconv.Itoa(hours.LastPeriod), "date", day.String())
	}
	taken := takenRooms(view, place, class)
	size := len(x.Group(group).Students)
	list := make([]RoomAt, 0, len(x.Rooms))
	for _, room := range x.Rooms {
		at := RoomAt{Room: room, State: RoomFree, Minutes: x.Way(campus, room.Campus)}
		switch by := taken[room.ID]; {
		case by != nil:
			at.State, at.By = RoomTaken, &Clash{Other: *by, Group: x.Group(by.Group)}
		case room.Campus != campus:
			at.State = RoomFar
		case room.Seats > 0 && room.Seats < size:
			at.State = RoomSmall
		}
		list = append(list, at)
	}
	order := []RoomState{RoomFree, RoomSmall, RoomFar, RoomTaken}
	slices.SortFunc(list, func(a, b RoomAt) int {
		return cmp.Or(slices.Index(order, a.State)-slices.Index(order, b.State), cmp.Compare(a.Room.Building,
			b.Room.Building), cmp.Compare(a.Room.Name, b.Room.Name), cmp.Compare(a.Room.ID, b.Room.ID))
	})
	return list, nil
}

// takenRooms maps each occupied room at the time of a place to its class. It ignores the class except.
func takenRooms(v *clash.View, place timetable.Place, except string) map[string]*timetable.Class {
	taken := map[string]*timetable.Class{}
	for o := range v.On(place.Day) {
		if o.ID == except || o.State == timetable.Cancelled || o.Place.Hours.Starts >= place.Hours.Ends ||
			place.Hours.Starts >= o.Place.Hours.Ends {
			continue
		}
		for _, room := range v.RoomsOf(o) {
			taken[room] = o
		}
	}
	return taken
}
