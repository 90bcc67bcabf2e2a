package engine

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// groupNumber matches the number of a group within its course.
var groupNumber = regexp.MustCompile(`^\d{1,3}$`)

// groupCode returns the code or name of a row's group, and its column. Many systems split the code into course and
// number: MKT201 and 01 are MKT201-01. A row without any of them is rejected.
func (x *run) groupCode(ctx context.Context, r *row, term string) (code, field string, err error) {
	number, field := parsed(r, "sequence", parse.Digits), "sequence"
	if code := parsed(r, "group", parse.Digits); code != "" {
		known, err := x.lookup.groupByCode(ctx, term, code)
		switch {
		case known != "" || err != nil || r.text(r.courseIn()) == "":
			return code, "group", err
		case groupNumber.MatchString(code):
			number, field = code, "group"
		case number == "" || !hasHan(code): // 树维 has the classes of a group under 教学班, and its number under 课程序号
			return code, "group", nil
		}
	}
	if number == "" {
		if r.text("classes") != "" && r.text("group") == "" && r.text("groupName") == "" {
			code, err := x.groupOfClasses(ctx, r, term)
			return code, "classes", err
		}
		code, field = r.group()
		return code, field, nil
	}
	in := r.courseIn()
	if r.refusedIn(in) {
		return "", field, nil
	}
	text := r.need(in)
	if text == "" {
		return "", field, nil
	}
	taught, err := x.lookup.course(ctx, text)
	if err := r.refuseOrFail(in, err); err != nil || taught == "" {
		return "", field, err
	}
	return x.numberedIn(ctx, term, x.lookup.courseCodes[taught], number, field)
}

func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// numberedIn returns the code of the group with a number in a course. Some systems include the course code in the
// number: GG101.01.
func (x *run) numberedIn(ctx context.Context, term, course, number, field string) (string, string, error) {
	if rest, ok := strings.CutPrefix(parse.NameKey(number), parse.NameKey(course)); ok &&
		strings.TrimLeft(rest, ".-_") != "" {
		if known, err := x.lookup.groupByCode(ctx, term, number); known != "" || err != nil {
			return number, field, err
		}
		number = strings.TrimLeft(rest, ".-_")
	}
	return course + "-" + number, field, nil
}

// courseIn returns the column that names the row's course: by code, else by name.
func (r *row) courseIn() string {
	if _, there := r.layout.Column["course"]; r.text("course") == "" &&
		(r.text("courseName") != "" || !there && r.layout.Fields["courseName"] != nil) {
		return "courseName"
	}
	return "course"
}

// maxGroups is how many groups of a course an error lists.
const maxGroups = 10

var classSigns = regexp.MustCompile(`[,;、/|+&\s]+|(?:和|及|与)`)

// classKeys reads a list of home classes: 市场2401,市场2402 or 市场2401班 市场2402班.
func classKeys(text string) []string {
	var out []string
	for _, part := range classSigns.Split(fold.Width(text), -1) {
		if key := classKey(part); key != "" {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func classKey(text string) string { return strings.TrimSuffix(parse.NameKey(text), "班") }

// groupOfClasses finds a group by course and home classes, as timetables and exam plans name it: the only group of the
// course and term whose students are in exactly these classes, or that is named after them. It fails with
// roster.classes_none or roster.classes_several.
func (x *run) groupOfClasses(ctx context.Context, r *row, term string) (code string, err error) {
	field := r.courseIn()
	text := r.need(field)
	if text == "" || term == "" {
		return "", nil
	}
	taught, err := x.lookup.course(ctx, text)
	if err := r.refuseOrFail(field, err); err != nil || taught == "" {
		return "", err
	}
	groups, err := x.lookup.groupsOf(ctx, term, taught)
	if err != nil {
		return "", err
	}
	wanted := classKeys(r.text("classes"))
	var found []classGroup
	for _, g := range groups {
		if slices.Equal(g.classes, wanted) || slices.Equal(g.called, wanted) {
			found = append(found, g)
		}
	}
	if r.layout.Kind == columns.Exams && len(groups) == 1 &&
		(len(groups[0].classes) == 0 || containsAll(groups[0].classes, wanted)) {
		return groups[0].code, nil // no class given, and the course has only this group
	}
	reason := "roster.classes_none"
	switch {
	case len(groups) == 0:
		r.refuse(field, fault.New(fault.NotFound, "course.no_group"))
		return "", nil
	case len(found) == 1:
		return found[0].code, nil
	case len(found) > 1:
		reason, groups = "roster.classes_several", found
	}
	var names []string
	for _, g := range groups[:min(len(groups), maxGroups)] {
		names = append(names, g.text)
	}
	r.refuse("classes", fault.New(fault.Conflict, reason, "course", parse.Clip(text), "classes",
		parse.Clip(r.text("classes")), "groups", strings.Join(names, "; ")))
	return "", nil
}

func containsAll(list, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(one string) bool { return !slices.Contains(list, one) })
}

// A classGroup is a group with the home classes of its students, and the classes it is named after.
type classGroup struct {
	code, course    string
	classes, called []string // as classKeys
	text            string   // its code and classes
}

// groupsOf lists the groups of a course in a term.
func (l *lookup) groupsOf(ctx context.Context, term, taught string) ([]classGroup, error) {
	if l.classGroups[term] == nil {
		list, err := db.New(l.q).SelectGroups(ctx)
		if err != nil {
			return nil, fmt.Errorf("list groups: %w", err)
		}
		classes, err := db.New(l.q).SelectClassesOfGroups(ctx, term)
		if err != nil {
			return nil, fmt.Errorf("list the classes of groups: %w", err)
		}
		of := map[string][]string{}
		for _, row := range classes {
			of[row.GroupID] = append(of[row.GroupID], row.Class)
		}
		if l.classGroups == nil {
			l.classGroups = map[string][]classGroup{}
		}
		l.classGroups[term] = []classGroup{}
		for _, g := range list {
			if g.TermID != term {
				continue
			}
			one := classGroup{code: g.Code, course: g.Course, called: classKeys(g.Name), text: g.Code}
			for _, class := range of[g.ID] { // ignores students without a class
				one.classes = append(one.classes, classKey(class))
			}
			slices.Sort(one.classes)
			if shown := strings.Join(slices.DeleteFunc(of[g.ID], func(class string) bool { return class == "" }),
				", "); shown != "" {
				one.text += " (" + shown + ")"
			}
			l.classGroups[term] = append(l.classGroups[term], one)
		}
		slices.SortFunc(l.classGroups[term], func(a, b classGroup) int { return strings.Compare(a.code, b.code) })
	}
	var out []classGroup
	for _, g := range l.classGroups[term] {
		if g.course == l.courseCodes[taught] {
			out = append(out, g)
		}
	}
	return out, nil
}

// groupOf finds the group that a row names, and rejects the row if there is none.
func (x *run) groupOf(ctx context.Context, r *row, term string) (string, error) {
	code, field, err := x.groupCode(ctx, r, term)
	if code == "" || term == "" || err != nil {
		return "", err
	}
	id, err := x.lookup.group(ctx, term, code)
	return id, r.refuseOrFail(field, err)
}

// A placement is the location and teacher of a meeting; each may be empty.
type placement struct{ campus, room, teacher string }

// placements reads the campuses, rooms and teachers of count class times: one for all, or one each. Rooms, if given,
// replace the room column. It fails with roster.list_length.
func (x *run) placements(ctx context.Context, r *row, count int, group string, rooms ...string) ([]placement, error) {
	out := make([]placement, count)
	text := map[string][]string{}
	for _, name := range []string{"campus", "room", "teacher", "teacherNumber"} {
		values, ok := parse.List(r.placeText(name), count)
		if !ok {
			r.refuse(name, tooMany(count, len(people(r.text(name)))))
			values = make([]string, count)
		} else if name == "teacher" && count > 1 && unordered(r.placeText(name), values) {
			x.noteOnce("roster.teachers_in_order", r.placeText(name))
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

// tooMany returns the error for a list that doesn't fit the class times: roster.list_one or roster.list_length.
func tooMany(times, values int) error {
	if times == 1 {
		return fault.New(fault.Invalid, "roster.list_one", "values", itoa(values))
	}
	return fault.New(fault.Invalid, "roster.list_length", "times", itoa(times), "values", itoa(values))
}

// unordered reports whether there are as many teachers as class times but separated by commas, which may also mean that
// they teach together.
func unordered(text string, values []string) bool {
	return len(values) > 1 && values[0] != values[1] && !strings.ContainsAny(text, ";；\n")
}

var (
	arrow       = regexp.MustCompile(`\s*(?:→|➔|⇒|—>|-+>|=+>)\s*`)
	asItWas     = regexp.MustCompile(`^教师(?:姓名|工号)?$`)
	substitutes = regexp.MustCompile(`代|换|更`)
)

// placeText returns the cell of a campus, room or teacher. In a sheet of changes the part after an arrow counts: 张三→李四.
// Several teachers under 教师 are the regular teachers, unless there is a substitute.
func (r *row) placeText(name string) string {
	text := r.text(name)
	if r.layout.Kind != columns.Changes || text == "" {
		return text
	}
	if parts := arrow.Split(text, -1); len(parts) == 2 {
		return parts[1]
	}
	header := columns.HeaderKey(r.layout.Headers[r.layout.Column[name]])
	if asItWas.MatchString(header) && len(people(text)) > 1 && !substitutes.MatchString(r.text("action")) {
		return ""
	}
	return text
}

func (r *row) problemsInPlace() int {
	n := 0
	for _, p := range r.problems {
		if slices.Contains([]string{"campus", r.roomIn(), "teacher", "teacherNumber"}, p.field) {
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
		// Many systems have a separate column for the room number.
		room, at, err = x.lookup.room(ctx, campus, parse.InBuilding(r.text("building"), roomText))
		if fault.Code(err) == "timetable.unknown_room" {
			room, at, err = x.lookup.room(ctx, campus, roomText)
		}
		if err := r.refuseOrFail(r.roomIn(), err); err != nil {
			return "", "", err
		}
		campus = cmp.Or(at, campus)
	}
	return campus, room, nil
}

// roomIn returns the column with the room: its own, else that of the times.
func (r *row) roomIn() string {
	for _, name := range []string{"room", "when", "newWhen"} {
		if r.text(name) != "" {
			return name
		}
	}
	return "room"
}

// teacherOf finds a teacher by number if given, else by name. An ambiguous name means the course's own teacher.
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
			err = tooMany(1, len(several))
		}
	}
	return id, r.refuseOrFail(field, err)
}
