package engine

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/roster/sheet"
)

// A table is the part of a file that is imported: a sheet, and the headers in it.
type table struct {
	in     sheet.Reader
	layout *layout
	first  []sheet.Row // that were read with the headers
	notes  []*fault.Error
	sheets []string // that are read as one, this one first; empty: this one alone
	head   []sheet.Row
	at     int // of the headers in head
}

// openTable opens the sheet of a job, or the first one that has the headers of its kind. When none has, it says what is missing in the
// one that comes nearest.
func openTable(job *Job, m *Matcher) (*table, error) {
	if job.Sheet != "" {
		found, err := tableIn(job, m, job.Sheet)
		if err == nil && len(found.sheets) > 0 && found.sheets[0] != job.Sheet { // it begins with the first of them
			if err := found.in.Close(); err != nil {
				return nil, err
			}
			return tableIn(job, m, found.sheets[0])
		}
		return found, err
	}
	sheets, err := sheet.Names(job.File)
	if err != nil {
		return nil, err
	}
	var nearest error
	most := -1
	for i, info := range sheets {
		if info.Hidden {
			continue
		}
		found, err := tableIn(job, m, info.Name)
		if err == nil && len(found.sheets) > 0 {
			return found, nil
		}
		if err == nil {
			if i > 0 || len(sheets) > 1 {
				found.notes = append(found.notes, fault.New(fault.Invalid, "roster.read_sheet", "sheet", Clip(info.Name), "line", itoa(found.layout.line)))
			}
			if others := sheetsLike(job.File, m, sheets[i+1:]); len(others) > 0 {
				found.notes = append(found.notes, fault.New(fault.Invalid, "roster.other_sheets", "sheets", strings.Join(others, ", ")))
			}
			return found, nil
		}
		if fault.Code(err) == "" || !isAboutHeaders(err) {
			return nil, err
		}
		if known := knownIn(job.File, m, info.Name); known > most {
			nearest, most = err, known
		}
	}
	return nil, cmp.Or[error](nearest, fault.New(fault.Invalid, "roster.empty"))
}

// sheetsLike lists the other sheets that have the headers of the kind: nobody should take them for imported.
func sheetsLike(file sheet.File, m *Matcher, sheets []sheet.Info) []string {
	var out []string
	for _, info := range sheets {
		head, err := Head(file, info.Name)
		if i, _ := m.Best(head); err == nil && i >= 0 {
			if _, err := m.layout(withTitles(Headers(head, i), m.TitleColumns(head, i)), locale.English); err == nil {
				out = append(out, Clip(info.Name))
			}
		}
	}
	return out
}

// isAboutHeaders tells whether another sheet of the file may do better.
func isAboutHeaders(err error) bool {
	switch fault.Code(err) {
	case "roster.grid", "roster.no_header", "roster.missing_headers", "roster.no_such_header", "roster.header_twice", "roster.empty":
		return true
	}
	return false
}

func tableIn(job *Job, m *Matcher, name string) (*table, error) {
	in, err := openRows(job, name)
	if err != nil {
		return nil, err
	}
	out := &table{in: in}
	var more func([]sheet.Row, int, []TitleColumn) ([]TitleColumn, error)
	if job.AllSheets || len(job.Sheets) > 0 {
		more = func(head []sheet.Row, at int, titles []TitleColumn) ([]TitleColumn, error) {
			return out.takeSheets(job, m, head, at, titles)
		}
	}
	out.layout, out.first, err = findLayout(in, m, job.Language, more)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if len(out.sheets) > 0 {
		out.notes = append(out.notes, fault.New(fault.Invalid, "roster.read_sheets", "count", itoa(len(out.sheets)), "sheets", strings.Join(out.sheets, ", ")))
	}
	return out, nil
}

// openRows opens a sheet, of a first look at a large file its first rows.
func openRows(job *Job, name string) (sheet.Reader, error) {
	if job.MaxRows > 0 {
		return sheet.OpenHead(job.File, name, job.MaxRows)
	}
	return sheet.OpenSheet(job.File, name)
}

// knownIn counts the fields that the best row of a sheet's head knows.
func knownIn(file sheet.File, m *Matcher, name string) int {
	head, err := Head(file, name)
	if err != nil {
		return 0
	}
	_, known := m.Best(head)
	return known
}

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
	isExams bool              // a header speaks of exams or seats
	Grid    bool              // it is a drawn timetable, which no kind can read
	grid    *grid
	columns map[string]int // by field
	missing func(locale.Language) []string
	known   func(locale.Language) []string
}

// GuessKind scores all kinds by the first rows of a sheet, as Head reads them; synonyms are those of staff, by kind. A kind is guessed only
// when all the columns are there that it needs.
func GuessKind(head []sheet.Row, synonyms map[Kind]map[string]string) Guess {
	if drawn := findGrid(head); drawn != nil {
		return Guess{Grid: true, Line: drawn.line, grid: drawn}
	}
	var complete, partial []Guess
	for _, kind := range Kinds() {
		m, err := NewMatcher(kind, nil, synonyms[kind])
		if err != nil {
			continue
		}
		i, known := m.Best(head)
		if i < 0 {
			continue
		}
		columns := map[string]int{}
		g := Guess{Kind: kind, Nearest: kind, Line: head[i].Line, Known: known, columns: columns, headers: map[string]string{}}
		var fields []*Field
		for column, cell := range Headers(head, i) {
			if Clean(cell) != "" {
				g.Columns++
			}
			g.isExams = g.isExams || ofAnExam.MatchString(HeaderKey(cell))
			f := m.Field(cell)
			if f == nil {
				continue
			}
			if _, twice := columns[f.Name]; !twice {
				columns[f.Name], g.headers[f.Name] = column, cell
				fields = append(fields, f)
			}
		}
		for _, one := range m.TitleColumns(head, i) {
			columns[m.titleField(one.Label).Name] = one.Column
		}
		g.missing = func(lang locale.Language) []string { return m.missing(columns, lang) }
		g.known = func(lang locale.Language) []string { return titlesOf(fields, lang) }
		// One column among others that mean nothing is no evidence.
		if len(g.missing(locale.English)) == 0 && (g.Known > 1 || g.Columns == 1) {
			complete = append(complete, g)
		} else {
			partial = append(partial, g)
		}
	}
	return choose(complete, partial)
}

func choose(complete, partial []Guess) Guess {
	// Periods and rooms need little, which sheets of other kinds have too: one of those that lacks a column is not taken for them.
	complete = slices.DeleteFunc(complete, func(g Guess) bool {
		if g.Kind == Changes && g.isTimetable(complete) || g.Kind == Enrolments && g.isStudents(complete) || g.Kind == Exams && !g.isExams {
			return true
		}
		return (g.Kind == Periods || g.Kind == Rooms) && slices.ContainsFunc(partial, func(other Guess) bool { return other.Known > g.Known })
	})
	var out Guess
	for _, g := range complete {
		if out.Kind == "" || cmp.Or(cmp.Compare(specific(g.Kind), specific(out.Kind)), namesGroups(g, out), cmp.Compare(g.Known, out.Known)) > 0 {
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

// specific is larger for kinds whose sheets also have the columns of other kinds: a list of enrolments has numbers and names of students.
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
	return slices.ContainsFunc(complete, func(other Guess) bool { return other.Kind == Timetable && other.Known >= g.Known })
}

// isStudents tells whether what could be enrolments are students: it names no group but the class that they are in, and more about them.
func (g Guess) isStudents(complete []Guess) bool {
	for _, field := range []string{"group", "groupName"} {
		if _, there := g.columns[field]; there && !ofAClass.MatchString(HeaderKey(g.headers[field])) {
			return false
		}
	}
	return slices.ContainsFunc(complete, func(other Guess) bool { return other.Kind == Students && other.Known > g.Known })
}

// namesGroups prefers groups to courses when the sheet names groups in a column of their own: it has the columns of courses too, and often more of them.
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

// Title is what people call a kind.
func (k Kind) Title(lang locale.Language) string {
	return locale.Text(lang, map[Kind]string{
		Terms: "roster.kind.terms", Periods: "roster.kind.periods", Rooms: "roster.kind.rooms", Programmes: "roster.kind.programmes",
		Teachers: "roster.kind.teachers", Students: "roster.kind.students", Courses: "roster.kind.courses", Groups: "roster.kind.groups",
		Enrolments: "roster.kind.enrolments", Timetable: "roster.kind.timetable", Changes: "roster.kind.changes",
		Exams: "roster.kind.exams",
	}[k], nil)
}

// Text says why, in a language.
func (g Guess) Text(lang locale.Language) string {
	separator := ", "
	if lang == locale.Chinese {
		separator = "、"
	}
	params := map[string]string{"line": itoa(g.Line), "known": itoa(g.Known), "columns": itoa(g.Columns)}
	switch {
	case g.Grid:
		f := g.grid.refuse("", lang)
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
