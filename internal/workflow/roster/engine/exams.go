package engine

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// exams adds the exams of groups and the seats of students. An exam is identified by group, day and hours. All exams
// are published before the first seat is written, because a seat refers to its exam.
type exams struct {
	*run
	list    []*exam
	byKey   map[string]*exam
	courses map[string][]string // groups, by term and course code or name
	states  map[string]map[string]bool
}

// An exam is all rows about one exam of a group.
type exam struct {
	group  string
	day    civil.Date
	hours  timetable.Hours
	rows   []examRow
	class  string
	effect student.Effect
}

// An examRow is a row about an exam: about a student's seat, or without a student about the exam itself.
type examRow struct {
	*row
	campus, room  string
	student, seat string
}

func (e *exams) row(ctx context.Context, r *row) error {
	day, read := examTime(r)
	one := examRow{row: r}
	var err error
	if one.campus, one.room, err = e.where(ctx, r, r.text("campus"), r.text("room")); err != nil {
		return err
	}
	if err := e.person(ctx, &one); err != nil {
		return err
	}
	group, err := e.group(ctx, r, day, one.student)
	if err != nil {
		return err
	}
	at, err := e.hoursOf(ctx, r, read, one.campus, day)
	if err != nil {
		return err
	}
	key := strings.Join([]string{group, day.String(), parse.HoursText(at)}, " ")
	field := "room"
	if one.student != "" {
		field = "seat"
	}
	if !r.good() || e.repeated(r, key+" "+one.student, "", field) {
		return e.settle(r, student.Unchanged)
	}
	if e.byKey[key] == nil {
		e.byKey[key] = &exam{group: group, day: day, hours: at}
		e.list = append(e.list, e.byKey[key])
	}
	e.byKey[key].rows = append(e.byKey[key].rows, one)
	return nil
}

// hoursOf resolves exam hours given within a part of the day, such as 晚1-2, which depend on campus and day.
func (e *exams) hoursOf(
	ctx context.Context, r *row, read classHours, campus string, day civil.Date,
) (timetable.Hours, error) {
	if read.part == (parse.PartPeriods{}) || !r.good() {
		return read.Hours, nil
	}
	term, err := e.termAt(ctx, r, day)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return timetable.Hours{}, err
	}
	plan, err := e.plan(ctx, term.ID)
	if err != nil {
		return timetable.Hours{}, err
	}
	at, err := read.on(plan, campus, day)
	return at, r.refuseOrFail("", err)
}

// person reads whose seat a row is about. Seat and student have to come together.
func (e *exams) person(ctx context.Context, r *examRow) error {
	number := parsed(r.row, "student", parse.Digits)
	if r.seat = cmp.Or(parsed(r.row, "seat", parse.Digits), r.text("seat")); number == "" && r.seat == "" {
		return nil
	}
	if seatSpan.MatchString(fold.Width(r.seat)) && number == "" {
		r.refuse("seat", fault.New(fault.Invalid, "roster.seat_span", "value", parse.Clip(r.seat)))
		return nil
	}
	r.need("seat")
	if r.need("student") == "" {
		return nil
	}
	var err error
	r.student, err = e.lookup.student(ctx, number)
	if err := r.refuseOrFail("student", err); err != nil {
		return err
	}
	if name := r.text("name"); name != "" && r.student != "" && !e.lookup.hasName(r.student, name) {
		r.refuse("name", fault.New(fault.Conflict, "roster.other_name"))
	}
	return nil
}

var seatSpan = regexp.MustCompile(`^\d+\s*[-~–—至到]\s*\d+号?$`)

var datedSpan = regexp.MustCompile(
	`^(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)\s*(?:\([^()\d]*\)|星期.|周.)?\s*\(?\s*(.*?)\s*\)?$`)

// examTime reads when an exam is: from separate columns for day and hours, or from one cell such as 2026-12-28
// 14:00-16:00.
func examTime(r *row) (civil.Date, classHours) {
	day, text := r.date("examDate"), r.withYear(r.text("examTime"))
	if text == "" {
		r.need("examDate")
		return day, readHours(r, "hours")
	}
	if m := datedSpan.FindStringSubmatch(strings.TrimSpace(fold.Width(text))); m != nil {
		own, err := parse.Date(m[1], false)
		r.refuse("examTime", cmp.Or(err, parse.CheckWeekday(own, text)))
		if !day.IsZero() && err == nil && own != day {
			r.refuse("examTime", fault.New(fault.Invalid, "roster.exam_two_days", "date", day.String()))
		}
		day, text = own, m[2]
	} else {
		r.need("examDate")
	}
	if text == "" {
		return day, readHours(r, "hours")
	}
	at, err := readClassHours(text)
	r.refuse("examTime", err)
	return day, at
}

// group finds a row's group by its code or name, or by the course: then it is the student's group, or the course's only
// one.
func (e *exams) group(ctx context.Context, r *row, day civil.Date, who string) (string, error) {
	term, err := e.termAt(ctx, r, day)
	if err := r.refuseOrFail("term", err); err != nil || term.ID == "" {
		return "", err
	}
	text := r.text("course")
	if text == "" || r.text("group") != "" || r.text("groupName") != "" || r.text("sequence") != "" ||
		who == "" && r.text("classes") != "" {
		return e.groupOf(ctx, r, term.ID)
	}
	groups, err := e.groupsOfCourse(ctx, term.ID, text)
	if err != nil {
		return "", err
	}
	if who != "" && len(groups) > 1 {
		all := groups
		groups = nil
		for _, id := range all {
			if in, err := e.isIn(ctx, id, who); err != nil {
				return "", err
			} else if in {
				groups = append(groups, id)
			}
		}
		if len(groups) == 0 {
			r.refuse("student", fault.New(fault.Conflict, "timetable.not_in_group"))
			return "", nil
		}
	}
	switch len(groups) {
	case 0:
		r.refuse("course", fault.New(fault.NotFound, "course.no_group"))
		return "", nil
	case 1:
		return groups[0], nil
	}
	r.refuse("course", fault.New(fault.Conflict, "roster.course_groups", "count", itoa(len(groups))))
	return "", nil
}

func (e *exams) groupsOfCourse(ctx context.Context, term, text string) ([]string, error) {
	if e.courses == nil {
		rows, err := db.New(e.q).SelectGroups(ctx)
		if err != nil {
			return nil, fmt.Errorf("list groups: %w", err)
		}
		e.courses = map[string][]string{}
		for _, g := range rows {
			for _, name := range slices.Compact([]string{parse.NameKey(g.Course), parse.NameKey(g.CourseName)}) {
				e.courses[g.TermID+"\x00"+name] = append(e.courses[g.TermID+"\x00"+name], g.ID)
			}
		}
	}
	return e.courses[term+"\x00"+parse.NameKey(text)], nil
}

func (e *exams) isIn(ctx context.Context, group, who string) (bool, error) {
	if e.states[group] == nil {
		rows, err := db.New(e.q).SelectEnrolmentsOfGroup(ctx, group)
		if err != nil {
			return false, fmt.Errorf("list a group's enrolments: %w", err)
		}
		e.states[group] = map[string]bool{}
		for _, row := range rows {
			e.states[group][row.StudentID] = row.State == "confirmed"
		}
	}
	return e.states[group][who], nil
}

func (e *exams) finish(ctx context.Context) error {
	for _, one := range e.list {
		err := e.attempt(ctx, func() error { return e.publish(ctx, one) })
		for _, r := range one.rows {
			if err := r.refuseOrFail("", err); err != nil {
				return err
			}
		}
	}
	seating, err := e.seating(ctx)
	if err != nil {
		return err
	}
	for _, one := range e.list {
		for _, r := range one.rows {
			effect := one.effect
			if r.good() && r.student != "" {
				var err error
				if effect, err = e.seat(ctx, seating, one, r); err != nil {
					return err
				}
			}
			if err := e.settle(r.row, effect); err != nil {
				return err
			}
		}
	}
	return nil
}

// seating rejects every row whose seat is taken by another student. A rejected student keeps the old seat, which
// another row may assign to someone else: so it repeats until no more rows are rejected.
func (e *exams) seating(ctx context.Context) (*timetable.Seating, error) {
	for {
		seating, refused := e.Timetable.Seating(e.q, e.who), false
		for _, one := range e.list {
			for _, r := range one.rows {
				if r.good() && r.student != "" { // a new seating may swap seats
					if err := seating.Release(ctx, one.class, r.student); err != nil {
						return nil, err
					}
				}
			}
		}
		for _, one := range e.list {
			for _, r := range one.rows {
				if !r.good() || r.student == "" {
					continue
				}
				if err := r.refuseOrFail("", seating.Take(ctx, seatOf(one, r))); err != nil {
					return nil, err
				}
				refused = refused || !r.good()
			}
		}
		if !refused {
			return seating, nil
		}
	}
}

func seatOf(one *exam, r examRow) timetable.SeatOf {
	return timetable.SeatOf{Class: one.class, Student: r.student, Seat: timetable.Seat{Room: r.room, Seat: r.seat}}
}

// publish finds the exam among the group's classes, or adds it. A row about the exam itself also sets its room.
func (e *exams) publish(ctx context.Context, one *exam) error {
	plan, err := e.Timetable.GroupPlan(ctx, e.q, one.group)
	if err != nil {
		return err
	}
	alone := slices.IndexFunc(one.rows, func(r examRow) bool { return r.student == "" })
	from := one.rows[max(alone, 0)]
	class, moved, err := findExam(timetable.Expand(plan), one)
	if err != nil {
		return err
	}
	change := timetable.Change{Group: one.group, Campus: from.campus, Room: from.room}
	switch {
	case class == nil:
		change.Action, change.Kind, change.Day, change.Hours = timetable.Add, timetable.Exam, one.day, one.hours
		one.effect = student.Created
	case moved || alone < 0 || from.room == "" || from.room == class.Place.Room:
		one.class = class.ID
		return nil
	default:
		change.Action, change.Class = timetable.Move, class.ID
		one.effect = student.Changed
		names, err := e.names(ctx)
		if err != nil {
			return err
		}
		e.change(from.row, "room", names.of(names.rooms, class.Place.Room), names.of(names.rooms, from.room))
	}
	list := []timetable.Change{change}
	if _, err := e.Timetable.PublishIn(ctx, e.q, e.who, list); err != nil {
		return err
	}
	one.class = cmp.Or(change.Class, list[0].ID)
	return e.journal.published(ctx, from.Line, "change", list[0].ID)
}

// findExam finds an exam where it is, or where it was before it was moved. It fails with roster.exam_cancelled or
// roster.exam_overlaps.
func findExam(classes []timetable.Class, one *exam) (found *timetable.Class, moved bool, err error) {
	var cancelled bool
	for i := range classes {
		c := &classes[i]
		if c.Kind != timetable.Exam {
			continue
		}
		here := c.Place.Day == one.day && sameHours(c.Place.Hours, one.hours)
		was := c.Was != nil && c.Was.Day == one.day && sameHours(c.Was.Hours, one.hours)
		switch {
		case c.State == timetable.Cancelled:
			cancelled = cancelled || c.Cause == timetable.ByChange && (here || was)
		case here:
			return c, false, nil
		case was:
			found, moved = c, true
		case c.Place.Day == one.day && c.Place.Hours.Overlaps(one.hours):
			err = fault.New(fault.Conflict, "roster.exam_overlaps", "when", parse.HoursText(c.Place.Hours))
		}
	}
	if found == nil && cancelled {
		err = fault.New(fault.Conflict, "roster.exam_cancelled")
	}
	if found != nil {
		err = nil
	}
	return found, moved, err
}

// seat writes a student's seat.
func (e *exams) seat(ctx context.Context, seating *timetable.Seating, one *exam, r examRow) (student.Effect, error) {
	rows := timetable.Rows(timetable.SeatRows)
	before, err := rows.Take(ctx, e.q, one.class, r.student)
	if err != nil {
		return student.Unchanged, err
	}
	if err := e.attempt(ctx, func() error { return seating.Put(ctx, seatOf(one, r)) }); err != nil {
		return student.Unchanged, r.refuseOrFail("", err)
	}
	after, err := rows.Take(ctx, e.q, one.class, r.student)
	if err != nil || bytes.Equal(before, after) {
		return student.Unchanged, err
	}
	effect := student.Created
	if len(before) > 0 {
		effect = student.Changed
		if err := e.compare(ctx, r.row, string(timetable.SeatRows), rows, before, after); err != nil {
			return effect, err
		}
	}
	return effect, e.journal.wrote(ctx, r.Line, string(timetable.SeatRows), one.class+" "+r.student, before, after)
}
