package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// batchRows is how many rows of a Batch go to PostgreSQL in one COPY.
const batchRows = 1000

// batchValues is how many values of a Batch go to SQLite in one statement, in whole rows. A statement has a cost of its own, and one of
// several rows keeps copies of the pages that it changes, in case it fails: measured, larger ones are no faster.
const batchValues = 40

// A Batch inserts many rows into one table as fast as the engine can, inside the transaction it was made for. Nothing is sure
// to be in the table before Flush. It is not safe for concurrent use.
type Batch struct {
	q       Querier
	table   string
	columns []string
	copy    func(ctx context.Context, table string, columns []string, rows [][]any) error // nil on SQLite
	rows    [][]any                                                                       // that wait
	most    int                                                                           // of them
	insert  *sql.Stmt                                                                     // as many as may wait
}

// NewBatch prepares to insert into a table. Table and columns are part of the program, never input.
func NewBatch(q Querier, table string, columns ...string) *Batch {
	b := &Batch{q: q, table: table, columns: columns, most: max(1, batchValues/len(columns))}
	if tx, ok := q.(transaction); ok && tx.copy != nil {
		b.copy, b.most = tx.copy, batchRows
	}
	return b
}

// Add writes one row, now or with others; it keeps the values until then.
func (b *Batch) Add(ctx context.Context, values ...any) error {
	if len(values) != len(b.columns) {
		return fmt.Errorf("insert into %s: %d values for %d columns", b.table, len(values), len(b.columns))
	}
	if b.rows = append(b.rows, values); len(b.rows) < b.most {
		return nil
	}
	return b.Flush(ctx)
}

// Flush writes what still waits.
func (b *Batch) Flush(ctx context.Context) error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.write(ctx)
	clear(b.rows)
	b.rows = b.rows[:0]
	return err
}

func (b *Batch) write(ctx context.Context) error {
	if b.copy != nil {
		return b.copy(ctx, b.table, b.columns, b.rows)
	}
	values := slices.Concat(b.rows...)
	if len(b.rows) < b.most {
		_, err := b.q.ExecContext(ctx, b.statement(), values...)
		return err
	}
	if b.insert == nil {
		statement, err := b.q.PrepareContext(ctx, b.statement())
		if err != nil {
			return fmt.Errorf("prepare to insert into %s: %w", b.table, err)
		}
		b.insert = statement
	}
	_, err := b.insert.ExecContext(ctx, values...)
	return err
}

// statement inserts the rows that wait. Only SQLite gets it, and its places have no numbers: SQLite takes $1 for a name, and the driver
// searches all names of a statement for each value.
func (b *Batch) statement() string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(b.columns)), ", ") + "), "
	return "INSERT INTO " + b.table + " (" + strings.Join(b.columns, ", ") + ") VALUES " + strings.TrimSuffix(strings.Repeat(row, len(b.rows)), ", ")
}

// Close gives the prepared statement back; the end of the transaction does so too.
func (b *Batch) Close() error {
	if b.insert == nil {
		return nil
	}
	return b.insert.Close()
}
