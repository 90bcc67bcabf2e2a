package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/course/db"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/revision"
	"lectern/internal/sqldb"
)

// The Put functions write rows inside the caller's transaction, for staff only. A row without an id is found by what the college
// calls it (code, number, name), or is new; its id is filled in. They return how many rows really changed: the
// same rows again change nothing.

// PutTeachers writes teachers. Without a number a teacher is found by name, and two of that name are
// course.teacher_ambiguous.
func (s *Service) PutTeachers(ctx context.Context, q sqldb.Querier, who access.Actor, teachers []Teacher) (int, error) {
	return s.put(ctx, q, who, "course.put_teachers", len(teachers), func(i int) (bool, []string, error) {
		t := &teachers[i]
		t.Name, t.Number = strings.TrimSpace(t.Name), strings.TrimSpace(t.Number)
		if t.Name == "" {
			return false, nil, required("name")
		}
		if err := s.identify(ctx, q, t); err != nil {
			return false, nil, err
		}
		n, err := db.New(q).UpsertTeacher(ctx, db.UpsertTeacherParams(*t))
		if err != nil || n == 0 {
			return false, nil, err
		}
		groups, err := db.New(q).SelectGroupsOfTeacher(ctx, t.ID)
		return true, groups, err
	})
}

func (s *Service) identify(ctx context.Context, q sqldb.Querier, t *Teacher) error {
	if t.ID != "" {
		return nil
	}
	found, err := s.Teacher(ctx, q, t.Number, t.Name)
	if fault.Code(err) == "course.no_teacher" {
		found, err = id.New(), nil
	}
	t.ID = found
	return err
}

// Teacher finds a teacher's id by number or, when that is empty, by name: course.no_teacher, course.teacher_ambiguous.
func (s *Service) Teacher(ctx context.Context, q sqldb.Querier, number, name string) (string, error) {
	if number != "" {
		found, err := db.New(q).SelectTeacherByNumber(ctx, number)
		if err != nil {
			return "", missing(err, "course.no_teacher")
		}
		return found, nil
	}
	list, err := db.New(q).SelectTeachersByName(ctx, name)
	switch {
	case err != nil:
		return "", fmt.Errorf("find a teacher: %w", err)
	case len(list) == 0:
		return "", fault.New(fault.NotFound, "course.no_teacher")
	case len(list) > 1:
		return "", ambiguous(name, list)
	}
	return list[0].ID, nil
}

// Ambiguous is course.teacher_ambiguous for teachers of one name, with the numbers that tell them apart.
func Ambiguous(ctx context.Context, q sqldb.Querier, name string) error {
	list, err := db.New(q).SelectTeachersByName(ctx, name)
	if err != nil {
		return fmt.Errorf("find teachers: %w", err)
	}
	return ambiguous(name, list)
}

func ambiguous(name string, list []db.SelectTeachersByNameRow) error {
	var numbers []string
	for _, teacher := range list {
		if teacher.Number != "" {
			numbers = append(numbers, teacher.Number)
		}
	}
	if len(numbers) == 0 {
		return fault.New(fault.Conflict, "course.teachers_unnumbered", "name", name)
	}
	return fault.New(fault.Conflict, "course.teacher_ambiguous", "name", name, "numbers", strings.Join(numbers, ", "))
}

// PutCourses writes courses with their teachers, who must be there already.
func (s *Service) PutCourses(ctx context.Context, q sqldb.Querier, who access.Actor, courses []Course) (int, error) {
	return s.put(ctx, q, who, "course.put_courses", len(courses), func(i int) (bool, []string, error) {
		c := &courses[i]
		c.Code, c.Name = strings.TrimSpace(c.Code), strings.TrimSpace(c.Name)
		switch {
		case c.Code == "":
			return false, nil, required("code")
		case c.Name == "":
			return false, nil, required("name")
		case c.Credits < 0 || c.Credits > 1000:
			return false, nil, fault.New(fault.Invalid, "course.credits")
		}
		if c.ID == "" {
			found, err := db.New(q).SelectCourseID(ctx, c.Code)
			if c.ID, err = orNew(found, err); err != nil {
				return false, nil, err
			}
		}
		n, err := db.New(q).UpsertCourse(ctx, db.UpsertCourseParams{
			ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: int64(c.Credits), Summary: c.Summary, SummaryEn: c.SummaryEn,
		})
		if err != nil {
			return false, nil, err
		}
		others, err := putCourseTeachers(ctx, q, c)
		if err != nil || n == 0 && !others {
			return false, nil, err
		}
		groups, err := db.New(q).SelectGroupsOfCourse(ctx, c.ID)
		return true, groups, err
	})
}

// putCourseTeachers replaces a course's teachers when they differ.
func putCourseTeachers(ctx context.Context, q sqldb.Querier, c *Course) (bool, error) {
	have, err := db.New(q).SelectTeachersOf(ctx, c.ID)
	if err != nil || slices.EqualFunc(have, c.Teachers, func(a db.Teacher, b Teacher) bool { return a.ID == b.ID }) {
		return false, err
	}
	if err := db.New(q).DeleteCourseTeachers(ctx, c.ID); err != nil {
		return false, err
	}
	for i, t := range c.Teachers {
		err := db.New(q).InsertCourseTeacher(ctx, db.InsertCourseTeacherParams{CourseID: c.ID, TeacherID: t.ID, Place: int64(i + 1)})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// CourseID finds a course by its code: course.no_course.
func (s *Service) CourseID(ctx context.Context, q sqldb.Querier, code string) (string, error) {
	found, err := db.New(q).SelectCourseID(ctx, code)
	if err != nil {
		return "", missing(err, "course.no_course")
	}
	return found, nil
}

// PutGroups writes groups; their courses must be there already: course.no_course.
func (s *Service) PutGroups(ctx context.Context, q sqldb.Querier, who access.Actor, groups []Group) (int, error) {
	return s.put(ctx, q, who, "course.put_groups", len(groups), func(i int) (bool, []string, error) {
		g := &groups[i]
		g.Code = strings.TrimSpace(g.Code)
		switch {
		case g.Code == "":
			return false, nil, required("code")
		case g.Term == "":
			return false, nil, required("term")
		}
		if _, err := db.New(q).SelectCourse(ctx, g.Course); err != nil {
			return false, nil, missing(err, "course.no_course")
		}
		if g.ID == "" {
			found, err := db.New(q).SelectGroupID(ctx, db.SelectGroupIDParams{TermID: g.Term, Code: g.Code})
			if g.ID, err = orNew(found, err); err != nil {
				return false, nil, err
			}
		}
		n, err := db.New(q).UpsertGroup(ctx, db.UpsertGroupParams{
			ID: g.ID, CourseID: g.Course, TermID: g.Term, Code: g.Code, Name: g.Name, NameEn: g.NameEn,
		})
		return n > 0, []string{g.ID}, err
	})
}

// GroupID finds a group by its code in a term: course.no_group.
func (s *Service) GroupID(ctx context.Context, q sqldb.Querier, term, code string) (string, error) {
	found, err := db.New(q).SelectGroupID(ctx, db.SelectGroupIDParams{TermID: term, Code: code})
	if err != nil {
		return "", missing(err, "course.no_group")
	}
	return found, nil
}

// Groups lists the groups of a term by code. Staff only.
func (s *Service) Groups(ctx context.Context, who access.Actor, term string) ([]Group, error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectGroupsOfTerm(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("list groups: %w", err)
	}
	list := make([]Group, 0, len(rows))
	for _, row := range rows {
		list = append(list, Group{ID: row.ID, Course: row.CourseID, Term: row.TermID, Code: row.Code, Name: row.Name, NameEn: row.NameEn})
	}
	return list, nil
}

// enrolStatement is prepared once for the many rows of an import; an enrolment that says nothing new is left as it is.
const enrolStatement = `INSERT INTO enrolment (student_id, group_id, state, changed_at, from_date, until_date) VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (student_id, group_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at, from_date = excluded.from_date, until_date = excluded.until_date
	WHERE enrolment.state <> excluded.state`

// Enrol writes enrolments; their groups must be there already: course.no_group. A student's answers are checked anew after every
// change in the college, so no scope is noted: 50 000 rows count as one change.
func (s *Service) Enrol(ctx context.Context, q sqldb.Querier, who access.Actor, enrolments []Enrolment) (int, error) {
	statement, err := q.PrepareContext(ctx, enrolStatement)
	if err != nil {
		return 0, fmt.Errorf("prepare to enrol: %w", err)
	}
	defer statement.Close()
	known := make(map[string]bool)
	now := s.now().Truncate(time.Millisecond)
	return s.put(ctx, q, who, "course.enrol", len(enrolments), func(i int) (bool, []string, error) {
		e := &enrolments[i]
		if e.State != Confirmed && e.State != Pending && e.State != Dropped {
			return false, nil, fault.New(fault.Invalid, "course.enrolment_state", "state", string(e.State))
		}
		if e.Student == "" {
			return false, nil, required("student")
		}
		if !known[e.Group] {
			if _, err := db.New(q).SelectGroup(ctx, e.Group); err != nil {
				return false, nil, missing(err, "course.no_group")
			}
			known[e.Group] = true
		}
		result, err := statement.ExecContext(ctx, e.Student, e.Group, string(e.State), now.UnixMilli(), e.From.String(), e.Until.String())
		if err != nil {
			return false, nil, err
		}
		n, err := result.RowsAffected()
		if n > 0 {
			e.Changed = now
		}
		return n > 0, nil, err
	})
}

// put writes rows one by one, and counts, notes and audits them together.
func (s *Service) put(
	ctx context.Context, q sqldb.Querier, who access.Actor, action string, rows int, write func(i int) (changed bool, scopes []string, err error),
) (int, error) {
	if err := access.Admin.Check(who); err != nil {
		return 0, err
	}
	count, touched := 0, make(map[string]struct{})
	for i := range rows {
		changed, scopes, err := write(i)
		if err != nil {
			return 0, fmt.Errorf("%s, row %d: %w", action, i+1, err)
		}
		if changed {
			count++
			for _, scope := range scopes {
				touched[scope] = struct{}{}
			}
		}
	}
	if count == 0 {
		return 0, nil
	}
	all := make([]string, 0, len(touched))
	for scope := range touched {
		all = append(all, scope)
	}
	slices.Sort(all)
	if err := revision.Bump(ctx, q, all...); err != nil {
		return 0, err
	}
	return count, audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, After: map[string]any{"rows": count}})
}

func orNew(found string, err error) (string, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return id.New(), nil
	}
	return found, err
}

func required(field string) error {
	return fault.New(fault.Invalid, "course.field_required", "field", field)
}
