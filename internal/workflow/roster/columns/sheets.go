package columns

import (
	"regexp"
	"slices"
	"strings"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/sheet"
)

// A workbook may have a class roll on each sheet. Sheets with the same headers are read as one table; the titles above
// the headers and the sheet's name apply to the rows of that sheet.

// SheetHeaders are the headers of the column with each row's sheet, which is added to rejected rows and ignored when
// they are imported.
func SheetHeaders() []string { return []string{"工作表", "Sheet"} }

// LikeSheets lists the visible sheets of a file, in order, that have the same headers and the same fields above them.
func (m *Matcher) LikeSheets(file sheet.File, head []sheet.Row, at int) ([]string, error) {
	all, err := sheet.Names(file)
	if err != nil || len(all) < 2 {
		return nil, err
	}
	var out []string
	for _, info := range all {
		if info.Hidden {
			continue
		}
		other, err := Head(file, info.Name)
		if err != nil {
			return nil, err
		}
		if m.FindLike(other, head, at) >= 0 {
			out = append(out, info.Name)
		}
	}
	return out, nil
}

// FindLike finds the row in another sheet's head that has the same headers, or returns -1.
func (m *Matcher) FindLike(other, head []sheet.Row, at int) int {
	wanted, above := headerKeys(Headers(head, at)), m.titleNames(head[:at])
	if len(wanted) < 2 {
		return -1
	}
	for i := range other {
		if slices.Equal(headerKeys(Headers(other, i)), wanted) && slices.Equal(m.titleNames(other[:i]), above) {
			return i
		}
	}
	return -1
}

func headerKeys(cells []string) []string {
	keys := make([]string, len(cells))
	for i, cell := range cells {
		keys[i] = HeaderKey(cell)
	}
	for len(keys) > 0 && keys[len(keys)-1] == "" {
		keys = keys[:len(keys)-1]
	}
	return keys
}

// titleNames lists the fields above a table.
func (m *Matcher) titleNames(rows []sheet.Row) []string {
	var out []string
	for _, one := range m.ReadTitles(rows) {
		out = append(out, m.TitleField(one.Label).Name)
	}
	slices.Sort(out)
	return out
}

var plainSheetName = regexp.MustCompile(`(?i)^(?:sheet|工作表|表|第?\d+页?)\s*\d*$`)

// SheetField returns the field that sheet names stand for if the table lacks it: the group of class rolls and
// timetables, the home class of students. It returns nil if they mean nothing.
func (m *Matcher) SheetField(has func(field string) bool, names []string) *Field {
	switch m.kind {
	case Students:
		if !has("class") && !slices.ContainsFunc(names, func(name string) bool { return !strings.Contains(name, "班") }) {
			return m.ByName("class")
		}
	case Enrolments, Timetable:
		if !has("group") && !has("groupName") && !slices.ContainsFunc(names, plainSheetName.MatchString) {
			return m.ByName("group")
		}
	}
	return nil
}

// SheetColumn is the column with the name of each row's sheet, after the other columns.
func (m *Matcher) SheetColumn(
	head []sheet.Row, at int, titles []TitleColumn, field *Field, name string, lang locale.Language,
) TitleColumn {
	column := tableWidth(head, at)
	if len(titles) > 0 {
		column = titles[len(titles)-1].Column + 1
	}
	label := SheetHeaders()[1]
	if lang == locale.Chinese {
		label = SheetHeaders()[0]
	}
	if field != nil {
		label = field.Title(lang)
	}
	return TitleColumn{Column: column, Label: label, Value: name, Sheet: true}
}

// Place names a line, and its sheet if several were read.
func Place(sheets []string, line int) string {
	name := ""
	if at := line / sheet.Lines; at < len(sheets) && len(sheets) > 1 {
		name = sheets[at]
	}
	return sheet.Row{Line: line, Sheet: name}.Place()
}
