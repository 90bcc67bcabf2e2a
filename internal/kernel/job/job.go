// Package job is a durable queue in the database: work that outlives the request that asked for it. It owns the table
// job and knows nothing of what the work is. A job is added in the transaction that needs it, so both happen or
// neither; any node claims it for the time of a lease, keeps the lease alive while it works, and finishes it with the
// fencing number of its claim. A worker that was killed loses its lease and another takes over; a worker that only
// seemed dead finds its number refused.
//
// A handler may therefore run more than once, but completes once: it does its writing and Run.Complete in one
// transaction. Nodes must agree on the time, so New is given the database's clock (sqldb.DB.Now). Where clocks differ all the same,
// work is done twice but still completed once. Start at New, Queue.Add and Queue.Runner.
package job

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A State is how far a job is.
type State string

// The states. Waiting and running jobs are active; the others are finished.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Dead      State = "dead" // it failed for good; kept with its last error until staff retry or forget it
	Cancelled State = "cancelled"
)

const (
	defaultAttempts = 10
	maxPayload      = 64 << 10
	maxError        = 2000
)

var kindPattern = regexp.MustCompile(`^[a-z0-9_.-]{1,64}$`)

// A Queue adds jobs and hands them out. It is safe for concurrent use.
type Queue struct {
	db  *sqldb.DB
	now func() time.Time

	waking sync.Mutex
	wake   chan struct{} // closed, and replaced, to wake every runner of this process
}

// New returns the queue of a database.
func New(db *sqldb.DB, now func() time.Time) *Queue {
	return &Queue{db: db, now: now, wake: make(chan struct{})}
}

// A Spec describes a job to be done.
type Spec struct {
	Kind    string // which handler: a–z, 0–9, '_', '.', '-'
	Payload any    // what the handler needs to know, as JSON of at most 64 KiB; no secrets
	// Key, unless empty, is held by at most one waiting or running job of the kind. Adding another does nothing: work
	// that must see what changed since the running one began needs a key of its own.
	Key         string
	RunAt       time.Time // not before; the zero time is now
	MaxAttempts int       // 0 is 10
	Cost        int       // how many slots of a node it takes; 0 is 1
	Rank        int       // of two jobs that are due, the one of the lower rank is taken first
}

// Add puts a job into the queue within the caller's transaction and returns its id, or the id of the active job that
// has its key. After the commit, Wake saves the job the wait for the next poll.
func (s *Queue) Add(ctx context.Context, q sqldb.Querier, spec Spec) (string, error) {
	payload, err := spec.check()
	if err != nil {
		return "", err
	}
	now := s.now()
	due := spec.RunAt
	if due.IsZero() {
		due = now
	}
	key := sql.NullString{String: spec.Key, Valid: spec.Key != ""}
	added := sqldb.NewID()
	result, err := q.ExecContext(ctx, `INSERT INTO job (id, kind, unique_key, payload, state, due_at, max_attempts, created_at, cost, rank)
		VALUES ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9)
		ON CONFLICT (kind, unique_key) WHERE state IN ('waiting', 'running') DO NOTHING`,
		added, spec.Kind, key, payload, due.UnixMilli(), spec.MaxAttempts, now.UnixMilli(), spec.Cost, spec.Rank)
	if n, err := affected(result, err); err != nil {
		return "", fmt.Errorf("add job %s: %w", spec.Kind, err)
	} else if n == 1 {
		return added, nil
	}
	err = q.QueryRowContext(ctx, `SELECT id FROM job WHERE kind = $1 AND unique_key = $2 AND state IN ('waiting', 'running')`,
		spec.Kind, spec.Key).Scan(&added)
	if err != nil {
		return "", fmt.Errorf("find the job that has the key: %w", err)
	}
	return added, nil
}

// check fills in the defaults. What it refuses is a programmer's mistake.
func (s *Spec) check() (payload string, err error) {
	if s.MaxAttempts == 0 {
		s.MaxAttempts = defaultAttempts
	}
	if s.Cost == 0 {
		s.Cost = 1
	}
	raw, err := json.Marshal(s.Payload)
	switch {
	case err != nil:
		return "", fmt.Errorf("job %s: payload: %w", s.Kind, err)
	case len(raw) > maxPayload:
		return "", fmt.Errorf("job %s: payload of %d bytes", s.Kind, len(raw))
	case !kindPattern.MatchString(s.Kind):
		return "", fmt.Errorf("job: bad kind %q", s.Kind)
	case !utf8.ValidString(s.Key) || strings.ContainsRune(s.Key, 0) || len(s.Key) > maxError:
		return "", fmt.Errorf("job %s: bad key %q", s.Kind, s.Key)
	case s.MaxAttempts < 0:
		return "", fmt.Errorf("job %s: %d attempts", s.Kind, s.MaxAttempts)
	case s.Cost < 0:
		return "", fmt.Errorf("job %s: a cost of %d", s.Kind, s.Cost)
	}
	return string(raw), nil
}

// Wake makes this process's idle workers look at the queue now. Call it after the commit.
func (s *Queue) Wake() {
	s.waking.Lock()
	defer s.waking.Unlock()
	close(s.wake)
	s.wake = make(chan struct{})
}

// woken returns a channel that the next Wake closes. Who takes it before looking at the queue misses nothing.
func (s *Queue) woken() <-chan struct{} {
	s.waking.Lock()
	defer s.waking.Unlock()
	return s.wake
}

// Cancel ends a waiting job at once and asks a running one to stop, which it does with its next heartbeat. A finished
// job is the fault job.finished, an unknown one job.not_found.
func (s *Queue) Cancel(ctx context.Context, q sqldb.Querier, jobID string) error {
	result, err := q.ExecContext(ctx, `UPDATE job SET cancel_asked = TRUE,
			state       = CASE WHEN state = 'waiting' THEN 'cancelled' ELSE state END,
			finished_at = CASE WHEN state = 'waiting' THEN $2 ELSE finished_at END
		WHERE id = $1 AND state IN ('waiting', 'running')`, jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.finished")
}

// Retry puts a dead or cancelled job back into the queue with all its attempts before it. One that is active or done,
// or whose key another job has meanwhile, is the fault job.not_retryable.
func (s *Queue) Retry(ctx context.Context, q sqldb.Querier, jobID string) error {
	result, err := q.ExecContext(ctx, `UPDATE job SET state = 'waiting', due_at = $2, attempts = 0, progress = 0, cancel_asked = FALSE, finished_at = 0
		WHERE id = $1 AND state IN ('dead', 'cancelled') AND NOT EXISTS (
			SELECT 1 FROM job AS other
			WHERE other.kind = job.kind AND other.unique_key = job.unique_key AND other.state IN ('waiting', 'running'))`,
		jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.not_retryable")
}

// Forget ends a job that waits or has failed for good; Prune removes it in time. One that runs is the fault job.running, one that is
// finished job.finished.
func (s *Queue) Forget(ctx context.Context, q sqldb.Querier, jobID string) error {
	known, err := s.Get(ctx, q, jobID)
	if err != nil {
		return err
	}
	if known.State == Running {
		return fault.New(fault.Conflict, "job.running")
	}
	result, err := q.ExecContext(ctx, `UPDATE job SET state = 'cancelled', finished_at = $2 WHERE id = $1 AND state IN ('waiting', 'dead')`,
		jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.finished")
}

// changed makes a refusal of an update that found no row.
func (s *Queue) changed(ctx context.Context, q sqldb.Querier, jobID string, result sql.Result, err error, code string) error {
	n, err := affected(result, err)
	if err != nil || n == 1 {
		return err
	}
	if _, err := s.Get(ctx, q, jobID); err != nil {
		return err
	}
	return fault.New(fault.Conflict, code)
}

// Recover lets others take over, without waiting for the end of a lease, what an earlier process of this name was doing when it was killed. If
// that process is alive after all, its claims are lost as those of any slow worker.
func (s *Queue) Recover(ctx context.Context, worker string, kinds ...string) (recovered int64, err error) {
	for _, kind := range kinds {
		err = errors.Join(err, s.db.WriteOne(ctx, func(q sqldb.Querier) error {
			n, err := affected(q.ExecContext(ctx, `UPDATE job SET due_at = $3 WHERE state = 'running' AND worker = $1 AND kind = $2 AND due_at > $3`,
				worker, kind, s.now().UnixMilli()))
			recovered += n
			return err
		}))
	}
	return recovered, err
}

// Prune forgets jobs that were done or cancelled before a moment and returns how many. Dead ones stay.
func (s *Queue) Prune(ctx context.Context, before time.Time) (pruned int64, err error) {
	err = s.db.WriteOne(ctx, func(q sqldb.Querier) error {
		result, err := q.ExecContext(ctx, `DELETE FROM job WHERE state IN ('done', 'cancelled') AND finished_at < $1`, before.UnixMilli())
		pruned, err = affected(result, err)
		return err
	})
	return pruned, err
}

func affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// errorText makes an error fit to be stored: bounded, and without what PostgreSQL refuses in a text.
func errorText(err error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), "?"), "\x00", "?")
	if len(text) > maxError {
		text = strings.ToValidUTF8(text[:maxError], "")
	}
	return text
}

// ErrLost says that a claim is over: the lease ran out and another worker has the job, or it is finished.
var ErrLost = errors.New("job: the claim is lost")
