// Package revision counts how often the college's data has changed. Whoever writes what other people's answers are made of
// bumps it in the same transaction; whoever keeps such an answer looks whether the number is still the same. The number
// lives in the database, so it holds for every node. It decides nothing about who sees what. Start at Bump and Watch.
package revision

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
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

// FeedOwners is the scope of what decides whose timetable a calendar's secret shows: the secrets themselves, and which accounts are
// whose and may log in. It has a number of its own, so that a student who opens a calendar makes nobody look for a new timetable.
const FeedOwners = "feed owners"

// Count counts a change to a scope that has a number of its own, in the transaction that makes the change.
func Count(ctx context.Context, q sqldb.Querier, scope string) error {
	_, err := q.ExecContext(ctx, `INSERT INTO revision (scope, n) VALUES ($1, 1) ON CONFLICT (scope) DO UPDATE SET n = revision.n + 1`, scope)
	if err != nil {
		return fmt.Errorf("count a change to %s: %w", scope, err)
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

// A Watch reads a scope's number for many callers at once: one read is under way at a time, and all who came before it
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

// NewWatch watches a scope, or with an empty one the whole college. Its statement is prepared at the first read and lives as long as the database is open.
func NewWatch(db *sqldb.DB, scope string) *Watch {
	var statement *sql.Stmt // reads come one after the other, so it needs no lock
	return newWatch(func(ctx context.Context) (n int64, err error) {
		if statement == nil {
			//nolint:sqlclosecheck // it goes with the database
			if statement, err = db.Reader().PrepareContext(ctx, `SELECT n FROM revision WHERE scope = $1`); err != nil {
				return 0, fmt.Errorf("prepare to read the revision: %w", err)
			}
		}
		if err := statement.QueryRowContext(db.Brief(ctx), scope).Scan(&n); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("read the revision: %w", err)
		}
		return n, nil
	})
}

func newWatch(read func(ctx context.Context) (int64, error)) *Watch { return &Watch{read: read} }

// Current returns the number as it was at some moment after the call began.
func (w *Watch) Current(ctx context.Context) (int64, error) {
	w.mu.Lock()
	if !w.running {
		w.running = true
		w.mu.Unlock()
		return w.lead(ctx)
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

// lead reads on the spot, for the caller and for all who are about to ask: whoever is ready to run gets the chance to come
// along first, which costs nothing when nobody is, and under load makes one read of many.
func (w *Watch) lead(ctx context.Context) (int64, error) {
	runtime.Gosched()
	others := w.take()
	n, err := w.read(ctx)
	if others != nil && err != nil && ctx.Err() != nil {
		go w.run(context.WithoutCancel(ctx), others) // the caller has left; they have not
		return n, err
	}
	if others != nil {
		others.n, others.err = n, err
		close(others.done)
	}
	if late := w.takeOrStop(); late != nil {
		go w.run(context.WithoutCancel(ctx), late)
	}
	return n, err
}

// take returns those who wait for the next read; nil when there are none.
func (w *Watch) take() *reading {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.next
	w.next = nil
	return r
}

// takeOrStop is take, and the end of the work when nobody waits.
func (w *Watch) takeOrStop() *reading {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.next
	w.next, w.running = nil, r != nil
	return r
}

// run reads as long as somebody waits, and ends by itself.
func (w *Watch) run(ctx context.Context, r *reading) {
	for ; r != nil; r = w.takeOrStop() {
		bounded, cancel := context.WithTimeout(ctx, readTimeout)
		r.n, r.err = w.read(bounded)
		cancel()
		close(r.done)
	}
}
