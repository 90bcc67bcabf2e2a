package sqldb_test

import (
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
