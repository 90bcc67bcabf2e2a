package sqldb

import (
	"context"
	"errors"
	"sync"
)

// A Gather commits the small writes of many callers together: what comes while one transaction is on its way to the disk
// goes into the next, so that the disk is asked once for all of them. Whoever is told nil is told so after the commit.
// Shared is what those of one transaction know together; it begins empty with each. It is safe for concurrent use.
type Gather[Shared any] struct {
	db      *DB
	most    int
	mu      sync.Mutex
	waiting []*gathered[Shared]
	running bool
}

// gathered is one caller's write.
type gathered[Shared any] struct {
	caller context.Context //nolint:containedctx // looked at once: whoever left before their turn has nothing written
	fn     func(ctx context.Context, q Querier, shared *Shared) error
	done   chan error
}

// NewGather commits at most so many writes at once.
func NewGather[Shared any](db *DB, most int) *Gather[Shared] {
	return &Gather[Shared]{db: db, most: max(most, 1)}
}

// Write runs fn in one transaction with those of others, in the order they came, and returns when it is committed. As with DB.Write it may
// run again, so it has no effect outside the transaction and what is shared, and sees what those before it wrote. An error of fn is
// its own: the others are run again without it and from the beginning. When the database fails all of them are told. fn uses the
// context it is given, which is not the caller's: who leaves early must not take the others along.
func (g *Gather[Shared]) Write(ctx context.Context, fn func(ctx context.Context, q Querier, shared *Shared) error) error {
	mine := &gathered[Shared]{caller: ctx, fn: fn, done: make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, mine)
	if !g.running {
		g.running = true
		go g.run(context.WithoutCancel(ctx))
	}
	g.mu.Unlock()
	select {
	case err := <-mine.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run commits as long as somebody waits, and ends by itself.
func (g *Gather[Shared]) run(ctx context.Context) {
	for batch := g.take(); batch != nil; batch = g.take() {
		g.commit(ctx, batch)
	}
}

// take returns those whose turn it is; nil, and the end of the work, when nobody waits.
func (g *Gather[Shared]) take() []*gathered[Shared] {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), g.most)
	batch := g.waiting[:n:n]
	if g.waiting = g.waiting[n:]; len(g.waiting) == 0 {
		g.waiting = nil
	}
	if n == 0 {
		g.running = false
		return nil
	}
	return batch
}

// ownError is an error of one among many.
type ownError struct {
	of  int
	err error
}

func (e *ownError) Error() string { return e.err.Error() }
func (e *ownError) Unwrap() error { return e.err }

func (g *Gather[Shared]) commit(ctx context.Context, batch []*gathered[Shared]) {
	for len(batch) > 0 {
		err := g.db.Write(ctx, func(q Querier) error {
			return runAll(g.db.Brief(ctx), q, batch)
		})
		var own *ownError
		if errors.As(err, &own) && !g.db.IsDown(own.err) {
			batch[own.of].done <- own.err
			batch = append(batch[:own.of:own.of], batch[own.of+1:]...)
			continue
		}
		for _, one := range batch {
			one.done <- err
		}
		return
	}
}

// runAll runs the writes of those who still wait.
func runAll[Shared any](ctx context.Context, q Querier, batch []*gathered[Shared]) error {
	shared := new(Shared)
	for i, one := range batch {
		if err := one.caller.Err(); err != nil {
			return &ownError{i, err}
		}
		if err := one.fn(ctx, q, shared); err != nil {
			return &ownError{i, err}
		}
	}
	return nil
}
