// Package revision counts how often the college's data has changed. Whoever writes what other people's answers are made of
// bumps it in the same transaction; whoever keeps such an answer looks whether the number is still the same. The number
// lives in the database, so it holds for every node. It decides nothing about who sees what. Start at Bump and Watch.
package revision

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"lectern/internal/sqldb"
)

// Bump counts a change, and notes which scopes (ids of terms, groups …) it was made to. The querier must be the transaction
// that makes the change. Transactions that bump run one after the other, so whoever sees a number sees all changes up to it.
func Bump(ctx context.Context, q sqldb.Querier, scopes ...string) error {
	var n int64
	err := q.QueryRowContext(ctx, `INSERT INTO revision (scope, n) VALUES ('', 1)
		ON CONFLICT (scope) DO UPDATE SET n = revision.n + 1 RETURNING n`).Scan(&n)
	if err != nil {
		return fmt.Errorf("count a change: %w", err)
	}
	for _, scope := range scopes {
		_, err := q.ExecContext(ctx, `INSERT INTO revision (scope, n) VALUES ($1, $2)
			ON CONFLICT (scope) DO UPDATE SET n = excluded.n`, scope, n)
		if err != nil {
			return fmt.Errorf("count a change to %s: %w", scope, err)
		}
	}
	return nil
}

// Of returns the number at which a scope last changed, 0 when it never did. The empty scope is the whole college.
func Of(ctx context.Context, q sqldb.Querier, scope string) (int64, error) {
	var n int64
	err := q.QueryRowContext(ctx, `SELECT n FROM revision WHERE scope = $1`, scope).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the revision: %w", err)
	}
	return n, nil
}

// A Watch reads the college's number for many callers at once: one read is under way at a time, and all who came before it
// began share it. Under load a request costs a fraction of a read, and still sees every change committed before it came.
// It is safe for concurrent use.
type Watch struct {
	read    func(ctx context.Context) (int64, error)
	mu      sync.Mutex
	next    *reading // the read that has not begun; nil when nobody waits
	running bool
}

type reading struct {
	done chan struct{}
	n    int64
	err  error
}

// readTimeout bounds a read that nobody's own deadline bounds, because it belongs to many.
const readTimeout = 10 * time.Second

// NewWatch watches a database. Its statement is prepared at the first read and lives as long as the database is open.
func NewWatch(db *sqldb.DB) *Watch {
	var statement *sql.Stmt // reads come one after the other, so it needs no lock
	return newWatch(func(ctx context.Context) (n int64, err error) {
		if statement == nil {
			//nolint:sqlclosecheck // it goes with the database
			if statement, err = db.Reader().PrepareContext(ctx, `SELECT n FROM revision WHERE scope = ''`); err != nil {
				return 0, fmt.Errorf("prepare to read the revision: %w", err)
			}
		}
		if err := statement.QueryRowContext(ctx).Scan(&n); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("read the revision: %w", err)
		}
		return n, nil
	})
}

func newWatch(read func(ctx context.Context) (int64, error)) *Watch { return &Watch{read: read} }

// Current returns the college's number as it was at some moment after the call began.
func (w *Watch) Current(ctx context.Context) (int64, error) {
	w.mu.Lock()
	if !w.running {
		// Nobody else is here: read at once, for oneself.
		w.running = true
		w.mu.Unlock()
		defer w.pass(ctx)
		return w.read(ctx)
	}
	if w.next == nil {
		w.next = &reading{done: make(chan struct{})}
	}
	mine := w.next
	w.mu.Unlock()
	select {
	case <-mine.done:
		return mine.n, mine.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// pass leaves those who came meanwhile to a goroutine of their own, if there are any.
func (w *Watch) pass(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running = w.next != nil; w.running {
		go w.run(context.WithoutCancel(ctx))
	}
}

// run reads as long as somebody waits, and ends by itself.
func (w *Watch) run(ctx context.Context) {
	for {
		w.mu.Lock()
		r := w.next
		w.next = nil
		w.running = r != nil
		w.mu.Unlock()
		if r == nil {
			return
		}
		bounded, cancel := context.WithTimeout(ctx, readTimeout)
		r.n, r.err = w.read(bounded)
		cancel()
		close(r.done)
	}
}
