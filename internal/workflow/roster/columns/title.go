package columns

import (
	"regexp"
	"slices"
	"strings"

	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Class rolls have values above the headers that apply to all rows: 教学班：会计学原理-01 学年学期：2026-2027-1. Such a value is read
// as an extra column to the right of the table.

// A TitleColumn is a value above the headers that is read as if it were a column.
type TitleColumn struct {
	Column int    `json:"column"` // from 0, after the table's columns
	Label  string `json:"label"`
	Value  string `json:"value"`           // above the first table
	Cell   string `json:"cell"`            // of the value, such as A2
	Sheet  bool   `json:"sheet,omitempty"` // the value is the sheet's name and has no cell
	// Implied values are derived from the header in Cell, and apply to every table with these headers.
	Implied bool `json:"implied,omitempty"`
}

// titleFields are fields that all rows may share. Personal fields aren't among them: a phone number above a list is
// that of an office.
var titleFields = map[Kind][]string{
	Students: {"class", "programme", "entryYear", "campus", "adviser", "status"}, Groups: {"year", "term", "course"},
	Enrolments: {"year", "term", "group", "groupName", "state"}, Timetable: {
		"year", "term", "group",
		"groupName", "classes", "campus", "room", "teacher",
	}, Changes: {"year", "term", "group", "groupName", "action"},
	Exams: {"year", "term", "group", "groupName", "classes", "course", "examDate", "examTime", "campus", "room"},
	Rooms: {"campus", "building"}, Periods: {"campus"}, Programmes: {"college"},
}

// Lasting fields also apply to the tables further down, unless their titles differ.
var Lasting = []string{"year", "term", "campus"}

var (
	labelInside = regexp.MustCompile(`(?:^|[\s\p{Z};；,，|])(\p{L}[\p{L}\p{N}()（）/]{0,14})[\s\p{Z}]*[:：]`)
	yearInside  = regexp.MustCompile(
		`20\d\d[\s\p{Z}]*[-–—－~～][\s\p{Z}]*20\d\d[\s\p{Z}]*(?:学年)?[\s\p{Z}]*(?:第[\s\p{Z}]*[一二三123][\s\p{Z}]*学期|[-–—－][123])`)
	// codeInside matches a group code as written by 正方.
	codeInside = regexp.MustCompile(`\(20\d\d-20\d\d-[123]\)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+){1,3}`)
	ofAClass   = regexp.MustCompile(`^(?:行政)?班级|^班[号级]?$|^class`) // a home class, not a group
	ofAnExam   = regexp.MustCompile(`考|座|exam|seat`)
	ofTeaching = regexp.MustCompile(`课程|教学班|任课|course`)
)

// examLabels are the meanings of labels above a list of seats, where others might be about the classes.
var examLabels = map[string]string{"时间": "考试时间", "日期": "考试日期", "地点": "考试地点", "教室": "考试教室"}

const titleEdge = " \t\r\n\u00a0\u3000;；,，|"

// A titled value is a value with its label, from one row.
type titled struct {
	Label, Value string
	Column, line int
}

// pairs returns a row's labelled values: with a colon, in one cell or two, or without a colon if the label is a known
// header and the value contains a digit, which headers don't.
func (m *Matcher) pairs(row sheet.Row) []titled {
	var out []titled
	for i := 0; i < len(row.Cells); i++ {
		text := parse.Clean(row.Cells[i])
		if text == "" {
			continue
		}
		found := labelInside.FindAllStringSubmatchIndex(text, -1)
		for n, at := range found {
			end := len(text)
			if n+1 < len(found) {
				end = found[n+1][0]
			}
			one := titled{Label: text[at[2]:at[3]], Value: strings.Trim(text[at[1]:end], titleEdge), Column: i}
			if one.Value == "" && n+1 == len(found) {
				one.Value = valueBeside(row, i)
			}
			if one.Value != "" {
				out = append(out, one)
			}
		}
		if len(found) > 0 || m.TitleField(text) == nil {
			continue
		}
		if value := valueBeside(row, i); strings.ContainsAny(fold.Width(value), "0123456789") && m.Field(value) == nil {
			out = append(out, titled{Label: text, Value: value, Column: i})
		}
	}
	return out
}

// valueBeside returns the next non-empty cell of a row, unless it is a label.
func valueBeside(row sheet.Row, column int) string {
	for _, cell := range row.Cells[column+1:] {
		if text := parse.Clean(cell); text != "" {
			if labelInside.MatchString(text) {
				return ""
			}
			return text
		}
	}
	return ""
}

// TitleField returns the field of a label above a table, or nil if rows can't share it.
func (m *Matcher) TitleField(label string) *Field {
	f := m.Field(label)
	if f == nil || !slices.Contains(titleFields[m.kind], f.Name) {
		return nil
	}
	key := HeaderKey(label)
	switch f.Name {
	case "group", "groupName":
		if ofAClass.MatchString(key) {
			return nil
		}
	case "examDate", "examTime", "room":
		if m.kind == Exams && !ofAnExam.MatchString(key) { // 时间 and 地点 may be about the classes
			return nil
		}
	}
	return f
}

// isTitle reports whether all headers in a row are labels of values next to them.
func (m *Matcher) isTitle(row sheet.Row) bool {
	labels := map[int]bool{}
	for _, one := range m.pairs(row) {
		labels[one.Column] = true
	}
	if len(labels) == 0 {
		return false
	}
	for i, cell := range row.Cells {
		if m.Field(cell) != nil && !labels[i] {
			return false
		}
	}
	return true
}

// ReadTitles reads the rows above a table. For each field, the value closest to the table wins. A term needs no label.
func (m *Matcher) ReadTitles(rows []sheet.Row) []titled {
	var out []titled
	has := func(names ...string) bool {
		return slices.ContainsFunc(out, func(one titled) bool { return slices.Contains(names, m.TitleField(one.Label).Name) })
	}
	ofExam := m.kind == Exams && slices.ContainsFunc(rows, func(row sheet.Row) bool {
		return slices.ContainsFunc(row.Cells, ofAnExam.MatchString)
	})
	put := func(one titled, line int) {
		if other := examLabels[HeaderKey(one.Label)]; ofExam && other != "" {
			one.Label = other
		}
		if f := m.TitleField(one.Label); f != nil {
			one.line = line
			out = append(slices.DeleteFunc(out, func(old titled) bool { return m.TitleField(old.Label) == f }), one)
		}
	}
	for _, row := range rows {
		for _, one := range m.pairs(row) {
			if m.kind == Students && ofTeaching.MatchString(one.Label) {
				return nil // a course's students are in several home classes
			}
			put(one, row.Line)
		}
	}
	for _, row := range rows {
		if one, ok := m.valueInTitle(row); ok && !has(m.TitleField(one.Label).Name) {
			put(one, row.Line)
		}
	}
	term := m.ByName("term")
	if term == nil {
		return out
	}
	for _, row := range rows {
		for i, cell := range row.Cells {
			if code := codeInside.FindString(fold.Width(cell)); code != "" &&
				m.ByName("group") != nil && !has("group", "groupName") {
				put(titled{Label: m.ByName("group").Zh, Value: code, Column: i}, row.Line)
			}
			if text := yearInside.FindString(cell); text != "" && !has("term", "year") {
				put(titled{Label: term.Zh, Value: text, Column: i}, row.Line)
			}
		}
	}
	return out
}

// TitleColumns reads the values above a sheet's headers, except for fields that the table has as columns, and places
// them after those.
func (m *Matcher) TitleColumns(head []sheet.Row, at int) []TitleColumn {
	headers := Headers(head, at)
	base := tableWidth(head, at)
	has := func(name string) bool {
		return slices.ContainsFunc(headers, func(header string) bool {
			f := m.Field(header)
			return f != nil && f.Name == name
		})
	}
	var out []TitleColumn
	for _, one := range m.ReadTitles(head[:at]) {
		name := m.TitleField(one.Label).Name
		if has(name) || (name == "term" || name == "year") && (has("term") || has("year")) {
			continue
		}
		out = append(out, TitleColumn{
			Column: base + len(out), Label: one.Label, Value: one.Value,
			Cell: sheet.CellName(one.Column, one.line),
		})
	}
	hasAction := slices.ContainsFunc(out, func(one TitleColumn) bool { return m.TitleField(one.Label).Name == "action" })
	if one, ok := m.actionInHeaders(headers, head[at].Line); ok && !hasAction && !has("action") {
		one.Column = base + len(out)
		out = append(out, one)
	}
	return out
}

// tableWidth returns the number of columns in a table's first rows.
func tableWidth(head []sheet.Row, at int) int {
	width := len(Headers(head, at))
	for _, row := range head[at:] {
		width = max(width, len(row.Cells))
	}
	return width
}

// WithTitles adds the columns of titles to a table's headers.
func WithTitles(headers []string, titles []TitleColumn) []string {
	if len(titles) == 0 {
		return headers
	}
	out := make([]string, titles[len(titles)-1].Column+1)
	copy(out, headers[:min(len(headers), titles[0].Column)])
	for _, one := range titles {
		out[one.Column] = one.Label
	}
	return out
}

// Base returns the number of the table's own columns if there are titles.
func (l *Layout) Base() int {
	if len(l.Titles) == 0 {
		return len(l.Headers)
	}
	return l.Titles[0].Column
}
