// Package rooms serves the timetables of rooms and teachers, and finds free rooms. It owns no tables and never returns
// students. Start at Service.Free.
package rooms

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Options are the dependencies and settings of the service.
type Options struct {
	DB         *sqldb.DB
	Timetables *timetable.Service
	Clashes    *clash.Service // caches whole terms
	// Teachers allows students and teachers to see teachers' timetables, and who teaches in a room.
	Teachers bool
}

// Service reads timetables of rooms and teachers. It is safe for concurrent use.
type Service struct{ o Options }

// New creates the service.
func New(o Options) *Service { return &Service{o} }

// SeesTeachers reports whether the actor may see teachers' timetables.
func (s *Service) SeesTeachers(who access.Actor) bool {
	return s.o.Teachers || who.Role == access.Staff
}

// List is all rooms of the college.
type List struct {
	Campuses []timetable.Campus `json:"campuses"`
	Rooms    []timetable.Room   `json:"rooms" doc:"By campus, building and name."`
}

// List returns all rooms, for everyone who is logged in.
func (s *Service) List(ctx context.Context, who access.Actor) (List, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return List{}, err
	}
	var out List
	err := s.o.DB.Read(ctx, func(q sqldb.Querier) (err error) {
		if out.Campuses, err = readCampuses(ctx, q); err == nil {
			out.Rooms, err = readRooms(ctx, q)
		}
		return err
	})
	return out, err
}

// Filter selects rooms. The zero Filter means all rooms, now.
type Filter struct {
	Day      civil.Date // zero: today
	At       civil.Time
	HasAt    bool // false: now, or on another day its first period
	Campus   string
	Building string
	Seats    int // minimum; rooms with an unknown number match too
}

// TimeRange is a time range within a day.
type TimeRange struct {
	From civil.Time
	To   civil.Time // zero: end of the day
}

// FreeRoom is a room and when it is free from the requested time on.
type FreeRoom struct {
	timetable.Room
	Now bool      // free at the requested time
	Gap TimeRange // the first that is long enough; zero: taken for the rest of the day
}

// FreeRooms lists rooms by availability.
type FreeRooms struct {
	Day   civil.Date
	At    civil.Time
	Off   bool // no classes on that day
	Rooms []FreeRoom
}

// minFree is how many minutes a room must be free to be listed: breaks between classes are shorter.
const minFree = 20

// Free lists when rooms are free from a time on: free rooms first, by how long, then the others. It takes account of
// make-up days, days off, changes and the period times of that day. Everyone who is logged in.
func (s *Service) Free(ctx context.Context, who access.Actor, f Filter) (FreeRooms, error) {
	list, err := s.List(ctx, who)
	if err != nil {
		return FreeRooms{}, err
	}
	today, now := s.o.Timetables.Clock()
	if f.Day.IsZero() {
		f.Day = today
	}
	day, err := s.read(ctx, f.Day)
	if err != nil {
		return FreeRooms{}, err
	}
	if !f.HasAt {
		if f.At = now; f.Day != today {
			f.At = day.begins
		}
	}
	out := FreeRooms{Day: f.Day, At: f.At, Off: day.off}
	for _, room := range list.Rooms {
		if f.Campus != "" && room.Campus != f.Campus || f.Building != "" && room.Building != f.Building ||
			room.Seats != 0 && room.Seats < f.Seats {
			continue
		}
		free := FreeRoom{Room: room}
		if span, found := firstFree(day.taken[room.ID], f.At); found {
			free.Gap, free.Now = span, span.From == f.At
		}
		out.Rooms = append(out.Rooms, free)
	}
	slices.SortStableFunc(out.Rooms, func(a, b FreeRoom) int { return cmp.Compare(a.rank(), b.rank()) })
	return out, nil
}

const endOfDay = 24 * 60

// rank sorts free rooms by duration, then those that become free by when, then the rest.
func (f FreeRoom) rank() int {
	until := int(f.Gap.To)
	if until == 0 {
		until = endOfDay
	}
	switch {
	case f.Now:
		return -until
	case f.Gap != (TimeRange{}):
		return int(f.Gap.From)
	}
	return endOfDay
}

// firstFree finds the first gap of at least minFree minutes. taken must be sorted by start.
func firstFree(taken []TimeRange, at civil.Time) (TimeRange, bool) {
	from := at
	for _, t := range taken {
		if t.To == 0 { // unknown times: the room may be taken all day
			return TimeRange{}, false
		}
		if t.To <= from {
			continue
		}
		if t.From >= from+minFree {
			return TimeRange{From: from, To: t.From}, true
		}
		from = t.To
	}
	return TimeRange{From: from}, true
}

// Table is the timetable of a room or teacher.
type Table struct {
	timetable.Timetable
	Room    timetable.Room
	Teacher timetable.Teacher
}

// Room returns a room's classes in a term; an empty term means the current one. Teachers are omitted for callers who
// may not see them, and notes always, because they are for the students concerned. Errors: timetable.unknown_room,
// timetable.no_term, timetable.no_terms.
func (s *Service) Room(ctx context.Context, who access.Actor, room, term string) (Table, error) {
	list, err := s.List(ctx, who)
	if err != nil {
		return Table{}, err
	}
	i := slices.IndexFunc(list.Rooms, func(r timetable.Room) bool { return r.ID == room })
	if i < 0 {
		return Table{}, fault.New(fault.NotFound, "timetable.unknown_room")
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return Table{}, err
	}
	out := table(x, x.InRoom(room), s.SeesTeachers(who), who.Role == access.Staff)
	out.Room = list.Rooms[i]
	for n := range out.Classes {
		if place := &out.Classes[n].Place; place.Room != room { // only part of the exam is here
			place.Room, place.Campus = room, out.Room.Campus
		}
	}
	return out, nil
}

// Teacher returns a teacher's classes in a term. Teachers see their own, staff all, others only if the college allows
// it: rooms.teachers_hidden. Other errors: timetable.unknown_teacher, timetable.no_term, timetable.no_terms.
func (s *Service) Teacher(ctx context.Context, who access.Actor, teacher, term string) (Table, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return Table{}, err
	}
	if !s.SeesTeachers(who) && (who.Teacher == "" || who.Teacher != teacher) {
		return Table{}, fault.New(fault.Forbidden, "rooms.teachers_hidden")
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return Table{}, err
	}
	person, known := x.Teachers[teacher]
	if !known {
		return Table{}, fault.New(fault.NotFound, "timetable.unknown_teacher")
	}
	out := table(x, x.TaughtBy(teacher), true, who.Role == access.Staff)
	out.Teacher = person
	return out, nil
}
