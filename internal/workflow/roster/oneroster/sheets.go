package oneroster

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/internal/kernel/civil"
)

// A Sheet is a set's data for one of Lectern's kinds, starting with the headers.
type Sheet struct {
	Kind string
	Rows [][]string
}

// Sheets converts a set to Lectern's kinds, in import order. Kinds without data are left out.
func (set Set) Sheets() []Sheet {
	s := newIndex(set)
	var out []Sheet
	for _, sheet := range []Sheet{
		{"terms", s.terms()},
		{"programmes", s.programmes()},
		{"teachers", s.teachers()},
		{"students", s.students()},
		{"courses", s.courses()},
		{"groups", s.groups()},
		{"enrolments", s.enrolments()},
	} {
		if len(sheet.Rows) > 1 {
			out = append(out, sheet)
		}
	}
	return out
}

// An index finds rows by ID.
type index struct {
	Set
	orgs, users, courseRows, classes map[string]Row
	termName                         map[string]string
	role                             map[string]string // by user
}

func newIndex(set Set) *index {
	byID := func(table string) map[string]Row {
		out := map[string]Row{}
		for _, row := range set[table] {
			out[row["sourcedId"]] = row
		}
		return out
	}
	s := &index{
		Set: set, orgs: byID(Orgs), users: byID(Users), courseRows: byID(Courses), classes: byID(Classes),
		termName: map[string]string{}, role: map[string]string{},
	}
	for _, row := range set[AcademicSessions] {
		s.termName[row["sourcedId"]] = strings.TrimPrefix(row["sourcedId"], "term-")
	}
	for _, row := range set[Users] { // as in version 1.1
		s.role[row["sourcedId"]] = row["role"]
	}
	for _, row := range set[Roles] {
		if id := row["userSourcedId"]; s.role[id] == "" || row["roleType"] == "primary" {
			s.role[id] = row["role"]
		}
	}
	return s
}

// terms are semesters and terms; school years and grading periods aren't imported.
func (s *index) terms() [][]string {
	out := [][]string{{"id", "name", "firstMonday", "weeks"}}
	for _, row := range s.Set[AcademicSessions] {
		if row["type"] != "semester" && row["type"] != "term" {
			continue
		}
		first, err1 := civil.ParseDate(row["startDate"])
		last, err2 := civil.ParseDate(row["endDate"])
		monday, weeks := row["startDate"], ""
		if err1 == nil && err2 == nil {
			first = first.AddDays(int(civil.Monday) - int(first.Weekday()))
			monday, weeks = first.String(), strconv.Itoa((first.DaysUntil(last)+6)/7)
		}
		out = append(out, []string{s.termName[row["sourcedId"]], row["title"], monday, weeks})
	}
	return out
}

// programmes are departments without children; their parent is their college.
func (s *index) programmes() [][]string {
	out := [][]string{{"code", "name", "college"}}
	parents := map[string]bool{}
	for _, row := range s.Set[Orgs] {
		parents[row["parentSourcedId"]] = true
	}
	for _, row := range s.Set[Orgs] {
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

func programmeCode(org Row) string { return cmp.Or(org["identifier"], org["sourcedId"]) }

func userNumber(user Row) string { return cmp.Or(user["identifier"], user["username"]) }

// fullName joins a name in the order its script requires.
func fullName(user Row) string {
	family, given := user["familyName"], user["givenName"]
	switch {
	case family == given:
		return family
	case strings.IndexFunc(family+given, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0:
		return family + given
	}
	return strings.TrimSpace(given + " " + family)
}

func (s *index) teachers() [][]string {
	out := [][]string{{"number", "name"}}
	for _, user := range s.Set[Users] {
		if s.role[user["sourcedId"]] == "teacher" {
			out = append(out, []string{teacherNumber(user), fullName(user)})
		}
	}
	return out
}

// teacherNumber returns "" if the user name is only a placeholder.
func teacherNumber(user Row) string {
	if user["identifier"] == "" && user["username"] == user["sourcedId"] {
		return ""
	}
	return userNumber(user)
}

func (s *index) students() [][]string {
	out := [][]string{{"number", "name", "phone", "email", "programme"}}
	for _, user := range s.Set[Users] {
		if s.role[user["sourcedId"]] != "student" {
			continue
		}
		programme := ""
		if org := s.orgs[user["primaryOrgSourcedId"]]; org["type"] == "department" {
			programme = programmeCode(org)
		}
		out = append(out, []string{
			userNumber(user), fullName(user),
			cmp.Or(user["sms"], user["phone"]), user["email"], programme,
		})
	}
	return out
}

func courseCode(row Row) string { return cmp.Or(row["courseCode"], row["sourcedId"]) }

// courses include the teachers of their classes.
func (s *index) courses() [][]string {
	teachers := map[string][]string{}
	for _, row := range s.Set[Enrollments] {
		id, user := s.classes[row["classSourcedId"]]["courseSourcedId"], s.users[row["userSourcedId"]]
		name := cmp.Or(teacherNumber(user), fullName(user))
		if row["role"] == "teacher" && name != "" && !slices.Contains(teachers[id], name) {
			teachers[id] = append(teachers[id], name)
		}
	}
	out := [][]string{{"code", "name", "teachers"}}
	for _, row := range s.Set[Courses] {
		out = append(out, []string{courseCode(row), row["title"], strings.Join(teachers[row["sourcedId"]], "; ")})
	}
	return out
}

func (s *index) groups() [][]string {
	out := [][]string{{"term", "group", "course", "name"}}
	for _, row := range s.Set[Classes] {
		if row["classType"] != "homeroom" {
			out = append(out, []string{
				s.termOf(row), groupCodeOf(row),
				courseCode(s.courseRows[row["courseSourcedId"]]), row["title"],
			})
		}
	}
	return out
}

func groupCodeOf(row Row) string { return cmp.Or(row["classCode"], row["sourcedId"]) }

// termOf returns the first term of a class, because a group has only one.
func (s *index) termOf(class Row) string {
	first, _, _ := strings.Cut(class["termSourcedIds"], ",")
	return s.termName[strings.TrimSpace(first)]
}

func (s *index) enrolments() [][]string {
	out := [][]string{{"term", "group", "student", "name"}}
	for _, row := range s.Set[Enrollments] {
		class, user := s.classes[row["classSourcedId"]], s.users[row["userSourcedId"]]
		if row["role"] == "student" && class["classType"] != "homeroom" {
			out = append(out, []string{s.termOf(class), groupCodeOf(class), userNumber(user), fullName(user)})
		}
	}
	return out
}
