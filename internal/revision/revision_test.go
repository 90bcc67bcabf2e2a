package revision

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"lectern/internal/dbtest"
	"lectern/internal/sqldb"
)

func bump(t *testing.T, db *sqldb.DB, scopes ...string) {
	t.Helper()
	if err := db.Write(t.Context(), func(q sqldb.Querier) error { return Bump(t.Context(), q, scopes...) }); err != nil {
		t.Fatal(err)
	}
}

func TestBump(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		watch := NewWatch(db, "")
		want := func(scope string, want int64) {
			t.Helper()
			if got, err := Of(t.Context(), db.Reader(), scope); err != nil || got != want {
				t.Errorf("Of(%q) = %d, %v; want %d", scope, got, err, want)
			}
		}
		want("", 0)
		bump(t, db, "a", "b")
		bump(t, db)
		bump(t, db, "b")
		want("a", 1)
		want("b", 3)
		want("c", 0)
		if got, err := watch.Current(t.Context()); err != nil || got != 3 {
			t.Errorf("Current = %d, %v", got, err)
		}
		gone := errors.New("no")
		err := db.Write(t.Context(), func(q sqldb.Querier) error { return errors.Join(Bump(t.Context(), q, "a"), gone) })
		if !errors.Is(err, gone) {
			t.Fatal(err)
		}
		want("", 3)
	})
}

// Whoever is told of a change sees it in the very next look, however many look at once.
func TestWatchSeesEveryChangeCommittedBefore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		watch := NewWatch(db, "")
		var committed atomic.Int64
		var wg sync.WaitGroup
		stop := make(chan struct{})
		for range 8 {
			wg.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					least := committed.Load()
					if got, err := watch.Current(t.Context()); err != nil || got < least {
						t.Errorf("Current = %d, %v after change %d", got, err, least)
						return
					}
				}
			})
		}
		for range 30 {
			bump(t, db)
			committed.Add(1)
		}
		close(stop)
		wg.Wait()
	})
}

func TestWatchSharesReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var reads, first, second atomic.Int64
		watch := newWatch(func(context.Context) (int64, error) { <-release; return reads.Add(1), nil })
		look := func() {
			switch n, err := watch.Current(context.Background()); {
			case err != nil:
				t.Error(err)
			case n == 1:
				first.Add(1)
			case n == 2:
				second.Add(1)
			}
		}
		go look()
		synctest.Wait() // the first read is under way: those who come now need another
		for range 20 {
			go look()
		}
		synctest.Wait()
		release <- struct{}{}
		synctest.Wait()
		release <- struct{}{}
		synctest.Wait()
		if reads.Load() != 2 || first.Load() != 1 || second.Load() != 20 {
			t.Errorf("%d reads: the first for %d, the second for %d", reads.Load(), first.Load(), second.Load())
		}
	})
}

func TestWatchLetsACallerGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		watch := newWatch(func(ctx context.Context) (int64, error) {
			select {
			case <-release:
				return 1, nil
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		})
		ctx, leave := context.WithCancel(t.Context())
		var left atomic.Int64
		look := func(ctx context.Context) {
			if _, err := watch.Current(ctx); errors.Is(err, context.Canceled) {
				left.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		}
		go look(ctx) // reads
		synctest.Wait()
		go look(ctx)         // waits, and leaves with the first
		go look(t.Context()) // waits, and stays
		synctest.Wait()
		leave()
		synctest.Wait()
		if left.Load() != 2 {
			t.Errorf("%d callers left", left.Load())
		}
		close(release)
		synctest.Wait()
		if n, err := watch.Current(t.Context()); n != 1 || err != nil {
			t.Errorf("the next caller got %d, %v", n, err)
		}
	})
}
