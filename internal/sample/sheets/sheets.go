// Package sheets holds spreadsheets as a real college would send them, in both languages: the sample college's current
// term as it was on Day, for the students of two classes. They are examples for whoever imports their own, and a test
// imports them into an empty database. What is odd about them (titles, merged cells, GBK, serial dates, numeric phones,
// other delimiters) is there on purpose.
package sheets

import (
	"embed"

	"lectern/internal/workflow/roster"
)

// Files are zh/KIND and en/KIND, with the extension that Name knows.
//
//go:embed zh en
var Files embed.FS

// Day is the day on which the college looked like this: a Monday in the sixth week of its term.
const Day = "2026-10-12"

// Name is the path of a kind's sheet in a language: zh or en.
func Name(lang string, kind roster.Kind) string {
	workbook := map[string]bool{
		"zh/students": true, "zh/timetable": true, "zh/changes": true,
		"en/enrolments": true, "en/timetable": true,
	}
	name := lang + "/" + string(kind)
	if workbook[name] {
		return name + ".xlsx"
	}
	return name + ".csv"
}
