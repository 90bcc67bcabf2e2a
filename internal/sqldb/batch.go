package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// batchRows is how many rows of a Batch go to PostgreSQL in one COPY. SQLite has no way to and from a server to save, and the time
// it takes to bind a value grows with their number: there every row is a statement of its own, prepared once.
const batchRows = 1000

// A Batch inserts many rows into one table as fast as the engine can, inside the transaction it was made for. Nothing is sure
// to be in the table before Flush. It is not safe for concurrent use.
type Batch struct {
	q       Querier
	table   string
	columns []string
	copy    func(ctx context.Context, table string, columns []string, rows [][]any) error
	rows    [][]any // that wait for COPY
	insert  *sql.Stmt
}

// NewBatch prepares to insert into a table. Table and columns are part of the program, never input.
func NewBatch(q Querier, table string, columns ...string) *Batch {
	b := &Batch{q: q, table: table, columns: columns}
	if tx, ok := q.(transaction); ok {
		b.copy = tx.copy
	}
	return b
}

// Add writes one row, now or with others; it keeps the values until then.
func (b *Batch) Add(ctx context.Context, values ...any) error {
	if len(values) != len(b.columns) {
		return fmt.Errorf("insert into %s: %d values for %d columns", b.table, len(values), len(b.columns))
	}
	if b.copy != nil {
		if b.rows = append(b.rows, values); len(b.rows) < batchRows {
			return nil
		}
		return b.Flush(ctx)
	}
	if b.insert == nil {
		places := make([]string, len(b.columns))
		for i := range places {
			places[i] = "$" + strconv.Itoa(i+1)
		}
		statement, err := b.q.PrepareContext(ctx, "INSERT INTO "+b.table+" ("+strings.Join(b.columns, ", ")+") VALUES ("+strings.Join(places, ", ")+")")
		if err != nil {
			return fmt.Errorf("prepare to insert into %s: %w", b.table, err)
		}
		b.insert = statement
	}
	_, err := b.insert.ExecContext(ctx, values...)
	return err
}

// Flush writes what still waits.
func (b *Batch) Flush(ctx context.Context) error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.copy(ctx, b.table, b.columns, b.rows)
	clear(b.rows)
	b.rows = b.rows[:0]
	return err
}

// Close gives the prepared statement back; the end of the transaction does so too.
func (b *Batch) Close() error {
	if b.insert == nil {
		return nil
	}
	return b.insert.Close()
}
