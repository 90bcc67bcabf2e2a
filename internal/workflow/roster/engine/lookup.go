package engine

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// A lookup finds the things that rows name, inside the transaction. Each list is loaded on first use.
type lookup struct {
	q    sqldb.Querier
	now  civil.Date
	term string // for rows without a term

	alike func(field, code string, college []string, own bool) (string, error) // see run.alike

	terms        []timetable.Term
	teachers     *names
	teacherNames map[string][2]string // by ID, in both scripts
	ofGroup      map[string][]string  // teachers of the group's course
	rooms        map[string]*names    // by campus; "" holds all
	campusOf     map[string]string    // by room
	campuses     *names
	courses      *names
	courseCodes  map[string]string // by ID
	programmes   *names
	classGroups  map[string][]classGroup // by term
	groups       *names                  // key: term, space, code
	students     *names
	studentNames map[string][2]string // by ID, in both scripts
}

// names finds IDs by code or name. A name shared by several things is ambiguous.
type names struct {
	exact map[string]string // by number, code or ID
	named map[string][]string
	codes map[string][]string // as written, by their letters and digits
}

func newNames() *names {
	return &names{exact: map[string]string{}, named: map[string][]string{}, codes: map[string][]string{}}
}

func (n *names) add(id string, code string, others ...string) {
	if code != "" {
		n.exact[parse.NameKey(code)] = id
		n.codes[fold.Key(code)] = append(n.codes[fold.Key(code)], code)
	}
	for _, name := range others {
		key := parse.NameKey(name)
		if key == "" || len(n.named[key]) > 0 && n.named[key][len(n.named[key])-1] == id {
			continue
		}
		n.named[key] = append(n.named[key], id)
	}
}

// find tries the code, then the name. It returns several if more than one thing has the name.
func (n *names) find(text string) (id string, several bool) {
	if id := n.exact[parse.NameKey(text)]; id != "" {
		return id, false
	}
	switch list := n.named[parse.NameKey(text)]; len(list) {
	case 0:
		return "", false
	case 1:
		return list[0], false
	}
	return "", true
}

// load fills a list on first use.
func load[R any](ctx context.Context, to **names, what string, read func(
	context.Context) ([]R, error), add func(*names, R),
) error {
	if *to != nil {
		return nil
	}
	rows, err := read(ctx)
	if err != nil {
		return fmt.Errorf("list %s: %w", what, err)
	}
	list := newNames()
	for _, row := range rows {
		add(list, row)
	}
	*to = list
	return nil
}

// teacher finds a teacher by number, by name, or by both in one cell: "T002 何静", "何静(T002)". A name that several
// teachers have means the one among the course's own teachers.
func (l *lookup) teacher(ctx context.Context, text string, own []string) (string, error) {
	if err := l.loadTeachers(ctx); err != nil {
		return "", err
	}
	id, several := l.teachers.find(text)
	if id != "" {
		return id, nil
	}
	for _, part := range partsOf(text) {
		if id := l.teachers.exact[parse.NameKey(part)]; id != "" {
			return id, nil
		}
	}
	if plain := teacherTitle.ReplaceAllString(parse.WithoutRemark(text), ""); !several && plain != text && plain != "" {
		return l.teacher(ctx, plain, own)
	}
	if !several {
		return "", fault.New(fault.Invalid, "timetable.unknown_teacher")
	}
	var among []string
	for _, candidate := range l.teachers.named[parse.NameKey(text)] {
		if slices.Contains(own, candidate) {
			among = append(among, candidate)
		}
	}
	if len(among) == 1 {
		return among[0], nil
	}
	return "", course.Ambiguous(ctx, l.q, text)
}

// teacherTitle matches a title after a teacher's name.
var teacherTitle = regexp.MustCompile(`(?:老师|教师|副?教授|讲师|助教)$`)

// partsOf splits a cell that contains a number or code and a name.
func partsOf(text string) []string {
	return strings.FieldsFunc(fold.Width(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("()[]-_:/", r)
	})
}

// numbered finds a teacher by number and checks the name. It fails with roster.teacher_mismatch.
func (l *lookup) numbered(ctx context.Context, number, name string) (string, error) {
	if err := l.loadTeachers(ctx); err != nil {
		return "", err
	}
	id := l.teachers.exact[parse.NameKey(number)]
	if id == "" {
		return "", fault.New(fault.Invalid, "timetable.unknown_teacher")
	}
	names := l.teacherNames[id]
	if key := parse.NameKey(name); key != "" && key != parse.NameKey(names[0]) && key != parse.NameKey(names[1]) &&
		!strings.Contains(key, parse.NameKey(names[0])) {
		return "", fault.New(fault.Conflict, "roster.teacher_mismatch", "number", parse.Clip(number), "name",
			names[0], "other", parse.Clip(name))
	}
	return id, nil
}

func (l *lookup) loadTeachers(ctx context.Context) error {
	if l.teacherNames == nil {
		l.teacherNames = map[string][2]string{}
	}
	return load(ctx, &l.teachers, "teachers", db.New(l.q).SelectTeachers, func(n *names, t db.Teacher) {
		n.add(t.ID, t.Number, t.Name, t.NameEn)
		l.teacherNames[t.ID] = [2]string{t.Name, t.NameEn}
	})
}

// teachersOf lists the teachers of a group's course.
func (l *lookup) teachersOf(ctx context.Context, group string) ([]string, error) {
	if l.ofGroup == nil {
		rows, err := db.New(l.q).SelectTeachersOfGroups(ctx)
		if err != nil {
			return nil, fmt.Errorf("list teachers of groups: %w", err)
		}
		l.ofGroup = map[string][]string{}
		for _, row := range rows {
			l.ofGroup[row.GroupID] = append(l.ofGroup[row.GroupID], row.TeacherID)
		}
	}
	return l.ofGroup[group], nil
}

// campus finds a campus by ID or name. It fails with timetable.unknown_campus.
func (l *lookup) campus(ctx context.Context, text string) (string, error) {
	if err := l.loadCampuses(ctx); err != nil {
		return "", err
	}
	for _, name := range []string{text, strings.TrimSuffix(text, "校区"), text + "校区"} {
		if id, _ := l.campuses.find(name); id != "" {
			return id, nil
		}
	}
	return "", fault.New(fault.Invalid, "timetable.unknown_campus", "campus", parse.Clip(text))
}

// onlyCampus returns the college's only campus. It fails with roster.which_campus if there are several.
func (l *lookup) onlyCampus(ctx context.Context) (string, error) {
	if err := l.loadCampuses(ctx); err != nil {
		return "", err
	}
	if len(l.campuses.exact) != 1 {
		return "", fault.New(fault.Invalid, "roster.which_campus")
	}
	for _, id := range l.campuses.exact {
		return id, nil
	}
	return "", nil
}

func (l *lookup) loadCampuses(ctx context.Context) error {
	return load(ctx, &l.campuses, "campuses", db.New(l.q).SelectCampuses, func(n *names, c db.Campus) {
		n.add(c.ID, c.ID, c.Name, c.NameEn)
	})
}

// courseByCode finds a course by code only, and returns "" if there is none.
func (l *lookup) courseByCode(ctx context.Context, code string) (string, error) {
	if l.courseCodes == nil {
		l.courseCodes = map[string]string{}
	}
	err := load(ctx, &l.courses, "courses", db.New(l.q).SelectCourseCodes, func(n *names, c db.SelectCourseCodesRow) {
		n.add(c.ID, c.Code, c.Name)
		l.courseCodes[c.ID] = c.Code
	})
	if err != nil {
		return "", err
	}
	return l.courses.exact[parse.NameKey(code)], nil
}

// course finds a course by code or name. It fails with course.no_course or roster.several_courses.
func (l *lookup) course(ctx context.Context, text string) (string, error) {
	if id, err := l.courseByCode(ctx, text); id != "" || err != nil {
		return id, err
	}
	id, several := l.courses.find(text)
	switch {
	case several:
		return "", fault.New(fault.Conflict, "roster.several_courses", "name", parse.Clip(text))
	case id != "":
		return id, nil
	}
	if code, _ := parse.CodeAndName(text); code != "" {
		if id := l.courses.exact[parse.NameKey(code)]; id != "" {
			return id, nil
		}
	}
	code, err := l.alike("course", text, l.courses.codes[fold.Key(text)], false)
	if err != nil {
		return "", err
	}
	if id = l.courses.exact[parse.NameKey(code)]; id == "" {
		return "", fault.New(fault.NotFound, "course.no_course")
	}
	return id, nil
}

// programme finds a programme's code by code or name. It fails with student.no_programme.
func (l *lookup) programme(ctx context.Context, text string) (string, error) {
	err := load(ctx, &l.programmes, "programmes", db.New(l.q).SelectProgrammes,
		func(n *names, p db.SelectProgrammesRow) { n.add(p.Code, p.Code, p.Name, p.NameEn) })
	if err != nil {
		return "", err
	}
	code, _ := l.programmes.find(text)
	if code == "" { // both in one cell: 软件技术(510203)
		for _, part := range partsOf(text) {
			if code = l.programmes.exact[parse.NameKey(part)]; code != "" {
				return code, nil
			}
		}
		return "", fault.New(fault.Invalid, "student.no_programme", "code", parse.Clip(text))
	}
	return code, nil
}

// groupByCode finds a group of a term by code only, and returns "" if there is none.
func (l *lookup) groupByCode(ctx context.Context, term, code string) (string, error) {
	err := load(ctx, &l.groups, "groups", db.New(l.q).SelectGroups, func(n *names, g db.SelectGroupsRow) {
		n.add(g.ID, g.TermID+"\x00"+g.Code, g.TermID+"\x00"+g.Name, g.TermID+"\x00"+withoutZeros(g.Code))
	})
	if err != nil {
		return "", err
	}
	return l.groups.exact[parse.NameKey(term+"\x00"+code)], nil
}

// group finds a group of a term by code or name. It fails with course.no_group or roster.several_groups.
func (l *lookup) group(ctx context.Context, term, code string) (string, error) {
	if id, err := l.groupByCode(ctx, term, code); id != "" || err != nil {
		return id, err
	}
	id, several := l.groups.find(term + "\x00" + code)
	if id == "" && !several {
		id, several = l.groups.find(term + "\x00" + withoutZeros(code))
	}
	switch {
	case several:
		return "", fault.New(fault.Conflict, "roster.several_groups", "name", parse.Clip(code))
	case id != "":
		return id, nil
	}
	other, err := l.groupAlike(term, code, false)
	if err != nil {
		return "", err
	}
	if id = l.groups.exact[parse.NameKey(term+"\x00"+other)]; id == "" {
		return "", fault.New(fault.NotFound, "course.no_group")
	}
	return id, nil
}

// groupAlike returns the code of the only group of a term that an unknown code may mean: see run.alike.
func (l *lookup) groupAlike(term, code string, own bool) (string, error) {
	var codes []string
	for _, known := range l.groups.codes[fold.Key(term+"\x00"+code)] {
		if of, code, _ := strings.Cut(known, "\x00"); of == term {
			codes = append(codes, code)
		}
	}
	return l.alike("group", code, codes, own)
}

var zeros = regexp.MustCompile(`-0+([1-9]\d*)$`)

// withoutZeros makes MKT201-01 and MKT201-1 equal: spreadsheets drop the leading zero of 01.
func withoutZeros(code string) string { return zeros.ReplaceAllString(code, "-$1") }

// student finds a student by number. It fails with roster.no_student.
func (l *lookup) student(ctx context.Context, number string) (string, error) {
	if l.studentNames == nil {
		l.studentNames = map[string][2]string{}
	}
	err := load(ctx, &l.students, "students", db.New(l.q).SelectStudentNumbers,
		func(n *names, s db.SelectStudentNumbersRow) {
			n.add(s.ID, s.Number)
			l.studentNames[s.ID] = [2]string{s.Name, s.NameLatin}
		})
	if err != nil {
		return "", err
	}
	id, _ := l.students.find(number)
	if id == "" {
		other, err := l.alike("student", number, l.students.codes[fold.Key(number)], false)
		if err != nil {
			return "", err
		}
		id = l.students.exact[parse.NameKey(other)]
	}
	if id == "" {
		return "", fault.New(fault.NotFound, "roster.no_student")
	}
	return id, nil
}

// hasName reports whether a student who was found before has a name.
func (l *lookup) hasName(student, name string) bool {
	name, names := parse.PersonName(name), l.studentNames[student]
	return parse.NameKey(name) == parse.NameKey(names[0]) ||
		names[1] != "" && parse.NameKey(name) == parse.NameKey(names[1])
}
