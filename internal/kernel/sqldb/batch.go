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

// batchValues limits the values of a Batch in one SQLite statement, in whole rows. More rows save the cost of
// statements, but one of several rows copies each page it changes in case it fails: larger ones measured no faster.
const batchValues = 40

// Batch inserts many rows into one table as fast as the engine can, in the transaction it was made for. Rows are only
// certain to be in the table after Flush. It is not safe for concurrent use.
type Batch struct {
	q       Querier
	table   string
	columns []string
	copy    func(ctx context.Context, table string, columns []string, rows [][]any) error // nil on SQLite
	rows    [][]any                                                                       // not yet written
	most    int                                                                           // rows before a write
	insert  *sql.Stmt                                                                     // for a full batch of rows
}

// NewBatch prepares to insert into a table. Table and columns are constants of the program, never input.
func NewBatch(q Querier, table string, columns ...string) *Batch {
	b := &Batch{q: q, table: table, columns: columns, most: max(1, batchValues/len(columns))}
	if tx, ok := q.(transaction); ok && tx.copy != nil {
		b.copy, b.most = tx.copy, batchRows
	}
	return b
}

// Add writes one row, now or later with others; the batch keeps the values until then.
func (b *Batch) Add(ctx context.Context, values ...any) error {
	if len(values) != len(b.columns) {
		return fmt.Errorf("insert into %s: %d values for %d columns", b.table, len(values), len(b.columns))
	}
	if b.rows = append(b.rows, values); len(b.rows) < b.most {
		return nil
	}
	return b.Flush(ctx)
}

// Flush writes the remaining rows.
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

// statement inserts the pending rows. Only SQLite runs it. It uses ? because SQLite treats $1 as a name, and the
// driver searches all names for each value.
func (b *Batch) statement() string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(b.columns)), ", ") + "), "
	return "INSERT INTO " + b.table + " (" + strings.Join(b.columns,
		", ") + ") VALUES " + strings.TrimSuffix(strings.Repeat(row, len(b.rows)), ", ")
}

// Close closes the prepared statement; so does the end of the transaction.
func (b *Batch) Close() error {
	if b.insert == nil {
		return nil
	}
	return b.insert.Close()
}
