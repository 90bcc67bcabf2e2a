package sqldb

import (
	"context"
	"errors"
	"sync"
)

// A Gather is a group commit: small writes that arrive while one transaction is being committed go into the next one together, so that
// one sync of the disk serves all of them. Shared is a value that the writes of one transaction share; it is zero at the beginning of
// each. It is safe for concurrent use.
type Gather[Shared any] struct {
	db      *DB
	most    int
	mu      sync.Mutex
	waiting []*gathered[Shared]
	running bool
}

// gathered is one caller's write.
type gathered[Shared any] struct {
	caller context.Context //nolint:containedctx // a caller that has gone before its turn gets nothing written
	fn     func(ctx context.Context, q Querier, shared *Shared) error
	done   chan error
}

// NewGather commits at most so many writes at once.
func NewGather[Shared any](db *DB, most int) *Gather[Shared] {
	return &Gather[Shared]{db: db, most: max(most, 1)}
}

// Write runs fn in one transaction with the writes of others, in the order of their arrival, and returns after the commit. fn may run
// again, as with DB.Write, so it changes nothing outside the transaction and shared. When fn fails, only its caller gets the error: the
// others are run again without it. When the database fails, all get the error. fn uses the context it is given and not the caller's: a
// caller that goes away must not cancel the others.
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

// run commits until no write waits.
func (g *Gather[Shared]) run(ctx context.Context) {
	for batch := g.take(); batch != nil; batch = g.take() {
		g.commit(ctx, batch)
	}
}

// take returns the next writes; nil when none waits.
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

// ownError is the error of one write of a batch.
type ownError struct {
	of  int
	err error
}

func (e *ownError) Error() string { return e.err.Error() }
func (e *ownError) Unwrap() error { return e.err }

func (g *Gather[Shared]) commit(ctx context.Context, batch []*gathered[Shared]) {
	for len(batch) > 0 {
		err := g.db.Write(ctx, func(q Querier) error {
			statements := newPrepared(q)
			defer statements.close()
			return runAll(g.db.Brief(ctx), statements, batch)
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

// runAll runs the writes whose callers still wait.
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
