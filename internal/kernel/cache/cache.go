// Package cache keeps answers in memory until the data they were made of changes. Whoever writes such data calls Bump or Count in the
// same transaction, which increases a number in the database; a Cache compares that number before it answers, so it holds for every
// node. Start at New.
package cache

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"lectern/internal/kernel/sqldb"
)

// loadTimeout bounds what is read for several callers at once, because it is bound to none of their deadlines.
const loadTimeout = 30 * time.Second

// A Revision reads the number of one scope. It is safe for concurrent use.
type Revision struct {
	database *sqldb.DB
	scope    string
	maxAge   time.Duration
	reads    singleflight.Group

	mu      sync.Mutex
	n       int64
	readAt  time.Time // zero: n is not known
	refresh int       // counts the calls of Refresh
}

// NewRevision reads the number of a scope; the empty one is the whole college. A change made by another node is seen after maxAge at the
// latest; with 0 the number is read each time.
func NewRevision(database *sqldb.DB, scope string, maxAge time.Duration) *Revision {
	return &Revision{database: database, scope: scope, maxAge: maxAge}
}

// Current returns the number as it was at most maxAge before the call, and after the last Refresh. Callers at once share a read.
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
		// A read that was under way already may have missed a change committed before this call; the one after it has not.
		if first || joined {
			if err != nil {
				return 0, fmt.Errorf("read the revision of %q: %w", r.scope, err)
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
	n, err := RevisionOf(r.database.Brief(ctx), r.database.Reader(), r.scope)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if refresh == r.refresh { // else the read may have begun before the change that Refresh was called for
		r.n, r.readAt = n, start
	}
	return n, nil
}

// Refresh has the next Current read the number. Whoever has committed a change calls it, so that the change holds at once on this node.
func (r *Revision) Refresh() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refresh++
	r.readAt = time.Time{}
}

// A Cache holds the values of one kind that were used last. It is safe for concurrent use.
type Cache[V any] struct {
	revision *Revision
	entries  *lru.Cache[string, entry[V]]
	loads    singleflight.Group
}

type entry[V any] struct {
	revision int64
	value    V
}

// New makes a cache of at most size values, each of which holds for as long as the revision stays the same.
func New[V any](r *Revision, size int) *Cache[V] {
	entries, err := lru.New[string, entry[V]](size)
	if err != nil {
		panic(err) // the size is not positive
	}
	return &Cache[V]{revision: r, entries: entries}
}

// Get returns the value of a key, from memory if it was loaded at the present revision. Callers who ask for the same key at once
// share one load, which goes on when one of them goes away or has no more time. A load that fails is not remembered.
func (c *Cache[V]) Get(ctx context.Context, key string, load func(ctx context.Context) (V, error)) (V, error) {
	var none V
	now, err := c.revision.Current(ctx)
	if err != nil {
		return none, err
	}
	if known, ok := c.entries.Get(key); ok && known.revision == now {
		return known.value, nil
	}
	// The revision is part of the name: a load that began before a change must not answer who came after it.
	loaded := c.loads.DoChan(strconv.FormatInt(now, 36)+" "+key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		value, err := recovered(ctx, load)
		if err == nil {
			c.entries.Add(key, entry[V]{now, value})
		}
		return value, err
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

// recovered turns a panic into an error: nobody above the goroutine of a load could.
func recovered[V any](ctx context.Context, load func(ctx context.Context) (V, error)) (value V, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return load(ctx)
}

// Remove forgets a key, so that the next Get loads it.
func (c *Cache[V]) Remove(key string) { c.entries.Remove(key) }

// Values returns all that is in memory, whether it still holds or not.
func (c *Cache[V]) Values() []V {
	entries := c.entries.Values()
	out := make([]V, len(entries))
	for i, e := range entries {
		out[i] = e.value
	}
	return out
}
