package engine

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"lectern/internal/locale"
	"lectern/internal/roster/sheet"
)

// refusedRows writes the rows that were refused as they stood, with the reasons in a column that is ignored when the corrected
// file comes back. The cells are text: Excel would take the last digits of long numbers away when it saves a CSV. A file without refused rows stays
// empty.
type refusedRows struct {
	out    sheet.Writer
	layout *layout
	lang   locale.Language
	begun  bool
	skip   int // column of the reasons of an earlier try; -1 when there is none
}

// newRefusedRows empties the file: a repeated transaction must not leave the rows of its first try.
func newRefusedRows(file *os.File, l *layout, lang locale.Language) (*refusedRows, error) {
	if file == nil {
		return nil, nil //nolint:nilnil // a nil writer writes nowhere
	}
	if err := empty(file); err != nil {
		return nil, err
	}
	skip := slices.IndexFunc(l.headers, func(header string) bool { return slices.Contains(ReasonHeaders(), Clean(header)) })
	return &refusedRows{out: sheet.NewXLSX(file), layout: l, lang: lang, skip: skip}, nil
}

func empty(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("empty %s: %w", file.Name(), err)
	}
	if _, err := file.Seek(0, 0); err != nil {
		return fmt.Errorf("empty %s: %w", file.Name(), err)
	}
	return nil
}

func (w *refusedRows) add(r *row) error {
	if w == nil {
		return nil
	}
	if !w.begun {
		w.begun = true
		header := ReasonHeaders()[0]
		if w.lang != locale.Chinese {
			header = ReasonHeaders()[1]
		}
		if err := w.write(func(i int) string { return w.layout.headers[i] }, header); err != nil {
			return err
		}
	}
	reasons := make([]string, 0, len(r.problems))
	for _, p := range r.problems {
		text := p.Text(w.lang)
		if p.Column != "" {
			text = p.Column + ": " + text
		}
		reasons = append(reasons, text+" ["+p.Reason.Code+"]")
	}
	return w.write(r.Cell, strings.Join(reasons, " "))
}

func (w *refusedRows) write(cell func(column int) string, last string) error {
	cells := make([]string, 0, len(w.layout.headers)+1)
	for i := range w.layout.headers {
		if i != w.skip {
			cells = append(cells, cell(i))
		}
	}
	return w.out.Write(append(cells, last)...)
}

func (w *refusedRows) close() error {
	if w == nil {
		return nil
	}
	if err := w.out.Close(); err != nil {
		return fmt.Errorf("write the refused rows: %w", err)
	}
	return nil
}
