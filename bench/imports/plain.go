package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/bench/college"
	"lectern/internal/kernel/sqldb"
)

// plainTimes are the minimum cost of an import: reading with the library, and inserting the rows that ours wrote.
type plainTimes struct{ reading, preview, apply time.Duration }

// written lists the tables that an import of students writes, in order of references; the last two are a preview's.
var written = []string{
	"import", "account", "credential", "student", "lookup", "audit", "import_step",
	"import_draft", "import_draft_row",
}

const ofPreview = 2

func plainly(ctx context.Context, c *college.College, engine, sheet string) (out plainTimes, err error) {
	start := time.Now()
	if err := readPlainly(sheet); err != nil {
		return out, err
	}
	out.reading = time.Since(start)
	from := c.Database
	if from == "" {
		from = filepath.Join(c.Folder, "data", "lectern.db")
	}
	to, err := databaseOf(ctx, engine, "bench_imports_plain")
	if err != nil {
		return out, err
	}
	if to == "" {
		to = filepath.Join(c.Folder, "plain.db")
	}
	tables, err := rowsOf(ctx, from)
	if err != nil {
		return out, err
	}
	database, err := sqldb.Open(ctx, sqldb.Options{URL: to})
	if err != nil {
		return out, err
	}
	defer database.Close()
	if _, err := database.Migrate(ctx); err != nil {
		return out, err
	}
	imported := tables[:len(tables)-ofPreview]
	if out.apply, err = insert(ctx, database, imported); err != nil {
		return out, err
	}
	shown, err := insert(ctx, database, tables[len(imported):])
	out.preview = out.apply + shown // a preview writes all rows, rolls back, and writes its result
	progress("plainly: %+v", out)
	return out, err
}

func readPlainly(path string) error {
	book, err := excelize.OpenFile(path)
	if err != nil {
		return err
	}
	defer book.Close()
	rows, err := book.Rows(book.GetSheetName(0))
	if err != nil {
		return err
	}
	for rows.Next() {
		if _, err := rows.Columns(); err != nil {
			return err
		}
	}
	return rows.Close()
}

type table struct {
	name    string
	columns []string
	rows    [][]any
}

// rowsOf reads all rows of the written tables.
func rowsOf(ctx context.Context, url string) ([]table, error) {
	database, err := sqldb.Open(ctx, sqldb.Options{URL: url})
	if err != nil {
		return nil, err
	}
	defer database.Close()
	var out []table
	for _, name := range written {
		one := table{name: name}
		err := database.Read(ctx, func(q sqldb.Querier) error { return one.read(ctx, q) })
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		out = append(out, one)
	}
	return out, nil
}

func (t *table) read(ctx context.Context, q sqldb.Querier) error {
	rows, err := q.QueryContext(ctx, "SELECT * FROM "+t.name)
	if err != nil {
		return err
	}
	defer rows.Close()
	if t.columns, err = rows.Columns(); err != nil {
		return err
	}
	for rows.Next() {
		cells, into := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, cell := range cells {
			if bytes, is := cell.([]byte); is && bytes == nil { // empty, not NULL
				cells[i] = []byte{}
			}
		}
		t.rows = append(t.rows, cells)
	}
	return rows.Err()
}

// insert writes the rows in one transaction, as fast as the engine can.
func insert(ctx context.Context, database *sqldb.DB, tables []table) (time.Duration, error) {
	start := time.Now()
	err := database.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
		for _, t := range tables {
			batch := sqldb.NewBatch(q, t.name, t.columns...)
			for _, row := range t.rows {
				if err := batch.Add(ctx, row...); err != nil {
					return fmt.Errorf("insert into %s: %w", t.name, err)
				}
			}
			if err := batch.Flush(ctx); err != nil {
				return fmt.Errorf("insert into %s: %w", t.name, err)
			}
			if err := batch.Close(); err != nil {
				return err
			}
		}
		return nil
	})
	return time.Since(start), err
}
