// Package job is a durable queue in the database, for work that outlives its request. It owns the table job and
// doesn't know what the work is. A job is added in the transaction that needs it. Any node claims it with a lease,
// renews the lease while it works, and finishes it with the fencing number of its claim. If a worker is killed, its
// lease ends and another takes over; if it only seemed dead, its outdated number is rejected.
//
// So a handler may run more than once but completes once: it writes its results and calls Run.Complete in one
// transaction. Nodes must agree on the time, so pass New the database's clock (sqldb.DB.Now). If clocks differ
// anyway, work is done twice but still completed once. Start at New, Queue.Add and Queue.Runner.
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

// State is the stage of a job.
type State string

// The states. Waiting and running jobs are active; the others are finished.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Dead      State = "dead" // failed for good; stays with its last error until staff retry or forget it
	Cancelled State = "cancelled"
)

const (
	defaultAttempts = 10
	maxPayload      = 64 << 10
	maxError        = 2000
)

var kindPattern = regexp.MustCompile(`^[a-z0-9_.-]{1,64}$`)

// Queue adds jobs and lets workers claim them. It is safe for concurrent use.
type Queue struct {
	db  *sqldb.DB
	now func() time.Time

	onDead map[string]func(ctx context.Context, q sqldb.Querier, dead Job) error // by kind; see OnDead

	wakeMu sync.Mutex
	wake   chan struct{} // closed, and replaced, to wake every runner of this process
}

// New returns the queue of a database.
func New(db *sqldb.DB, now func() time.Time) *Queue {
	return &Queue{
		db: db, now: now, wake: make(chan struct{}),
		onDead: map[string]func(context.Context, sqldb.Querier, Job) error{},
	}
}

// Spec describes a job to add.
type Spec struct {
	Kind    string // selects the handler: a–z, 0–9, '_', '.', '-'
	Payload any    // the handler's input, as JSON of at most 64 KiB; no secrets
	// Key, if not empty, belongs to at most one active job of the kind; adding another does nothing. Work that must
	// see changes made after the running job began needs a different key.
	Key         string
	RunAt       time.Time // not before; zero means now
	MaxAttempts int       // 0 means 10
	Cost        int       // slots of a node; 0 means 1
	Rank        int       // due jobs with a lower rank are taken first
}

// Add adds a job in the caller's transaction and returns its id, or the id of the active job with the same key. Call
// Wake after the commit to avoid waiting for the next poll.
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
	result, err := q.ExecContext(ctx,
		`INSERT INTO job (id, kind, unique_key, payload, state, due_at, max_attempts, created_at, cost, rank)
		VALUES ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9)
		ON CONFLICT (kind, unique_key) WHERE state IN ('waiting', 'running') DO NOTHING`,
		added, spec.Kind, key, payload, due.UnixMilli(), spec.MaxAttempts, now.UnixMilli(), spec.Cost, spec.Rank)
	if n, err := affected(result, err); err != nil {
		return "", fmt.Errorf("add job %s: %w", spec.Kind, err)
	} else if n == 1 {
		return added, nil
	}
	err = q.QueryRowContext(ctx, `SELECT id FROM job WHERE kind = $1 AND unique_key = $2
		AND state IN ('waiting', 'running')`, spec.Kind, spec.Key).Scan(&added)
	if err != nil {
		return "", fmt.Errorf("find the job that has the key: %w", err)
	}
	return added, nil
}

// check sets the defaults. Its errors are programming errors.
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

// Wake makes the idle workers of this process check the queue. Call it after the commit.
func (s *Queue) Wake() {
	s.wakeMu.Lock()
	defer s.wakeMu.Unlock()
	close(s.wake)
	s.wake = make(chan struct{})
}

// woken returns a channel that the next Wake closes. Get it before checking the queue, so that no Wake is missed.
func (s *Queue) woken() <-chan struct{} {
	s.wakeMu.Lock()
	defer s.wakeMu.Unlock()
	return s.wake
}

// Cancel ends a waiting job at once and asks a running one to stop at its next heartbeat. A finished job is the fault
// job.finished, an unknown one job.not_found.
func (s *Queue) Cancel(ctx context.Context, q sqldb.Querier, jobID string) error {
	result, err := q.ExecContext(ctx, `UPDATE job SET cancel_asked = TRUE,
			state       = CASE WHEN state = 'waiting' THEN 'cancelled' ELSE state END,
			finished_at = CASE WHEN state = 'waiting' THEN $2 ELSE finished_at END
		WHERE id = $1 AND state IN ('waiting', 'running')`, jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.finished")
}

// Retry queues a dead or cancelled job again with all its attempts. A job that is active or done, or whose key
// another job has by now, is the fault job.not_retryable.
func (s *Queue) Retry(ctx context.Context, q sqldb.Querier, jobID string) error {
	result, err := q.ExecContext(ctx, `UPDATE job SET state = 'waiting', due_at = $2, attempts = 0, losses = 0,
		progress = 0, cancel_asked = FALSE, finished_at = 0
		WHERE id = $1 AND state IN ('dead', 'cancelled') AND NOT EXISTS (
			SELECT 1 FROM job AS other
			WHERE other.kind = job.kind AND other.unique_key = job.unique_key AND other.state IN ('waiting', 'running'))`,
		jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.not_retryable")
}

// Forget ends a waiting or dead job; Prune removes it later. A running job is the fault job.running, a finished one
// job.finished.
func (s *Queue) Forget(ctx context.Context, q sqldb.Querier, jobID string) error {
	known, err := s.Get(ctx, q, jobID)
	if err != nil {
		return err
	}
	if known.State == Running {
		return fault.New(fault.Conflict, "job.running")
	}
	result, err := q.ExecContext(ctx, `UPDATE job SET state = 'cancelled', finished_at = $2 WHERE id = $1
		AND state IN ('waiting', 'dead')`, jobID, s.now().UnixMilli())
	return s.changed(ctx, q, jobID, result, err, "job.finished")
}

// changed returns a fault if an update matched no row.
func (s *Queue) changed(
	ctx context.Context, q sqldb.Querier, jobID string, result sql.Result, err error, code string,
) error {
	n, err := affected(result, err)
	if err != nil || n == 1 {
		return err
	}
	if _, err := s.Get(ctx, q, jobID); err != nil {
		return err
	}
	return fault.New(fault.Conflict, code)
}

// Recover releases the claims of an earlier process with this name, so that others needn't wait for its leases to
// end. If that process is still alive, its claims are lost, as for any slow worker.
func (s *Queue) Recover(ctx context.Context, worker string, kinds ...string) (recovered int64, err error) {
	for _, kind := range kinds {
		err = errors.Join(err, s.db.WriteOne(ctx, func(q sqldb.Querier) error {
			n, err := affected(q.ExecContext(ctx, `UPDATE job SET due_at = $3 WHERE state = 'running' AND worker = $1
				AND kind = $2 AND due_at > $3`, worker, kind, s.now().UnixMilli()))
			recovered += n
			return err
		}))
	}
	return recovered, err
}

// Prune deletes jobs done or cancelled before a given time and returns how many. Dead jobs stay.
func (s *Queue) Prune(ctx context.Context, before time.Time) (pruned int64, err error) {
	err = s.db.WriteOne(ctx, func(q sqldb.Querier) error {
		result, err := q.ExecContext(ctx, `DELETE FROM job WHERE state IN ('done', 'cancelled')
			AND finished_at < $1`, before.UnixMilli())
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

// errorText makes an error safe to store: limited in length, and without characters that PostgreSQL rejects.
func errorText(err error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), "?"), "\x00", "?")
	if len(text) > maxError {
		text = strings.ToValidUTF8(text[:maxError], "")
	}
	return text
}

// ErrLost means that a claim is over: another worker has the job, or it is finished.
var ErrLost = errors.New("job: the claim is lost")
