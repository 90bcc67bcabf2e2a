package engine

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"lectern/internal/fault"
	"lectern/internal/roster/parse"
)

// groupNumber is a group that is called by its number in its course.
var groupNumber = regexp.MustCompile(`^\d{1,3}$`)

// groupCode returns what names the row's group, and where: its code or name, or the code that follows from its course and its number in it, as many systems write them into
// two columns: MKT201 and 01 are MKT201-01. A row that has none of them is refused.
func (x *run) groupCode(ctx context.Context, r *row, term string) (code, field string, err error) {
	number, field := parsed(r, "sequence", parse.Digits), "sequence"
	if code := parsed(r, "group", parse.Digits); code != "" {
		known, err := x.lookup.groupByCode(ctx, term, code)
		if known != "" || err != nil || r.text("course") == "" || !groupNumber.MatchString(code) {
			return code, "group", err
		}
		number, field = code, "group"
	}
	if number == "" {
		code, field = r.group()
		return code, field, nil
	}
	if r.refusedIn("course") {
		return "", field, nil
	}
	text := r.need("course")
	if text == "" {
		return "", field, nil
	}
	taught, err := x.lookup.course(ctx, text)
	if err := r.refuseOrFail("course", err); err != nil || taught == "" {
		return "", field, err
	}
	return x.lookup.courseCodes[taught] + "-" + number, field, nil
}

// groupOf finds the group that a row names; one that is not there refuses the row.
func (x *run) groupOf(ctx context.Context, r *row, term string) (string, error) {
	code, field, err := x.groupCode(ctx, r, term)
	if code == "" || term == "" || err != nil {
		return "", err
	}
	id, err := x.lookup.group(ctx, term, code)
	return id, r.refuseOrFail(field, err)
}

// A place is where a meeting is and who teaches it; each of them may be empty.
type place struct{ campus, room, teacher string }

// places reads the campuses, rooms and teachers that go with so many class times: one for all, or one for each. roster.list_length.
// Rooms count in place of the column of rooms.
func (x *run) places(ctx context.Context, r *row, count int, group string, rooms ...string) ([]place, error) {
	out := make([]place, count)
	text := map[string][]string{}
	for _, name := range []string{"campus", "room", "teacher", "teacherNumber"} {
		values, ok := parse.List(r.text(name), count)
		if !ok {
			r.refuse(name, fault.New(fault.Invalid, "roster.list_length", "times", itoa(count), "values", itoa(len(people(r.text(name))))))
			values = make([]string, count)
		}
		text[name] = values
	}
	if len(rooms) > 0 {
		text["room"] = rooms
	}
	for i := range out {
		if r.problemsInPlace() > 0 { // the same for every class time
			break
		}
		var err error
		if out[i].campus, out[i].room, err = x.where(ctx, r, text["campus"][i], text["room"][i]); err != nil {
			return nil, err
		}
		if out[i].teacher, err = x.teacherOf(ctx, r, text["teacherNumber"][i], text["teacher"][i], group); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *row) problemsInPlace() int {
	n := 0
	for _, p := range r.problems {
		if slices.Contains([]string{"campus", "room", "teacher", "teacherNumber"}, p.field) {
			n++
		}
	}
	return n
}

func (x *run) where(ctx context.Context, r *row, campusText, roomText string) (campus, room string, err error) {
	if campusText != "" {
		campus, err = x.lookup.campus(ctx, campusText)
		if err := r.refuseOrFail("campus", err); err != nil {
			return "", "", err
		}
	}
	if roomText != "" {
		var at string
		room, at, err = x.lookup.room(ctx, campus, r.text("building")+roomText) // many systems have the number of the room in a column of its own
		if fault.Code(err) == "timetable.unknown_room" {
			room, at, err = x.lookup.room(ctx, campus, roomText)
		}
		if err := r.refuseOrFail("room", err); err != nil {
			return "", "", err
		}
		campus = cmp.Or(at, campus)
	}
	return campus, room, nil
}

// teacherOf finds a teacher: the number decides when there is one, and a name that several have means the course's own teacher.
func (x *run) teacherOf(ctx context.Context, r *row, number, name, group string) (id string, err error) {
	field := "teacher"
	switch {
	case number != "":
		if name == "" {
			field = "teacherNumber"
		}
		id, err = x.lookup.numbered(ctx, number, name)
	case name != "":
		own, failed := x.lookup.teachersOf(ctx, group)
		if failed != nil {
			return "", failed
		}
		id, err = x.lookup.teacher(ctx, name, own)
		if several := people(name); err != nil && len(several) > 1 {
			err = fault.New(fault.Invalid, "roster.list_length", "times", "1", "values", itoa(len(several)))
		}
	}
	return id, r.refuseOrFail(field, err)
}
