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

// A Layout maps the fields of a kind to the columns of a file.
type Layout struct {
	Matcher  *Matcher
	Kind     Kind
	Line     int            // of the headers in the file
	Headers  []string       // prefixed with the header of their group
	Repeated []string       // as written, to find them repeated on each page
	Column   map[string]int // by field
	Fields   map[string]*Field
	Lang     locale.Language
	Key      string // the field with the example mark
	Unknown  []string
	sorted   []string
	Titles   []TitleColumn // after the columns of the table
}

// ReasonHeaders are the headers of the column added to rejected rows. It is ignored when they are imported.
func ReasonHeaders() []string { return []string{"拒绝原因", "Reasons"} }

var bracketed = regexp.MustCompile(`[(\[{【（《<].*?[)\]}】）》>]`)

// HeaderKey normalises a header for comparison: it ignores case, width, spaces and punctuation.
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
	synonyms map[string]*Field // defined by staff, by HeaderKey
	mapped   map[string]*Field // mapped by the caller, by HeaderKey
	asked    []string          // headers that the caller mapped
	columns  map[int]string    // field by column, if the caller gives all of them
	at       int               // line of the headers, if the caller gives it
	given    []TitleColumn     // used together with columns
}

// NewMatcher returns a matcher of a kind's headers, those the caller maps, and those staff have defined. It fails with
// roster.bad_map.
func NewMatcher(kind Kind, mapping, synonyms map[string]string) (*Matcher, error) {
	m := &Matcher{
		kind: kind, fields: FieldsOf(kind), known: map[string]*Field{},
		synonyms: map[string]*Field{}, mapped: map[string]*Field{},
	}
	for i := range m.fields {
		f := &m.fields[i]
		// A field's own name wins over a synonym of another field, whatever their order.
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
		if f := m.ByName(name); f != nil { // an old synonym may refer to a removed field
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

// Given sets what the caller already knows about a file: the field of every column, the line of the headers, and the
// titles that count as columns. It fails with roster.bad_map.
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

// ByName finds a field by name, or returns nil.
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

// Field returns the field of a header: as written, without text in brackets such as (必填), or by its parts if they
// agree, as in 工号/编号.
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

// fieldAt returns the field of a column: the caller's choice, or else that of the header.
func (m *Matcher) fieldAt(column int, header string) *Field {
	if m.columns != nil {
		return m.ByName(m.columns[column])
	}
	return m.Field(header)
}

// count counts the fields a row would have as headers.
func (m *Matcher) count(cells []string) int {
	found := map[*Field]bool{}
	for _, cell := range cells {
		if f := m.Field(cell); f != nil {
			found[f] = true
		}
	}
	return len(found)
}

// countIn counts the fields that one of the first rows would have as headers. A row of labels next to their values has
// none.
func (m *Matcher) countIn(head []sheet.Row, at int) int {
	n := m.count(Headers(head, at))
	if n > 0 && m.isTitle(head[at]) {
		return 0
	}
	return n
}

// unmatched lists mapped headers that no column has: they are probably misspelt.
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

// Layout reads a row as headers. It fails with roster.header_twice, roster.missing_headers or roster.no_such_header.
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
			switch Better(f, cells[first], header) { // the other one adds nothing
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

// Surplus returns text after the last header: an unquoted comma in a value has shifted the cells.
func (l *Layout) Surplus(cells []string) string {
	for _, cell := range cells[min(len(cells), len(l.Repeated)):] {
		if text := parse.Clean(cell); text != "" {
			return text
		}
	}
	return ""
}

// Last returns the rightmost field of the table.
func (l *Layout) Last() (last string) {
	at := -1
	for name, column := range l.Column {
		if column > at && column < l.Base() {
			last, at = name, column
		}
	}
	return last
}

// Missing lists the required fields that aren't there.
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

// HeaderRows is how far down the headers may be: many sheets begin with titles and notes.
const HeaderRows = 20

// FindLayout reads up to HeaderRows rows and picks the one with the most known headers. It also returns the rows it
// read below. more may add to the titles above the headers.
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
	if half := m.refuseHalf(head, best); half != nil {
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

// Where names a sheet, a line or both.
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

// Titles lists the titles of the required columns.
func (m *Matcher) Titles(lang locale.Language) []string {
	var titles []string
	for i := range m.fields {
		if m.fields[i].Need {
			titles = append(titles, m.fields[i].Title(lang))
		}
	}
	return titles
}

// Order lists the file's fields by name, so that the same row always reads the same.
func (l *Layout) Order() []string {
	if l.sorted == nil {
		l.sorted = slices.Sorted(maps.Keys(l.Column))
	}
	return l.sorted
}
