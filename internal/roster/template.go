package roster

import (
	"encoding/csv"
	"fmt"
	"io"

	"lectern/internal/locale"
)

// Template writes an empty spreadsheet of a kind: its headers, and one row as an example, which an import leaves out. The one for Excel
// has text cells, so that phones and numbers stay as they are typed.
func Template(out io.Writer, kind Kind, lang locale.Language, xlsx bool) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	fields := fieldsOf(kind)
	headers, example := make([]string, len(fields)), exampleOf(fields, lang)
	for i := range fields {
		headers[i] = fields[i].title(lang)
	}
	if xlsx {
		return writeXLSX(out, headers, example)
	}
	if _, err := io.WriteString(out, byteOrderMark); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	if err := w.WriteAll([][]string{headers, example}); err != nil {
		return fmt.Errorf("write a template: %w", err)
	}
	return nil
}
