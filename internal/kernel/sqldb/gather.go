package sqldb

import (
	"context"
	"errors"
	"sync"

	"lectern/internal/kernel/recovery"
)

// Gather is a group commit: small writes that arrive while a transaction commits are committed together in the next
// one, with one sync of the disk. Shared is a value that the writes of one transaction share; it starts at zero in
// each. It is safe for concurrent use.
type Gather[Shared any] struct {
	db      *DB
	most    int
	mu      sync.Mutex
	waiting []*pendingWrite[Shared]
	running bool
}

// pendingWrite is one caller's write.
type pendingWrite[Shared any] struct {
	caller context.Context //nolint:containedctx // a caller that left before its turn writes nothing
	fn     func(ctx context.Context, q Querier, shared *Shared) error
	done   chan error
}

// NewGather returns a Gather that commits at most that many writes at a time.
func NewGather[Shared any](db *DB, most int) *Gather[Shared] {
	return &Gather[Shared]{db: db, most: max(most, 1)}
}

// Write runs fn in one transaction with the writes of others, in order of arrival, and returns after the commit. Like
// DB.Write it may run fn again, so fn changes nothing outside the transaction and shared. If fn fails or panics, its
// caller gets the error and the others run again without it. If the database fails, all get the error. fn must use the
// context it is given, because a caller that leaves must not cancel the others.
func (g *Gather[Shared]) Write(
	ctx context.Context, fn func(ctx context.Context, q Querier, shared *Shared) error,
) error {
	write := &pendingWrite[Shared]{caller: ctx, fn: fn, done: make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, write)
	if !g.running {
		g.running = true
		go g.run(context.WithoutCancel(ctx))
	}
	g.mu.Unlock()
	select {
	case err := <-write.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run commits until no write is waiting.
func (g *Gather[Shared]) run(ctx context.Context) {
	for batch := g.take(); batch != nil; batch = g.take() {
		g.commit(ctx, batch)
	}
}

// take returns the next writes, or nil if none is waiting.
func (g *Gather[Shared]) take() []*pendingWrite[Shared] {
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

// writeError is the error of a single write in a batch.
type writeError struct {
	index int
	err   error
}

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

func (g *Gather[Shared]) commit(ctx context.Context, batch []*pendingWrite[Shared]) {
	for len(batch) > 0 {
		err := recovery.Do(func() error {
			return g.db.Write(ctx, func(q Querier) error {
				statements := newPrepared(q)
				defer statements.close()
				return runAll(g.db.WithoutCancel(ctx), statements, batch)
			})
		})
		var failed *writeError
		if errors.As(err, &failed) && !g.db.IsDown(failed.err) {
			batch[failed.index].done <- failed.err
			batch = append(batch[:failed.index:failed.index], batch[failed.index+1:]...)
			continue
		}
		for _, one := range batch {
			one.done <- err
		}
		return
	}
}

// runAll runs the writes whose callers are still waiting.
func runAll[Shared any](ctx context.Context, q Querier, batch []*pendingWrite[Shared]) error {
	shared := new(Shared)
	for i, one := range batch {
		if err := one.caller.Err(); err != nil {
			return &writeError{i, err}
		}
		if err := recovery.Do(func() error { return one.fn(ctx, q, shared) }); err != nil {
			return &writeError{i, err}
		}
	}
	return nil
}
