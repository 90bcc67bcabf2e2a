package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"lectern/internal/kernel/recovery"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func insertThing(id string) func(ctx context.Context, q sqldb.Querier, shared *int) error {
	return func(ctx context.Context, q sqldb.Querier, shared *int) error {
		*shared++
		_, err := q.ExecContext(ctx, `INSERT INTO thing (id) VALUES ($1)`, id)
		return err
	}
}

func TestGatherCommitsManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY)`)
		dbtest.Exec(t, db, `INSERT INTO thing (id) VALUES ('there')`)
		g := sqldb.NewGather[int](db, 16)
		refused := errors.New("refused")
		const writers = 100
		var wg sync.WaitGroup
		for i := range writers {
			wg.Go(func() {
				id := fmt.Sprint("w", i)
				switch i % 10 {
				case 3: // fails after it has written: none of it may remain
					err := g.Write(t.Context(), func(ctx context.Context, q sqldb.Querier, shared *int) error {
						return errors.Join(insertThing(id)(ctx, q, shared), refused)
					})
					if !errors.Is(err, refused) {
						t.Errorf("%s: %v", id, err)
					}
				case 5: // a panic must not end the process
					err := g.Write(t.Context(), func(ctx context.Context, q sqldb.Querier, shared *int) error {
						_ = insertThing(id)(ctx, q, shared)
						panic("a bug")
					})
					if _, ok := errors.AsType[*recovery.PanicError](err); !ok {
						t.Errorf("%s: %v", id, err)
					}
				case 7: // the database rejects it
					if err := g.Write(t.Context(), insertThing("there")); !db.IsUnique(err) {
						t.Errorf("%s: %v", id, err)
					}
				default:
					var n int
					err := g.Write(t.Context(), func(ctx context.Context, q sqldb.Querier, shared *int) error {
						if err := insertThing(id)(ctx, q, shared); err != nil {
							return err
						}
						rows, err := q.QueryContext(ctx, `SELECT id FROM thing WHERE id = $1`, id)
						if err != nil {
							return err
						}
						defer rows.Close()
						for n = 0; rows.Next(); n++ {
						}
						return rows.Err()
					})
					if err != nil || n != 1 {
						t.Errorf("%s: %v, %d rows", id, err, n)
					}
					if got := dbtest.Count(t, db, `SELECT count(*) FROM thing WHERE id = $1`, id); got != 1 {
						t.Errorf("%s was acknowledged and is not there", id)
					}
				}
			})
		}
		wg.Wait()
		if got := dbtest.Count(t, db, `SELECT count(*) FROM thing`); got != 1+writers*7/10 {
			t.Errorf("%d rows", got)
		}
	})
}

func TestGatherRunsInOrderAndBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY)`)
		g := sqldb.NewGather[int](db, 4)
		held, release := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			err := g.Write(t.Context(), func(ctx context.Context, q sqldb.Querier, shared *int) error {
				close(held)
				<-release
				return insertThing("first")(ctx, q, shared)
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-held
		// While the first is running, one caller comes and leaves again, and others come.
		gone, leave := context.WithCancel(t.Context())
		cancelled := make(chan error, 1)
		go func() { cancelled <- g.Write(gone, insertThing("gone")) }()
		for i := range 9 {
			wg.Go(func() {
				if err := g.Write(t.Context(), insertThing(fmt.Sprint("w", i))); err != nil {
					t.Error(err)
				}
			})
		}
		leave()
		if err := <-cancelled; !errors.Is(err, context.Canceled) {
			t.Errorf("who left was told %v", err)
		}
		close(release)
		wg.Wait()
		if got := dbtest.Count(t, db, `SELECT count(*) FROM thing`); got != 10 {
			t.Errorf("%d rows", got)
		}
	})
}

// The shared value belongs to one transaction: nothing remains of a run in which one write failed.
func TestGatherSharesWithinATransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY)`)
		g := sqldb.NewGather[int](db, 8)
		held, release := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			_ = g.Write(t.Context(), func(context.Context, sqldb.Querier, *int) error {
				close(held)
				<-release
				return nil
			})
		})
		<-held
		refused := errors.New("refused")
		last := make([]int, 6)
		for i := range last {
			wg.Go(func() {
				err := g.Write(t.Context(), func(ctx context.Context, q sqldb.Querier, shared *int) error {
					err := insertThing(fmt.Sprint("w", i))(ctx, q, shared)
					if last[i] = *shared; i == 3 {
						return refused
					}
					return err
				})
				if (i == 3) != errors.Is(err, refused) {
					t.Errorf("w%d: %v", i, err)
				}
			})
		}
		close(release)
		wg.Wait()
		for i, n := range last {
			if rows := dbtest.Count(t, db, `SELECT count(*) FROM thing`); i != 3 && (n < 1 || n > rows) {
				t.Errorf("w%d saw %d of %d", i, n, rows)
			}
		}
	})
}

func TestGatherFailsEveryWriteWhenTheDatabaseIsClosed(t *testing.T) {
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: dbtest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	g := sqldb.NewGather[int](db, 8)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if err := g.Write(t.Context(), insertThing("x")); err == nil {
				t.Error("acknowledged by a closed database")
			}
		})
	}
	wg.Wait()
}
