// Package teaching serves teachers: their groups with class lists, and requests to change a class. It owns the requests
// and reads the rest. Teacher is not a role: an account is linked to a teacher (access.Actor.Teacher). Start at
// Service.
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

// Service serves teachers, and staff who answer requests. It is safe for concurrent use.
type Service struct {
	database   *sqldb.DB
	now        func() time.Time
	timetables *timetable.Service
	answered   Answered
}

// Answered notifies a teacher of the answer to a request, in the transaction that decides it.
type Answered func(ctx context.Context, q sqldb.Querier, who access.Actor, request Request) error

// New creates the service. answered may be nil.
func New(database *sqldb.DB, now func() time.Time, timetables *timetable.Service, answered Answered) *Service {
	if answered == nil {
		answered = func(context.Context, sqldb.Querier, access.Actor, Request) error { return nil }
	}
	return &Service{database, now, timetables, answered}
}

// Group is a group that the caller teaches, regularly or as a substitute.
type Group struct {
	ID, Code, Name, NameEn string
	Term                   string
	Course                 string // id
	CourseCode             string
	CourseName             string
	CourseNameEn           string
	Students               int
}

// Groups lists the caller's groups in a term; an empty term means the current one. Teachers only. Errors:
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

// Student is a student in a class list, deliberately without contact details.
type Student struct {
	ID        string `json:"id"`
	Number    string `json:"number"`
	Name      string `json:"name"`
	NameLatin string `json:"nameLatin"`
	Class     string `json:"class"`
	Photo     bool   `json:"photo" doc:"There is a photo."`
}

// Students returns the class list of one of the caller's groups. Teachers only. Errors: course.no_group, also for
// another teacher's group.
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

// Photo returns the blob key of a student's photo, for a student in one of the caller's groups. Errors:
// course.no_group, student.no_record.
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
