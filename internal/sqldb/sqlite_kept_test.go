package sqldb

import (
	"fmt"
	"path/filepath"
	"testing"
)

func TestWorthKeeping(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT 1":                             true,
		"-- name: SelectX :one\nSELECT 1":      true,
		"  \n-- a\n  -- b\n\tinsert into x":    true,
		"WITH a AS (SELECT 1) SELECT * FROM a": true,
		"PRAGMA cache_size = 1":                false,
		"CREATE TABLE x (a)":                   false,
		"-- only a comment":                    false,
		"":                                     false,
	} {
		if worthKeeping(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// A statement that is being read from is not started again under its reader, and one that was kept follows a changed table.
func TestKeptStatements(t *testing.T) {
	db, err := Open(t.Context(), Options{URL: filepath.Join(t.TempDir(), "x.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Write(t.Context(), func(q Querier) error {
		if _, err := q.ExecContext(t.Context(), "CREATE TABLE x (a BIGINT NOT NULL)"); err != nil {
			return err
		}
		for i := range 5 {
			if _, err := q.ExecContext(t.Context(), "INSERT INTO x (a) VALUES ($1)", i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const list = "SELECT a FROM x ORDER BY a"
	count := func(q Querier) string {
		t.Helper()
		rows, err := q.QueryContext(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		seen := ""
		for rows.Next() {
			var a int
			if err := rows.Scan(&a); err != nil {
				t.Fatal(err)
			}
			seen += fmt.Sprint(a)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return seen
	}
	err = db.Read(t.Context(), func(q Querier) error {
		rows, err := q.QueryContext(t.Context(), list)
		if err != nil {
			return err
		}
		defer rows.Close()
		outer := 0
		for rows.Next() {
			outer++
			if got := count(q); got != "01234" {
				t.Errorf("inside another reading: %q", got)
			}
		}
		if outer != 5 {
			t.Errorf("the outer reading saw %d rows", outer)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(q Querier) error {
		_, err := q.ExecContext(t.Context(), "ALTER TABLE x ADD COLUMN b BIGINT")
		if err == nil {
			_, err = q.ExecContext(t.Context(), "INSERT INTO x (a) VALUES ($1)", 5)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := count(db.Reader()); got != "012345" {
		t.Errorf("after the table changed: %q", got)
	}
	if _, err := db.Reader().QueryContext(t.Context(), "SELECT nothing FROM x"); err == nil { //nolint:rowserrcheck,sqlclosecheck // there are none
		t.Error("a statement that cannot be understood was run")
	}
}
