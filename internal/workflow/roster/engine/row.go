package engine

import (
	"cmp"
	"crypto/sha256"
	"io"
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

// A row is a row of the file with the columns that its cells belong to, and what is wrong with it so far.
type row struct {
	sheet.Row
	layout   *columns.Layout
	date1904 bool
	problems []Problem
	changes  []Change // old and new values, for a preview
	becomes  []Change // what one row makes, where it may make several
	edited   []int    // columns that staff have changed
	surplus  string   // what stands behind the last header of a text file
	titles   []string // what stands above the table, by title column
	term     func() (timetable.Term, error)
}

// Cell returns the text of a column; behind those of the table what stands above it.
func (r *row) Cell(column int) string {
	if at := column - r.layout.Base(); at >= 0 && at < len(r.titles) && !slices.Contains(r.edited, column) {
		return r.titles[at]
	}
	return r.Row.Cell(column)
}

// text returns the cell of a field, or "" when it is empty or there is no such column.
func (r *row) text(name string) string {
	column, ok := r.layout.Column[name]
	if !ok {
		return ""
	}
	return parse.Clean(r.Cell(column))
}

// need returns the cell of a field, and refuses the row when it is empty.
func (r *row) need(name string) string {
	text := r.text(name)
	if text == "" {
		r.refuse(name, fault.New(fault.Invalid, "roster.required"))
	}
	return text
}

// group returns what names the row's group, and where: its code, else its name. A row without either is refused.
func (r *row) group() (text, field string) {
	_, there := r.layout.Column["group"]
	if name := r.text("groupName"); r.text("group") == "" && (name != "" || !there && r.layout.Fields["group"].Need) {
		return r.need("groupName"), "groupName"
	}
	return cmp.Or(parsed(r, "group", parse.Digits), r.need("group")), "group"
}

// blank tells whether nothing stands in any column.
func (r *row) blank() bool {
	for _, cell := range r.Cells {
		if parse.Clean(cell) != "" {
			return false
		}
	}
	return true
}

// noDate are the numbers, codes and names in which no day can stand: 1-12 of a room or class that a
// spreadsheet took for one.
var noDate = map[string]bool{
	"number": true, "name": true, "code": true, "id": true, "group": true, "groupName": true, "course": true,
	"courseName": true, "class": true, "classes": true, "sequence": true, "student": true, "teacher": true,
	"teachers": true, "teacherNumber": true, "teacherNumbers": true, "programme": true, "campus": true,
	"building": true, "room": true, "seat": true,
}

// check refuses cells that cannot be what was meant.
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

// parsed reads a cell that may be empty with a function, and refuses the row when that fails.
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

// withYear gives a date that begins a cell the year in which it lies in the row's term: 1月11日 in the first term of
// 2026-2027 is in 2027. One that lies outside it stays as it is, and is refused.
func (r *row) withYear(text string) string {
	m := withoutYear.FindStringSubmatch(fold.Width(text))
	if m == nil || r.term == nil {
		return text
	}
	term, err := r.term()
	if err != nil {
		return text // that is said of the term
	}
	first, _, _ := term.FirstMonday.Parts()
	for _, year := range []int{first, first + 1} {
		if d, ok := civil.NewDate(year, time.Month(parse.Number(m[1])), parse.Number(m[2])); ok && term.Contains(d) {
			return strconv.Itoa(year) + "年" + strings.TrimSpace(fold.Width(text))
		}
	}
	return text
}

// headerOf is the header of the column of a time; of a new one that stands behind an arrow, that of the old.
func (r *row) headerOf(field string) string {
	for _, name := range []string{field, classAt.when} {
		if column, there := r.layout.Column[name]; there {
			return r.layout.Headers[column]
		}
	}
	return ""
}

// timeText is the cell that says a time as a whole. One with an arrow says both: 第13周星期一第1-2节→第13周星期六第3-4节.
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

// seen remembers the rows of a file by key, so that a second one that says something else is refused: nobody could tell
// which of the two is right.
type seen map[string]seenRow

type seenRow struct {
	place string
	hash  [8]byte
	name  string
}

// repeated tells whether the key, which stands in a field, was there before. Then the row is settled by the caller:
// unchanged, or refused by now.
func (s seen) repeated(r *row, key, name, field string) bool {
	sum := sha256.New()
	for _, field := range r.layout.Order() {
		_, _ = io.WriteString(sum, parse.NameKey(r.text(field))+"\x00") // a hash takes everything
	}
	now := seenRow{place: r.Place(), hash: [8]byte(sum.Sum(nil)[:8]), name: name}
	before, there := s[key]
	switch {
	case !there:
		s[key] = now
	case before.hash == now.hash:
	case name != "" && before.name != name:
		r.refuse("name", fault.New(fault.Conflict, "roster.twice_other_name", "line", before.place))
	default:
		r.refuse(field, fault.New(fault.Conflict, "roster.twice_different", "line", before.place))
	}
	return there
}

// isExample tells whether a row is an example of a template as it was printed. One that was filled in but for its mark
// is refused: roster.example_left.
func (r *row) isExample() bool {
	key := r.layout.Key
	text := r.text(key)
	if !strings.HasSuffix(text, ")") && !strings.HasSuffix(text, "）") { // most rows: there may be very many
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

// same tells whether a row says what the cells of a template say, in the columns that it has.
func (r *row) same(cells []string) bool {
	for i, f := range columns.TemplateFields(r.layout.Kind) {
		if _, there := r.layout.Column[f.Name]; there && r.text(f.Name) != parse.Clean(cells[i]) {
			return false
		}
	}
	return true
}

func itoa(n int) string { return strconv.Itoa(n) }
