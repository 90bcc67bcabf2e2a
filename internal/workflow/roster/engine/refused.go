package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"

	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// refusedRows writes the rejected rows unchanged, with the reasons in a column that is ignored when the corrected file
// is imported. All cells are text, because Excel truncates long numbers. Without rejected rows the file stays empty.
type refusedRows struct {
	out    sheet.Writer
	layout *columns.Layout
	lang   locale.Language
	begun  bool
	skip   int // column of the reasons of an earlier import; -1 if none
}

// newRefusedRows truncates the file: a retried transaction must not keep the rows of its first try.
func newRefusedRows(file *os.File, l *columns.Layout, lang locale.Language) (*refusedRows, error) {
	if file == nil {
		return nil, nil //nolint:nilnil // a nil writer writes nowhere
	}
	if err := empty(file); err != nil {
		return nil, err
	}
	skip := slices.IndexFunc(l.Headers, func(header string) bool {
		return slices.Contains(columns.ReasonHeaders(), parse.Clean(header))
	})
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
		header := columns.ReasonHeaders()[0]
		if w.lang != locale.Chinese {
			header = columns.ReasonHeaders()[1]
		}
		if err := w.write(func(i int) string { return w.layout.Headers[i] }, header); err != nil {
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
	cells := make([]string, 0, len(w.layout.Headers)+1)
	for i := range w.layout.Headers {
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

// keyFields identify the subject of a row regardless of errors in it. A row that lacks one of them can't be matched
// later.
var keyFields = map[columns.Kind][]string{
	columns.Students: {"number"}, columns.Teachers: {"number"}, columns.Courses: {"code"}, columns.Groups: {"group"},
	columns.Programmes: {"code"}, columns.Rooms: {"campus", "name"}, columns.Terms: {"id"},
	columns.Periods: {"campusId", "from", "number"}, columns.Enrolments: {"student", "group"},
	columns.Timetable: {"group", "weekday", "hours"}, columns.Changes: {"action", "date", "group"},
	columns.Exams: {"student", "group"},
}

// key returns a digest of the keyFields, or "" if one is missing.
func (r *row) key() string {
	var parts []string
	for _, field := range keyFields[r.layout.Kind] {
		text := r.text(field)
		if text == "" {
			return ""
		}
		parts = append(parts, strings.ToLower(text))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// writeRefused stores which rows were rejected, and which earlier rejected rows have now been imported.
func (x *run) writeRefused(ctx context.Context) error {
	batch := sqldb.NewBatch(x.q, "import_refused", "import_id", "line", "row_key", "done_by")
	for line, key := range x.refusedKeys {
		if err := batch.Add(ctx, x.report.ID, int64(line), key, ""); err != nil {
			return fmt.Errorf("write refused rows: %w", err)
		}
	}
	if err := batch.Flush(ctx); err != nil {
		return fmt.Errorf("write refused rows: %w", err)
	}
	if err := batch.Close(); err != nil {
		return err
	}
	open, err := db.New(x.q).SelectOpenRefused(ctx, db.SelectOpenRefusedParams{Kind: string(x.job.Kind), ID: x.report.ID})
	if err != nil {
		return fmt.Errorf("read refused rows: %w", err)
	}
	for _, row := range open {
		if !x.goodKeys[row.RowKey] {
			continue
		}
		if err := db.New(x.q).UpdateRefusedDone(ctx,
			db.UpdateRefusedDoneParams{ImportID: row.ImportID, Line: row.Line, DoneBy: x.report.ID}); err != nil {
			return fmt.Errorf("mark a refused row: %w", err)
		}
	}
	return nil
}
