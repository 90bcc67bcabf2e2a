package roster

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/fault"
	"lectern/internal/fold"
	"lectern/internal/locale"
	"lectern/internal/roster/sheet"
)

// A layout says which column of a file holds which field.
type layout struct {
	kind    Kind
	headers []string       // as they stand in the file
	column  map[string]int // by field
	fields  map[string]*field
	lang    locale.Language
	key     string // the field that has the mark of an example
	unknown []string
	sorted  []string
}

// reasonHeaders are those of the column that is added to refused rows and ignored when they come back.
func reasonHeaders() []string { return []string{"拒绝原因", "Reasons"} }

var bracketed = regexp.MustCompile(`[(\[{【（《<].*?[)\]}】）》>]`)

// headerKey makes headers comparable: case, width, blanks and signs do not matter.
func headerKey(header string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, fold.Width(header))
}

// A matcher knows the headers of a kind.
type matcher struct {
	kind   Kind
	fields []field
	known  map[string]*field // by headerKey
	mapped map[string]*field // by headerKey of what the caller mapped
	asked  []string          // the headers that the caller mapped
}

func newMatcher(kind Kind, mapping map[string]string) (*matcher, error) {
	m := &matcher{kind: kind, fields: fieldsOf(kind), known: map[string]*field{}, mapped: map[string]*field{}}
	for i := range m.fields {
		f := &m.fields[i]
		// A name of its own wins over a synonym of another field, whatever their order.
		for _, own := range []string{f.name, f.zh, f.en} {
			m.known[headerKey(own)] = f
		}
	}
	for i := range m.fields {
		for other := range strings.SplitSeq(m.fields[i].also, "|") {
			if key := headerKey(other); key != "" && m.known[key] == nil {
				m.known[key] = &m.fields[i]
			}
		}
	}
	for header, name := range mapping {
		m.asked = append(m.asked, header)
		f := m.known[headerKey(name)]
		if f == nil {
			return nil, fault.New(fault.Invalid, "roster.bad_map", "field", clip(name), "fields", strings.Join(m.names(), ", "))
		}
		m.mapped[headerKey(header)] = f
	}
	return m, nil
}

func (m *matcher) names() []string {
	names := make([]string, len(m.fields))
	for i := range m.fields {
		names[i] = m.fields[i].name
	}
	return names
}

// field finds what a header means: first as it stands, then without what stands in brackets, such as (必填).
func (m *matcher) field(header string) *field {
	for _, text := range []string{header, bracketed.ReplaceAllString(header, "")} {
		key := headerKey(text)
		if key == "" {
			continue
		}
		if f := m.mapped[key]; f != nil {
			return f
		}
		if f := m.known[key]; f != nil {
			return f
		}
	}
	return nil
}

// known counts the headers of a row that mean something.
func (m *matcher) count(cells []string) int {
	n := 0
	for _, cell := range cells {
		if m.field(cell) != nil {
			n++
		}
	}
	return n
}

// unmatched lists the headers that the caller mapped and no column has: most likely they are misspelt.
func (m *matcher) unmatched(cells []string) []string {
	var out []string
	for _, header := range m.asked {
		same := func(cell string) bool {
			return headerKey(cell) == headerKey(header) || headerKey(bracketed.ReplaceAllString(cell, "")) == headerKey(header)
		}
		if !slices.ContainsFunc(cells, same) {
			out = append(out, clip(header))
		}
	}
	slices.Sort(out)
	return out
}

// layout reads a row as headers: roster.header_twice, roster.missing_headers, roster.no_such_header.
func (m *matcher) layout(cells []string, lang locale.Language) (*layout, error) {
	if none := m.unmatched(cells); len(none) > 0 {
		return nil, fault.New(fault.Invalid, "roster.no_such_header", "headers", strings.Join(none, ", "))
	}
	l := &layout{kind: m.kind, headers: cells, column: map[string]int{}, fields: map[string]*field{}, key: m.fields[keyOf(m.fields)].name, lang: lang}
	for i := range m.fields {
		l.fields[m.fields[i].name] = &m.fields[i]
	}
	for i, header := range cells {
		header = clean(header)
		if header == "" || slices.Contains(reasonHeaders(), header) {
			continue
		}
		f := m.field(header)
		if f == nil {
			l.unknown = append(l.unknown, clip(header))
			continue
		}
		if first, twice := l.column[f.name]; twice {
			return nil, fault.New(fault.Invalid, "roster.header_twice", "first", clip(cells[first]), "second", clip(header))
		}
		l.column[f.name] = i
	}
	var missing []string
	for i := range m.fields {
		f := &m.fields[i]
		if _, there := l.column[f.name]; f.need && !there {
			missing = append(missing, f.title(lang))
		}
	}
	if len(missing) > 0 {
		return nil, fault.New(fault.Invalid, "roster.missing_headers", "headers", strings.Join(missing, ", "))
	}
	return l, nil
}

// headerRows is how far down the headers may stand: titles and notes come first in many sheets.
const headerRows = 20

// findLayout reads rows until it has found the headers: the row among the first that knows most of them. What it has read
// below them is returned too.
func findLayout(in sheet.Reader, m *matcher, lang locale.Language) (*layout, []sheet.Row, error) {
	var head []sheet.Row
	best, most := -1, 0
	for len(head) < headerRows {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		head = append(head, row)
		if n := m.count(row.Cells); n > most {
			best, most = len(head)-1, n
		}
		if most > 0 && best < len(head)-1 && m.count(row.Cells) == 0 {
			break // data has begun
		}
	}
	switch {
	case len(head) == 0:
		return nil, nil, fault.New(fault.Invalid, "roster.empty")
	case best < 0:
		return nil, nil, fault.New(fault.Invalid, "roster.no_header", "headers", strings.Join(m.titles(lang), ", "))
	}
	l, err := m.layout(head[best].Cells, lang)
	return l, head[best+1:], err
}

func (m *matcher) titles(lang locale.Language) []string {
	var titles []string
	for i := range m.fields {
		if m.fields[i].need {
			titles = append(titles, m.fields[i].title(lang))
		}
	}
	return titles
}

// order lists the fields of the file by name, so that a row always reads the same.
func (l *layout) order() []string {
	if l.sorted == nil {
		for name := range l.column {
			l.sorted = append(l.sorted, name)
		}
		slices.Sort(l.sorted)
	}
	return l.sorted
}
