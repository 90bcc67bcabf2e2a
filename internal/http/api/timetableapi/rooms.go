package timetableapi

import (
	"context"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/rooms"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

func (a *API) ListRooms(ctx context.Context, who access.Actor, _ *struct{}) (rooms.List, error) {
	return a.Rooms.List(ctx, who)
}

type freeRoomsIn struct {
	Day      string `query:"day" maxLength:"10" doc:"Default: today."`
	At       string `query:"at" maxLength:"5" doc:"Such as 14:00. Default: now, or on another day its first period."`
	Campus   string `query:"campus" maxLength:"64"`
	Building string `query:"building" maxLength:"60"`
	Seats    int    `query:"seats" minimum:"0" maximum:"10000" doc:"At least this many; rooms with unknown seats are listed."`
}

type WireFreeRoom struct {
	timetable.Room
	Free  bool   `json:"free" doc:"At the requested time."`
	From  string `json:"from,omitempty" doc:"When it is next free; missing if it is taken for the rest of the day."`
	Until string `json:"until,omitempty" doc:"Missing: for the rest of the day."`
}

type WireFreeRooms struct {
	Day   civil.Date     `json:"day" format:"date"`
	At    civil.Time     `json:"at"`
	Off   bool           `json:"off" doc:"No classes on the day."`
	Rooms []WireFreeRoom `json:"rooms" doc:"Free rooms first, longest free first; then by when they become free."`
}

func (a *API) ListFreeRooms(ctx context.Context, who access.Actor, in *freeRoomsIn) (WireFreeRooms, error) {
	filter := rooms.Filter{Campus: in.Campus, Building: in.Building, Seats: in.Seats, HasAt: in.At != ""}
	var err error
	if filter.Day, err = wire.ParseMaybeDate("day", in.Day); err != nil {
		return WireFreeRooms{}, err
	}
	if filter.At, err = timeField("at", in.At); err != nil {
		return WireFreeRooms{}, err
	}
	found, err := a.Rooms.Free(ctx, who, filter)
	return WireFreeRooms{Day: found.Day, At: found.At, Off: found.Off, Rooms: wire.Each(found.Rooms, toWireFreeRoom)}, err
}

func toWireFreeRoom(f rooms.FreeRoom) WireFreeRoom {
	out := WireFreeRoom{Room: f.Room, Free: f.Now}
	if f.Gap != (rooms.TimeRange{}) {
		out.From = f.Gap.From.String()
	}
	if f.Gap.To != 0 {
		out.Until = f.Gap.To.String()
	}
	return out
}

// WireTable is the timetable of a room or a teacher: a student's without the personal parts.
type WireTable struct {
	WireTermTable
	Room     *timetable.Room     `json:"room,omitempty" doc:"Whose timetable it is."`
	Teacher  *timetable.Teacher  `json:"teacher,omitempty" doc:"Whose timetable it is."`
	Teachers []timetable.Teacher `json:"teachers" doc:"Empty if the caller may not see teachers."`
}

func (a *API) toWireTable(t *rooms.Table) WireTable {
	return WireTable{WireTermTable: toWireTermTable(&t.Timetable, a.Timetables.Zone().String()), Teachers: t.Teachers}
}

type roomTableIn struct {
	Room string `path:"room" maxLength:"64"`
	Term string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

func (a *API) GetRoomTimetable(ctx context.Context, who access.Actor, in *roomTableIn) (WireTable, error) {
	t, err := a.Rooms.Room(ctx, who, in.Room, in.Term)
	if err != nil {
		return WireTable{}, err
	}
	out := a.toWireTable(&t)
	out.Room = &t.Room
	return out, nil
}

type teacherTableIn struct {
	Teacher string `path:"teacher" maxLength:"64"`
	Term    string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

func (a *API) GetTeacherTimetable(ctx context.Context, who access.Actor, in *teacherTableIn) (WireTable, error) {
	t, err := a.Rooms.Teacher(ctx, who, in.Teacher, in.Term)
	if err != nil {
		return WireTable{}, err
	}
	out := a.toWireTable(&t)
	out.Teacher = &t.Teacher
	return out, nil
}
