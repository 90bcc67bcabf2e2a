package sqldb_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestMigrateTwiceChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		n, err := db.Migrate(t.Context())
		if n != 0 || err != nil {
			t.Fatalf("applied %d again, %v", n, err)
		}
		s, err := db.Schema(t.Context())
		if err != nil || s.Pending != 0 || s.Version != s.Wanted || s.Version == 0 {
			t.Fatalf("got %+v, %v", s, err)
		}
	})
}

func TestNodesThatStartTogetherMigrateOnce(t *testing.T) {
	dbtest.EachNew(t, func(t *testing.T, url string) {
		const nodes = 4
		counts := make([]int, nodes)
		var wg sync.WaitGroup
		for i := range nodes {
			wg.Go(func() {
				db, err := sqldb.Open(t.Context(), sqldb.Options{URL: url})
				if err != nil {
					t.Errorf("node %d: %v", i, err)
					return
				}
				defer db.Close()
				if counts[i], err = db.Migrate(t.Context()); err != nil {
					t.Errorf("node %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		worked := 0
		for _, n := range counts {
			if n > 0 {
				worked++
			}
		}
		if worked != 1 {
			t.Fatalf("%d nodes applied migrations: %v", worked, counts)
		}
	})
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO schema_migration (version, name, checksum, applied_at) VALUES (9999, 'future', 'x', 0)`)
		_, err := db.Migrate(t.Context())
		var newer *sqldb.NewerError
		if !errors.As(err, &newer) || newer.Have != 9999 {
			t.Fatalf("got %v", err)
		}
	})
}

func TestEditedMigrationIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `UPDATE schema_migration SET checksum = 'other' WHERE version = 1`)
		if _, err := db.Migrate(t.Context()); err == nil {
			t.Fatal("an edited migration went unnoticed")
		}
	})
}

func TestTablesAreListedInInsertOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		tables, err := db.Tables(t.Context())
		if err != nil || len(tables) == 0 || tables[0] != "setting" {
			t.Fatalf("got %v, %v", tables, err)
		}
		dbtest.Exec(t, db, `CREATE TABLE stranger (x TEXT)`)
		if _, err := db.Tables(t.Context()); err == nil {
			t.Fatal("a foreign table went unnoticed")
		}
	})
}

func put(ctx context.Context, q sqldb.Querier, name, value string) error {
	_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2)`, name, value)
	return err
}

func count(t *testing.T, q sqldb.Querier) int {
	t.Helper()
	var n int
	if err := q.QueryRowContext(t.Context(), `SELECT count(*) FROM setting`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func writeFile(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }
