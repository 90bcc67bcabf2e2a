package engine

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// A row is a row of the file with its column layout and the errors found so far.
type row struct {
	sheet.Row
	layout   *columns.Layout
	date1904 bool
	problems []Problem
	changes  []Change // for the preview
	results  []Change // one row's results, if it can create several things
	edited   []int    // columns that staff have edited
	surplus  string   // text after the last header of a text file
	titles   []string // texts above the table, by title column
	term     func() (timetable.Term, error)
}

// Cell returns the text of a column. Columns after the table's are the texts above it.
func (r *row) Cell(column int) string {
	if at := column - r.layout.Base(); at >= 0 && at < len(r.titles) && !slices.Contains(r.edited, column) {
		return r.titles[at]
	}
	return r.Row.Cell(column)
}

// text returns the cell of a field, or "" if it is empty or the column is missing.
func (r *row) text(name string) string {
	column, ok := r.layout.Column[name]
	if !ok {
		return ""
	}
	return parse.Clean(r.Cell(column))
}

// need returns the cell of a field, and rejects the row if it is empty.
func (r *row) need(name string) string {
	text := r.text(name)
	if text == "" {
		r.refuse(name, fault.New(fault.Invalid, "roster.required"))
	}
	return text
}

// group returns the code or else the name of the row's group, and its field. A row without either is rejected.
func (r *row) group() (text, field string) {
	_, there := r.layout.Column["group"]
	if name := r.text("groupName"); r.text("group") == "" && (name != "" || !there && r.layout.Fields["group"].Need) {
		return r.need("groupName"), "groupName"
	}
	return cmp.Or(parsed(r, "group", parse.Digits), r.need("group")), "group"
}

// blank reports whether all columns are empty.
func (r *row) blank() bool {
	for _, cell := range r.Cells {
		if parse.Clean(cell) != "" {
			return false
		}
	}
	return true
}

// noDate are numbers, codes and names that can't contain a date: spreadsheets turn a room or class such as 1-12 into
// one.
var noDate = map[string]bool{
	"number": true, "name": true, "code": true, "id": true, "group": true, "groupName": true, "course": true,
	"courseName": true, "class": true, "classes": true, "sequence": true, "student": true, "teacher": true,
	"teachers": true, "teacherNumber": true, "teacherNumbers": true, "programme": true, "campus": true,
	"building": true, "room": true, "seat": true,
}

// check rejects cells that a spreadsheet has garbled.
func (r *row) check() {
	if r.surplus != "" {
		if last := r.layout.Last(); !slices.Contains(r.edited, r.layout.Column[last]) {
			r.refuse(last, fault.New(fault.Invalid, "roster.more_cells", "text", parse.Clip(r.surplus)))
		}
	}
	for name, column := range r.layout.Column {
		if noDate[name] && slices.Contains(r.Dates, column) && !slices.Contains(r.edited, column) {
			r.refuse(name, parse.BecameDate(r.text(name), r.date1904))
		}
		if err := parse.CheckCell(parse.Clean(r.Cell(column))); err != nil {
			r.refuse(name, err)
		}
	}
}

func (r *row) good() bool { return len(r.problems) == 0 }

// parsed parses a cell that may be empty, and rejects the row if that fails.
func parsed[T any](r *row, name string, read func(string) (T, error)) T {
	var zero T
	text := r.text(name)
	if text == "" {
		return zero
	}
	value, err := read(text)
	if err != nil {
		r.refuse(name, err)
		return zero
	}
	return value
}

func (r *row) date(name string) civil.Date {
	return parsed(r, name, func(text string) (civil.Date, error) { return parse.Date(r.withYear(text), r.date1904) })
}

var withoutYear = regexp.MustCompile(`^\s*(\d{1,2})月(\d{1,2})日`)

// withYear adds the year to a date at the start of a cell, according to the row's term: 1月11日 in the first term of
// 2026-2027 is in 2027. A date outside the term is left alone, and rejected later.
func (r *row) withYear(text string) string {
	m := withoutYear.FindStringSubmatch(fold.Width(text))
	if m == nil || r.term == nil {
		return text
	}
	term, err := r.term()
	if err != nil {
		return text // reported for the term
	}
	first, _, _ := term.FirstMonday.Parts()
	for _, year := range []int{first, first + 1} {
		if d, ok := civil.NewDate(year, time.Month(parse.Number(m[1])), parse.Number(m[2])); ok && term.Contains(d) {
			return strconv.Itoa(year) + "年" + strings.TrimSpace(fold.Width(text))
		}
	}
	return text
}

// headerOf returns the header of a time column; for a new time after an arrow, that of the old one.
func (r *row) headerOf(field string) string {
	for _, name := range []string{field, classAt.when} {
		if column, there := r.layout.Column[name]; there {
			return r.layout.Headers[column]
		}
	}
	return ""
}

// timeText returns the cell with a complete time. A cell with an arrow contains both: 第13周星期一第1-2节→第13周星期六第3-4节.
func (r *row) timeText(f momentFields) string {
	parts := arrow.Split(r.text(classAt.when), -1)
	switch text := r.text(f.when); {
	case len(parts) != 2:
		return text
	case f == classAt:
		return parts[0]
	case text == "":
		return parts[1]
	default:
		return text
	}
}

// isExample reports whether a row is a template's unchanged example. An example that was filled in but kept its mark is
// rejected: roster.example_left.
func (r *row) isExample() bool {
	key := r.layout.Key
	text := r.text(key)
	if !strings.HasSuffix(text, ")") && !strings.HasSuffix(text, "）") { // fast path: true of most rows
		return false
	}
	for _, lang := range locale.Languages {
		if !strings.HasSuffix(parse.NameKey(text), parse.NameKey(columns.ExampleMark(lang))) {
			continue
		}
		if slices.ContainsFunc(columns.Examples(r.layout.Kind, lang), r.same) {
			return true
		}
		r.refuse(key, fault.New(fault.Invalid, "roster.example_left"))
		return false
	}
	return false
}

// same reports whether a row equals the cells of a template, in the columns it has.
func (r *row) same(cells []string) bool {
	for i, f := range columns.TemplateFields(r.layout.Kind) {
		if _, there := r.layout.Column[f.Name]; there && r.text(f.Name) != parse.Clean(cells[i]) {
			return false
		}
	}
	return true
}

func itoa(n int) string { return strconv.Itoa(n) }
