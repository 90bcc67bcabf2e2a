package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// How many values one statement of a Batch should have. PostgreSQL gains from every way to the server and back that is saved.
// SQLite has none to save, and the time it takes to find the place of a value grows with the number of places.
const (
	batchPostgres = 3000
	batchSQLite   = 36
)

// A Batch inserts many rows into one table with few statements, inside the transaction it was made for. Nothing is sure to be
// in the table before Flush. It is not safe for concurrent use.
type Batch struct {
	q       Querier
	head    string
	columns int
	rows    int // in a full statement
	full    *sql.Stmt
	values  []any
}

// NewBatch prepares to insert into a table. Table and columns are part of the program, never input.
func NewBatch(q Querier, table string, columns ...string) *Batch {
	values := batchSQLite
	if tx, ok := q.(transaction); ok {
		values = tx.batch
	}
	rows := max(values/len(columns), 1)
	return &Batch{
		q: q, columns: len(columns), rows: rows, values: make([]any, 0, rows*len(columns)),
		head: "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES ",
	}
}

// Add queues one row, and sends what is queued when that is enough for a statement.
func (b *Batch) Add(ctx context.Context, values ...any) error {
	if len(values) != b.columns {
		return fmt.Errorf("%s: %d values for %d columns", b.head, len(values), b.columns)
	}
	b.values = append(b.values, values...)
	if len(b.values) < b.rows*b.columns {
		return nil
	}
	if b.full == nil {
		full, err := b.q.PrepareContext(ctx, b.statement(b.rows))
		if err != nil {
			return fmt.Errorf("prepare a batch: %w", err)
		}
		b.full = full
	}
	_, err := b.full.ExecContext(ctx, b.values...)
	b.values = b.values[:0]
	return err
}

// Flush sends what is still queued.
func (b *Batch) Flush(ctx context.Context) error {
	if len(b.values) == 0 {
		return nil
	}
	_, err := b.q.ExecContext(ctx, b.statement(len(b.values)/b.columns), b.values...)
	b.values = b.values[:0]
	return err
}

// Close gives the prepared statement back; the end of the transaction does so too.
func (b *Batch) Close() error {
	if b.full == nil {
		return nil
	}
	return b.full.Close()
}

func (b *Batch) statement(rows int) string {
	var text strings.Builder
	text.WriteString(b.head)
	for i := range rows * b.columns {
		switch {
		case i == 0:
			text.WriteString("($")
		case i%b.columns == 0:
			text.WriteString("), ($")
		default:
			text.WriteString(", $")
		}
		text.WriteString(strconv.Itoa(i + 1))
	}
	text.WriteByte(')')
	return text.String()
}
