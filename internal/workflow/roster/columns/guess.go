package columns

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Head reads the rows of a sheet among which its headers may stand.
func Head(file sheet.File, name string) (head []sheet.Row, err error) {
	in, err := sheet.OpenHead(file, name, HeaderRows)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	for {
		row, err := in.Next()
		if err != nil {
			break // at the end, or at what is wrong further down and is said by the import
		}
		head = append(head, row)
	}
	return head, nil
}

// Best finds the row that knows most headers.
func (m *Matcher) Best(head []sheet.Row) (row, known int) {
	row = -1
	for i := range head {
		n := m.countIn(head, i)
		if n > known {
			row, known = i, n
		}
		if known > 0 && n == 0 {
			break // data has begun
		}
	}
	return row, known
}

// A Guess is what a sheet most likely holds.
type Guess struct {
	Kind    Kind // empty when no kind has all the columns that it needs
	Line    int  // of the headers; 0 when no row looks like headers
	Known   int  // columns that the kind knows
	Columns int  // columns that have a header
	Nearest Kind // the kind that comes nearest when Kind is empty
	Also    []Kind
	headers map[string]string // by field
	isExams bool              // a header names exams or seats
	teaches bool              // a header, or a label above them, names a course
	// it is drawn for people, as a timetable of weekdays or in several columns: no kind can read it
	Grid    bool
	why     func(locale.Language) *fault.Error
	columns map[string]int // by field
	missing func(locale.Language) []string
	known   func(locale.Language) []string
}

// GuessKind scores all kinds by the first rows of a sheet, as Head reads them; synonyms are those of staff, by kind. A
// kind is guessed only when all the columns are there that it needs.
func GuessKind(head []sheet.Row, synonyms map[Kind]map[string]string) Guess {
	if drawn := findGrid(head); drawn != nil {
		return Guess{Grid: true, Line: drawn.line, why: func(lang locale.Language) *fault.Error {
			return drawn.refuse("", lang)
		}}
	}
	var complete, partial []Guess
	halves := map[Kind]*fault.Error{}
	for _, kind := range Kinds() {
		m, err := NewMatcher(kind, nil, synonyms[kind])
		if err != nil {
			continue
		}
		i, known := m.Best(head)
		if i < 0 {
			continue
		}
		halves[kind] = m.halved(head, i)
		columns := map[string]int{}
		g := Guess{
			Kind: kind, Nearest: kind, Line: head[i].Line, Known: known,
			columns: columns, headers: map[string]string{},
		}
		var fields []*Field
		for column, cell := range Headers(head, i) {
			if parse.Clean(cell) != "" {
				g.Columns++
			}
			g.isExams = g.isExams || ofAnExam.MatchString(HeaderKey(cell))
			g.teaches = g.teaches || ofTeaching.MatchString(HeaderKey(cell))
			f := m.Field(cell)
			if f == nil {
				continue
			}
			if _, twice := columns[f.Name]; !twice {
				columns[f.Name], g.headers[f.Name] = column, cell
				fields = append(fields, f)
			}
		}
		for _, row := range head[:i] {
			g.teaches = g.teaches || slices.ContainsFunc(m.pairs(row), func(one titled) bool {
				return ofTeaching.MatchString(one.Label)
			})
		}
		for _, one := range m.TitleColumns(head, i) {
			columns[m.TitleField(one.Label).Name] = one.Column
		}
		g.missing = func(lang locale.Language) []string { return m.Missing(columns, lang) }
		g.known = func(lang locale.Language) []string { return titlesOf(fields, lang) }
		// One column among others that mean nothing is no evidence.
		if len(g.missing(locale.English)) == 0 && (g.Known > 1 || g.Columns == 1) {
			complete = append(complete, g)
		} else {
			partial = append(partial, g)
		}
	}
	out := choose(complete, partial)
	if half := halves[out.Nearest]; half != nil {
		return Guess{Grid: true, Line: out.Line, why: func(locale.Language) *fault.Error { return half }}
	}
	return out
}

func choose(complete, partial []Guess) Guess {
	// Periods and rooms need little, which sheets of other kinds have too: one of those that lacks a column is
	// not taken for them.
	complete = slices.DeleteFunc(complete, func(g Guess) bool {
		if g.Kind == Students && g.teaches || g.Kind == Changes && g.isTimetable(complete) || g.Kind == Enrolments &&
			g.isStudents(complete) || g.Kind == Exams && !g.isExams {
			return true
		}
		if g.Kind == Courses && slices.ContainsFunc(partial, func(other Guess) bool {
			return other.Kind == Enrolments && other.Known > g.Known
		}) {
			return true
		}
		return (g.Kind == Periods || g.Kind == Rooms) && slices.ContainsFunc(partial, func(other Guess) bool {
			return other.Known > g.Known
		})
	})
	// Who is in a course is no list of students of the college, and an exam has a word for it.
	partial = slices.DeleteFunc(partial, func(g Guess) bool { return g.Kind == Exams && !g.isExams })
	var out Guess
	for _, g := range complete {
		if out.Kind == "" || cmp.Or(cmp.Compare(specific(g.Kind), specific(out.Kind)), namesGroups(g, out),
			cmp.Compare(g.Known, out.Known)) > 0 {
			out = g
		}
	}
	if out.Kind != "" {
		for _, g := range complete {
			if g.Kind != out.Kind {
				out.Also = append(out.Also, g.Kind)
			}
		}
		return out
	}
	for _, g := range partial {
		if g.Known > out.Known {
			out = g
		}
	}
	out.Kind = ""
	return out
}

// specific is larger for kinds whose sheets also have the columns of other kinds: a list of enrolments has numbers and
// names of students.
func specific(kind Kind) int {
	switch kind {
	case Changes, Exams:
		return 3
	case Enrolments:
		return 2
	case Timetable:
		return 1
	}
	return 0
}

// isTimetable tells whether what could be changes is a timetable: it says neither a date nor what is to be.
func (g Guess) isTimetable(complete []Guess) bool {
	for _, field := range []string{"date", "newDate", "newWeek", "newWeekday", "newHours", "newWhen", "makeUp"} {
		if _, there := g.columns[field]; there {
			return false
		}
	}
	return slices.ContainsFunc(complete, func(other Guess) bool {
		return other.Kind == Timetable && other.Known >= g.Known
	})
}

// isStudents tells whether what could be enrolments are students: it names no group but the class that they are in, and
// more about them.
func (g Guess) isStudents(complete []Guess) bool {
	for _, field := range []string{"group", "groupName"} {
		if _, there := g.columns[field]; there && !ofAClass.MatchString(HeaderKey(g.headers[field])) {
			return false
		}
	}
	return slices.ContainsFunc(complete, func(other Guess) bool { return other.Kind == Students && other.Known > g.Known })
}

// namesGroups prefers groups to courses when the sheet names groups in a column of their own: it has the columns of
// courses too, and often more of them.
func namesGroups(a, b Guess) int {
	switch {
	case a.Kind == Groups && b.Kind == Courses:
		_, coded := a.columns["group"]
		name, named := a.columns["name"]
		if coded || named && name != b.columns["name"] {
			return 1
		}
	case a.Kind == Courses && b.Kind == Groups:
		return -namesGroups(b, a)
	}
	return 0
}

func titlesOf(fields []*Field, lang locale.Language) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Title(lang))
	}
	return out
}

// Text says why, in a language.
func (g Guess) Text(lang locale.Language) string {
	separator := ", "
	if lang == locale.Chinese {
		separator = "、"
	}
	params := map[string]string{
		"line": strconv.Itoa(g.Line), "known": strconv.Itoa(g.Known),
		"columns": strconv.Itoa(g.Columns),
	}
	switch {
	case g.Grid:
		f := g.why(lang)
		return locale.Text(lang, f.Code, f.Params)
	case g.Kind != "":
		params["kind"], params["titles"] = g.Kind.Title(lang), strings.Join(g.known(lang), separator)
		return locale.Text(lang, "roster.guess", params)
	case g.Nearest != "":
		params["kind"], params["titles"] = g.Nearest.Title(lang), strings.Join(g.missing(lang), separator)
		return locale.Text(lang, "roster.guess_missing", params)
	}
	return locale.Text(lang, "roster.guess_none", nil)
}

// Missing lists the titles of the columns that the nearest kind needs and the sheet has not.
func (g Guess) Missing(lang locale.Language) []string {
	if g.missing == nil {
		return nil
	}
	return g.missing(lang)
}
