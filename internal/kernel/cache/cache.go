// Package cache holds results in memory until the data behind them changes. Code that changes such data calls Bump or
// Count in the same transaction, which increases a number in the database. A Cache compares that number on every Get,
// so it is correct on every node. Start at New.
package cache

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"lectern/internal/kernel/recovery"
	"lectern/internal/kernel/sqldb"
)

// loadTimeout limits a load that several callers share, because none of their deadlines applies to it.
const loadTimeout = 30 * time.Second

// Revision reads the sum of the numbers of some scopes, which grows with each of them. It is safe for concurrent use.
type Revision struct {
	database *sqldb.DB
	scopes   []string
	maxAge   time.Duration
	reads    singleflight.Group

	mu      sync.Mutex
	n       int64
	readAt  time.Time // zero: n is not known
	refresh int       // counts the calls of Refresh
}

// NewRevision returns the revision of some scopes; the empty scope is the whole college. Changes by other nodes are
// seen after at most maxAge; with 0 the numbers are read every time.
func NewRevision(database *sqldb.DB, maxAge time.Duration, scopes ...string) *Revision {
	return &Revision{database: database, scopes: scopes, maxAge: maxAge}
}

// Current returns a number read at most maxAge before the call and after the last Refresh. Concurrent callers share a
// read.
func (r *Revision) Current(ctx context.Context) (int64, error) {
	for joined := false; ; joined = true {
		r.mu.Lock()
		n, fresh := r.n, !r.readAt.IsZero() && time.Since(r.readAt) < r.maxAge
		r.mu.Unlock()
		if fresh {
			return n, nil
		}
		first := false
		read, err, _ := r.reads.Do("", func() (any, error) {
			first = true
			return r.read(ctx)
		})
		// A read already under way may have missed a change committed before this call, so wait for the next one.
		if first || joined {
			if err != nil {
				return 0, fmt.Errorf("read the revision of %q: %w", r.scopes, err)
			}
			return read.(int64), nil //nolint:forcetypeassert // read returns nothing else
		}
	}
}

func (r *Revision) read(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	r.mu.Lock()
	refresh, start := r.refresh, time.Now()
	r.mu.Unlock()
	n, err := RevisionOf(r.database.WithoutCancel(ctx), r.database.Reader(), r.scopes...)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if refresh == r.refresh { // otherwise the read may have begun before the change that Refresh was called for
		r.n, r.readAt = n, start
	}
	return n, nil
}

// Refresh makes the next Current read the number. Call it after committing a change, so that this node sees it at
// once.
func (r *Revision) Refresh() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refresh++
	r.readAt = time.Time{}
}

// Cache holds the most recently used values of one kind. It is safe for concurrent use.
type Cache[V any] struct {
	revision *Revision
	entries  *lru.Cache[string, entry[V]]
	loads    singleflight.Group
}

type entry[V any] struct {
	revision int64
	version  string
	value    V
}

// New returns a cache of at most size values, each valid until the revision changes.
func New[V any](r *Revision, size int) *Cache[V] {
	entries, err := lru.New[string, entry[V]](size)
	if err != nil {
		panic(err) // the size is not positive
	}
	return &Cache[V]{revision: r, entries: entries}
}

// Get returns the value of a key, from memory if it was loaded at the current revision. Concurrent callers for the
// same key share one load, which continues when one of them is cancelled. Failed loads are not cached.
func (c *Cache[V]) Get(ctx context.Context, key string, load func(ctx context.Context) (V, error)) (V, error) {
	return c.GetVersion(ctx, key, nil, load)
}

// GetVersion is Get for values that few changes affect: if the revision is another one, it compares the version, which
// changes whenever the value does, and loads only if that is another one too.
func (c *Cache[V]) GetVersion(ctx context.Context, key string, version func(ctx context.Context) (string, error),
	load func(ctx context.Context) (V, error),
) (V, error) {
	var none V
	now, err := c.revision.Current(ctx)
	if err != nil {
		return none, err
	}
	known, ok := c.entries.Get(key)
	if ok && known.revision == now {
		return known.value, nil
	}
	// The revision is part of the key: a load that began before a change must not serve callers who came after it.
	loaded := c.loads.DoChan(strconv.FormatInt(now, 36)+" "+key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		next := entry[V]{revision: now}
		err := recovery.Do(func() (err error) { // no handler above recovers in this goroutine
			if version != nil {
				// Read before the value, so that a change in between is noticed at the next revision.
				if next.version, err = version(ctx); err != nil {
					return err
				}
			}
			if ok && version != nil && next.version == known.version {
				next.value = known.value
				return nil
			}
			next.value, err = load(ctx)
			return err
		})
		if err == nil {
			c.entries.Add(key, next)
		}
		return next.value, err
	})
	select {
	case <-ctx.Done():
		return none, ctx.Err()
	case result := <-loaded:
		if result.Err != nil {
			return none, result.Err
		}
		return result.Val.(V), nil //nolint:forcetypeassert // the function above returns nothing else
	}
}

// Remove forgets a key, so that the next Get loads it.
func (c *Cache[V]) Remove(key string) { c.entries.Remove(key) }

// Values returns all cached values, current or not.
func (c *Cache[V]) Values() []V {
	entries := c.entries.Values()
	out := make([]V, len(entries))
	for i, e := range entries {
		out[i] = e.value
	}
	return out
}
