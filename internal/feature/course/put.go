package course

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// The Put functions write rows in the caller's transaction, for staff only. A row without an ID is matched by the
// college's key (code, number, name), or is new; its ID is filled in. They return how many rows really changed:
// repeating a call changes nothing.

// PutTeachers writes teachers. Without a number a teacher is matched by name; if several have it, the error is
// course.teacher_ambiguous.
func (s *Service) PutTeachers(ctx context.Context, q sqldb.Querier, who access.Actor, teachers []Teacher) (int, error) {
	return s.put(ctx, q, who, "course.put_teachers", len(teachers), func(i int) (written, error) {
		t := &teachers[i]
		t.Name, t.Number = strings.TrimSpace(t.Name), strings.TrimSpace(t.Number)
		if t.Name == "" {
			return written{}, required("name")
		}
		if err := s.fillID(ctx, q, t); err != nil {
			return written{}, err
		}
		old, err := db.New(q).SelectTeacher(ctx, t.ID)
		was := Teacher(old)
		if err = sqldb.IgnoreMissing(err); err != nil || was == *t {
			return written{}, err
		}
		if _, err := db.New(q).UpsertTeacher(ctx, db.UpsertTeacherParams(*t)); err != nil {
			return written{}, err
		}
		if err := t.index(ctx, q); err != nil {
			return written{}, err
		}
		done := written{object: t.ID, was: was.fields(), is: t.fields()}
		if was.ID != "" {
			done.scopes, err = db.New(q).SelectGroupsOfTeacher(ctx, t.ID)
		}
		return done, err
	})
}

func (s *Service) fillID(ctx context.Context, q sqldb.Querier, t *Teacher) error {
	if t.ID != "" {
		return nil
	}
	found, err := s.Teacher(ctx, q, t.Number, t.Name)
	if fault.Code(err) == "course.no_teacher" {
		found, err = sqldb.NewID(), nil
	}
	t.ID = found
	return err
}

// Teacher returns a teacher's ID by number or, if that is empty, by name: course.no_teacher, course.teacher_ambiguous.
func (s *Service) Teacher(ctx context.Context, q sqldb.Querier, number, name string) (string, error) {
	if number != "" {
		found, err := db.New(q).SelectTeacherByNumber(ctx, number)
		return found, sqldb.Missing(err, "course.no_teacher")
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

// Ambiguous returns course.teacher_ambiguous for teachers with the same name, with the numbers that tell them apart.
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

// PutCourses writes courses with their teachers, who must exist already.
func (s *Service) PutCourses(ctx context.Context, q sqldb.Querier, who access.Actor, courses []Course) (int, error) {
	return s.put(ctx, q, who, "course.put_courses", len(courses), func(i int) (written, error) {
		c := &courses[i]
		c.Code, c.Name = strings.TrimSpace(c.Code), strings.TrimSpace(c.Name)
		switch {
		case c.Code == "":
			return written{}, required("code")
		case c.Name == "":
			return written{}, required("name")
		case c.Credits < 0 || c.Credits > 1000:
			return written{}, fault.New(fault.Invalid, "course.credits")
		}
		if c.ID == "" {
			found, err := db.New(q).SelectCourseID(ctx, c.Code)
			if c.ID, err = orNew(found, err); err != nil {
				return written{}, err
			}
		}
		return s.putCourse(ctx, q, c)
	})
}

func (s *Service) putCourse(ctx context.Context, q sqldb.Querier, c *Course) (written, error) {
	was, err := s.CourseIn(ctx, q, c.ID)
	if err != nil && fault.Code(err) != "course.no_course" {
		return written{}, err
	}
	n, err := db.New(q).UpsertCourse(ctx, db.UpsertCourseParams{
		ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: int64(c.Credits),
		Summary: c.Summary, SummaryEn: c.SummaryEn,
	})
	if err != nil {
		return written{}, err
	}
	others, err := putCourseTeachers(ctx, q, c, was.Teachers)
	if err != nil || n == 0 && !others {
		return written{}, err
	}
	if err := c.index(ctx, q); err != nil {
		return written{}, err
	}
	done := written{object: c.ID, was: was.fields(), is: c.fields()}
	if was.ID != "" {
		done.scopes, err = db.New(q).SelectGroupsOfCourse(ctx, c.ID)
	}
	return done, err
}

// putCourseTeachers replaces a course's teachers if they differ.
func putCourseTeachers(ctx context.Context, q sqldb.Querier, c *Course, have []Teacher) (bool, error) {
	if slices.EqualFunc(have, c.Teachers, func(a, b Teacher) bool { return a.ID == b.ID }) {
		return false, nil
	}
	if err := db.New(q).DeleteCourseTeachers(ctx, c.ID); err != nil {
		return false, err
	}
	for i, t := range c.Teachers {
		err := db.New(q).InsertCourseTeacher(ctx,
			db.InsertCourseTeacherParams{CourseID: c.ID, TeacherID: t.ID, Place: int64(i + 1)})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// CourseID returns the ID of a course by its code: course.no_course.
func (s *Service) CourseID(ctx context.Context, q sqldb.Querier, code string) (string, error) {
	found, err := db.New(q).SelectCourseID(ctx, code)
	return found, sqldb.Missing(err, "course.no_course")
}

// PutGroups writes groups, whose courses must exist already: course.no_course.
func (s *Service) PutGroups(ctx context.Context, q sqldb.Querier, who access.Actor, groups []Group) (int, error) {
	return s.put(ctx, q, who, "course.put_groups", len(groups), func(i int) (written, error) {
		g := &groups[i]
		g.Code = strings.TrimSpace(g.Code)
		switch {
		case g.Code == "":
			return written{}, required("code")
		case g.Term == "":
			return written{}, required("term")
		}
		if _, err := db.New(q).SelectCourse(ctx, g.Course); err != nil {
			return written{}, sqldb.Missing(err, "course.no_course")
		}
		if g.ID == "" {
			found, err := db.New(q).SelectGroupID(ctx, db.SelectGroupIDParams{TermID: g.Term, Code: g.Code})
			if g.ID, err = orNew(found, err); err != nil {
				return written{}, err
			}
		}
		old, err := db.New(q).SelectGroup(ctx, g.ID)
		was := toGroup(old)
		if err = sqldb.IgnoreMissing(err); err != nil || was == *g {
			return written{}, err
		}
		_, err = db.New(q).UpsertGroup(ctx, db.UpsertGroupParams{
			ID: g.ID, CourseID: g.Course, TermID: g.Term, Code: g.Code, Name: g.Name, NameEn: g.NameEn,
		})
		if err == nil {
			err = g.index(ctx, q)
		}
		return written{object: g.ID, was: was.fields(), is: g.fields(), scopes: []string{g.ID}}, err
	})
}

// GroupID returns the ID of a group by its code in a term: course.no_group.
func (s *Service) GroupID(ctx context.Context, q sqldb.Querier, term, code string) (string, error) {
	found, err := db.New(q).SelectGroupID(ctx, db.SelectGroupIDParams{TermID: term, Code: code})
	return found, sqldb.Missing(err, "course.no_group")
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
		list = append(list, toGroup(row))
	}
	return list, nil
}

// written is how a Put function changed one row; the zero value means no change.
type written struct {
	object  string
	action  string         // empty: the call's action
	was, is map[string]any // for the log
	scopes  []string
}

// put writes rows one by one, counts them together, and logs each change.
func (s *Service) put(ctx context.Context, q sqldb.Querier, who access.Actor, action string, rows int, write func(
	i int) (written, error),
) (int, error) {
	if err := access.Admin.Check(who); err != nil {
		return 0, err
	}
	var trail []audit.Entry
	touched := make(map[string]struct{})
	for i := range rows {
		done, err := write(i)
		if err != nil {
			return 0, fmt.Errorf("%s, row %d: %w", action, i+1, err)
		}
		if done.object == "" {
			continue
		}
		entry := audit.Entry{At: s.now(), Action: cmp.Or(done.action, action), Object: done.object}
		entry.Before, entry.After = audit.Difference(done.was, done.is)
		trail = append(trail, entry)
		for _, scope := range done.scopes {
			touched[scope] = struct{}{}
		}
	}
	if len(trail) == 0 {
		return 0, nil
	}
	if err := cache.Bump(ctx, q, slices.Sorted(maps.Keys(touched))...); err != nil {
		return 0, err
	}
	return len(trail), audit.AppendAll(ctx, q, who, trail)
}

func orNew(found string, err error) (string, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return sqldb.NewID(), nil
	}
	return found, err
}

func required(field string) error {
	return fault.New(fault.Invalid, "course.field_required", "field", field)
}
