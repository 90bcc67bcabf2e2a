package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/kernel/sqldb"
)

// MaxLosses is how many claims of a job may be lost to the end of their process. The process is rarely ended by the
// job, so these don't count as attempts.
const MaxLosses = 10

// OnDead calls told when a job of these kinds becomes dead because its process ended too often, in the transaction
// that says so. Jobs that fail tell their handler. Set it before any runner starts.
func (s *Queue) OnDead(told func(ctx context.Context, q sqldb.Querier, dead Job) error, kinds ...string) {
	for _, kind := range kinds {
		s.onDead[kind] = told
	}
}

// lossPause returns the pause after a loss: none after the first, then 10 s, doubled each time up to ten minutes.
func lossPause(losses int) time.Duration {
	if losses <= 1 {
		return 0
	}
	return min(longestPause, 5*time.Second<<min(losses-1, 20))
}

// lose ends a claim whose lease has ended, because its process has: the job waits for the next one, or becomes dead.
func (s *Queue) lose(ctx context.Context, lost Job, now time.Time) error {
	losses := lost.Losses + 1
	state, text, due := Waiting, lost.Error, now.Add(lossPause(losses))
	switch {
	case lost.Cancelling:
		state = Cancelled
	case losses >= MaxLosses:
		state, text = Dead, fmt.Sprintf("the server ended %d times while it ran", losses)
	}
	finished := int64(0)
	if state != Waiting {
		finished = now.UnixMilli()
	}
	err := s.db.WriteSteps(ctx, func(q sqldb.Querier) error {
		dead, err := scan(q.QueryRowContext(ctx, `UPDATE job SET state = $3, error = $4, due_at = $5, finished_at = $6,
				losses = losses + 1, attempts = attempts - 1, lost_by = worker
			WHERE id = $1 AND fence = $2 AND state = 'running' AND due_at <= $7
			RETURNING `+columns, lost.ID, lost.fence, string(state), text, due.UnixMilli(), finished, now.UnixMilli()))
		if told := s.onDead[lost.Kind]; err == nil && state == Dead && told != nil {
			err = told(ctx, q, dead)
		}
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil // another worker was faster
	}
	return err
}

// maxHold is longer than any lease, see Run.Hold.
const maxHold = time.Hour

// SetBack makes jobs due that got their time from a clock that was ahead and has been set back: those that were to
// start at once, and those that were claimed since. A lease that ends too far in the future ends within a minute,
// unless its worker renews it. Call it at start and when a step of the clock was noticed.
func (s *Queue) SetBack(ctx context.Context) (changed int64, err error) {
	now := s.now()
	err = s.db.WriteSteps(ctx, func(q sqldb.Querier) error {
		waiting, err := affected(q.ExecContext(ctx, `UPDATE job SET due_at = $1,
				begun_at   = CASE WHEN begun_at > $1 THEN $1 ELSE begun_at END,
				created_at = CASE WHEN created_at > $1 THEN $1 ELSE created_at END
			WHERE state = 'waiting' AND due_at > $1 AND (created_at > $1 AND due_at <= created_at OR begun_at > $1)`,
			now.UnixMilli()))
		if err != nil {
			return err
		}
		running, err := affected(q.ExecContext(ctx, `UPDATE job SET due_at = $1 WHERE state = 'running' AND due_at > $2`,
			now.Add(time.Minute).UnixMilli(), now.Add(maxHold).UnixMilli()))
		changed = waiting + running
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("make jobs due after the clock was set back: %w", err)
	}
	s.Wake()
	return changed, nil
}
