// Package columns knows the columns of spreadsheets: kinds of sheets and their fields, headers and synonyms, titles
// above the headers, templates, and how to guess the kind. Package engine writes the rows. Start at FindLayout and
// GuessKind.
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
	Exams      Kind = "exams" // with seats
)

// Kinds lists all kinds, in the same order.
func Kinds() []Kind {
	return []Kind{
		Terms, Periods, Rooms, Programmes, Teachers, Students, Courses, Groups,
		Enrolments, Timetable, Changes, Exams,
	}
}

// ParseKind reads the name of a kind. It fails with roster.unknown_kind.
func ParseKind(text string) (Kind, error) {
	for _, kind := range Kinds() {
		if string(kind) == text {
			return kind, nil
		}
	}
	return "", fault.New(fault.Invalid, "roster.unknown_kind", "kind", parse.Clip(text))
}

// Title returns the kind's name in a language.
func (k Kind) Title(lang locale.Language) string {
	return locale.Text(lang, map[Kind]string{
		Terms: "roster.kind.terms", Periods: "roster.kind.periods", Rooms: "roster.kind.rooms",
		Programmes: "roster.kind.programmes", Teachers: "roster.kind.teachers", Students: "roster.kind.students",
		Courses: "roster.kind.courses", Groups: "roster.kind.groups", Enrolments: "roster.kind.enrolments",
		Timetable: "roster.kind.timetable", Changes: "roster.kind.changes", Exams: "roster.kind.exams",
	}[k], nil)
}

// FieldTitle returns the title of a field, or its name if it is unknown.
func FieldTitle(kind Kind, name string, lang locale.Language) string {
	for _, f := range FieldsOf(kind) {
		if f.Name == name {
			return f.Title(lang)
		}
	}
	return name
}
