// Package steady tells whether the clock can be trusted to delete what is old. A clock that runs ahead makes
// everything look old, so sweeps wait after it was set, and for a while after a start. It owns the row clock of the
// table setting. Start at Clock.MayDelete.
package steady

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"lectern/internal/kernel/sqldb"
)

const (
	// Tolerance is the step of a clock that needs no care.
	Tolerance = 5 * time.Minute
	// AfterStep is how long sweeps wait after the clock was set.
	AfterStep = 24 * time.Hour
	// AfterGap is how long they wait after a time in which nobody looked at the clock, such as before the first start.
	// A machine that starts with a wrong clock sets it within minutes.
	AfterGap = 2 * time.Hour

	seenEvery = time.Minute
)

// State is what is known about the clock.
type State struct {
	Seen  time.Time     // when somebody looked last
	Until time.Time     // sweeps wait until then
	Step  time.Duration // the last step; negative if the clock was set back, 0 if none is known
	At    time.Time     // when it was noticed, by the clock as set
}

// Clock watches the clock of a database. It is safe for concurrent use.
type Clock struct {
	db      *sqldb.DB
	now     func() time.Time
	elapsed func() time.Duration

	mu      sync.Mutex
	looked  bool
	last    time.Time     // by the clock, at the last look
	passed  time.Duration // by elapsed, at the last look
	written time.Time
}

// New returns the clock that now reads. elapsed measures time that nobody can set; nil means this process's.
func New(db *sqldb.DB, now func() time.Time, elapsed func() time.Duration) *Clock {
	if elapsed == nil {
		start := time.Now()                                         //nolint:forbidigo // its monotonic reading
		elapsed = func() time.Duration { return time.Since(start) } //nolint:forbidigo // by the monotonic reading
	}
	return &Clock{db: db, now: now, elapsed: elapsed}
}

// MayDelete reports whether the clock has been steady for long enough to delete what is old by it.
func (c *Clock) MayDelete(ctx context.Context) bool {
	if _, err := c.Look(ctx); err != nil {
		return false
	}
	state, err := Read(ctx, c.db.Reader())
	return err == nil && !c.now().Before(state.Until)
}

// Look compares the clock with the time that has passed since the last look, and stores and returns a step.
func (c *Clock) Look(ctx context.Context) (step time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, passed := c.now(), c.elapsed()
	if !c.looked {
		step, err = c.first(ctx, now)
	} else {
		if step = now.Sub(c.last) - (passed - c.passed); step.Abs() <= Tolerance {
			step = 0
		}
		if step != 0 || now.Sub(c.written) >= seenEvery {
			err = c.store(ctx, now, step, 0)
		}
	}
	if err != nil {
		return 0, err
	}
	c.looked, c.last, c.passed = true, now, passed
	if step != 0 {
		slog.WarnContext(ctx, "the clock was set; nothing old is deleted for a day", "by", step)
	}
	return step, nil
}

// first compares the clock with the last time that any process saw. A later time may be a gap.
func (c *Clock) first(ctx context.Context, now time.Time) (step time.Duration, err error) {
	state, err := Read(ctx, c.db.Reader())
	if err != nil {
		return 0, err
	}
	switch away := now.Sub(state.Seen); {
	case away < -Tolerance:
		return away, c.store(ctx, now, away, 0)
	case away > Tolerance:
		return 0, c.store(ctx, now, 0, AfterGap)
	}
	return 0, c.store(ctx, now, 0, 0)
}

// store writes that the clock was seen, and that sweeps wait for a time.
func (c *Clock) store(ctx context.Context, now time.Time, step, wait time.Duration) error {
	err := c.db.Write(ctx, func(q sqldb.Querier) error {
		state, err := Read(ctx, q)
		if err != nil {
			return err
		}
		state.Seen = now
		if until := now.Add(wait); wait > 0 && until.After(state.Until) {
			state.Until = until
		}
		if step != 0 {
			state.Until, state.Step, state.At = now.Add(AfterStep), step, now
		}
		_, err = q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('clock', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, fmt.Sprint(state.Seen.UnixMilli(), " ",
			state.Until.UnixMilli(), " ", state.Step.Milliseconds(), " ", state.At.UnixMilli()))
		return err
	})
	if err != nil {
		return fmt.Errorf("note the clock: %w", err)
	}
	c.written = now
	return nil
}

// Read returns what is known about a database's clock.
func Read(ctx context.Context, q sqldb.Querier) (State, error) {
	var text string
	err := q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'clock'`).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return State{Seen: time.UnixMilli(0), Until: time.UnixMilli(0), At: time.UnixMilli(0)}, nil
	}
	var seen, until, step, at int64
	if err == nil {
		_, err = fmt.Sscan(text, &seen, &until, &step, &at)
	}
	if err != nil {
		return State{}, fmt.Errorf("read what is known about the clock: %w", err)
	}
	return State{
		Seen: time.UnixMilli(seen), Until: time.UnixMilli(until), Step: time.Duration(step) * time.Millisecond,
		At: time.UnixMilli(at),
	}, nil
}
