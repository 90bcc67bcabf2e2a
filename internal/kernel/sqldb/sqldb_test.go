package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// Both engines must agree that $N is the Nth argument, wherever and however often it appears.
func TestPlaceholdersAreBoundByNumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		var got string
		err := db.Reader().QueryRowContext(t.Context(),
			`SELECT CAST($3 AS TEXT) || '-' || CAST($1 AS TEXT) || '-' || CAST($2 AS TEXT) || '-' || CAST($1 AS TEXT)`,
			"one", "two", "three").Scan(&got)
		if err != nil || got != "three-one-two-one" {
			t.Fatalf("got %q, %v", got, err)
		}
	})
}

func TestWriteIsAllOrNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		boom := errors.New("boom")
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			if err := put(t.Context(), q, "a", "1"); err != nil {
				return err
			}
			return boom
		})
		if !errors.Is(err, boom) {
			t.Fatalf("got %v", err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM setting`); n != 0 {
			t.Fatalf("%d rows survived the rollback", n)
		}
	})
}

// A counter that is read and written back loses counts unless writers are serialized.
func TestWritersDoNotLoseEachOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('n', '')`)
		const workers, rounds = 8, 15
		var wg sync.WaitGroup
		var failed atomic.Int64
		for range workers {
			wg.Go(func() {
				for range rounds {
					err := db.Write(t.Context(), func(q sqldb.Querier) error {
						var value string
						if err := q.QueryRowContext(t.Context(), `SELECT value FROM setting WHERE name = 'n'`).Scan(&value); err != nil {
							return err
						}
						_, err := q.ExecContext(t.Context(), `UPDATE setting SET value = $1 WHERE name = 'n'`, value+"x")
						return err
					})
					if err != nil {
						failed.Add(1)
					}
				}
			})
		}
		wg.Wait()
		var value string
		if err := db.Reader().QueryRowContext(t.Context(),
			`SELECT value FROM setting WHERE name = 'n'`).Scan(&value); err != nil {
			t.Fatal(err)
		}
		// Under heavy contention a transaction may give up with an error; every other must count.
		if want := workers*rounds - int(failed.Load()); len(value) != want {
			t.Fatalf("%d of %d acknowledged writes are there", len(value), want)
		}
	})
}

// Counting in steps neither loses a count nor gives up under contention, and an error rolls everything back.
func TestStepsCountTogether(t *testing.T) {
	const workers, rounds = 8, 20
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		add := func(ctx context.Context, q sqldb.Querier, name string) error {
			_, err := q.ExecContext(ctx, `INSERT INTO setting AS s (name, value) VALUES ($1, 'x')
				ON CONFLICT (name) DO UPDATE SET value = s.value || 'x'`, name)
			return err
		}
		refused := errors.New("refused")
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for i := range rounds {
					err := db.WriteSteps(t.Context(), func(q sqldb.Querier) error {
						err := errors.Join(add(t.Context(), q, "one"), add(t.Context(), q, "two"))
						if err == nil && i%2 == 0 {
							return refused
						}
						return err
					})
					if err != nil && !errors.Is(err, refused) {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for _, name := range []string{"one", "two"} {
			if n := dbtest.Count(t, db, `SELECT length(value) FROM setting WHERE name = $1`, name); n != workers*rounds/2 {
				t.Errorf("%s: counted %d, want %d", name, n, workers*rounds/2)
			}
		}
	})
}

func TestReadSeesOneMoment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		err := db.Read(t.Context(), func(q sqldb.Querier) error {
			before := count(t, q)
			dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('late', '')`)
			if after := count(t, q); after != before {
				return fmt.Errorf("the snapshot moved from %d to %d rows", before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestReadersCannotWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		err := db.Read(t.Context(), func(q sqldb.Querier) error { return put(t.Context(), q, "x", "y") })
		if err == nil {
			t.Fatal("a read transaction wrote")
		}
	})
}

func TestGoneCallerDoesNotCancelTheCommit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.Write(ctx, func(q sqldb.Querier) error {
			err := put(ctx, q, "kept", "yes")
			cancel() // the browser closes the connection between the last statement and the commit
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'kept'`); n != 1 {
			t.Fatal("the commit was cancelled")
		}
	})
}

func TestErrorsAreRecognised(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('twice', '')`)
		err := db.Write(t.Context(), func(q sqldb.Querier) error { return put(t.Context(), q, "twice", "") })
		if !db.IsUnique(err) || db.IsDown(err) || db.IsFull(err) {
			t.Fatalf("not recognised as a double: %v", err)
		}
	})
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plain")
	for _, tc := range []struct{ name, url, want string }{
		{"nobody listens", "postgres://u:hunter2@127.0.0.1:1/none", "cannot reach PostgreSQL at 127.0.0.1:1"},
		{"malformed", "postgres://u:hunter2@:x:y/none", "malformed"},
		{"unknown engine", "mysql://localhost/x", "not supported"},
		{"folder is a file", filepath.Join(file, "sub", "lectern.db"), "folder of the database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := writeFile(file); err != nil {
				t.Fatal(err)
			}
			_, err := sqldb.Open(t.Context(), sqldb.Options{URL: tc.url})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
				t.Fatalf("shows the password or more than a line: %v", err)
			}
		})
	}
}
