package roster

import (
	"cmp"
	"context"
	"strings"

	"lectern/internal/course"
	"lectern/internal/fault"
	"lectern/internal/fold"
	"lectern/internal/roster/db"
	"lectern/internal/student"
)

// teachers are found by number, or by name when they have none.
type teachers struct {
	*run
	seen seen
}

func (t *teachers) row(ctx context.Context, r *row) error {
	number, name := parsed(r, "number", digits), r.need("name")
	if !r.good() || t.seen.repeated(r, nameKey(number)+"\x00"+nameKey(cmp.Or(number, name)), nameKey(name), "name") {
		return t.settle(r, student.Unchanged)
	}
	found, err := t.Courses.Teacher(ctx, t.q, number, name)
	if err != nil && fault.Code(err) != "course.no_teacher" {
		if err := r.refuseOrFail("name", err); err != nil {
			return err
		}
		return t.settle(r, student.Unchanged)
	}
	old, err := existing(ctx, db.New(t.q).SelectTeacher, found)
	if err != nil {
		return err
	}
	effect, err := t.write(ctx, r, string(course.TeacherRows), course.Rows(course.TeacherRows), found, func() (string, error) {
		list := []course.Teacher{{ID: found, Number: cmp.Or(number, old.Number), Name: name, NameEn: cmp.Or(r.text("nameEn"), old.NameEn)}}
		_, err := t.Courses.PutTeachers(ctx, t.q, t.who, list)
		return list[0].ID, err
	})
	if err != nil {
		return err
	}
	return t.settle(r, effect)
}

func (t *teachers) finish(context.Context) error { return nil }

// courses are found by code.
type courses struct {
	*run
	seen seen
}

func (c *courses) row(ctx context.Context, r *row) error {
	code, name := parsed(r, "code", digits), r.need("name")
	r.need("code")
	credits := parsed(r, "credits", tenths)
	people, err := c.people(ctx, r)
	if err != nil {
		return err
	}
	if !r.good() || c.seen.repeated(r, nameKey(code), nameKey(name), "code") {
		return c.settle(r, student.Unchanged)
	}
	found, err := c.lookup.course(ctx, code)
	if err != nil && fault.Code(err) != "course.no_course" {
		return err
	}
	var old course.Course
	if found != "" {
		if old, err = c.Courses.CourseIn(ctx, c.q, found); err != nil {
			return err
		}
	}
	if r.text("credits") == "" {
		credits = old.Credits
	}
	if people == nil {
		people = old.Teachers
	}
	effect, err := c.write(ctx, r, string(course.CourseRows), course.Rows(course.CourseRows), found, func() (string, error) {
		list := []course.Course{{
			ID: found, Code: code, Name: name, NameEn: cmp.Or(r.text("nameEn"), old.NameEn), Credits: credits,
			Summary: cmp.Or(r.text("summary"), old.Summary), SummaryEn: cmp.Or(r.text("summaryEn"), old.SummaryEn), Teachers: people,
		}}
		_, err := c.Courses.PutCourses(ctx, c.q, c.who, list)
		return list[0].ID, err
	})
	if err != nil {
		return err
	}
	return c.settle(r, effect)
}

// people reads the cell of teachers, several of them with a sign between.
func (c *courses) people(ctx context.Context, r *row) ([]course.Teacher, error) {
	var out []course.Teacher
	for part := range strings.FieldsFuncSeq(fold.Width(r.text("teachers")), func(r rune) bool { return strings.ContainsRune(",;、/\n|", r) }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		id, err := c.lookup.teacher(ctx, part)
		if err := r.refuseOrFail("teachers", err); err != nil {
			return nil, err
		}
		out = append(out, course.Teacher{ID: id})
	}
	return out, nil
}

func (c *courses) finish(context.Context) error { return nil }

// groups are found by term and code.
type groups struct {
	*run
	seen seen
}

func (g *groups) row(ctx context.Context, r *row) error {
	code := parsed(r, "group", digits)
	r.need("group")
	term, err := g.lookup.termOf(ctx, g.run, r)
	if err := r.refuseOrFail("term", err); err != nil {
		return err
	}
	taught := ""
	if text := r.need("course"); text != "" {
		taught, err = g.lookup.course(ctx, text)
		if err := r.refuseOrFail("course", err); err != nil {
			return err
		}
	}
	if !r.good() || g.seen.repeated(r, nameKey(term.ID)+"\x00"+nameKey(code), "", "group") {
		return g.settle(r, student.Unchanged)
	}
	found, err := g.lookup.group(ctx, term.ID, code)
	if err != nil && fault.Code(err) != "course.no_group" {
		return err
	}
	var old course.Group
	if found != "" {
		if old, err = g.Courses.GroupIn(ctx, g.q, found); err != nil {
			return err
		}
	}
	effect, err := g.write(ctx, r, string(course.GroupRows), course.Rows(course.GroupRows), found, func() (string, error) {
		list := []course.Group{{
			ID: found, Course: taught, Term: term.ID, Code: code, Name: cmp.Or(r.text("name"), old.Name), NameEn: cmp.Or(r.text("nameEn"), old.NameEn),
		}}
		_, err := g.Courses.PutGroups(ctx, g.q, g.who, list)
		return list[0].ID, err
	})
	if err != nil {
		return err
	}
	return g.settle(r, effect)
}

func (g *groups) finish(context.Context) error { return nil }
