package sqldb_test

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// While a transaction is open in a copy, the database itself can be written, and gets nothing from the copy.
func TestCopyDoesNotBlockWriters(t *testing.T) {
	path := dbtest.SQLite(t)
	database := dbtest.Open(t, path)
	copied, err := database.Copy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const insert = `INSERT INTO programme (code, name, name_en, college, college_en) VALUES ($1, 'x', '', '', '')`
	err = copied.Write(t.Context(), func(q sqldb.Querier) error {
		if _, err := q.ExecContext(t.Context(), insert, "copied"); err != nil {
			return err
		}
		return database.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := q.ExecContext(t.Context(), insert, "own")
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if own, both := dbtest.Count(t, database, `SELECT count(*) FROM programme WHERE code = 'own'`),
		dbtest.Count(t, database, `SELECT count(*) FROM programme`); own != 1 || both != 1 {
		t.Errorf("%d of %d rows", own, both)
	}
	if err := copied.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "copy-*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestCopyOfPostgres(t *testing.T) {
	if copied, err := dbtest.Open(t, dbtest.Postgres(t)).Copy(t.Context()); err != nil || copied != nil {
		t.Errorf("%v %v", copied, err)
	}
}

// What a killed process left is removed; a copy in use stays.
func TestCopiesOfKilledProcessesAreSwept(t *testing.T) {
	path := dbtest.SQLite(t)
	database := dbtest.Open(t, path)
	copied, err := database.Copy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(filepath.Join(folder, "copy-1", "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if err := database.SweepCopies(); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "copy-*")); len(left) != want {
			t.Errorf("%v are left, want %d", left, want)
		}
		if want == 1 {
			if err := copied.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
