package roster

import (
	"slices"
	"strings"

	"lectern/internal/fault"
	"lectern/internal/locale"
)

// The example of a template has a mark after the value that identifies its row. Without it an example that was left standing would be
// imported: one period in place of ten.

func exampleMark(lang locale.Language) string {
	if lang == locale.Chinese {
		return "（示例）"
	}
	return " (example)"
}

// keyOf is the field that has the mark.
func keyOf(fields []field) int { return slices.IndexFunc(fields, func(f field) bool { return f.need }) }

// exampleOf is the example row of a template, in the order of the fields.
func exampleOf(fields []field, lang locale.Language) []string {
	key := keyOf(fields)
	cells := make([]string, len(fields))
	for i, f := range fields {
		cells[i] = f.example[1]
		if lang == locale.Chinese {
			cells[i] = f.example[0]
		}
		if i == key {
			cells[i] += exampleMark(lang)
		}
	}
	return cells
}

// isExample tells whether a row is the example of a template as it was printed. One that was filled in but for its mark is
// refused: roster.example_left.
func (r *row) isExample() bool {
	key := r.layout.key
	text := r.text(key)
	if !strings.HasSuffix(text, ")") && !strings.HasSuffix(text, "）") { // most rows: there may be very many
		return false
	}
	fields := templateFields(r.layout.kind)
	for _, lang := range locale.Languages {
		if !strings.HasSuffix(nameKey(text), nameKey(exampleMark(lang))) {
			continue
		}
		for i, cell := range exampleOf(fields, lang) {
			if _, there := r.layout.column[fields[i].name]; there && r.text(fields[i].name) != clean(cell) {
				r.refuse(key, fault.New(fault.Invalid, "roster.example_left"))
				return false
			}
		}
		return true
	}
	return false
}
