// Package snapshot copies rows so that they can be restored exactly, on either engine. It knows no tables: the
// package that owns the rows says which belong together. Start at Object.
package snapshot

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/sqldb"
)

// Table is a part of an Object. All names are constants of the program, never input.
type Table struct {
	Name string
	By   []string // the columns that identify the object
	Key  []string // the primary key
	Skip []string // columns that are not copied: they keep their value, or get the default
}

// Object is the tables that make up one thing, such as a course with its teachers. Referenced tables come first.
type Object []Table

// Copy is a copy of an object's rows. An empty Copy means that the object did not exist.
type Copy []byte

// Digest returns a hash of the copy, to detect changes.
func (c Copy) Digest() []byte {
	sum := sha256.Sum256(c)
	return sum[:16]
}

// Row is one row with the names of its columns.
type Row struct {
	Columns []string
	Values  []any
}

// Text returns the text in a column, or "" if it holds none.
func (r Row) Text(column string) string {
	text, _ := r.value(column).(string)
	return text
}

// Number returns the number in a column, or 0 if it holds none.
func (r Row) Number(column string) int {
	n, _ := r.value(column).(int64)
	return int(n)
}

func (r Row) value(column string) any {
	if i := slices.Index(r.Columns, column); i >= 0 {
		return r.Values[i]
	}
	return nil
}

// Take copies the rows of one object.
func (o Object) Take(ctx context.Context, q sqldb.Querier, key ...any) (Copy, error) {
	tables := make([][]Row, len(o))
	exists := false
	for i, table := range o {
		rows, err := table.read(ctx, q, key)
		if err != nil {
			return nil, fmt.Errorf("copy rows of %s: %w", table.Name, err)
		}
		tables[i], exists = rows, exists || len(rows) > 0
	}
	if !exists {
		return nil, nil
	}
	return Of(tables...)
}

// Of returns the copy of rows that were just inserted, by table: the same as Take.
func Of(tables ...[]Row) (Copy, error) {
	var out []byte
	var err error
	for _, rows := range tables {
		if out, err = appendRows(out, rows); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Rows decodes a copy into the rows of each table.
func (o Object) Rows(copied Copy) ([][]Row, error) {
	if len(copied) == 0 {
		return make([][]Row, len(o)), nil
	}
	return decode(copied, len(o))
}

// Put restores the object from a copy; an empty copy deletes it.
func (o Object) Put(ctx context.Context, q sqldb.Querier, copied Copy, key ...any) error {
	wanted := make([][]Row, len(o))
	if len(copied) > 0 {
		var err error
		if wanted, err = decode(copied, len(o)); err != nil {
			return err
		}
	}
	for i, table := range slices.Backward(o) { // delete referencing rows first
		if err := table.remove(ctx, q, wanted[i], key); err != nil {
			return fmt.Errorf("put back rows of %s: %w", table.Name, err)
		}
	}
	for i, table := range o {
		for _, row := range wanted[i] {
			if _, err := q.ExecContext(ctx, table.upsert(row), row.Values...); err != nil {
				return fmt.Errorf("put back rows of %s: %w", table.Name, err)
			}
		}
	}
	return nil
}

func (t Table) read(ctx context.Context, q sqldb.Querier, key []any) ([]Row, error) {
	where := make([]string, len(t.By))
	for i, column := range t.By {
		where[i] = column + " = $" + strconv.Itoa(i+1)
	}
	rows, err := q.QueryContext(ctx, "SELECT * FROM "+t.Name+" WHERE "+strings.Join(where, " AND "), key[:len(t.By)]...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	var out []Row
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range into {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		var row Row
		for i, kind := range types {
			if !slices.Contains(t.Skip, columns[i]) {
				row.Columns, row.Values = append(row.Columns, columns[i]), append(row.Values, normalise(values[i], kind))
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// normalise removes differences between the engines: SQLite returns booleans as numbers, and empty bytes as a nil
// slice, which would mean NULL.
func normalise(value any, kind *sql.ColumnType) any {
	switch v := value.(type) {
	case int64:
		if strings.HasPrefix(strings.ToUpper(kind.DatabaseTypeName()), "BOOL") {
			return v != 0
		}
	case []byte:
		return append([]byte{}, v...)
	}
	return value
}

// remove deletes the object's rows that aren't wanted.
func (t Table) remove(ctx context.Context, q sqldb.Querier, wanted []Row, key []any) error {
	have, err := t.read(ctx, q, key)
	if err != nil {
		return err
	}
	where := make([]string, len(t.Key))
	for i, column := range t.Key {
		where[i] = column + " = $" + strconv.Itoa(i+1)
	}
	for _, row := range have {
		own := row.pick(t.Key)
		if slices.ContainsFunc(wanted, func(w Row) bool { return slices.Equal(w.pick(t.Key), own) }) {
			continue
		}
		if _, err := q.ExecContext(ctx, "DELETE FROM "+t.Name+" WHERE "+strings.Join(where, " AND "), own...); err != nil {
			return err
		}
	}
	return nil
}

func (r Row) pick(columns []string) []any {
	out := make([]any, 0, len(columns))
	for _, column := range columns {
		if i := slices.Index(r.Columns, column); i >= 0 {
			out = append(out, r.Values[i])
		}
	}
	return out
}

// upsert returns the statement that writes a row over an existing one: deleting it first would break references.
func (t Table) upsert(row Row) string {
	places, changes := make([]string, len(row.Columns)), []string{}
	for i, column := range row.Columns {
		places[i] = "$" + strconv.Itoa(i+1)
		if !slices.Contains(t.Key, column) {
			changes = append(changes, column+" = excluded."+column)
		}
	}
	do := "NOTHING"
	if len(changes) > 0 {
		do = "UPDATE SET " + strings.Join(changes, ", ")
	}
	return "INSERT INTO " + t.Name + " (" + strings.Join(row.Columns, ", ") + ") VALUES (" + strings.Join(places, ", ") +
		") ON CONFLICT (" + strings.Join(t.Key, ", ") + ") DO " + do
}
