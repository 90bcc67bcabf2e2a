package engine

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/parse"
)

// groups are matched by term and code.
type groups struct {
	*run
	rows     []groupRow
	teachers map[string][]string // by course, as named in the sheet
	order    []string            // of courses, in sheet order
}

// A groupRow is written right away but settled at the end, because it may add a teacher to its course.
type groupRow struct {
	*row
	effect student.Effect
	course string
}

func (g *groups) row(ctx context.Context, r *row) error {
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
	code, err := g.code(ctx, r, term.ID)
	if err != nil {
		return err
	}
	if !r.good() || g.repeated(r, parse.NameKey(term.ID)+"\x00"+parse.NameKey(code), "", "group") {
		return g.settle(r, student.Unchanged)
	}
	found, err := g.lookup.groupByCode(ctx, term.ID, code)
	if err != nil {
		return err
	}
	if found == "" {
		as, err := g.lookup.groupAlike(term.ID, code, true)
		if err := r.refuseOrFail("group", err); err != nil {
			return err
		}
		if !r.good() {
			return g.settle(r, student.Unchanged)
		}
		if as != "" { // the group keeps its code
			code = as
			found = g.lookup.groups.exact[parse.NameKey(term.ID+"\x00"+as)]
		}
	}
	var old course.Group
	if found != "" {
		if old, err = g.Courses.GroupIn(ctx, g.q, found); err != nil {
			return err
		}
	}
	if err := g.noteTeachers(ctx, r, taught); err != nil {
		return err
	}
	effect, err := g.write(ctx, r, string(course.GroupRows), course.Rows(course.GroupRows), found, func() (string, error) {
		list := []course.Group{{
			ID: found, Course: taught, Term: term.ID, Code: code, Name: cmp.Or(r.text("name"), g.calledBy(r, code), old.Name),
			NameEn: cmp.Or(r.text("nameEn"), old.NameEn),
		}}
		_, err := g.Courses.PutGroups(ctx, g.q, g.who, list)
		return list[0].ID, err
	})
	if err != nil {
		return err
	}
	g.rows = append(g.rows, groupRow{r, effect, taught})
	return nil
}

// calledBy returns the name of a group that is in the column where other sheets have its code: see groupCode.
func (g *groups) calledBy(r *row, code string) string {
	if text := r.text("group"); r.text("sequence") != "" && hasHan(text) && parse.NameKey(text) != parse.NameKey(code) {
		return text
	}
	return ""
}

// code returns the code of a row's group, or its name if the sheet has no column of codes.
func (g *groups) code(ctx context.Context, r *row, term string) (string, error) {
	if _, there := r.layout.Column["group"]; !there && r.text("sequence") == "" && r.text("name") != "" {
		return r.text("name"), nil
	}
	code, _, err := g.groupCode(ctx, r, term)
	return code, err
}

// noteTeachers remembers who teaches a group. Only courses have teachers, so they become teachers of the course. An
// unknown teacher is only noted and doesn't prevent the group.
func (g *groups) noteTeachers(ctx context.Context, r *row, taught string) error {
	names, numbers := people(r.text("teachers")), people(r.text("teacherNumbers"))
	if len(names) != len(numbers) && len(numbers) > 0 {
		names = make([]string, len(numbers)) // 工号/姓名/职称 in one cell: the number is enough
	}
	for i := range max(len(names), len(numbers)) {
		var id string
		var err error
		if len(numbers) > 0 {
			id, err = g.lookup.numbered(ctx, numbers[i], names[i])
		} else {
			id, err = g.lookup.teacher(ctx, names[i], nil)
		}
		switch {
		case err != nil && fault.All(err) == nil:
			return err
		case fault.Code(err) == "course.teacher_ambiguous":
			g.noteOnce("roster.teachers_ambiguous", r.text("teachers"))
			continue
		case err != nil:
			g.noteOnce("roster.teachers_unknown", r.text("teachers")+r.text("teacherNumbers"))
			continue
		}
		if g.teachers[taught] == nil {
			g.order = append(g.order, taught)
		}
		g.teachers[taught] = append(g.teachers[taught], id)
	}
	return nil
}

func (g *groups) finish(ctx context.Context) error {
	for _, taught := range g.order {
		if err := g.addTeachers(ctx, taught); err != nil {
			return err
		}
	}
	for _, r := range g.rows {
		if err := g.settle(r.row, r.effect); err != nil {
			return err
		}
	}
	return nil
}

// addTeachers adds teachers to a course; it removes none.
func (g *groups) addTeachers(ctx context.Context, taught string) error {
	i := slices.IndexFunc(g.rows, func(r groupRow) bool { return r.course == taught && r.good() })
	if i < 0 {
		return nil
	}
	own, err := g.Courses.CourseIn(ctx, g.q, taught)
	if err != nil {
		return err
	}
	for _, id := range g.teachers[taught] {
		if !slices.ContainsFunc(own.Teachers, func(t course.Teacher) bool { return t.ID == id }) {
			own.Teachers = append(own.Teachers, course.Teacher{ID: id})
		}
	}
	effect, err := g.write(ctx, g.rows[i].row, string(course.CourseRows), course.Rows(course.CourseRows),
		taught, func() (string, error) {
			_, err := g.Courses.PutCourses(ctx, g.q, g.who, []course.Course{own})
			return taught, err
		})
	if effect != student.Unchanged && g.rows[i].effect == student.Unchanged {
		g.rows[i].effect = student.Changed
	}
	return err
}
