package columns

import (
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// A Layout says which column of a file holds which field.
type Layout struct {
	Matcher  *Matcher
	Kind     Kind
	Line     int            // of the headers in the file
	Headers  []string       // each with what stands over it
	Repeated []string       // as they stand in the file, at the top of every page
	Column   map[string]int // by field
	Fields   map[string]*Field
	Lang     locale.Language
	Key      string // the field that has the mark of an example
	Unknown  []string
	sorted   []string
	Titles   []TitleColumn // behind the columns of the table
}

// ReasonHeaders are those of the column that is added to refused rows and ignored when they come back.
func ReasonHeaders() []string { return []string{"拒绝原因", "Reasons"} }

var bracketed = regexp.MustCompile(`[(\[{【（《<].*?[)\]}】）》>]`)

// HeaderKey makes headers comparable: case, width, blanks and signs do not matter.
func HeaderKey(header string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, fold.Width(header))
}

// A Matcher knows the headers of a kind.
type Matcher struct {
	kind     Kind
	fields   []Field
	known    map[string]*Field // by HeaderKey
	synonyms map[string]*Field // by HeaderKey of what staff have taught
	mapped   map[string]*Field // by HeaderKey of what the caller mapped
	asked    []string          // the headers that the caller mapped
	columns  map[int]string    // by column, when the caller says it of all
	at       int               // line of the headers, when the caller knows it
	given    []TitleColumn     // when the caller says what the columns are
}

// NewMatcher knows the headers of a kind, those that the caller maps (roster.bad_map), and those that
// staff have taught.
func NewMatcher(kind Kind, mapping, synonyms map[string]string) (*Matcher, error) {
	m := &Matcher{
		kind: kind, fields: FieldsOf(kind), known: map[string]*Field{},
		synonyms: map[string]*Field{}, mapped: map[string]*Field{},
	}
	for i := range m.fields {
		f := &m.fields[i]
		// A name of its own wins over a synonym of another field, whatever their order.
		for _, own := range []string{f.Name, f.Zh, f.En} {
			m.known[HeaderKey(own)] = f
		}
	}
	for i := range m.fields {
		for _, other := range m.fields[i].also {
			if key := HeaderKey(other); key != "" && m.known[key] == nil {
				m.known[key] = &m.fields[i]
			}
		}
	}
	for header, name := range synonyms {
		if f := m.ByName(name); f != nil { // one of an older version may name a field that is gone
			m.synonyms[HeaderKey(header)] = f
		}
	}
	for header, name := range mapping {
		m.asked = append(m.asked, header)
		f := m.known[HeaderKey(name)]
		if f == nil {
			return nil, m.badMap(name)
		}
		m.mapped[HeaderKey(header)] = f
	}
	return m, nil
}

// Given takes what the caller knows of a file: what its columns are, when it says that of all, on which line the
// headers stand, and the titles that count as columns. roster.bad_map.
func (m *Matcher) Given(columns map[int]string, line int, titles []TitleColumn) error {
	for _, name := range columns {
		if name != "" && m.ByName(name) == nil {
			return m.badMap(name)
		}
	}
	m.columns, m.at, m.given = columns, line, titles
	return nil
}

func (m *Matcher) badMap(name string) error {
	return fault.New(fault.Invalid, "roster.bad_map", "field", parse.Clip(name), "fields", strings.Join(m.names(), ", "))
}

// ByName finds a field of the kind; nil when there is none.
func (m *Matcher) ByName(name string) *Field {
	for i := range m.fields {
		if m.fields[i].Name == name {
			return &m.fields[i]
		}
	}
	return nil
}

func (m *Matcher) names() []string {
	names := make([]string, len(m.fields))
	for i := range m.fields {
		names[i] = m.fields[i].Name
	}
	return names
}

// Field finds what a header means: first as it stands, then without what stands in brackets, such as (必填); else what
// its parts mean, as in 工号/编号, where they mean the same.
func (m *Matcher) Field(header string) *Field {
	if f := m.whole(header); f != nil || !strings.ContainsAny(header, "/／、或") {
		return f
	}
	var found *Field
	for part := range strings.FieldsFuncSeq(header, func(r rune) bool { return strings.ContainsRune("/／、或", r) }) {
		f := m.whole(part)
		if f == nil || found != nil && f != found {
			return nil
		}
		found = f
	}
	return found
}

func (m *Matcher) whole(header string) *Field {
	for _, text := range []string{header, bracketed.ReplaceAllString(header, "")} {
		key := HeaderKey(text)
		if key == "" {
			continue
		}
		for _, names := range []map[string]*Field{m.mapped, m.synonyms, m.known} {
			if f := names[key]; f != nil {
				return f
			}
		}
	}
	return nil
}

// fieldAt finds what a column means: what the caller said of it, else what its header means.
func (m *Matcher) fieldAt(column int, header string) *Field {
	if m.columns != nil {
		return m.ByName(m.columns[column])
	}
	return m.Field(header)
}

// count counts the fields that a row would be the headers of.
func (m *Matcher) count(cells []string) int {
	found := map[*Field]bool{}
	for _, cell := range cells {
		if f := m.Field(cell); f != nil {
			found[f] = true
		}
	}
	return len(found)
}

// countIn counts the fields that one of the first rows would be the headers of. A row of labels with their values
// beside them is none.
func (m *Matcher) countIn(head []sheet.Row, at int) int {
	n := m.count(Headers(head, at))
	if n > 0 && m.isTitle(head[at]) {
		return 0
	}
	return n
}

// unmatched lists the headers that the caller mapped and no column has: most likely they are misspelt.
func (m *Matcher) unmatched(cells []string) []string {
	var out []string
	for _, header := range m.asked {
		same := func(cell string) bool {
			return HeaderKey(cell) == HeaderKey(header) || HeaderKey(bracketed.ReplaceAllString(cell, "")) == HeaderKey(header)
		}
		if !slices.ContainsFunc(cells, same) {
			out = append(out, parse.Clip(header))
		}
	}
	slices.Sort(out)
	return out
}

// Layout reads a row as headers: roster.header_twice, roster.missing_headers, roster.no_such_header.
func (m *Matcher) Layout(cells []string, lang locale.Language) (*Layout, error) {
	if none := m.unmatched(cells); len(none) > 0 {
		return nil, fault.New(fault.Invalid, "roster.no_such_header", "headers", strings.Join(none, ", "))
	}
	l := &Layout{
		Matcher: m, Kind: m.kind, Headers: cells, Column: map[string]int{}, Fields: map[string]*Field{},
		Key: m.fields[keyOf(m.fields)].Name, Lang: lang,
	}
	for i := range m.fields {
		l.Fields[m.fields[i].Name] = &m.fields[i]
	}
	for i, header := range cells {
		header = parse.Clean(header)
		f := m.fieldAt(i, header)
		if f == nil && (header == "" || m.columns != nil || slices.Contains(ReasonHeaders(), header) ||
			slices.Contains(SheetHeaders(), header)) {
			continue
		}
		if f == nil {
			l.Unknown = append(l.Unknown, parse.Clip(header))
			continue
		}
		if first, twice := l.Column[f.Name]; twice {
			switch Better(f, cells[first], header) { // the other one says nothing more
			case "":
				return nil, fault.New(fault.Invalid, "roster.header_twice", "first",
					parse.Clip(cells[first]), "second", parse.Clip(header))
			case header:
			default:
				continue
			}
		}
		l.Column[f.Name] = i
	}
	if missing := m.Missing(l.Column, lang); len(missing) > 0 {
		return nil, fault.New(fault.Invalid, "roster.missing_headers", "headers", strings.Join(missing, ", "))
	}
	return l, nil
}

// Surplus is what a row has behind the last header: a comma in a value without quotes has moved the cells behind it.
func (l *Layout) Surplus(cells []string) string {
	for _, cell := range cells[min(len(cells), len(l.Repeated)):] {
		if text := parse.Clean(cell); text != "" {
			return text
		}
	}
	return ""
}

// Last is the field of the table that stands furthest to the right.
func (l *Layout) Last() (last string) {
	at := -1
	for name, column := range l.Column {
		if column > at && column < l.Base() {
			last, at = name, column
		}
	}
	return last
}

// Missing lists the titles of the fields that must be there and are not.
func (m *Matcher) Missing(columns map[string]int, lang locale.Language) []string {
	var out []string
	for i := range m.fields {
		f := &m.fields[i]
		_, there := columns[f.Name]
		if f.Need && !there && !f.Replaced(func(other string) bool { _, there := columns[other]; return there }) {
			out = append(out, f.Title(lang))
		}
	}
	return out
}

// HeaderRows is how far down the headers may stand: titles and notes come first in many sheets.
const HeaderRows = 20

// FindLayout reads rows until it has found the headers: the row among the first that knows most of them. What it has
// read below them is returned too. More may add to what stands above the headers.
func FindLayout(in sheet.Reader, m *Matcher, lang locale.Language, more func(
	head []sheet.Row, at int, titles []TitleColumn) ([]TitleColumn, error),
) (*Layout, []sheet.Row, error) {
	var head []sheet.Row
	best, most := -1, 0
	for len(head) < HeaderRows || m.at > 0 && best < 0 {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		head = append(head, row)
		if m.at > 0 {
			if row.Line == m.at {
				best = len(head) - 1
			}
			if row.Line >= m.at {
				break
			}
			continue
		}
		n := m.countIn(head, len(head)-1)
		if n > most {
			best, most = len(head)-1, n
		}
		if most > 0 && n == 0 {
			break // data has begun
		}
	}
	if len(head) == 0 {
		return nil, nil, fault.New(fault.Invalid, "roster.empty")
	}
	if best < 0 {
		if drawn := findGrid(head); drawn != nil {
			return nil, nil, drawn.refuse(in.Name(), lang)
		}
		return nil, nil, fault.New(fault.Invalid, "roster.no_header", "headers", strings.Join(m.Titles(lang), ", "),
			"where", Where(in.Name(), 0, lang))
	}
	titles := m.given
	if m.columns == nil {
		for len(head) < HeaderRows { // the table may be wider than its first rows
			row, err := in.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, nil, err
			}
			head = append(head, row)
		}
		titles = m.TitleColumns(head, best)
	}
	if more != nil {
		var err error
		if titles, err = more(head, best, titles); err != nil {
			return nil, nil, err
		}
	}
	if half := m.halved(head, best); half != nil {
		return nil, nil, half
	}
	l, err := m.Layout(WithTitles(Headers(head, best), titles), lang)
	if f := fault.All(err); len(f) == 1 && f[0].Code == "roster.missing_headers" {
		if drawn := findGrid(head); drawn != nil {
			return nil, nil, drawn.refuse(in.Name(), lang)
		}
		f[0].Params["where"] = Where(in.Name(), head[best].Line, lang)
	}
	if l != nil {
		l.Line, l.Repeated, l.Titles = head[best].Line, head[best].Cells, titles
	}
	return l, head[best+1:], err
}

// Where names a sheet and a line of it, either of which may be missing.
func Where(sheet string, line int, lang locale.Language) string {
	params := map[string]string{"sheet": parse.Clip(sheet), "line": strconv.Itoa(line)}
	switch {
	case sheet == "" && line == 0:
		return locale.Text(lang, "roster.where.file", params)
	case sheet == "":
		return locale.Text(lang, "roster.where.line", params)
	case line == 0:
		return locale.Text(lang, "roster.where.sheet", params)
	}
	return locale.Text(lang, "roster.where.sheet_line", params)
}

// Titles lists what the columns are called that must be there.
func (m *Matcher) Titles(lang locale.Language) []string {
	var titles []string
	for i := range m.fields {
		if m.fields[i].Need {
			titles = append(titles, m.fields[i].Title(lang))
		}
	}
	return titles
}

// Order lists the fields of the file by name, so that a row always reads the same.
func (l *Layout) Order() []string {
	if l.sorted == nil {
		l.sorted = slices.Sorted(maps.Keys(l.Column))
	}
	return l.sorted
}
