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

// Head reads the rows of a sheet that may contain its headers.
func Head(file sheet.File, name string) (head []sheet.Row, err error) {
	in, err := sheet.OpenHead(file, name, HeaderRows)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	for {
		row, err := in.Next()
		if err != nil {
			break // at the end, or at an error that the import will report
		}
		head = append(head, row)
	}
	return head, nil
}

// Best returns the row with the most known headers.
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

// A Guess is the likely contents of a sheet.
type Guess struct {
	Kind    Kind // empty if no kind has all its required columns
	Line    int  // of the headers; 0 if no row looks like headers
	Known   int  // columns that the kind knows
	Columns int  // columns with a header
	Nearest Kind // the closest kind, if Kind is empty
	Also    []Kind
	headers map[string]string // by field
	isExams bool              // a header mentions exams or seats
	teaches bool              // a header, or a label above, names a course
	// Grid is set for a layout that no kind can read: weekdays as columns, or a table printed in several columns.
	Grid    bool
	why     func(locale.Language) *fault.Error
	columns map[string]int // by field
	missing func(locale.Language) []string
	known   func(locale.Language) []string
}

// GuessKind scores all kinds by the first rows of a sheet, as read by Head, and the synonyms that staff have defined.
// It guesses a kind only if all its required columns are there.
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
		halves[kind] = m.refuseHalf(head, i)
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
		// A single known column among unknown ones is no evidence.
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
	// Periods and rooms require few columns, which other sheets have too, so a sheet that almost fits another kind
	// isn't one of those.
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
	// A list of a course's students isn't a list of the college's, and an exam list mentions exams.
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

// specific ranks kinds whose sheets contain the columns of other kinds: a list of enrolments also has student numbers
// and names.
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

// isTimetable reports whether apparent changes are a timetable: they have neither dates nor new values.
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

// isStudents reports whether apparent enrolments are students: there is no group other than their home class, and more
// personal data.
func (g Guess) isStudents(complete []Guess) bool {
	for _, field := range []string{"group", "groupName"} {
		if _, there := g.columns[field]; there && !ofAClass.MatchString(HeaderKey(g.headers[field])) {
			return false
		}
	}
	return slices.ContainsFunc(complete, func(other Guess) bool { return other.Kind == Students && other.Known > g.Known })
}

// namesGroups prefers groups to courses if the sheet has a column of groups, because it may have more columns of
// courses.
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

// Text explains the guess.
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

// Missing lists the required columns of the nearest kind that the sheet lacks.
func (g Guess) Missing(lang locale.Language) []string {
	if g.missing == nil {
		return nil
	}
	return g.missing(lang)
}
