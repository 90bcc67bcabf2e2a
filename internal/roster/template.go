package roster

import (
	"encoding/csv"
	"fmt"
	"io"

	"lectern/internal/locale"
)

// Template writes an empty spreadsheet of a kind: its headers, and one row as an example that must be deleted. The one for Excel
// has text cells, so that phones and numbers stay as they are typed.
func Template(out io.Writer, kind Kind, lang locale.Language, xlsx bool) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	var headers, example []string
	for _, f := range fieldsOf(kind) {
		headers = append(headers, f.title(lang))
		if lang == locale.Chinese {
			example = append(example, f.example[0])
		} else {
			example = append(example, f.example[1])
		}
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
