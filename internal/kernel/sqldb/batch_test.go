package sqldb_test

import (
	"fmt"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestBatchInsertsEveryRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY, a BIGINT NOT NULL, b BYTEA)`)
		for _, rows := range []int{0, 1, 999, 1000, 1001, 2500} { // PostgreSQL gets a thousand at a time
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				batch := sqldb.NewBatch(q, "thing", "id", "a", "b")
				for i := range rows {
					if err := batch.Add(t.Context(), fmt.Sprint(rows, "-", i), int64(i), []byte{byte(i)}); err != nil {
						return err
					}
				}
				if err := batch.Flush(t.Context()); err != nil {
					return err
				}
				return batch.Close()
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := dbtest.Count(t, db, `SELECT count(*) FROM thing`); got != rows {
				t.Errorf("%d rows in, %d there", rows, got)
			}
			if got := dbtest.Count(t, db, `SELECT CAST(COALESCE(sum(a), 0) AS BIGINT) FROM thing`); got != rows*(rows-1)/2 {
				t.Errorf("%d rows: their values are wrong", rows)
			}
			dbtest.Exec(t, db, `DELETE FROM thing`)
		}
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			return sqldb.NewBatch(q, "thing", "id", "a", "b").Add(t.Context(), "x")
		})
		if err == nil {
			t.Error("a row that is too short was taken")
		}
	})
}

// PostgreSQL gets a thousand rows at a time. SQLite must not, because such a statement takes it twenty times as long.
func TestBatchInsertsFewRowsAtATimeIntoSQLite(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY, a BIGINT NOT NULL)`)
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		batch := sqldb.NewBatch(q, "thing", "id", "a")
		for i := range 100 {
			if err := batch.Add(t.Context(), fmt.Sprint(i), int64(i)); err != nil {
				return err
			}
			var written int
			if err := q.QueryRowContext(t.Context(), `SELECT count(*) FROM thing`).Scan(&written); err != nil {
				return err
			}
			if waiting := i + 1 - written; waiting > 20 {
				t.Fatalf("%d rows wait", waiting)
			}
		}
		return batch.Flush(t.Context())
	})
	if err != nil {
		t.Fatal(err)
	}
}
