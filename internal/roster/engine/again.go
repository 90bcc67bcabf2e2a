package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"lectern/internal/roster/db"
	"lectern/internal/sqldb"
)

// keyFields tell what a row is about, whatever else is wrong in it. A row that lacks one of them is not known again.
var keyFields = map[Kind][]string{
	Students: {"number"}, Teachers: {"number"}, Courses: {"code"}, Groups: {"group"}, Programmes: {"code"}, Rooms: {"campus", "name"}, Terms: {"id"},
	Periods: {"campusId", "from", "number"}, Enrolments: {"student", "group"}, Timetable: {"group", "weekday", "hours"}, Changes: {"action", "date", "group"},
	Exams: {"student", "group"},
}

// key is a digest of what the row is about; empty when that is not known.
func (r *row) key() string {
	var parts []string
	for _, field := range keyFields[r.layout.kind] {
		text := r.text(field)
		if text == "" {
			return ""
		}
		parts = append(parts, strings.ToLower(text))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// writeRefused writes down which rows were refused, and which refused rows of earlier imports are in now.
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
		if err := db.New(x.q).UpdateRefusedDone(ctx, db.UpdateRefusedDoneParams{ImportID: row.ImportID, Line: row.Line, DoneBy: x.report.ID}); err != nil {
			return fmt.Errorf("mark a refused row: %w", err)
		}
	}
	return nil
}
