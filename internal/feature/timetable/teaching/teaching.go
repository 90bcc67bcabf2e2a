// Package teaching is what somebody who teaches sees and does: the own groups with their class lists, and requests to
// change a class. It owns the requests and reads the rest. A teacher is no role of their own: an account is linked to
// one (access.Actor.Teacher). Start at Service.
package teaching

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/teaching/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Service answers teachers, and staff about their requests. It is safe for concurrent use.
type Service struct {
	database   *sqldb.DB
	now        func() time.Time
	timetables *timetable.Service
	answered   Answered
}

// Answered tells a teacher what became of a request, in the transaction that decides it.
type Answered func(ctx context.Context, q sqldb.Querier, who access.Actor, request Request) error

// New makes the service. Answered may be nil.
func New(database *sqldb.DB, now func() time.Time, timetables *timetable.Service, answered Answered) *Service {
	if answered == nil {
		answered = func(context.Context, sqldb.Querier, access.Actor, Request) error { return nil }
	}
	return &Service{database, now, timetables, answered}
}

// A Group is one that the caller teaches: for good, or around a single class as a substitute.
type Group struct {
	ID, Code, Name, NameEn string
	Term                   string
	Course                 string // id
	CourseCode             string
	CourseName             string
	CourseNameEn           string
	Students               int
}

// Groups lists what the caller teaches in a term, the current one when none is named. Teachers only;
// timetable.no_terms.
func (s *Service) Groups(ctx context.Context, who access.Actor, term string) ([]Group, error) {
	if err := access.Teaching.Check(who); err != nil {
		return nil, err
	}
	if term == "" {
		_, current, err := s.timetables.Terms(ctx)
		if err != nil {
			return nil, err
		}
		term = current
	}
	rows, err := db.New(s.database.Reader()).ListGroups(ctx,
		db.ListGroupsParams{Teacher: who.Teacher, Term: term, Today: s.timetables.Today().Number()})
	if err != nil {
		return nil, fmt.Errorf("list the groups of a teacher: %w", err)
	}
	out := make([]Group, 0, len(rows))
	for _, r := range rows {
		out = append(out, Group{
			ID: r.ID, Code: r.Code, Name: r.Name, NameEn: r.NameEn, Term: r.TermID, Course: r.CourseID, CourseCode: r.CourseCode,
			CourseName: r.Course, CourseNameEn: r.CourseEn, Students: int(r.Students),
		})
	}
	return out, nil
}

// A Student is one in a class list: who it is and how they look, nothing more.
type Student struct {
	ID        string `json:"id"`
	Number    string `json:"number"`
	Name      string `json:"name"`
	NameLatin string `json:"nameLatin"`
	Class     string `json:"class"`
	Photo     bool   `json:"photo" doc:"There is a picture."`
}

// Students is the class list of an own group. Teachers only; another's group does not exist for them: course.no_group.
func (s *Service) Students(ctx context.Context, who access.Actor, group string) ([]Student, error) {
	if err := s.teaches(ctx, s.database.Reader(), who, group); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).ListStudents(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("list the students of a group: %w", err)
	}
	out := make([]Student, 0, len(rows))
	for _, r := range rows {
		out = append(out, Student{
			ID: r.ID, Number: r.Number, Name: r.Name, NameLatin: r.NameLatin,
			Class: r.Class, Photo: r.Photo != "",
		})
	}
	return out, nil
}

// Photo returns the key of the picture of a student in an own group: course.no_group, student.no_record.
func (s *Service) Photo(ctx context.Context, who access.Actor, group, student string) (string, error) {
	if err := s.teaches(ctx, s.database.Reader(), who, group); err != nil {
		return "", err
	}
	key, err := db.New(s.database.Reader()).SelectPhoto(ctx, db.SelectPhotoParams{GroupID: group, Student: student})
	return key, sqldb.Missing(err, "student.no_record")
}

// teaches refuses a group that the caller does not teach.
func (s *Service) teaches(ctx context.Context, q sqldb.Querier, who access.Actor, group string) error {
	if err := access.Teaching.Check(who); err != nil {
		return err
	}
	n, err := db.New(q).SelectTeaches(ctx,
		db.SelectTeachesParams{Teacher: who.Teacher, GroupID: group, Today: s.timetables.Today().Number()})
	if err != nil {
		return fmt.Errorf("look for the group of a teacher: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NotFound, "course.no_group")
	}
	return nil
}
