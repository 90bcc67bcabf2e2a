package engine

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// enrolments puts students into groups. Students who aren't in the file stay in their group: leaving it takes a row.
type enrolments struct {
	*run
	states  map[string]map[string]string // group → student → state, for the groups in the file
	before  map[string]snapshot.Copy     // of queued enrolments
	wasIn   map[string]bool              // of queued enrolments: whether the student was in the group
	queue   []course.Enrolment
	rows    []*row
	dropped map[string]bool // students notified that they were removed from a group

	order    []string        // groups, in file order
	present  map[string]bool // student and group of every readable row
	doubtful map[string]bool // groups with a rejected row
}

const enrolQueue = 500

func (e *enrolments) row(ctx context.Context, r *row) error {
	term, err := e.lookup.termOf(ctx, e.run, r)
	if err := r.refuseOrFail("term", err); err != nil {
		return err
	}
	group, err := e.groupOf(ctx, r, term.ID)
	if err != nil {
		return err
	}
	if numbers := strings.FieldsFunc(fold.Width(r.text("student")),
		func(c rune) bool { return strings.ContainsRune(",;、|\n", c) }); len(numbers) > 1 {
		return e.several(ctx, r, group, numbers)
	}
	who := ""
	if text := parsed(r, "student", parse.Digits); r.need("student") != "" {
		who, err = e.lookup.student(ctx, text)
		if err := r.refuseOrFail("student", err); err != nil {
			return err
		}
	}
	state := cmp.Or(parsed(r, "state", r.enrolmentState), string(course.Confirmed))
	from, until := r.date("from"), r.date("until")
	if name := r.text("name"); name != "" && who != "" && !e.lookup.hasName(who, name) {
		r.refuse("name", fault.New(fault.Conflict, "roster.other_name"))
	}
	e.note(group, who, r)
	if !r.good() || e.repeated(r, group+" "+who, "", "student") {
		e.doubtful[group] = e.doubtful[group] || !r.good()
		return e.settle(r, student.Unchanged)
	}
	effect, err := e.put(ctx, r,
		course.Enrolment{Student: who, Group: group, State: course.State(state), From: from, Until: until})
	if err != nil {
		return err
	}
	return e.settle(r, effect)
}

// several enrols all students whose numbers are in one cell. It rejects the row if one is unknown, or if names are
// given but their count differs.
func (e *enrolments) several(ctx context.Context, r *row, group string, numbers []string) error {
	state := cmp.Or(parsed(r, "state", r.enrolmentState), string(course.Confirmed))
	from, until := r.date("from"), r.date("until")
	names := people(r.text("name"))
	if len(names) > 0 && len(names) != len(numbers) {
		r.refuse("name", fault.New(fault.Invalid, "roster.list_beside", "count",
			itoa(len(numbers)), "values", itoa(len(names))))
	}
	var found, unknown []string
	for i, number := range numbers {
		who, err := e.lookup.student(ctx, number)
		switch {
		case fault.Code(err) == "roster.no_student":
			unknown = append(unknown, number)
			continue
		case err != nil:
			if err := r.refuseOrFail("student", err); err != nil {
				return err
			}
			continue
		}
		if len(names) == len(numbers) && !e.lookup.hasName(who, names[i]) {
			r.refuse("name", fault.New(fault.Conflict, "roster.other_name"))
		}
		found = append(found, who)
	}
	if len(unknown) > 0 {
		r.refuse("student", fault.New(fault.NotFound, "roster.no_students", "numbers",
			parse.Clip(strings.Join(unknown, ", "))))
	}
	for _, who := range found {
		e.note(group, who, r)
	}
	found = slices.DeleteFunc(found, func(who string) bool {
		return !r.good() || e.repeated(r, group+" "+who, "", "student")
	})
	if !r.good() {
		found = nil
	}
	effect, first := student.Unchanged, true
	for _, who := range found {
		one, err := e.put(ctx, r,
			course.Enrolment{Student: who, Group: group, State: course.State(state), From: from, Until: until})
		if err != nil {
			return err
		}
		if !first && one != effect {
			one = student.Changed
		}
		effect, first = one, false
	}
	e.doubtful[group] = e.doubtful[group] || !r.good()
	return e.settle(r, effect)
}

// enrolmentState reads the state of an enrolment. Under a header that asks whether the student left, such as 是否退课, yes
// means dropped; under one such as 是否选中, no does.
func (r *row) enrolmentState(cell string) (string, error) {
	header := columns.HeaderKey(r.layout.Headers[r.layout.Column["state"]])
	dropped := asksWhetherDropped.MatchString(header)
	if dropped || asksWhetherIn.MatchString(header) {
		is := map[bool]string{true: string(course.Dropped), false: string(course.Confirmed)}
		switch parse.NameKey(cell) {
		case "是", "1", "y", "yes", "√", "true":
			return is[dropped], nil
		case "否", "0", "n", "no", "×", "false":
			return is[!dropped], nil
		}
	}
	return parse.EnrolmentStates.Read(cell)
}

var (
	asksWhetherDropped = regexp.MustCompile(`^(?:是否)?退[课选]`)
	asksWhetherIn      = regexp.MustCompile(`^是否(?:有效|选中|选上)|^(?:有效|选中)标志`)
)

// note remembers who is named in the file, to find those who are missing.
func (e *enrolments) note(group, who string, r *row) {
	if group == "" {
		return
	}
	if !slices.Contains(e.order, group) {
		e.order = append(e.order, group)
	}
	e.present[who+" "+group] = true
	e.doubtful[group] = e.doubtful[group] || !r.good()
}

// drop removes a student from a group because a complete file doesn't list them.
func (e *enrolments) drop(ctx context.Context, group, who, state string) error {
	was, err := course.DatedEnrolment().Take(ctx, e.q, who, group)
	if err != nil {
		return err
	}
	e.remember(who+" "+group, was, state)
	e.queue, e.rows = append(e.queue, course.Enrolment{Student: who, Group: group, State: course.Dropped}),
		append(e.rows, &row{layout: e.layout})
	if len(e.queue) >= enrolQueue {
		return e.flush(ctx)
	}
	return nil
}

// remember stores the previous enrolment until the new one is written.
func (e *enrolments) remember(key string, was snapshot.Copy, state string) {
	e.before[key], e.wasIn[key] = was, state == string(course.Confirmed)
}

// put queues an enrolment and returns its effect.
func (e *enrolments) put(ctx context.Context, r *row, enrolment course.Enrolment) (student.Effect, error) {
	if e.states[enrolment.Group] == nil {
		rows, err := db.New(e.q).SelectEnrolmentsOfGroup(ctx, enrolment.Group)
		if err != nil {
			return student.Unchanged, fmt.Errorf("list a group's enrolments: %w", err)
		}
		e.states[enrolment.Group] = make(map[string]string, len(rows))
		for _, row := range rows {
			e.states[enrolment.Group][row.StudentID] = row.State
		}
	}
	old := e.states[enrolment.Group][enrolment.Student]
	if old == string(enrolment.State) {
		return student.Unchanged, nil
	}
	effect := student.Created
	if old != "" {
		effect = student.Changed
		was, err := course.DatedEnrolment().Take(ctx, e.q, enrolment.Student, enrolment.Group)
		if err != nil {
			return effect, err
		}
		e.remember(enrolment.Student+" "+enrolment.Group, was, old)
		e.change(r, "state", old, string(enrolment.State))
	}
	e.queue, e.rows = append(e.queue, enrolment), append(e.rows, r)
	if len(e.queue) >= enrolQueue {
		return effect, e.flush(ctx)
	}
	return effect, nil
}

func (e *enrolments) finish(ctx context.Context) error {
	if err := e.noteMissingEnrolments(ctx); err != nil {
		return err
	}
	return e.flush(ctx)
}

func (e *enrolments) flush(ctx context.Context) error {
	if len(e.queue) == 0 {
		return nil
	}
	if _, err := e.Courses.Enrol(ctx, e.q, e.who, e.queue); err != nil {
		return err
	}
	for i, enrolment := range e.queue {
		key := enrolment.Student + " " + enrolment.Group
		after, err := snapshot.Of([]snapshot.Row{{
			Columns: []string{"student_id", "group_id", "state", "changed_at"},
			Values:  []any{enrolment.Student, enrolment.Group, string(enrolment.State), enrolment.Changed.UnixMilli()},
		}})
		if err != nil {
			return err
		}
		if err := e.journal.wrote(ctx, e.rows[i].Line, string(course.EnrolmentRows), key, e.before[key], after); err != nil {
			return err
		}
		if enrolment.State == course.Dropped && e.wasIn[key] {
			if !e.dropped[enrolment.Student] { // counts people, not messages
				e.dropped[enrolment.Student] = true
				e.countAffected(AffectedDrops)
			}
			if err := e.Courses.NotifyEnrolmentChange(ctx, e.q, e.who, enrolment.Student, enrolment.Group, false); err != nil {
				return err
			}
		}
	}
	e.queue, e.rows = e.queue[:0], e.rows[:0]
	clear(e.before)
	clear(e.wasIn)
	return nil
}
