package cache

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

const scope = "test"

func count(t *testing.T, db *sqldb.DB) {
	t.Helper()
	if err := db.Write(t.Context(), func(q sqldb.Querier) error { return Count(t.Context(), q, scope) }); err != nil {
		t.Fatal(err)
	}
}

func TestGetLoadsOncePerRevision(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := New[int](NewRevision(db, 0, scope), 10)
		loads := 0
		get := func(key string, want int) {
			t.Helper()
			got, err := c.Get(t.Context(), key, func(context.Context) (int, error) { loads++; return loads, nil })
			if err != nil || got != want {
				t.Errorf("Get(%q) = %d, %v; want %d", key, got, err, want)
			}
		}
		get("a", 1)
		get("a", 1)
		get("b", 2)
		count(t, db)
		get("a", 3)
		c.Remove("a")
		get("a", 4)
		if len(c.Values()) != 2 {
			t.Errorf("it holds %v", c.Values())
		}
	})
}

// A change elsewhere in the college costs a comparison of versions, not a load.
func TestVersionsSaveLoads(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c, version, loads, compared := New[int](NewRevision(db, 0, scope, "other"), 10), "a", 0, 0
		get := func(wantLoads, wantCompared int) {
			t.Helper()
			got, err := c.GetVersion(t.Context(), "key", func(context.Context) (string, error) {
				compared++
				return version, nil
			}, func(context.Context) (int, error) { loads++; return loads, nil })
			if err != nil || got != wantLoads || loads != wantLoads || compared != wantCompared {
				t.Errorf("got %d, %v after %d loads and %d versions; want %d and %d", got, err, loads, compared, wantLoads,
					wantCompared)
			}
		}
		get(1, 1)
		get(1, 1)
		count(t, db)
		get(1, 2)
		get(1, 2)
		version = "b"
		get(1, 2) // nothing was counted
		if err := db.Write(t.Context(), func(q sqldb.Querier) error { return Count(t.Context(), q, "other") }); err != nil {
			t.Fatal(err)
		}
		get(2, 3)
	})
}

func TestFailedLoadIsNotRemembered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c, gone := New[int](NewRevision(db, 0, scope), 10), errors.New("gone")
		if _, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { return 0, gone }); !errors.Is(err, gone) {
			t.Errorf("got %v", err)
		}
		if got, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { return 1, nil }); err != nil || got != 1 {
			t.Errorf("got %d, %v", got, err)
		}
	})
}

func TestPanicOfALoadIsAnError(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := New[int](NewRevision(db, 0, scope), 10)
		_, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { panic("no classes") })
		if err == nil || !strings.Contains(err.Error(), "no classes") {
			t.Errorf("got %v", err)
		}
	})
}

func TestSizeIsBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := New[int](NewRevision(db, 0, scope), 3)
		for i := range 10 {
			if _, err := c.Get(t.Context(), strconv.Itoa(i), func(context.Context) (int, error) { return i, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if got := c.Values(); len(got) != 3 {
			t.Errorf("it holds %v", got)
		}
	})
}

// A caller who is cancelled stops waiting, without failing the load for the others.
func TestCallersShareALoad(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := New[int](NewRevision(db, 0, scope), 10)
		var loads atomic.Int64
		begun, release := make(chan struct{}), make(chan struct{})
		load := func(ctx context.Context) (int, error) {
			if loads.Add(1) == 1 {
				close(begun)
			}
			<-release
			return 7, ctx.Err()
		}
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		get := func() {
			wg.Go(func() {
				if got, err := c.Get(t.Context(), "a", load); err != nil || got != 7 {
					t.Errorf("got %d, %v", got, err)
				}
			})
		}
		left := make(chan error)
		go func() {
			_, err := c.Get(leaving, "a", load)
			left <- err
		}()
		<-begun
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who left got %v", err)
		}
		for range 8 {
			get()
		}
		close(release)
		wg.Wait()
		if loads.Load() > 2 { // a caller may come after the first load has ended and before it is cached
			t.Errorf("%d loads", loads.Load())
		}
	})
}

// A change that is committed is in the next result, however many callers there are.
func TestGetSeesEarlierChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := New[int64](NewRevision(db, 0, scope), 10)
		load := func(ctx context.Context) (int64, error) { return RevisionOf(ctx, db.Reader(), scope) }
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
					if got, err := c.Get(t.Context(), "a", load); err != nil || got < least {
						t.Errorf("got %d, %v after change %d", got, err, least)
						return
					}
				}
			})
		}
		for range 30 {
			count(t, db)
			committed.Add(1)
		}
		close(stop)
		wg.Wait()
	})
}

func TestRevisionIsReadAgainAfterRefresh(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		r := NewRevision(db, time.Hour, scope)
		want := func(want int64) {
			t.Helper()
			if got, err := r.Current(t.Context()); err != nil || got != want {
				t.Errorf("Current = %d, %v; want %d", got, err, want)
			}
		}
		want(0)
		count(t, db)
		want(0) // not older than an hour
		r.Refresh()
		want(1)
	})
}
