package engine

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// A table is the part of a file to import: a sheet and its headers.
type table struct {
	in     sheet.Reader
	layout *columns.Layout
	first  []sheet.Row // read along with the headers
	notes  []*fault.Error
	sheets []string // read as one, starting with this one; empty: only this one
	head   []sheet.Row
	at     int // index of the headers in head
}

// openTable opens the sheet of a job, or the first one with headers of its kind. If there is none, the error says what
// the closest sheet lacks.
func openTable(job *Job, m *columns.Matcher) (*table, error) {
	if job.Sheet != "" {
		found, err := tableIn(job, m, job.Sheet)
		if err == nil && len(found.sheets) > 0 && found.sheets[0] != job.Sheet { // start with the first of them
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
				found.notes = append(found.notes,
					fault.New(fault.Invalid, "roster.read_sheet", "sheet", parse.Clip(info.Name), "line", itoa(found.layout.Line)))
			}
			if others := sheetsLike(job.File, m, sheets[i+1:]); len(others) > 0 {
				found.notes = append(found.notes,
					fault.New(fault.Invalid, "roster.other_sheets", "sheets", strings.Join(others, ", ")))
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

// sheetsLike lists the other sheets with headers of the kind, to warn that they weren't imported.
func sheetsLike(file sheet.File, m *columns.Matcher, sheets []sheet.Info) []string {
	var out []string
	for _, info := range sheets {
		head, err := columns.Head(file, info.Name)
		if i, _ := m.Best(head); err == nil && i >= 0 {
			if _, err := m.Layout(columns.WithTitles(columns.Headers(head, i),
				m.TitleColumns(head, i)), locale.English); err == nil {
				out = append(out, parse.Clip(info.Name))
			}
		}
	}
	return out
}

// isAboutHeaders reports whether another sheet of the file may match better.
func isAboutHeaders(err error) bool {
	switch fault.Code(err) {
	case "roster.grid", "roster.calendar", "roster.no_header", "roster.missing_headers", "roster.no_such_header",
		"roster.header_twice", "roster.side_by_side", "roster.two_schedules", "roster.empty":
		return true
	}
	return false
}

func tableIn(job *Job, m *columns.Matcher, name string) (*table, error) {
	in, err := openRows(job, name)
	if err != nil {
		return nil, err
	}
	out := &table{in: in}
	var more func([]sheet.Row, int, []columns.TitleColumn) ([]columns.TitleColumn, error)
	if job.AllSheets || len(job.Sheets) > 0 {
		more = func(head []sheet.Row, at int, titles []columns.TitleColumn) ([]columns.TitleColumn, error) {
			return out.takeSheets(job, m, head, at, titles)
		}
	}
	out.layout, out.first, err = columns.FindLayout(in, m, job.Language, more)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if len(out.sheets) > 0 {
		out.notes = append(out.notes, fault.New(fault.Invalid, "roster.read_sheets", "count", itoa(len(out.sheets)), "sheets",
			strings.Join(out.sheets, ", ")))
	}
	return out, nil
}

// openRows opens a sheet; for a quick look at a large file, only its first rows.
func openRows(job *Job, name string) (sheet.Reader, error) {
	if job.MaxRows > 0 {
		return sheet.OpenHead(job.File, name, job.MaxRows)
	}
	return sheet.OpenSheet(job.File, name)
}

// rowOf makes a row of the table from a row of the sheet.
func (t *table) rowOf(layout *columns.Layout, next sheet.Row) *row {
	r := &row{Row: next, layout: layout, date1904: t.in.Date1904()}
	if t.in.Name() == "" { // in workbooks there may be notes beside a table
		r.surplus = layout.Surplus(next.Cells)
	}
	if len(layout.Titles) > 0 {
		r.Cells = next.Cells[:min(len(next.Cells), layout.Base())]
	}
	return r
}

// knownIn counts the known fields in the best header row of a sheet.
func knownIn(file sheet.File, m *columns.Matcher, name string) int {
	head, err := columns.Head(file, name)
	if err != nil {
		return 0
	}
	_, known := m.Best(head)
	return known
}

// takeSheets finds the sheets that a job reads as one table, and adds the column of their names to the table's titles.
func (t *table) takeSheets(
	job *Job, m *columns.Matcher, head []sheet.Row, at int, titles []columns.TitleColumn,
) ([]columns.TitleColumn, error) {
	names := job.Sheets
	if job.AllSheets {
		var err error
		if names, err = m.LikeSheets(job.File, head, at); err != nil {
			return nil, err
		}
	}
	if len(names) < 2 {
		return titles, nil
	}
	t.sheets, t.head, t.at = names, head, at
	if job.Columns != nil { // the caller has chosen the columns
		return titles, nil
	}
	headers := columns.Headers(head, at)
	has := func(name string) bool {
		is := func(label string) bool { f := m.Field(label); return f != nil && f.Name == name }
		return slices.ContainsFunc(headers, is) || slices.ContainsFunc(titles, func(one columns.TitleColumn) bool {
			return is(one.Label)
		})
	}
	return append(slices.Clone(titles),
		m.SheetColumn(head, at, titles, m.SheetField(has, names), names[0], job.Language)), nil
}

// openSheet opens one of the further sheets below its headers, and reads the texts above them.
func (x *run) openSheet(t *table, name string) (sheet.Reader, error) {
	m := x.layout.Matcher
	head, err := columns.Head(x.job.File, name)
	if err != nil {
		return nil, err
	}
	at := m.FindLike(head, t.head, t.at)
	if at < 0 { // it existed when the sheets were listed
		return nil, fault.New(fault.Invalid, "roster.no_header", "headers", strings.Join(m.Titles(x.job.Language), ", "),
			"where", columns.Where(name, 0, x.job.Language))
	}
	in, err := openRows(x.job, name)
	if err != nil {
		return nil, err
	}
	for {
		row, err := in.Next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, errors.Join(err, in.Close())
		}
		if err != nil || row.Line >= head[at].Line {
			break
		}
	}
	found := m.ReadTitles(head[:at])
	x.titles, x.inTitle, x.campusAbove = make([]string, len(x.layout.Titles)), true, ""
	for i, title := range x.layout.Titles {
		switch {
		case title.Sheet:
			x.titles[i] = name
			continue
		case title.Implied:
			x.titles[i] = title.Value
			continue
		}
		for _, one := range found {
			if m.TitleField(one.Label) == m.TitleField(title.Label) {
				x.titles[i] = one.Value
			}
		}
	}
	return in, nil
}

// readTitle reads the values of a row above another table of the sheet, which apply to the rows below. It reports
// whether the row is a title.
func (x *run) readTitle(r *row) bool {
	first := slices.IndexFunc(r.Cells, func(cell string) bool { return parse.Clean(cell) != "" })
	if len(x.layout.Titles) == 0 || first < 0 || isCode(r.Cells[first]) {
		return false
	}
	m, found := x.layout.Matcher, false
	for _, one := range m.ReadTitles([]sheet.Row{r.Row}) {
		i := slices.IndexFunc(x.layout.Titles, func(t columns.TitleColumn) bool {
			return m.TitleField(t.Label) == m.TitleField(one.Label)
		})
		if i < 0 || one.Column != first && !found {
			continue
		}
		if !found && !x.inTitle {
			x.endTitles()
		}
		found, x.inTitle = true, true
		x.titles[i] = one.Value
	}
	return found
}

// endTitles clears the values above the last table, because they may not apply to the next one.
func (x *run) endTitles() {
	values := make([]string, len(x.layout.Titles)) // rows still refer to the old slice
	for i, one := range x.layout.Titles {
		if f := x.layout.Matcher.TitleField(one.Label); one.Implied || f != nil && slices.Contains(columns.Lasting, f.Name) {
			values[i] = x.titles[i]
		}
	}
	x.titles = values
}

// takeTitles gives a row the values above its table. It reports whether the row has only one text: that's a page number
// or title, not a record, and gets nothing.
func (x *run) takeTitles(r *row) (lone bool) {
	filled, only := 0, ""
	for _, cell := range r.Cells {
		if parse.Clean(cell) != "" {
			filled, only = filled+1, cell
		}
	}
	if len(x.titles) == 0 || filled == 1 && !isCode(only) {
		return len(x.titles) > 0
	}
	r.titles = x.titles
	return false
}

// noteTitles notes which values were read from above the headers.
func (x *run) noteTitles() {
	x.inTitle = true
	for _, one := range x.layout.Titles {
		x.titles = append(x.titles, one.Value)
		if one.Implied {
			x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, "roster.implied_column", "cell", one.Cell, "label",
				parse.Clip(one.Label), "value", parse.Clip(one.Value)))
			continue
		}
		if len(x.report.Sheets) > 0 {
			code := "roster.title_columns"
			if one.Sheet {
				code = "roster.sheet_column"
			}
			if !one.Sheet || !slices.Contains(columns.SheetHeaders(), one.Label) {
				x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, code, "label", parse.Clip(one.Label)))
			}
			continue
		}
		x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, "roster.title_column", "cell", one.Cell, "label",
			parse.Clip(one.Label), "value", parse.Clip(one.Value)))
	}
}
