package columns

import (
	"io"
	"maps"
	"slices"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/sheet"
)

// Each example row in a template is marked in the value that identifies it. Otherwise an example left in the file would
// be imported: one period instead of ten.

// ExampleMark returns the mark in a language.
func ExampleMark(lang locale.Language) string {
	if lang == locale.Chinese {
		return "（示例）"
	}
	return " (example)"
}

// keyOf returns the index of the field with the mark.
func keyOf(fields []Field) int {
	return slices.IndexFunc(fields, func(f Field) bool { return f.Need || f.Marked })
}

// Examples returns a template's example rows, in the order of its fields: one, or one per case.
func Examples(kind Kind, lang locale.Language) [][]string {
	fields := TemplateFields(kind)
	cases := []map[string][2]string{nil}
	switch kind {
	case Changes:
		cases = changeExamples()
	case Exams:
		cases = examExamples()
	default:
	}
	out := make([][]string, len(cases))
	for n, values := range cases {
		cells := make([]string, len(fields))
		for i, f := range fields {
			example := f.example
			if values != nil {
				example = values[f.Name]
			}
			cells[i] = example[1]
			if lang == locale.Chinese {
				cells[i] = example[0]
			}
			if i == keyOf(fields) {
				cells[i] += ExampleMark(lang)
			}
		}
		out[n] = cells
	}
	return out
}

// changeExamples has a row for each case: 停课, 调课, 代课, 补课, 放假, 调休.
func changeExamples() []map[string][2]string {
	same := func(text string) [2]string { return [2]string{text, text} }
	of := func(zh, en, date, hours string) map[string][2]string {
		return map[string][2]string{
			"action": {zh, en}, "term": same("2026-autumn"), "group": same("MKT201-1"), "date": same(date), "hours": same(hours),
		}
	}
	cancelled := of("停课", "cancel", "2026-10-19", "1-2")
	cancelled["note"] = [2]string{"教师外出开会", "The teacher is at a conference."}
	moved := of("调课", "move", "2026-10-26", "1-2")
	moved["newDate"], moved["newHours"] = same("2026-10-28"), same("3-4")
	moved["room"] = [2]string{"明德楼 A101", "Mingde Hall A101"}
	substitute := of("代课", "substitute", "2026-11-02", "1-2")
	substitute["teacher"] = [2]string{"T001 周明远", "T001"}
	added := of("补课", "add", "2026-11-07", "3-4")
	added["room"] = moved["room"]
	holiday := map[string][2]string{
		"action": {"放假", "holiday"}, "date": same("2027-01-01"), "newDate": same("2027-01-03"), "name": same("元旦"),
		"nameEn": same("New Year’s Day"),
	}
	follows := map[string][2]string{
		"action": {"调休", "follow"}, "term": same("2026-autumn"), "date": same("2026-12-27"), "week": same("17"),
		"weekday": {"周五", "Friday"},
	}
	return []map[string][2]string{cancelled, moved, substitute, added, holiday, follows}
}

// examExamples has an exam without a seat, and one with a seat.
func examExamples() []map[string][2]string {
	same := func(text string) [2]string { return [2]string{text, text} }
	alone := map[string][2]string{
		"term": same("2026-autumn"), "group": same("MKT201-1"), "examDate": same("2026-12-28"),
		"starts": same("14:00"), "ends": same("16:00"),
		"campus": {"北校区", "North Campus"}, "room": {"明德楼 A101", "Mingde Hall A101"},
	}
	seat := maps.Clone(alone)
	seat["student"], seat["name"], seat["seat"] = same("202501001"), same("林晓雨"), same("12")
	return []map[string][2]string{alone, seat}
}

// Template writes an empty spreadsheet of a kind, with headers and example rows that an import skips. The XLSX version
// has text cells, so that phone numbers stay as typed.
func Template(out io.Writer, kind Kind, lang locale.Language, xlsx bool) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	fields := TemplateFields(kind)
	headers := make([]string, len(fields))
	for i := range fields {
		headers[i] = fields[i].Title(lang)
	}
	w := sheet.NewCSV(out)
	if xlsx {
		w = sheet.NewXLSX(out)
	}
	for _, row := range append([][]string{headers}, Examples(kind, lang)...) {
		if err := w.Write(row...); err != nil {
			return err
		}
	}
	return w.Close()
}
