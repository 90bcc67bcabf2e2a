package sqldb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestContainsAndList(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY)`)
		for _, id := range []string{"a_b", "axb", "100%", "wow!"} {
			dbtest.Exec(t, db, `INSERT INTO thing (id) VALUES ($1)`, id)
		}
		for text, want := range map[string]int{"_": 1, "%": 1, "!": 1, "b": 2, "": 4} {
			if got := dbtest.Count(t, db, `SELECT count(*) FROM thing WHERE id LIKE $1 ESCAPE '!'`,
				sqldb.Contains(text)); got != want {
				t.Errorf("%q is in %d, want %d", text, got, want)
			}
		}
		places, args := sqldb.List(2, []string{"axb", "wow!", "none"})
		if got := dbtest.Count(t, db, `SELECT count(*) FROM thing WHERE id <> $1 AND id IN (`+places+`)`,
			append([]any{"wow!"}, args...)...); got != 1 {
			t.Errorf("%s finds %d", places, got)
		}
	})
}

func TestWhere(t *testing.T) {
	w := sqldb.Where{Args: []any{"first"}}
	w.Add("a = ?", 1)
	w.Add("b IS NULL")
	w.Add("c BETWEEN ? AND ?", 2, 3)
	want := sqldb.Where{Conditions: []string{"a = $2", "b IS NULL", "c BETWEEN $3 AND $4"}, Args: []any{"first", 1, 2, 3}}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
}
