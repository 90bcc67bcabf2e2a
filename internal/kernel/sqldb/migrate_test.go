package sqldb_test

import (
	"context"
	"errors"
	"os"
	"strings"
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
		dbtest.Exec(t, db, `INSERT INTO schema_migration (version, name, checksum, applied_at)
			VALUES (9999, 'future', 'x', 0)`)
		_, err := db.Migrate(t.Context())
		var newer *sqldb.NewerError
		if !errors.As(err, &newer) || newer.Have != 9999 {
			t.Fatalf("got %v", err)
		}
	})
}

// The tables of a build between releases are refused, whether a file was added or changed.
func TestDevelopmentDatabaseIsRefused(t *testing.T) {
	for name, change := range map[string]string{
		"older files": `UPDATE schema_migration SET version = version - 100`,
		"later files": `UPDATE schema_migration SET version = version + 100`,
		"edited file": `UPDATE schema_migration SET checksum = 'other' WHERE version = 101`,
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				dbtest.Exec(t, db, change)
				_, err := db.Migrate(t.Context())
				_, also := db.Schema(t.Context())
				if err == nil || also == nil || !strings.Contains(err.Error(), "development build") {
					t.Fatalf("got %v and %v", err, also)
				}
				older := db.Rebuild(t.Context(), 93, func(sqldb.Querier) error { return errors.New("filled") })
				if older == nil || !strings.Contains(older.Error(), "development build") {
					t.Fatalf("rows of an older build: %v", older)
				}
			})
		})
	}
}

const nextFile, nextText = "9001_next.sql", `ALTER TABLE setting ADD COLUMN next TEXT NOT NULL DEFAULT 'yes';
CREATE TABLE sequel (id TEXT NOT NULL PRIMARY KEY);`

// A later version adds its files, or changes nothing if one fails.
func TestALaterVersionUpgrades(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('before', '1')`)
		if _, err := db.MigrateNext(t.Context(), nextFile, nextText+"\nSELECT nonsense;"); err == nil {
			t.Fatal("a broken file was applied")
		}
		if s, err := db.Schema(t.Context()); err != nil || s.Version != s.Wanted {
			t.Fatalf("after a failed upgrade: %+v, %v", s, err)
		}
		if n, err := db.MigrateNext(t.Context(), nextFile, nextText); n != 1 || err != nil {
			t.Fatalf("applied %d, %v", n, err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'before' AND next = 'yes'`); n != 1 {
			t.Errorf("%d rows are left", n)
		}
		if n, err := db.MigrateNext(t.Context(), nextFile, nextText); n != 0 || err != nil {
			t.Errorf("applied %d again, %v", n, err)
		}
	})
}

// A later version fills the tables as they were when the backup was made, and then upgrades them.
func TestALaterVersionRestoresAnOlderBackup(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('before', '1')`)
		s, err := db.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fill := func(q sqldb.Querier) error { return put(t.Context(), q, "restored", "1") }
		err = db.RebuildNext(t.Context(), nextFile, nextText, s.Version, fill)
		if err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'restored' AND next = 'yes'`); n != 1 ||
			count(t, db.Reader()) != 1 {
			t.Errorf("%d rows are restored", n)
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
