package roster

import (
	"io"

	"lectern/internal/locale"
	"lectern/internal/roster/sheet"
)

// Template writes an empty spreadsheet of a kind: its headers, and rows as examples, which an import leaves out. The one for Excel
// has text cells, so that phones and numbers stay as they are typed.
func Template(out io.Writer, kind Kind, lang locale.Language, xlsx bool) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	fields := templateFields(kind)
	headers := make([]string, len(fields))
	for i := range fields {
		headers[i] = fields[i].title(lang)
	}
	w := sheet.NewCSV(out)
	if xlsx {
		w = sheet.NewXLSX(out)
	}
	for _, row := range append([][]string{headers}, examplesOf(kind, lang)...) {
		if err := w.Write(row...); err != nil {
			return err
		}
	}
	return w.Close()
}
