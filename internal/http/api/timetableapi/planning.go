package timetableapi

import (
	"context"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/workflow/planning"
)

type planViewIn struct {
	Term   string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
	By     string `query:"by" required:"true" enum:"group,course,teacher,room,class,student,rooms" doc:"The kind of timetable; rooms means all rooms on one day."`
	ID     string `query:"id" maxLength:"100" doc:"Id of the object, or the name of a class. Not for rooms."`
	Campus string `query:"campus" maxLength:"64" doc:"For rooms: only this campus."`
	From   string `query:"from" doc:"Start of at most seven days; default: the whole term."`
	To     string `query:"to"`
}

// GetPlan returns part of a term with the caller's draft applied.
func (a *API) GetPlan(ctx context.Context, who access.Actor, in *planViewIn) (WirePlan, error) {
	from, to, err := span(in.From, in.To)
	if err != nil {
		return WirePlan{}, err
	}
	v, err := a.Planning.View(ctx, who,
		planning.ViewQuery{Term: in.Term, By: planning.By(in.By), ID: in.ID, Campus: in.Campus, From: from, To: to})
	if err != nil {
		return WirePlan{}, err
	}
	return WirePlan{
		Term: toWireTerm(v.Term), Weeks: toWireWeeks(v.Term), TimeZone: a.Timetables.Zone().String(),
		Today: a.Timetables.Today(), From: v.From, To: v.To, Title: wirePlanTitle{v.Title.Name, v.Title.NameEn},
		Campuses: v.Campuses, Schemes: v.Schemes, Rooms: v.Rooms, Teachers: v.Teachers, Groups: v.Groups,
		Mappings: v.Mappings, Holidays: v.Holidays, Classes: wire.Each(v.Classes, func(c planning.ViewClass) WirePlanClass {
			return WirePlanClass{
				WireClass: toWireClass(c.Class, nil, false), Draft: c.Line,
				Clashes: c.Clashes, SeatRooms: c.SeatRooms,
			}
		}),
	}, nil
}

// span parses two dates, both or neither.
func span(from, to string) (first, last civil.Date, err error) {
	if from != "" || to != "" {
		if first, err = wire.ParseDate("from", from); err == nil {
			last, err = wire.ParseDate("to", to)
		}
	}
	return first, last, err
}

type planOptionsIn struct {
	Term   string `query:"term" maxLength:"64"`
	By     string `query:"by" required:"true" enum:"group,course,teacher,room,class,student"`
	Search string `query:"search" maxLength:"100"`
}

// ListPlanOptions lists what a timetable can be opened for.
func (a *API) ListPlanOptions(ctx context.Context, who access.Actor, in *planOptionsIn) ([]planning.Option, error) {
	return a.Planning.Options(ctx, who, in.Term, planning.By(in.By), in.Search)
}

type checkPlanIn struct {
	Body struct {
		Term   string      `json:"term,omitempty" maxLength:"64" doc:"Default: the current one."`
		Change wireChange  `json:"change"`
		Swap   *wireChange `json:"swap,omitempty" doc:"The change of the class to swap with; both are checked together."`
		Line   string      `json:"line,omitempty" maxLength:"64" doc:"The line of the caller's draft that it replaces."`
	}
}

// CheckPlan previews a change or a swap, and writes nothing.
func (a *API) CheckPlan(ctx context.Context, who access.Actor, in *checkPlanIn) (WirePlanChecked, error) {
	change, err := in.Body.Change.change()
	if err != nil {
		return WirePlanChecked{}, err
	}
	changes := []timetable.Change{change}
	if in.Body.Swap != nil {
		other, err := in.Body.Swap.change()
		if err != nil {
			return WirePlanChecked{}, err
		}
		changes = append(changes, other)
	}
	checked, err := a.Planning.Check(ctx, who, in.Body.Term, changes, in.Body.Line)
	return toWirePlanChecked(checked), err
}

type listPlacesIn struct {
	Body struct {
		Term    string `json:"term,omitempty" maxLength:"64"`
		Class   string `json:"class,omitempty" maxLength:"80" doc:"The class to place; otherwise a group and a number of periods."`
		Group   string `json:"group,omitempty" maxLength:"64"`
		Hours   int    `json:"hours,omitempty" minimum:"0" maximum:"12" doc:"Periods; for a group without class."`
		From    string `json:"from"`
		To      string `json:"to"`
		Room    string `json:"room,omitempty" maxLength:"64" doc:"Another room than the class has."`
		Teacher string `json:"teacher,omitempty" maxLength:"64" doc:"Another teacher than the class has."`
	}
}

type wirePlanPlaces struct {
	Places       []wirePlanSlot     `json:"places"`
	Alternatives []wirePlanProposal `json:"alternatives" doc:"The best three, including other rooms."`
	Now          []wirePlanClash    `json:"now" doc:"Clashes of the class at its current place."`
}

// ListPlaces returns the clashes that a class would have in every slot of some days.
func (a *API) ListPlaces(ctx context.Context, who access.Actor, in *listPlacesIn) (wirePlanPlaces, error) {
	b := in.Body
	from, to, err := span(b.From, b.To)
	if err != nil {
		return wirePlanPlaces{}, err
	}
	found, err := a.Planning.Places(ctx, who, b.Term,
		planning.Wanted{Class: b.Class, Group: b.Group, Periods: b.Hours, Room: b.Room, Teacher: b.Teacher}, from, to)
	return wirePlanPlaces{
		Places: wire.Each(found.Slots, toWirePlanSlot), Alternatives: wire.Each(found.Best, toWirePlanProposal),
		Now: wire.Each(found.Now, toWirePlanClash),
	}, err
}

func toWirePlanSlot(s planning.Slot) wirePlanSlot {
	freeOr := func(taken bool, state string) string {
		if taken {
			return state
		}
		return "free"
	}
	return wirePlanSlot{
		Day: s.Day, FirstPeriod: s.FirstPeriod, LastPeriod: s.LastPeriod, Room: freeOr(s.RoomTaken, "taken"), Teacher: freeOr(
			s.TeacherBusy, "busy"), Group: freeOr(s.GroupBusy, "busy"), Students: s.Students, Off: s.Off, Best: s.Best,
	}
}

type roomsAtIn struct {
	Term        string `query:"term" maxLength:"64"`
	Day         string `query:"day" required:"true"`
	FirstPeriod int    `query:"firstPeriod" minimum:"0" maximum:"40" doc:"Both periods, or both clock times."`
	LastPeriod  int    `query:"lastPeriod" minimum:"0" maximum:"40"`
	Starts      string `query:"starts" maxLength:"5" doc:"Such as 14:00."`
	Ends        string `query:"ends" maxLength:"5"`
	Group       string `query:"group" required:"true" maxLength:"64"`
	Class       string `query:"class" maxLength:"80" doc:"The class to move; its current room counts as free."`
}

// ListRoomsAt returns which rooms a group could use at some time.
func (a *API) ListRoomsAt(ctx context.Context, who access.Actor, in *roomsAtIn) ([]WirePlanRoomAt, error) {
	day, err := wire.ParseDate("day", in.Day)
	if err != nil {
		return nil, err
	}
	hours := timetable.Hours{FirstPeriod: in.FirstPeriod, LastPeriod: in.LastPeriod}
	if hours.FirstPeriod == 0 {
		if hours.Starts, err = timeField("starts", in.Starts); err != nil {
			return nil, err
		}
		if hours.Ends, err = timeField("ends", in.Ends); err != nil {
			return nil, err
		}
	}
	list, err := a.Planning.RoomsAt(ctx, who, in.Term, in.Group, in.Class, day, hours)
	return wire.Each(list, func(r planning.RoomAt) WirePlanRoomAt {
		out := WirePlanRoomAt{Room: r.Room, State: r.State, Minutes: r.Minutes}
		if r.By != nil {
			out.By = &wirePlanTaken{WirePlanOther: toWirePlanOther(*r.By)}
		}
		return out
	}), err
}

type classesIn struct {
	Term   string `query:"term" maxLength:"64"`
	Class  string `query:"class" required:"true" maxLength:"80" doc:"The class to swap; nearest classes come first."`
	Search string `query:"search" maxLength:"100" doc:"Words of the course or group, or a date."`
}

// ListPlanClasses finds the class to swap with.
func (a *API) ListPlanClasses(ctx context.Context, who access.Actor, in *classesIn) ([]wirePlanOther, error) {
	list, err := a.Planning.Classes(ctx, who, in.Term, in.Class, in.Search)
	return wire.Each(list, func(c planning.SwapCandidate) wirePlanOther {
		return toWirePlanOther(planning.Clash{Other: c.Class, Group: c.Group})
	}), err
}

type substitutesIn struct {
	Term  string `query:"term" maxLength:"64"`
	Class string `query:"class" required:"true" maxLength:"80"`
}

// ListSubstitutes lists who could take a class.
func (a *API) ListSubstitutes(ctx context.Context, who access.Actor, in *substitutesIn) ([]planning.Substitute, error) {
	return a.Planning.Substitutes(ctx, who, in.Term, in.Class)
}

type absencesIn struct {
	Body struct {
		Term    string `json:"term,omitempty" maxLength:"64"`
		Teacher string `json:"teacher" maxLength:"64"`
		From    string `json:"from"`
		To      string `json:"to"`
	}
}

// ListAbsences lists an absent teacher's classes and possible substitutes.
func (a *API) ListAbsences(ctx context.Context, who access.Actor, in *absencesIn) ([]wirePlanAbsence, error) {
	from, to, err := span(in.Body.From, in.Body.To)
	if err != nil {
		return nil, err
	}
	list, err := a.Planning.Absences(ctx, who, in.Body.Term, in.Body.Teacher, from, to)
	return wire.Each(list, func(x planning.Absence) wirePlanAbsence {
		return wirePlanAbsence{
			Class: x.Class.ID, Group: x.Class.Group, Code: x.Group.Code, Course: x.Group.Course, CourseEn: x.Group.CourseEn,
			Place: toWirePlace(x.Class.Place), Substitutes: x.Substitutes,
		}
	}), err
}
