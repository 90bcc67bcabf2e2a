package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// A Gather commits the small writes of many callers together: what comes while one transaction is on its way to the disk
// goes into the next, so that the disk is asked once for all of them. Whoever is told nil is told so after the commit.
// It is safe for concurrent use.
type Gather struct {
	db      *DB
	most    int
	mu      sync.Mutex
	waiting []*gathered
	running bool
}

// gathered is one caller's write.
type gathered struct {
	caller context.Context //nolint:containedctx // looked at once: whoever left before their turn has nothing written
	fn     func(ctx context.Context, q Querier) error
	done   chan error
}

// NewGather commits at most so many writes at once.
func (db *DB) NewGather(most int) *Gather { return &Gather{db: db, most: max(most, 1)} }

// Write runs fn in one transaction with those of others, in the order they came, and returns when it is committed. As with DB.Write it may
// run again, so it has no effect outside the transaction, and sees what those before it wrote. An error of fn is its own: the others
// are run again without it. When the database fails all of them are told. fn uses the context it is given, which is not the
// caller's: who leaves early must not take the others along.
func (g *Gather) Write(ctx context.Context, fn func(ctx context.Context, q Querier) error) error {
	mine := &gathered{caller: ctx, fn: fn, done: make(chan error, 1)}
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
func (g *Gather) run(ctx context.Context) {
	for batch := g.take(); batch != nil; batch = g.take() {
		g.commit(ctx, batch)
	}
}

// take returns those whose turn it is; nil, and the end of the work, when nobody waits.
func (g *Gather) take() []*gathered {
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

func (g *Gather) commit(ctx context.Context, batch []*gathered) {
	for len(batch) > 0 {
		err := g.db.Write(ctx, func(q Querier) error {
			one := newOften(g.db, q)
			defer one.close()
			return one.run(g.db.Brief(ctx), batch)
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

// run runs the writes of those who still wait.
func (o *often) run(ctx context.Context, batch []*gathered) error {
	for i, one := range batch {
		if err := one.caller.Err(); err != nil {
			return &ownError{i, err}
		}
		if err := one.fn(ctx, o); err != nil {
			return &ownError{i, err}
		}
	}
	return nil
}

// often is a querier on which the same few statements run again and again. SQLite takes longer to read a statement than to
// run it, so each is read once; a driver that goes to a server remembers them by itself.
type often struct {
	Querier
	prepares   bool
	statements map[string]*sql.Stmt
}

func newOften(db *DB, q Querier) *often {
	return &often{Querier: q, prepares: db.engine.inProcess, statements: make(map[string]*sql.Stmt)}
}

func (o *often) close() {
	for _, s := range o.statements {
		_ = s.Close() // the transaction's end does so too
	}
}

func (o *often) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := o.statements[query]; s != nil {
		return s, nil
	}
	s, err := o.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	o.statements[query] = s
	return s, nil
}

// ExecContext runs a statement that answers nothing.
func (o *often) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !o.prepares {
		return o.Querier.ExecContext(ctx, query, args...)
	}
	s, err := o.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext runs a statement that answers rows.
func (o *often) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if !o.prepares {
		return o.Querier.QueryContext(ctx, query, args...)
	}
	s, err := o.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext runs a statement that answers one row.
func (o *often) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if o.prepares {
		if s, err := o.statement(ctx, query); err == nil {
			return s.QueryRowContext(ctx, args...)
		}
	}
	return o.Querier.QueryRowContext(ctx, query, args...) // says what is wrong with it
}
