package sqldb_test

import (
	"context"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestProbeWrites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for range 3 {
			if err := db.Probe(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM setting`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
	t.Run("no room", func(t *testing.T) {
		db := dbtest.Open(t, dbtest.SQLite(t))
		dbtest.Exec(t, db, "PRAGMA max_page_count = 1") // SQLite never goes below the current size
		if err := db.Probe(t.Context()); !db.IsFull(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("closed", func(t *testing.T) {
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: dbtest.SQLite(t)})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.Probe(t.Context()); err == nil {
			t.Error("a closed database can write")
		}
	})
}

// An import may hold the only writer of SQLite for minutes. The node must still count as healthy.
func TestProbeDoesNotWaitForAnImport(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	err := db.Write(t.Context(), func(sqldb.Querier) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		return db.Probe(ctx)
	})
	if err != nil {
		t.Error(err)
	}
}
