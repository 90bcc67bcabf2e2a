package timetable

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

const maxSeat = 20

// Seating writes many seats in one transaction. It reads the exams and seats of a term once and doesn't see later
// changes.
type Seating struct {
	*Service
	q       sqldb.Querier
	who     access.Actor
	terms   map[string]bool
	classes map[string]Class
	taken   map[seatAt][]sitting
	where   map[[2]string]seatAt // by class and student
	written map[[2]string]Seat   // in the database
}

// seatAt identifies a seat in a room on a day. An exam without a room has its own seats.
type seatAt struct {
	room string
	day  civil.Date
	seat string
}

// sitting is a student on a seat.
type sitting struct {
	class, student string
	hours          Hours
}

// Seating starts writing seats inside the caller's transaction.
func (s *Service) Seating(q sqldb.Querier, who access.Actor) *Seating {
	return &Seating{
		Service: s, q: q, who: who, terms: map[string]bool{}, classes: map[string]Class{},
		taken: map[seatAt][]sitting{}, where: map[[2]string]seatAt{}, written: map[[2]string]Seat{},
	}
}

// Put writes where a student sits in an exam; repeating it changes nothing. Staff only. Errors: those of Take.
func (g *Seating) Put(ctx context.Context, seat SeatOf) error {
	class, err := g.take(ctx, &seat)
	if err != nil {
		return err
	}
	count, err := g.nextRevision(ctx, g.q)
	if err != nil {
		return err
	}
	n, err := db.New(g.q).UpsertSeat(ctx, db.UpsertSeatParams{
		ClassID: seat.Class, StudentID: seat.Student, GroupID: class.Group, RoomID: seat.Room, Seat: seat.Seat.Seat,
		ChangedAt: g.now().UnixMilli(), Revision: count,
	})
	key := [2]string{seat.Class, seat.Student}
	was := SeatOf{Seat: g.written[key]}
	g.written[key] = seat.Seat
	return g.countSeat(ctx, g.q, g.who, "timetable.put_seat", seat.Student, was.fields(), seat.fields(), n, err)
}

// Take reserves a seat without writing it, so that a whole seating can be checked first. Staff only. Errors:
// timetable.field_required, timetable.seat_long, timetable.no_class, timetable.not_an_exam, timetable.not_in_group,
// timetable.unknown_room, and timetable.seat_taken, also if another group's exam is in the same room at the same time.
func (g *Seating) Take(ctx context.Context, seat SeatOf) error {
	_, err := g.take(ctx, &seat)
	return err
}

func (g *Seating) take(ctx context.Context, seat *SeatOf) (class Class, err error) {
	if err := access.Admin.Check(g.who); err != nil {
		return class, err
	}
	seat.Seat.Seat = strings.TrimSpace(seat.Seat.Seat)
	if seat.Seat.Seat == "" {
		return class, required("seat")
	}
	if utf8.RuneCountInString(seat.Seat.Seat) > maxSeat {
		return class, fault.New(fault.Invalid, "timetable.seat_long", "max", strconv.Itoa(maxSeat))
	}
	if class, err = g.class(ctx, seat.Class); err != nil {
		return class, err
	}
	if class.Kind != Exam {
		return class, fault.New(fault.Conflict, "timetable.not_an_exam")
	}
	n, err := db.New(g.q).SelectEnrolled(ctx, db.SelectEnrolledParams{Student: seat.Student, Grp: class.Group})
	if err != nil {
		return class, fmt.Errorf("look for an enrolment: %w", err)
	}
	if n == 0 {
		return class, fault.New(fault.Conflict, "timetable.not_in_group")
	}
	if _, err := knownPlace(ctx, g.q, "", seat.Room, ""); err != nil {
		return class, err
	}
	if seat.Room == class.Place.Room { // left empty, so that it follows the class
		seat.Room = ""
	}
	at, here := seatOf(class, *seat), sitting{seat.Class, seat.Student, class.Place.Hours}
	if i := slices.IndexFunc(g.taken[at], here.excludes); i >= 0 {
		name, err := db.New(g.q).SelectStudentName(ctx, g.taken[at][i].student)
		if err != nil {
			return class, fmt.Errorf("read the name of a student: %w", err)
		}
		return class, fault.New(fault.Conflict, "timetable.seat_taken", "seat", seat.Seat.Seat, "name", name)
	}
	g.removeSitting(seat.Class, seat.Student)
	g.addSitting(at, here)
	return class, nil
}

// Release frees a student's seat in memory; Put must follow. It allows students to swap seats.
func (g *Seating) Release(ctx context.Context, class, student string) error {
	if _, err := g.class(ctx, class); err != nil {
		return err
	}
	g.removeSitting(class, student)
	return nil
}

func (g *Seating) removeSitting(class, student string) {
	at := g.where[[2]string{class, student}]
	g.taken[at] = slices.DeleteFunc(g.taken[at], func(s sitting) bool { return s.class == class && s.student == student })
}

func (g *Seating) addSitting(at seatAt, s sitting) {
	g.taken[at] = append(g.taken[at], s)
	g.where[[2]string{s.class, s.student}] = at
}

func seatOf(class Class, seat SeatOf) seatAt {
	at := seatAt{room: class.Place.Room, day: class.Place.Day, seat: seat.Seat.Seat}
	if seat.Room != "" {
		at.room = seat.Room
	}
	if at.room == "" {
		at.room = "exam " + class.ID
	}
	return at
}

// excludes reports whether two students can't have the same seat.
func (s sitting) excludes(other sitting) bool {
	if s.student == other.student {
		return false
	}
	return s.class == other.class || s.hours.Overlaps(other.hours)
}

// class finds a class, reading its term on first use.
func (g *Seating) class(ctx context.Context, id string) (Class, error) {
	if class, ok := g.classes[id]; ok {
		return class, nil
	}
	group, err := groupOfClass(ctx, g.q, id)
	if err != nil {
		return Class{}, err
	}
	term, err := db.New(g.q).SelectGroupTerm(ctx, group)
	if err != nil {
		return Class{}, sqldb.Missing(err, "course.no_group")
	}
	if !g.terms[term] {
		if err := g.load(ctx, term); err != nil {
			return Class{}, err
		}
	}
	class, ok := g.classes[id]
	if !ok {
		return Class{}, fault.New(fault.NotFound, "timetable.no_class")
	}
	return class, nil
}

func (g *Seating) load(ctx context.Context, term string) error {
	whole, err := g.WholeTerm(ctx, g.q, term)
	if err != nil {
		return err
	}
	g.terms[term] = true
	for _, class := range whole.Classes() {
		g.classes[class.ID] = class
	}
	rows, err := db.New(g.q).SelectSeatsOfTerm(ctx, term)
	if err != nil {
		return fmt.Errorf("read seats: %w", err)
	}
	for _, row := range rows {
		g.written[[2]string{row.ClassID, row.StudentID}] = Seat{Room: row.RoomID, Seat: row.Seat}
		class, ok := g.classes[row.ClassID]
		if !ok || class.State == Cancelled {
			continue
		}
		at := seatOf(class, SeatOf{Seat: Seat{Room: row.RoomID, Seat: row.Seat}})
		g.addSitting(at, sitting{row.ClassID, row.StudentID, class.Place.Hours})
	}
	return nil
}

// restoreSeat restores a seat. Students who were notified about another one are notified again.
func (s *Service) restoreSeat(
	ctx context.Context, q sqldb.Querier, who access.Actor, now, was snapshot.Copy, class, student string,
) error {
	copied := func(from snapshot.Copy) (seat SeatOf, group string, err error) {
		tables, err := Rows(SeatRows).Rows(from)
		if err == nil && len(tables[0]) > 0 {
			row := tables[0][0]
			seat, group = SeatOf{Class: class, Student: student, Seat: Seat{Room: row.Text("room_id"), Seat: row.Text("seat")}},
				row.Text("group_id")
		}
		return seat, group, err
	}
	old, _, err := copied(now)
	if err != nil {
		return err
	}
	if len(was) == 0 {
		return s.RemoveSeat(ctx, q, who, old)
	}
	seat, group, err := copied(was)
	if err != nil {
		return err
	}
	count, err := s.nextRevision(ctx, q)
	if err != nil {
		return err
	}
	n, err := db.New(q).UpsertSeat(ctx, db.UpsertSeatParams{
		ClassID: class, StudentID: student, GroupID: group, RoomID: seat.Room, Seat: seat.Seat.Seat,
		ChangedAt: s.now().UnixMilli(), Revision: count,
	})
	old.Class = ""
	return s.countSeat(ctx, q, who, "timetable.put_seat", student, old.fields(), seat.fields(), n, err)
}
