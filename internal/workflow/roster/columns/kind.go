// Package columns knows what the columns of a spreadsheet mean: the kinds of sheets and their fields, headers and their
// synonyms, what stands above and over the headers, templates, and which sheet is of which kind. What the rows write is
// for package engine. Start at FindLayout and GuessKind.
package columns

import (
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/parse"
)

// A Kind says what the rows of a spreadsheet are.
type Kind string

// The kinds, in the order in which an empty college needs them.
const (
	Terms      Kind = "terms"
	Periods    Kind = "periods" // with their campuses
	Rooms      Kind = "rooms"
	Programmes Kind = "programmes"
	Teachers   Kind = "teachers"
	Students   Kind = "students"
	Courses    Kind = "courses"
	Groups     Kind = "groups"
	Enrolments Kind = "enrolments"
	Timetable  Kind = "timetable"
	Changes    Kind = "changes"
	Exams      Kind = "exams" // with the seats
)

// Kinds lists them in that order.
func Kinds() []Kind {
	return []Kind{
		Terms, Periods, Rooms, Programmes, Teachers, Students, Courses, Groups,
		Enrolments, Timetable, Changes, Exams,
	}
}

// ParseKind reads a kind's name: roster.unknown_kind.
func ParseKind(text string) (Kind, error) {
	for _, kind := range Kinds() {
		if string(kind) == text {
			return kind, nil
		}
	}
	return "", fault.New(fault.Invalid, "roster.unknown_kind", "kind", parse.Clip(text))
}

// Title is what people call a kind.
func (k Kind) Title(lang locale.Language) string {
	return locale.Text(lang, map[Kind]string{
		Terms: "roster.kind.terms", Periods: "roster.kind.periods", Rooms: "roster.kind.rooms",
		Programmes: "roster.kind.programmes", Teachers: "roster.kind.teachers", Students: "roster.kind.students",
		Courses: "roster.kind.courses", Groups: "roster.kind.groups", Enrolments: "roster.kind.enrolments",
		Timetable: "roster.kind.timetable", Changes: "roster.kind.changes", Exams: "roster.kind.exams",
	}[k], nil)
}

// FieldTitle is what a field of a kind is called; its name when there is none.
func FieldTitle(kind Kind, name string, lang locale.Language) string {
	for _, f := range FieldsOf(kind) {
		if f.Name == name {
			return f.Title(lang)
		}
	}
	return name
}
