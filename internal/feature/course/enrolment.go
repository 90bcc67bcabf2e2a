package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// EnrolmentChange is a student that staff have added to a group or removed from it.
type EnrolmentChange struct {
	Student string
	Course  Course // without teachers
	Group   Group
	In      bool       // into it
	Day     civil.Date // the first day in it, or the last
}

// OnEnrolment sets what runs in the transaction in which staff enrol or drop a student. Call it before the first
// request.
func (s *Service) OnEnrolment(
	do func(ctx context.Context, q sqldb.Querier, who access.Actor, what EnrolmentChange) error,
) {
	s.onEnrolment = do
}

func (s *Service) today() civil.Date {
	day, _ := civil.Of(s.now(), s.zone)
	return day
}

// EnrolStudents adds students to a group from a day on (zero: today), in one transaction, and notifies them. Students
// who are in it already, have left the college or don't exist are skipped. Staff only.
func (s *Service) EnrolStudents(
	ctx context.Context, who access.Actor, group string, students []string, from civil.Date,
) (bulk.Result, error) {
	if from.IsZero() {
		from = s.today()
	}
	return s.moveStudents(ctx, who, group, students, EnrolmentChange{In: true, Day: from})
}

// DropStudents removes students from a group. Their last day (zero: today) can't be in the future, because they lose
// access at once. Students who aren't in the group are skipped. Staff only.
func (s *Service) DropStudents(
	ctx context.Context, who access.Actor, group string, students []string, until civil.Date,
) (bulk.Result, error) {
	if until.IsZero() {
		until = s.today()
	}
	if until.After(s.today()) {
		return bulk.Result{}, fault.New(fault.Invalid, "course.until_future", "field", "until")
	}
	return s.moveStudents(ctx, who, group, students, EnrolmentChange{Day: until})
}

// NotifyEnrolmentChange notifies a student, in the caller's transaction, that an import or its undoing has added them
// to a group or removed them from it.
func (s *Service) NotifyEnrolmentChange(
	ctx context.Context, q sqldb.Querier, who access.Actor, student, group string, in bool,
) error {
	if s.onEnrolment == nil {
		return nil
	}
	row, err := db.New(q).SelectGroup(ctx, group)
	if err != nil {
		return sqldb.Missing(err, "course.no_group")
	}
	what := EnrolmentChange{Student: student, In: in, Day: s.today(), Group: toGroup(row)}
	if what.Course, err = s.CourseIn(ctx, q, row.CourseID); err != nil {
		return err
	}
	return s.onEnrolment(ctx, q, who, what)
}

func (s *Service) moveStudents(
	ctx context.Context, who access.Actor, group string, students []string, what EnrolmentChange,
) (out bulk.Result, err error) {
	if err := access.Admin.Check(who); err != nil {
		return out, err
	}
	err = s.database.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectGroup(ctx, group)
		if err != nil {
			return sqldb.Missing(err, "course.no_group")
		}
		what.Group = toGroup(row)
		if what.Course, err = s.CourseIn(ctx, q, row.CourseID); err != nil {
			return err
		}
		out, err = bulk.Each(students, func(student string) (string, error) {
			what.Student = student
			return s.moveStudent(ctx, q, who, what)
		})
		if err != nil || out.Done == 0 {
			return err
		}
		return cache.Bump(ctx, q)
	})
	return out, err
}

func (s *Service) moveStudent(
	ctx context.Context, q sqldb.Querier, who access.Actor, what EnrolmentChange,
) (skipped string, err error) {
	queries := db.New(q)
	status, err := queries.SelectStatusOfStudent(ctx, what.Student)
	if errors.Is(err, sql.ErrNoRows) {
		return "student.no_record", nil
	}
	if err != nil {
		return "", fmt.Errorf("find a student: %w", err)
	}
	was, err := queries.SelectEnrolment(ctx, db.SelectEnrolmentParams{StudentID: what.Student, GroupID: what.Group.ID})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read an enrolment: %w", err)
	}
	now := db.UpsertEnrolmentParams{StudentID: what.Student, GroupID: what.Group.ID, ChangedAt: s.now().UnixMilli()}
	action := "course.enrol_student"
	switch {
	case what.In && was.State == string(Confirmed):
		return "course.already_enrolled", nil
	case what.In && (status == "withdrawn" || status == "graduated"):
		return "course.has_left", nil
	case !what.In && (was.State == "" || was.State == string(Dropped)):
		return "course.not_enrolled", nil
	case what.In:
		now.State, now.FromDate = string(Confirmed), what.Day.String()
	default:
		action, now.State, now.FromDate, now.UntilDate = "course.drop_student", string(Dropped),
			was.FromDate, what.Day.String()
	}
	if err := queries.UpsertEnrolment(ctx, now); err != nil {
		return "", fmt.Errorf("write an enrolment: %w", err)
	}
	entry := audit.Entry{At: s.now(), Action: action, Object: what.Student}
	entry.Before, entry.After = audit.Difference(
		enrolment{was.State, was.FromDate, was.UntilDate}.fields(""),
		enrolment{now.State, now.FromDate, now.UntilDate}.fields(what.Group.Code))
	if err := audit.Append(ctx, q, who, entry); err != nil || s.onEnrolment == nil {
		return "", err
	}
	return "", s.onEnrolment(ctx, q, who, what)
}

// A Choice is a group that staff can pick.
type Choice struct {
	Group
	CourseCode, CourseName, CourseNameEn string
	Teachers                             []Teacher // from its timetable, or else from its course
	Size                                 int       // number of students
}

const choicePage = 50

// Choices lists groups of a term whose code, name, course or teacher contains a text, by code. next is after for the
// next page; empty on the last. Staff only.
func (s *Service) Choices(
	ctx context.Context, who access.Actor, term, search, after string,
) (list []Choice, next string, err error) {
	if err := access.Advising.Check(who); err != nil {
		return nil, "", err
	}
	text := strings.ToLower(strings.TrimSpace(fold.Width(search)))
	pattern := sqldb.Contains(text)
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		rows, err := db.New(q).SelectGroupPage(ctx,
			db.SelectGroupPageParams{Term: term, After: after, Pattern: pattern, Size: choicePage + 1})
		if err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		if len(rows) > choicePage {
			rows = rows[:choicePage]
			next = rows[choicePage-1].Code
		}
		for _, row := range rows {
			teachers, err := teachersOf(ctx, q, row.ID, row.CourseID)
			if err != nil {
				return err
			}
			list = append(list, Choice{
				Group:      Group{ID: row.ID, Course: row.CourseID, Term: term, Code: row.Code, Name: row.Name, NameEn: row.NameEn},
				CourseCode: row.CourseCode, CourseName: row.Course, CourseNameEn: row.CourseEn,
				Teachers: teachers, Size: int(row.Size),
			})
		}
		return nil
	})
	return list, next, err
}

func teachersOf(ctx context.Context, q sqldb.Querier, group, course string) (list []Teacher, err error) {
	taught, err := db.New(q).SelectTeachersOfGroup(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("list a group's teachers: %w", err)
	}
	for _, t := range taught {
		list = append(list, Teacher(t))
	}
	if len(list) > 0 {
		return list, nil
	}
	rows, err := db.New(q).SelectTeachersOf(ctx, course)
	if err != nil {
		return nil, fmt.Errorf("list a course's teachers: %w", err)
	}
	for _, t := range rows {
		list = append(list, Teacher(t))
	}
	return list, nil
}
