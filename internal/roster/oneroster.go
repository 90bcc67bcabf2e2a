package roster

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/civil"
	"lectern/internal/roster/oneroster"
	"lectern/internal/roster/sheet"
)

// A PartialSheet is one kind of a file that holds several.
type PartialSheet struct {
	Kind Kind
	Name string     // of the file, for the history
	Rows [][]string // with the headers
}

// Write writes it as a CSV file that an import reads.
func (p PartialSheet) Write(out io.Writer) error {
	w := sheet.NewCSV(out)
	for _, row := range p.Rows {
		if err := w.Write(row...); err != nil {
			return err
		}
	}
	return w.Close()
}

// IsOneRoster tells whether a file is a ZIP file that calls itself OneRoster.
func IsOneRoster(file sheet.File) bool {
	archive, err := sheet.Archive(file)
	return err == nil && oneroster.Is(archive)
}

// OpenOneRoster turns a ZIP file of OneRoster 1.2 or 1.1 into the sheets of our kinds, in the order in which they are imported. Kinds of which it
// has nothing are left out. Errors are those of oneroster.Read and sheet.Archive.
func OpenOneRoster(file sheet.File) ([]PartialSheet, error) {
	archive, err := sheet.Archive(file)
	if err != nil {
		return nil, err
	}
	set, err := oneroster.Read(archive)
	if err != nil {
		return nil, err
	}
	s := newOneRosterSet(set)
	var out []PartialSheet
	for _, part := range []struct {
		kind Kind
		rows [][]string
	}{
		{Terms, s.terms()}, {Programmes, s.programmes()}, {Teachers, s.teachers()}, {Students, s.students()}, {Courses, s.courses()},
		{Groups, s.groups()}, {Enrolments, s.enrolments()},
	} {
		if len(part.rows) > 1 {
			out = append(out, PartialSheet{part.kind, string(part.kind) + ".csv", part.rows})
		}
	}
	return out, nil
}

// A oneRosterSet finds rows by their ids.
type oneRosterSet struct {
	oneroster.Set
	orgs, users, courseRows, classes map[string]oneroster.Row
	termName                         map[string]string
	role                             map[string]string // by user
}

func newOneRosterSet(set oneroster.Set) *oneRosterSet {
	byID := func(table string) map[string]oneroster.Row {
		out := map[string]oneroster.Row{}
		for _, row := range set[table] {
			out[row["sourcedId"]] = row
		}
		return out
	}
	s := &oneRosterSet{
		Set: set, orgs: byID(oneroster.Orgs), users: byID(oneroster.Users), courseRows: byID(oneroster.Courses), classes: byID(oneroster.Classes),
		termName: map[string]string{}, role: map[string]string{},
	}
	for _, row := range set[oneroster.AcademicSessions] {
		s.termName[row["sourcedId"]] = strings.TrimPrefix(row["sourcedId"], "term-")
	}
	for _, row := range set[oneroster.Users] { // 1.1 has the role there
		s.role[row["sourcedId"]] = row["role"]
	}
	for _, row := range set[oneroster.Roles] {
		if id := row["userSourcedId"]; s.role[id] == "" || row["roleType"] == "primary" {
			s.role[id] = row["role"]
		}
	}
	return s
}

// terms are semesters and terms; school years and grading periods are no teaching of their own.
func (s *oneRosterSet) terms() [][]string {
	out := [][]string{{"id", "name", "firstMonday", "weeks"}}
	for _, row := range s.Set[oneroster.AcademicSessions] {
		if row["type"] != "semester" && row["type"] != "term" {
			continue
		}
		first, err1 := civil.ParseDate(row["startDate"])
		last, err2 := civil.ParseDate(row["endDate"])
		monday, weeks := row["startDate"], ""
		if err1 == nil && err2 == nil {
			first = first.AddDays(int(civil.Monday) - int(first.Weekday()))
			monday, weeks = first.String(), itoa((first.DaysUntil(last)+6)/7)
		}
		out = append(out, []string{s.termName[row["sourcedId"]], row["title"], monday, weeks})
	}
	return out
}

// programmes are the departments that no other belongs to; what they belong to is their college.
func (s *oneRosterSet) programmes() [][]string {
	out := [][]string{{"code", "name", "college"}}
	parents := map[string]bool{}
	for _, row := range s.Set[oneroster.Orgs] {
		parents[row["parentSourcedId"]] = true
	}
	for _, row := range s.Set[oneroster.Orgs] {
		if row["type"] != "department" || parents[row["sourcedId"]] {
			continue
		}
		college := ""
		if parent := s.orgs[row["parentSourcedId"]]; parent["type"] == "department" {
			college = parent["name"]
		}
		out = append(out, []string{programmeCode(row), row["name"], college})
	}
	return out
}

func programmeCode(org oneroster.Row) string { return cmp.Or(org["identifier"], org["sourcedId"]) }

func userNumber(user oneroster.Row) string { return cmp.Or(user["identifier"], user["username"]) }

// fullName puts a name together as its script has it.
func fullName(user oneroster.Row) string {
	family, given := user["familyName"], user["givenName"]
	switch {
	case family == given:
		return family
	case strings.IndexFunc(family+given, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0:
		return family + given
	}
	return strings.TrimSpace(given + " " + family)
}

func (s *oneRosterSet) teachers() [][]string {
	out := [][]string{{"number", "name"}}
	for _, user := range s.Set[oneroster.Users] {
		if s.role[user["sourcedId"]] == "teacher" {
			out = append(out, []string{teacherNumber(user), fullName(user)})
		}
	}
	return out
}

// teacherNumber is empty when the user name is only there because it has to be.
func teacherNumber(user oneroster.Row) string {
	if user["identifier"] == "" && user["username"] == user["sourcedId"] {
		return ""
	}
	return userNumber(user)
}

func (s *oneRosterSet) students() [][]string {
	out := [][]string{{"number", "name", "phone", "email", "programme"}}
	for _, user := range s.Set[oneroster.Users] {
		if s.role[user["sourcedId"]] != "student" {
			continue
		}
		programme := ""
		if org := s.orgs[user["primaryOrgSourcedId"]]; org["type"] == "department" {
			programme = programmeCode(org)
		}
		out = append(out, []string{userNumber(user), fullName(user), cmp.Or(user["sms"], user["phone"]), user["email"], programme})
	}
	return out
}

func courseCode(row oneroster.Row) string { return cmp.Or(row["courseCode"], row["sourcedId"]) }

// courses have the teachers of their classes.
func (s *oneRosterSet) courses() [][]string {
	teachers := map[string][]string{}
	for _, row := range s.Set[oneroster.Enrollments] {
		id, user := s.classes[row["classSourcedId"]]["courseSourcedId"], s.users[row["userSourcedId"]]
		name := cmp.Or(teacherNumber(user), fullName(user))
		if row["role"] == "teacher" && name != "" && !slices.Contains(teachers[id], name) {
			teachers[id] = append(teachers[id], name)
		}
	}
	out := [][]string{{"code", "name", "teachers"}}
	for _, row := range s.Set[oneroster.Courses] {
		out = append(out, []string{courseCode(row), row["title"], strings.Join(teachers[row["sourcedId"]], "; ")})
	}
	return out
}

func (s *oneRosterSet) groups() [][]string {
	out := [][]string{{"term", "group", "course", "name"}}
	for _, row := range s.Set[oneroster.Classes] {
		if row["classType"] != "homeroom" {
			out = append(out, []string{s.termOf(row), groupCodeOf(row), courseCode(s.courseRows[row["courseSourcedId"]]), row["title"]})
		}
	}
	return out
}

func groupCodeOf(row oneroster.Row) string { return cmp.Or(row["classCode"], row["sourcedId"]) }

// termOf is the first term of a class: a group has one.
func (s *oneRosterSet) termOf(class oneroster.Row) string {
	first, _, _ := strings.Cut(class["termSourcedIds"], ",")
	return s.termName[strings.TrimSpace(first)]
}

func (s *oneRosterSet) enrolments() [][]string {
	out := [][]string{{"term", "group", "student", "name"}}
	for _, row := range s.Set[oneroster.Enrollments] {
		class, user := s.classes[row["classSourcedId"]], s.users[row["userSourcedId"]]
		if row["role"] == "student" && class["classType"] != "homeroom" {
			out = append(out, []string{s.termOf(class), groupCodeOf(class), userNumber(user), fullName(user)})
		}
	}
	return out
}
