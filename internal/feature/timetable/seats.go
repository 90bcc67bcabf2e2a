package timetable

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// Seat is a student's seat in an exam.
type Seat struct {
	Room   string // empty: the room of the class
	Campus string // of Room, where it is read for its student
	Seat   string // the label on the desk, such as 12 or B-07
	// When it was last written.
	Changed Stamp
}

// SeatOf is a student's seat in a given exam.
type SeatOf struct {
	Class   string
	Student string
	Seat
}

// RemoveSeat removes a seat, if it exists, inside the caller's transaction. Staff only.
func (s *Service) RemoveSeat(ctx context.Context, q sqldb.Querier, who access.Actor, seat SeatOf) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	n, err := db.New(q).DeleteSeat(ctx, db.DeleteSeatParams{Class: seat.Class, Student: seat.Student})
	return s.countSeat(ctx, q, who, "timetable.remove_seat", seat.Student, seat.fields(), nil, n, err)
}

// countSeat bumps the revision and audits. A timetable's version contains the text of its seats, so no group is bumped.
func (s *Service) countSeat(ctx context.Context, q sqldb.Querier, who access.Actor, action, student string,
	was, is map[string]any, n int64, err error,
) error {
	if err != nil {
		return fmt.Errorf("%s: %w", action, err)
	}
	if n == 0 {
		return nil
	}
	if err := cache.Bump(ctx, q); err != nil {
		return err
	}
	return s.audit(ctx, q, who, action, student, was, is)
}

// readSeats reads the student's exam seats in the term.
func (st *personTerm) readSeats(ctx context.Context) error {
	rows, err := db.New(st.q).SelectSeatsOfStudent(ctx,
		db.SelectSeatsOfStudentParams{Student: st.student, Term: st.term.ID})
	if err != nil {
		return fmt.Errorf("read seats: %w", err)
	}
	st.seats = make(map[string]Seat, len(rows))
	for _, row := range rows {
		st.seats[row.ClassID] = Seat{
			Room: row.RoomID, Campus: row.RoomCampus, Seat: row.Seat,
			Changed: Stamp{At: time.UnixMilli(row.ChangedAt), Revision: row.Revision},
		}
		st.seatRooms = append(st.seatRooms, Room{ID: row.RoomID, Campus: row.RoomCampus, Name: row.Room, NameEn: row.RoomEn})
		fmt.Fprintf(&st.seatText, "%q\n",
			[]string{row.ClassID, row.RoomID, row.Room, row.RoomEn, row.Seat, strconv.Itoa(int(row.Revision))})
	}
	return nil
}

// Seated returns an exam as the student with a seat sees it: in the seat's room. A change of the exam's own room is
// none then.
func (c Class) Seated(seat Seat) Class {
	if seat.Room == "" {
		return c
	}
	c.Place.Room, c.Place.Campus = seat.Room, cmp.Or(seat.Campus, c.Place.Campus)
	if c.Was == nil {
		return c
	}
	was := *c.Was
	was.Room, was.Campus = c.Place.Room, c.Place.Campus
	c.Was = &was
	if was == c.Place {
		c.Was = nil
		if c.State == Moved {
			c.State, c.Cause, c.By = Held, "", ""
		}
	}
	return c
}

// seatRooms reads the rooms besides that of the class in which the exams of a term have seats.
func seatRooms(ctx context.Context, q sqldb.Querier, term string) (SeatRooms, error) {
	rows, err := db.New(q).SelectSeatRooms(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("read the rooms of seats: %w", err)
	}
	rooms := SeatRooms{}
	for _, row := range rows {
		rooms[row.ClassID] = append(rooms[row.ClassID], row.RoomID)
	}
	return rooms, nil
}

// HeldSeat is a seat in a student's data export.
type HeldSeat struct {
	Term, Group, GroupName, GroupNameEn string
	Class                               string
	Room, RoomEn                        string // empty: the room of the class
	Seat                                string
	Changed                             time.Time
}

// HeldSeats lists all stored seats of the caller, in every term.
func (s *Service) HeldSeats(ctx context.Context, who access.Actor) ([]HeldSeat, error) {
	rows, err := db.New(s.database.Reader()).SelectHeldSeats(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("read seats: %w", err)
	}
	list := make([]HeldSeat, 0, len(rows))
	for _, row := range rows {
		list = append(list, HeldSeat{
			Term: row.TermID, Group: row.Code, GroupName: row.Name, GroupNameEn: row.NameEn, Class: row.ClassID, Room: row.Room,
			RoomEn: row.RoomEn, Seat: row.Seat, Changed: time.UnixMilli(row.ChangedAt),
		})
	}
	return list, nil
}

// ExamNews is the message about an exam on the evening before it.
type ExamNews struct {
	Term    Term
	Class   Class // at the student's seat
	Student string
	Seat    string
	Names   Names
}

// notifyFrom is the hour of the evening from which students are notified about the next day's exams.
const notifyFrom = 18

// NotifyExams notifies every student with a seat in an exam of tomorrow, or later today: from 18:00 on the evening
// before, and once per exam date even with several nodes. It runs every few minutes, so a server that was down catches
// up.
func (s *Service) NotifyExams(ctx context.Context, notify func(context.Context, sqldb.Querier, ExamNews) error) error {
	today, clock := civil.Of(s.now(), s.zone)
	days := []civil.Date{today}
	if clock.Hour() >= notifyFrom {
		days = append(days, today.AddDays(1))
	}
	for _, day := range days {
		exams, err := s.examsOn(ctx, day)
		if err != nil {
			return err
		}
		for _, exam := range exams {
			if day == today && exam.Class.Place.Hours.Timed() && exam.Class.Place.Hours.Starts <= clock {
				continue
			}
			err := s.database.Write(ctx, func(q sqldb.Querier) error { return s.notifyExam(ctx, q, exam, notify) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// examsOn lists the exams of a day with students who haven't been notified yet.
func (s *Service) examsOn(ctx context.Context, day civil.Date) (list []ExamNews, err error) {
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		terms, err := loadTerms(ctx, q)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Contains(day) })
		if i < 0 {
			return nil
		}
		groups, err := db.New(q).SelectGroupsWithSeats(ctx,
			db.SelectGroupsWithSeatsParams{Term: terms[i].ID, Day: day.String()})
		if err != nil {
			return fmt.Errorf("list the groups with seats: %w", err)
		}
		for _, group := range groups {
			plan, err := groupPlan(ctx, q, group)
			if err != nil {
				return err
			}
			for _, c := range Expand(plan) {
				if c.Kind == Exam && c.State != Cancelled && c.Place.Day == day {
					list = append(list, ExamNews{Term: plan.Term, Class: c})
				}
			}
		}
		return nil
	})
	return list, err
}

// notifyExam reads the seats again in its transaction, so that two nodes don't both send the message.
func (s *Service) notifyExam(
	ctx context.Context, q sqldb.Querier, exam ExamNews, notify func(context.Context, sqldb.Querier, ExamNews) error,
) error {
	day := exam.Class.Place.Day.String()
	rows, err := db.New(q).SelectUntoldSeats(ctx, db.SelectUntoldSeatsParams{Class: exam.Class.ID, Day: day})
	if err != nil {
		return fmt.Errorf("read seats: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	for _, row := range rows {
		one := exam
		one.Student, one.Seat = row.StudentID, row.Seat
		one.Class = exam.Class.Seated(Seat{Room: row.RoomID})
		news := News{Group: one.Class.Group, Differences: []Difference{{After: &one.Class}}}
		if err := news.addNames(ctx, q); err != nil {
			return err
		}
		one.Names = news.Names
		if err := notify(ctx, q, one); err != nil {
			return err
		}
	}
	if err := db.New(q).UpdateSeatsTold(ctx, db.UpdateSeatsToldParams{Class: exam.Class.ID, Day: day}); err != nil {
		return fmt.Errorf("note that seats were told: %w", err)
	}
	return nil
}

// ExamTopic returns the topic of a student's message about an exam on a day.
func (n ExamNews) ExamTopic() string {
	return "timetable.exam:" + n.Class.ID + ":" + n.Student + ":" + n.Class.Place.Day.String()
}

// Until returns when the message expires.
func (n ExamNews) Until(zone *time.Location) time.Time {
	return n.Class.Place.Day.AddDays(1).At(0, zone)
}
