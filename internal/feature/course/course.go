// Package course owns courses, teachers, groups, enrolments, the order of lessons, students' progress and notes, and
// where a class can be watched live. When and where a group meets belongs to package timetable, what a lesson plays to
// package media. Start at Service; report.go, ack.go and clock.go judge what players report as watched.
package course

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Course is what is taught.
type Course struct {
	ID        string
	Code      string // the college's code, unique
	Name      string
	NameEn    string
	Credits   int // in tenths of a credit
	Summary   string
	SummaryEn string
	Teachers  []Teacher // in the college's order
}

// A Teacher teaches courses.
type Teacher struct {
	ID     string `json:"id"`
	Number string `json:"-"` // the college's number, unique; empty if there is none
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// A Group is the students taught together in one course in one term.
type Group struct {
	ID     string `json:"id"`
	Course string `json:"-"`
	Term   string `json:"term" doc:"Its id."`
	Code   string `json:"code"` // the college's code, unique within the term
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// A State is the status of an enrolment.
type State string

// Only a confirmed enrolment shows classes and lessons.
const (
	Confirmed State = "confirmed"
	Pending   State = "pending"
	Dropped   State = "dropped"
	// Left is what class lists show instead of Confirmed once a student has left the college. It isn't stored: the
	// enrolment is in force again if the student returns. See the view confirmed_enrolment.
	Left State = "left"
)

// An Enrolment says that a student is in a group.
type Enrolment struct {
	Student string
	Group   string
	State   State
	Changed time.Time  // when the state last changed; Enrol fills it in where it wrote
	From    civil.Date // the first day; zero: unknown
	Until   civil.Date // the last day, if dropped; zero: unknown
}

// Mine is one of the student's courses.
type Mine struct {
	Course   Course // without summary and teachers
	Group    string
	Term     string
	State    State
	Changed  time.Time
	From     string // civil dates from staff; may be empty
	Until    string
	Progress Progress
}

// A Service reads and writes courses. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	now      func() time.Time
	zone     *time.Location
	reports  *sqldb.Gather[lessonRows]

	onRecorded     func(ctx context.Context, q sqldb.Querier, who access.Actor, what RecordingChange) error // optional
	onEnrolment    func(ctx context.Context, q sqldb.Querier, who access.Actor, what EnrolmentChange) error // optional
	onForgetLesson func(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error        // optional

	indexLesson func(ctx context.Context, q sqldb.Querier, lesson string) error
	indexNote   func(ctx context.Context, q sqldb.Querier, lesson, note string) error
}

// reportsAtOnce limits how long a transaction full of reports makes others wait.
const reportsAtOnce = 512

// New makes a service. The time zone decides when a day of watching begins.
func New(database *sqldb.DB, now func() time.Time, zone *time.Location) *Service {
	s := &Service{database: database, now: now, zone: zone, reports: sqldb.NewGather[lessonRows](database, reportsAtOnce)}
	s.IndexWith(func(context.Context, sqldb.Querier, string) error { return nil },
		func(context.Context, sqldb.Querier, string, string) error { return nil })
	return s
}

// Catalogue lists all courses by code.
func (s *Service) Catalogue(ctx context.Context) ([]Course, error) {
	var list []Course
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		rows, err := db.New(q).SelectCourses(ctx)
		if err != nil {
			return fmt.Errorf("list courses: %w", err)
		}
		teachers, err := db.New(q).SelectCourseTeachers(ctx)
		if err != nil {
			return fmt.Errorf("list the courses' teachers: %w", err)
		}
		of := make(map[string][]Teacher, len(rows))
		for _, t := range teachers {
			of[t.CourseID] = append(of[t.CourseID], Teacher{ID: t.ID, Number: t.Number, Name: t.Name, NameEn: t.NameEn})
		}
		list = make([]Course, 0, len(rows))
		for _, row := range rows {
			course := toCourse(row)
			course.Teachers = of[row.ID]
			list = append(list, course)
		}
		return nil
	})
	return list, err
}

// Course returns one course, or course.no_course.
func (s *Service) Course(ctx context.Context, id string) (Course, error) {
	var course Course
	err := s.database.Read(ctx, func(q sqldb.Querier) (err error) {
		course, err = s.CourseIn(ctx, q, id)
		return err
	})
	return course, err
}

// Mine lists the caller's courses of all terms, including dropped ones, with progress. Staff have none.
func (s *Service) Mine(ctx context.Context, who access.Actor) ([]Mine, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectMine(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("list a student's courses: %w", err)
	}
	list := make([]Mine, 0, len(rows))
	for _, row := range rows {
		list = append(list, Mine{
			Course: Course{ID: row.CourseID, Code: row.Code, Name: row.Name, NameEn: row.NameEn, Credits: int(row.Credits)},
			Group:  row.GroupID, Term: row.TermID, State: State(row.State),
			Changed: time.UnixMilli(row.ChangedAt), From: row.FromDate, Until: row.UntilDate,
			Progress: toProgress(row.CourseID, row.Percent, row.At),
		})
	}
	return list, nil
}

// Members lists the students with a confirmed enrolment in a group, in the caller's transaction. It doesn't check who
// calls it.
func (s *Service) Members(ctx context.Context, q sqldb.Querier, group string) ([]string, error) {
	students, err := db.New(q).SelectMembers(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("list a group's students: %w", err)
	}
	return students, nil
}

// Enrolled reports whether the student is in any group of the course, in any term.
func (s *Service) Enrolled(ctx context.Context, student, course string) (bool, error) {
	n, err := db.New(s.database.Reader()).SelectIsEnrolled(ctx,
		db.SelectIsEnrolledParams{Student: student, Course: course})
	if err != nil {
		return false, fmt.Errorf("look for an enrolment: %w", err)
	}
	return n > 0, nil
}

func toCourse(row db.Course) Course {
	return Course{
		ID: row.ID, Code: row.Code, Name: row.Name, NameEn: row.NameEn, Credits: int(row.Credits),
		Summary: row.Summary, SummaryEn: row.SummaryEn,
	}
}

// checkStudent refuses callers who aren't students.
func checkStudent(who access.Actor) error {
	if err := access.SignedIn.Check(who); err != nil {
		return err
	}
	if who.Student == "" {
		return fault.New(fault.Forbidden, "access.forbidden")
	}
	return nil
}

// CourseIn returns one course in the caller's transaction, or course.no_course.
func (s *Service) CourseIn(ctx context.Context, q sqldb.Querier, id string) (Course, error) {
	row, err := db.New(q).SelectCourse(ctx, id)
	if err != nil {
		return Course{}, sqldb.Missing(err, "course.no_course")
	}
	course := toCourse(row)
	teachers, err := db.New(q).SelectTeachersOf(ctx, id)
	if err != nil {
		return Course{}, fmt.Errorf("list a course's teachers: %w", err)
	}
	for _, t := range teachers {
		course.Teachers = append(course.Teachers, Teacher(t))
	}
	return course, nil
}

// GroupIn returns one group in the caller's transaction, or course.no_group.
func (s *Service) GroupIn(ctx context.Context, q sqldb.Querier, id string) (Group, error) {
	row, err := db.New(q).SelectGroup(ctx, id)
	return toGroup(row), sqldb.Missing(err, "course.no_group")
}
