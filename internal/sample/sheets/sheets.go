// Package sheets holds spreadsheets as a real college would send them, in both languages: the sample college's current
// term as of Day, for the students of two classes. They are examples for people who import their own. Their oddities
// (titles, merged cells, GBK, serial dates, numeric phones, other delimiters) are deliberate.
package sheets

import (
	"embed"

	"lectern/internal/workflow/roster"
)

// Files are zh/KIND and en/KIND; Name knows the extension.
//
//go:embed zh en
var Files embed.FS

// Day is the date of the sheets: a Monday in the sixth week of the term.
const Day = "2026-10-12"

// Name returns the path of a kind's sheet in a language: zh or en.
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
