// Package snapshot copies rows so that they can be restored exactly, on either engine. It knows no table: the package that owns
// the rows says which belong together. Start at Object.
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

// A Table is a part of an Object. All names are part of the program, never input.
type Table struct {
	Name string
	By   []string // the columns that say which object a row belongs to
	Key  []string // the primary key
	Skip []string // columns that are not part of the copy: they stay as they are, or get their default
}

// An Object is the rows that make up one thing, such as a course with its teachers: rows that others refer to come first.
type Object []Table

// A Copy is the rows of an object as they were. An empty Copy is an object that was not there.
type Copy []byte

// Digest is a hash of the copy: another one means that something has changed.
func (c Copy) Digest() []byte {
	sum := sha256.Sum256(c)
	return sum[:16]
}

// A Row is one row with the names of its columns.
type Row struct {
	Columns []string
	Values  []any
}

// Text is a text of the row; empty when there is none in that column.
func (r Row) Text(column string) string {
	text, _ := r.value(column).(string)
	return text
}

// Number is a number of the row; 0 when there is none in that column.
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
	there := false
	for i, table := range o {
		rows, err := table.read(ctx, q, key)
		if err != nil {
			return nil, fmt.Errorf("copy rows of %s: %w", table.Name, err)
		}
		tables[i], there = rows, there || len(rows) > 0
	}
	if !there {
		return nil, nil
	}
	return Of(tables...)
}

// Of makes the copy of rows that were just inserted, table by table: what Take would read.
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

// Rows reads a copy: the rows of every table of the object.
func (o Object) Rows(copied Copy) ([][]Row, error) {
	if len(copied) == 0 {
		return make([][]Row, len(o)), nil
	}
	return decode(copied, len(o))
}

// Put makes the object what the copy says; an empty copy removes it.
func (o Object) Put(ctx context.Context, q sqldb.Querier, copied Copy, key ...any) error {
	wanted := make([][]Row, len(o))
	if len(copied) > 0 {
		var err error
		if wanted, err = decode(copied, len(o)); err != nil {
			return err
		}
	}
	for i, table := range slices.Backward(o) { // rows that refer to others go first
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

// normalise undoes what the engines do differently: SQLite hands out booleans as numbers, and bytes of no length as a nil slice,
// which is not NULL.
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

// remove deletes the object's rows that are not wanted.
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

// upsert writes a row over the one with its key: deleting that first would break the rows that refer to it.
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
