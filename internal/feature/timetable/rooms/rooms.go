// Package rooms answers where and with whom classes are, for everybody: the timetable of a room, of a teacher, and
// which rooms are free. It owns no table and shows no student. Start at Service.Free.
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

// Options are what the service works with.
type Options struct {
	DB         *sqldb.DB
	Timetables *timetable.Service
	Clashes    *clash.Service // has whole terms in memory
	// Teachers says whether students and teachers may see the timetables of teachers, and who teaches in a room.
	Teachers bool
}

// A Service reads. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// SeesTeachers reports whether somebody may see the timetables of teachers.
func (s *Service) SeesTeachers(who access.Actor) bool {
	return s.o.Teachers || who.Role == access.Staff
}

// A List is all rooms of the college.
type List struct {
	Campuses []timetable.Campus `json:"campuses"`
	Rooms    []timetable.Room   `json:"rooms" doc:"By campus, building and name."`
}

// List returns all rooms. Everybody who is signed in.
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

// A Filter says which rooms are asked for. The zero values ask for all, now.
type Filter struct {
	Day      civil.Date // zero: today
	At       civil.Time
	HasAt    bool // else now, or on another day its first period
	Campus   string
	Building string
	Seats    int // at least so many, as far as they are known
}

// A Span is a part of a day in which a room is free.
type Span struct {
	From civil.Time
	To   civil.Time // zero: to the end of the day
}

// A Free room is one and when it is free from the asked time on. Without a span it is taken for the rest of the day.
type Free struct {
	timetable.Room
	Now  bool // it is free at the asked time
	Span Span // the first that is long enough
}

// Frees is which rooms are free.
type Frees struct {
	Day   civil.Date
	At    civil.Time
	Off   bool // nothing is taught on the day
	Rooms []Free
}

// minFree is how many minutes a room must be free to be worth a walk: breaks between classes are shorter.
const minFree = 20

// Free tells which rooms are free at a time and until when, or from when on: those that are free come first, the
// longest free first. Make-up days, days off, changes and the period times of that day are counted. Everybody
// who is signed in.
func (s *Service) Free(ctx context.Context, who access.Actor, f Filter) (Frees, error) {
	list, err := s.List(ctx, who)
	if err != nil {
		return Frees{}, err
	}
	today, now := s.o.Timetables.Clock()
	if f.Day.IsZero() {
		f.Day = today
	}
	day, err := s.read(ctx, f.Day)
	if err != nil {
		return Frees{}, err
	}
	if !f.HasAt {
		if f.At = now; f.Day != today {
			f.At = day.begins
		}
	}
	out := Frees{Day: f.Day, At: f.At, Off: day.off}
	for _, room := range list.Rooms {
		if f.Campus != "" && room.Campus != f.Campus || f.Building != "" && room.Building != f.Building ||
			room.Seats != 0 && room.Seats < f.Seats {
			continue
		}
		free := Free{Room: room}
		if span, found := firstFree(day.taken[room.ID], f.At); found {
			free.Span, free.Now = span, span.From == f.At
		}
		out.Rooms = append(out.Rooms, free)
	}
	slices.SortStableFunc(out.Rooms, func(a, b Free) int { return cmp.Compare(a.rank(), b.rank()) })
	return out, nil
}

const endOfDay = 24 * 60

// rank orders free rooms by how long they are, then those that become free by when, then the rest.
func (f Free) rank() int {
	until := int(f.Span.To)
	if until == 0 {
		until = endOfDay
	}
	switch {
	case f.Now:
		return -until
	case f.Span != (Span{}):
		return int(f.Span.From)
	}
	return endOfDay
}

// firstFree finds the first gap of minFree minutes from a time on. The spans are taken, by their beginning.
func firstFree(taken []Span, at civil.Time) (Span, bool) {
	from := at
	for _, t := range taken {
		if t.To == 0 { // nobody knows when: the room may be taken all day
			return Span{}, false
		}
		if t.To <= from {
			continue
		}
		if t.From >= from+minFree {
			return Span{From: from, To: t.From}, true
		}
		from = t.To
	}
	return Span{From: from}, true
}

// A Table is the timetable of one room or teacher.
type Table struct {
	timetable.Timetable
	Room    timetable.Room
	Teacher timetable.Teacher
}

// Room returns what is on in a room in a term, the current one when none is named. Who teaches is left out for those
// who may not see it, and so is what staff noted, which is for those who are taught. timetable.unknown_room,
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
		if place := &out.Classes[n].Place; place.Room != room { // part of an exam sits here
			place.Room, place.Campus = room, out.Room.Campus
		}
	}
	return out, nil
}

// Teacher returns what somebody teaches in a term. A teacher sees the own; others but staff are refused unless the
// college shows it to all: rooms.teachers_hidden; timetable.unknown_teacher, timetable.no_term, timetable.no_terms.
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
