package job

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"lectern/internal/kernel/sqldb"
)

// Run is one claim on a job. All its writes fail with ErrLost once another worker has claimed the job.
type Run struct {
	Job
	queue   *Queue
	leased  atomic.Int64 // end of the lease, Unix ms
	held    atomic.Int64 // see Hold, Unix ms
	percent atomic.Int64 // last progress written
}

// Decode reads the payload. Its error is permanent, because another attempt can't read it either.
func (r *Run) Decode(into any) error {
	if err := json.Unmarshal([]byte(r.payload), into); err != nil {
		return Permanent(fmt.Errorf("payload of %s: %w", r.Kind, err))
	}
	return nil
}

// Claim takes the next job of these kinds: the lowest rank first, then the one due longest. It returns nil if none is
// due. A job whose process has ended is due again after a pause, or becomes dead: see lose.
func (s *Queue) Claim(ctx context.Context, worker string, lease time.Duration, kinds ...string) (*Run, error) {
	return s.claim(ctx, worker, lease, math.MaxInt32, kinds)
}

var errTooFewSlots = errors.New("job: the next one costs more than there are free slots")

// claim is Claim for a worker with that many free slots. It returns errTooFewSlots if the next job costs more. Cheaper
// jobs behind it are not taken instead, or it might wait forever.
func (s *Queue) claim(ctx context.Context, worker string, lease time.Duration, slots int,
	kinds []string,
) (*Run, error) {
	due, args := dueStatement(kinds)
	for {
		// Read first, so that idle nodes don't occupy the only SQLite writer. This also tells "no job is due" from
		// "another worker was faster", which the update can't.
		now := s.now()
		args[0] = now.UnixMilli()
		next, err := scan(s.db.Reader().QueryRowContext(ctx, due, args...))
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil // no job is due
		}
		if err != nil {
			return nil, fmt.Errorf("look for jobs: %w", err)
		}
		if next.Cost > slots {
			return nil, errTooFewSlots
		}
		// Don't cancel halfway: a claim that nobody knows of would block the job until its lease ends.
		claimCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease)
		run := &Run{queue: s}
		if next.State == Running {
			err = s.lose(claimCtx, next, now)
		} else {
			err = s.db.WriteOne(claimCtx, func(q sqldb.Querier) error {
				run.Job, err = scan(q.QueryRowContext(claimCtx, claimStatement, next.ID, next.fence, now.UnixMilli(),
					now.Add(lease).UnixMilli(), worker))
				return err
			})
		}
		cancel()
		switch {
		case errors.Is(err, sql.ErrNoRows) || err == nil && run.State != Running:
			continue // another worker was faster, the job was lost or cancelled
		case err != nil:
			return nil, fmt.Errorf("claim a job: %w", err)
		}
		run.leased.Store(run.Due.UnixMilli())
		run.percent.Store(int64(run.Job.Progress))
		return run, nil
	}
}

// dueStatement selects the next job; its first argument is the time.
func dueStatement(kinds []string) (statement string, args []any) {
	places, names := sqldb.List(2, kinds)
	return `SELECT ` + columns + ` FROM job WHERE state IN ('waiting', 'running') AND due_at <= $1
		AND kind IN (` + places + `) ORDER BY rank, due_at, id LIMIT 1`, append([]any{nil}, names...)
}

const claimStatement = `UPDATE job SET state = CASE WHEN cancel_asked THEN 'cancelled' ELSE 'running' END,
		finished_at = CASE WHEN cancel_asked THEN $3 ELSE finished_at END,
		attempts    = CASE WHEN cancel_asked THEN attempts ELSE attempts + 1 END,
		fence = fence + 1, due_at = $4, worker = $5, begun_at = $3
	WHERE id = $1 AND fence = $2 AND state = 'waiting' AND due_at <= $3
	RETURNING ` + columns

const completeStatement = `UPDATE job SET state = 'done', progress = 100, error = '', finished_at = $3
	WHERE id = $1 AND fence = $2 AND state = 'running'`

// Complete marks the job as done. In the handler's transaction it makes the work and its completion atomic: if the
// claim is lost, the error also rolls back the work.
func (r *Run) Complete(ctx context.Context, q sqldb.Querier) error {
	return r.update(ctx, q, completeStatement, r.queue.now().UnixMilli())
}

// Progress stores the percentage done, if it has changed.
func (r *Run) Progress(ctx context.Context, percent int) error {
	percent = max(0, min(100, percent))
	if r.percent.Swap(int64(percent)) == int64(percent) {
		return nil
	}
	return r.write(ctx, `UPDATE job SET progress = $3 WHERE id = $1 AND fence = $2 AND state = 'running'`, percent)
}

// Hold extends the lease and pauses heartbeats until it ends, for a handler that completes the job in one long
// transaction. On SQLite that transaction holds the only writer, so no heartbeat could be written. On PostgreSQL a
// heartbeat would change the same row and force a retry. The job can't be cancelled during that time.
func (r *Run) Hold(ctx context.Context, lease time.Duration) error {
	until := r.queue.now().Add(lease).UnixMilli()
	err := r.write(ctx, `UPDATE job SET due_at = $3 WHERE id = $1 AND fence = $2 AND state = 'running'`, until)
	if err == nil {
		r.leased.Store(until)
		r.held.Store(until)
	}
	return err
}

// extend renews the lease and reports whether the job was asked to stop.
func (r *Run) extend(ctx context.Context, lease time.Duration) (cancel bool, err error) {
	until := r.queue.now().Add(lease).UnixMilli()
	if r.held.Load() > until {
		return false, nil // see Hold
	}
	err = r.queue.db.WriteOne(ctx, func(q sqldb.Querier) error {
		return q.QueryRowContext(ctx, `UPDATE job SET due_at = $3 WHERE id = $1 AND fence = $2 AND state = 'running'
			RETURNING cancel_asked`, r.ID, r.fence, until).Scan(&cancel)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return false, ErrLost
	}
	if err == nil {
		r.leased.Store(until)
	}
	return cancel, err
}

// expired reports whether the lease has ended without being renewed.
func (r *Run) expired() bool { return r.queue.now().UnixMilli() >= r.leased.Load() }

// fail schedules another attempt after a pause, or marks the job dead if none remains.
func (r *Run) fail(ctx context.Context, cause error, pause time.Duration) error {
	now := r.queue.now()
	var permanent *permanentError
	return r.write(ctx, `UPDATE job SET error = $3, due_at = $4,
			state       = CASE WHEN cancel_asked THEN 'cancelled' WHEN $5
			OR attempts >= max_attempts THEN 'dead' ELSE 'waiting' END,
			finished_at = CASE WHEN cancel_asked OR $5 OR attempts >= max_attempts THEN $6 ELSE finished_at END
		WHERE id = $1 AND fence = $2 AND state = 'running'`,
		errorText(cause), now.Add(pause).UnixMilli(), errors.As(cause, &permanent), now.UnixMilli())
}

// postpone schedules the job again after a pause without using up an attempt.
func (r *Run) postpone(ctx context.Context, cause error, pause time.Duration) error {
	now := r.queue.now()
	return r.write(ctx, `UPDATE job SET error = $3, due_at = $4, attempts = attempts - 1,
			state       = CASE WHEN cancel_asked THEN 'cancelled' ELSE 'waiting' END,
			finished_at = CASE WHEN cancel_asked THEN $5 ELSE finished_at END
		WHERE id = $1 AND fence = $2 AND state = 'running'`, errorText(cause), now.Add(pause).UnixMilli(), now.UnixMilli())
}

// release returns the job without using up an attempt, because the worker is stopping.
func (r *Run) release(ctx context.Context) error {
	return r.write(ctx, `UPDATE job SET state = 'waiting', due_at = $3, attempts = attempts - 1
		WHERE id = $1 AND fence = $2 AND state = 'running'`, r.queue.now().UnixMilli())
}

// cancelled marks a job as cancelled after it has stopped.
func (r *Run) cancelled(ctx context.Context) error {
	return r.write(ctx, `UPDATE job SET state = 'cancelled', finished_at = $3
		WHERE id = $1 AND fence = $2 AND state = 'running'`, r.queue.now().UnixMilli())
}

func (r *Run) write(ctx context.Context, statement string, args ...any) error {
	return r.queue.db.WriteOne(ctx, func(q sqldb.Querier) error { return r.update(ctx, q, statement, args...) })
}

func (r *Run) update(ctx context.Context, q sqldb.Querier, statement string, args ...any) error {
	n, err := affected(q.ExecContext(ctx, statement, append([]any{r.ID, r.fence}, args...)...))
	if err != nil {
		return fmt.Errorf("update job %s: %w", r.ID, err)
	}
	if n == 0 {
		return ErrLost
	}
	return nil
}

// completed reports whether this claim has completed the job, perhaps in the handler's transaction.
func (r *Run) completed(ctx context.Context) (bool, error) {
	j, err := r.queue.Get(ctx, r.queue.db.Reader(), r.ID)
	return err == nil && j.State == Done && j.fence == r.fence, err
}

// Permanent marks an error that another attempt can't fix: the job is dead at once.
func Permanent(err error) error { return &permanentError{err} }

type permanentError struct{ cause error }

func (e *permanentError) Error() string { return e.cause.Error() }
func (e *permanentError) Unwrap() error { return e.cause }

// Postponed marks an error that isn't the job's fault, such as a full disk. The job is retried with growing pauses
// until that is fixed, and loses no attempt.
func Postponed(err error) error { return &postponedError{err} }

type postponedError struct{ cause error }

func (e *postponedError) Error() string { return e.cause.Error() }
func (e *postponedError) Unwrap() error { return e.cause }
