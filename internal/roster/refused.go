package roster

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"

	"lectern/internal/locale"
)

// refusedRows writes the rows that were refused as they stood, with the reasons in a column that is ignored when the corrected
// file comes back. The mark at its beginning makes Excel read it as UTF-8.
type refusedRows struct {
	out    *bufio.Writer
	csv    *csv.Writer
	layout *layout
	lang   locale.Language
	begun  bool
	skip   int // column of the reasons of an earlier try; -1 when there is none
}

const byteOrderMark = "\ufeff"

// newRefusedRows begins anew: a repeated transaction must not leave the rows of its first try.
func newRefusedRows(file *os.File, l *layout, lang locale.Language) (*refusedRows, error) {
	if file == nil {
		return nil, nil //nolint:nilnil // a nil writer writes nowhere
	}
	if err := rewind(file); err != nil {
		return nil, err
	}
	w := &refusedRows{out: bufio.NewWriter(file), layout: l, lang: lang}
	w.csv = csv.NewWriter(w.out)
	w.skip = slices.IndexFunc(l.headers, func(header string) bool { return slices.Contains(reasonHeaders(), clean(header)) })
	return w, nil
}

func rewind(file *os.File) error {
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
		if err := w.begin(); err != nil {
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
	return w.write(r.cells, strings.Join(reasons, " "))
}

// begin writes the head once there is something to write below it: a file without refused rows stays empty.
func (w *refusedRows) begin() error {
	w.begun = true
	if _, err := w.out.WriteString(byteOrderMark); err != nil {
		return fmt.Errorf("write the refused rows: %w", err)
	}
	header := reasonHeaders()[0]
	if w.lang != locale.Chinese {
		header = reasonHeaders()[1]
	}
	return w.write(w.layout.headers, header)
}

func (w *refusedRows) write(cells []string, last string) error {
	out := make([]string, 0, len(w.layout.headers)+1)
	for i := range w.layout.headers {
		if i == w.skip {
			continue
		}
		cell := ""
		if i < len(cells) {
			cell = neutral(cells[i])
		}
		out = append(out, cell)
	}
	return w.csv.Write(append(out, neutral(last)))
}

func (w *refusedRows) close() error {
	if w == nil {
		return nil
	}
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return fmt.Errorf("write the refused rows: %w", err)
	}
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("write the refused rows: %w", err)
	}
	return nil
}
