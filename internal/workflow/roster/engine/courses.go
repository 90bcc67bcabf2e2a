package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// teachers are matched by number, or by name if they have none.
type teachers struct {
	*run
}

func (t *teachers) row(ctx context.Context, r *row) error {
	number, name := parsed(r, "number", parse.Digits), parse.PersonName(r.need("name"))
	if !r.good() || t.repeated(r, parse.NameKey(number)+"\x00"+parse.NameKey(cmp.Or(number, name)),
		parse.NameKey(name), "name") {
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
	effect, err := t.write(ctx, r, string(course.TeacherRows), course.Rows(course.TeacherRows),
		found, func() (string, error) {
			list := []course.Teacher{{
				ID: found, Number: cmp.Or(number, old.Number), Name: name,
				NameEn: cmp.Or(r.text("nameEn"), old.NameEn),
			}}
			_, err := t.Courses.PutTeachers(ctx, t.q, t.who, list)
			return list[0].ID, err
		})
	if err != nil {
		return err
	}
	return t.settle(r, effect)
}

func (t *teachers) finish(context.Context) error { return nil }

// courses are matched by code.
type courses struct {
	*run
}

func (c *courses) row(ctx context.Context, r *row) error {
	code, name := parsed(r, "code", parse.Digits), r.need("name")
	r.need("code")
	credits := parsed(r, "credits", parse.Tenths)
	found, old, err := c.existing(ctx, r, code)
	if err != nil {
		return err
	}
	code = cmp.Or(old.Code, code)
	people, err := c.people(ctx, r, old.Teachers)
	if err != nil {
		return err
	}
	if !r.good() || c.repeated(r, parse.NameKey(code), parse.NameKey(name), "code") {
		return c.settle(r, student.Unchanged)
	}
	if r.text("credits") == "" {
		credits = old.Credits
	}
	if people == nil {
		people = old.Teachers
	}
	effect, err := c.write(ctx, r, string(course.CourseRows), course.Rows(course.CourseRows),
		found, func() (string, error) {
			list := []course.Course{{
				ID: found, Code: code, Name: name, NameEn: cmp.Or(r.text("nameEn"), old.NameEn), Credits: credits,
				Summary:   cmp.Or(r.text("summary"), old.Summary),
				SummaryEn: cmp.Or(r.text("summaryEn"), old.SummaryEn), Teachers: people,
			}}
			_, err := c.Courses.PutCourses(ctx, c.q, c.who, list)
			return list[0].ID, err
		})
	if err != nil {
		return err
	}
	return c.settle(r, effect)
}

// existing finds the course with a code, which may be punctuated differently.
func (c *courses) existing(ctx context.Context, r *row, code string) (id string, old course.Course, err error) {
	id, err = c.lookup.courseByCode(ctx, code)
	if id == "" && err == nil && code != "" {
		as, failed := c.alike("code", code, c.lookup.courses.codes[fold.Key(code)], true)
		if err := r.refuseOrFail("code", failed); err != nil {
			return "", old, err
		}
		id = c.lookup.courses.exact[parse.NameKey(as)]
	}
	if err != nil || id == "" {
		return "", old, err
	}
	old, err = c.Courses.CourseIn(ctx, c.q, id)
	return id, old, err
}

// people reads a cell of teachers. If numbers have their own column, they decide, and names are only checked against
// them.
func (c *courses) people(ctx context.Context, r *row, own []course.Teacher) ([]course.Teacher, error) {
	names, numbers := people(r.text("teachers")), people(r.text("teacherNumbers"))
	var ids []string
	for _, teacher := range own {
		ids = append(ids, teacher.ID)
	}
	if len(numbers) > 0 && len(names) > 0 && len(names) != len(numbers) {
		r.refuse("teacherNumbers",
			fault.New(fault.Invalid, "roster.list_beside", "count", itoa(len(names)), "values", itoa(len(numbers))))
		return nil, nil
	}
	var out []course.Teacher
	for i := range max(len(names), len(numbers)) {
		var id string
		var err error
		field := "teachers"
		switch {
		case len(numbers) == 0:
			id, err = c.lookup.teacher(ctx, names[i], ids)
		case len(names) == 0:
			id, err = c.lookup.numbered(ctx, numbers[i], "")
			field = "teacherNumbers"
		default:
			id, err = c.lookup.numbered(ctx, numbers[i], names[i])
		}
		if err := r.refuseOrFail(field, err); err != nil {
			return nil, err
		}
		out = append(out, course.Teacher{ID: id})
	}
	return out, nil
}

// people splits a list of people. For T002/何静/讲师, as 正方 writes it, the number is enough.
func people(text string) []string {
	var out []string
	for part := range strings.FieldsFuncSeq(fold.Width(text), func(r rune) bool {
		return strings.ContainsRune(",;、\n|", r)
	}) {
		pieces := slices.DeleteFunc(strings.Split(part, "/"), func(piece string) bool {
			return strings.TrimSpace(piece) == ""
		})
		if len(pieces) > 1 && hasDigit(pieces[0]) && !slices.ContainsFunc(pieces[1:], hasDigit) {
			pieces = pieces[:1]
		}
		for _, piece := range pieces {
			out = append(out, strings.TrimSpace(piece))
		}
	}
	return out
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

func (c *courses) finish(context.Context) error { return nil }
