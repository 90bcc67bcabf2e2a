package job

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"lectern/internal/kernel/sqldb"
)

// Job is one row of the queue, as staff see it.
type Job struct {
	ID          string
	Kind        string
	Key         string
	State       State
	Due         time.Time // waiting: the earliest start; running: the end of the lease
	Attempts    int
	MaxAttempts int
	Losses      int       // claims that ended with their process
	Progress    int       // percent
	Cancelling  bool      // running, and asked to stop
	Error       string    // why the last attempt failed
	Worker      string    // the last worker that claimed it
	LostBy      string    // the worker whose lease ended before the last claim; empty if none
	Cost        int       // slots it takes
	Begun       time.Time // time of the last claim; zero if never
	Created     time.Time
	Finished    time.Time // zero while active

	payload string
	fence   int64
}

const columns = `id, kind, COALESCE(unique_key, ''), payload, state, due_at, fence, attempts, max_attempts, losses,
	progress, cancel_asked, error, worker, lost_by, cost, begun_at, created_at, finished_at`

func scan(row interface{ Scan(dest ...any) error }) (Job, error) {
	var j Job
	var due, begun, created, finished int64
	err := row.Scan(&j.ID, &j.Kind, &j.Key, &j.payload, &j.State, &due, &j.fence, &j.Attempts, &j.MaxAttempts, &j.Losses,
		&j.Progress, &j.Cancelling, &j.Error, &j.Worker, &j.LostBy, &j.Cost, &begun, &created, &finished)
	j.Due, j.Created = time.UnixMilli(due), time.UnixMilli(created)
	j.Begun, j.Finished = sqldb.Instant(begun), sqldb.Instant(finished)
	return j, err
}

// Get returns one job, or the fault job.not_found.
func (s *Queue) Get(ctx context.Context, q sqldb.Querier, jobID string) (Job, error) {
	j, err := scan(q.QueryRowContext(ctx, `SELECT `+columns+` FROM job WHERE id = $1`, jobID))
	return j, sqldb.Missing(err, "job.not_found")
}

// Filter selects jobs; empty fields select all.
type Filter struct {
	State State
	Kind  string
	After string // id of the last job on the previous page
	Limit int    // 0 means 50; at most 500
}

// List returns jobs, newest first.
func (s *Queue) List(ctx context.Context, q sqldb.Querier, f Filter) (jobs []Job, err error) {
	if f.Limit <= 0 {
		f.Limit = 50
	}
	return s.list(ctx, q, `WHERE ($1 = '' OR state = $1) AND ($2 = '' OR kind = $2) AND ($3 = '' OR id < $3)
		ORDER BY id DESC LIMIT $4`, string(f.State), f.Kind, f.After, min(f.Limit, 500))
}

func (s *Queue) list(ctx context.Context, q sqldb.Querier, which string, args ...any) ([]Job, error) {
	return sqldb.Select(ctx, q, "list jobs", `SELECT `+columns+` FROM job `+which, args,
		func(row *sql.Rows, j *Job) (err error) {
			*j, err = scan(row)
			return err
		})
}

// Lost returns the jobs that other workers took over from this one, newest first, so that staff see where the work of
// a silent node went.
func (s *Queue) Lost(ctx context.Context, q sqldb.Querier, worker string, since time.Time) (jobs []Job, err error) {
	return s.list(ctx, q, `WHERE lost_by = $1 AND begun_at >= $2 ORDER BY begun_at DESC, id
		LIMIT 20`, worker, since.UnixMilli())
}

// Waiting returns how many jobs of these kinds wait.
func (s *Queue) Waiting(ctx context.Context, q sqldb.Querier, kinds ...string) (count int, err error) {
	for _, kind := range kinds {
		var n int
		if err := q.QueryRowContext(ctx,
			`SELECT count(*) FROM job WHERE state = 'waiting' AND kind = $1`, kind).Scan(&n); err != nil {
			return 0, fmt.Errorf("count jobs: %w", err)
		}
		count += n
	}
	return count, nil
}

// Counts returns how many jobs are in each state.
func (s *Queue) Counts(ctx context.Context, q sqldb.Querier) (map[State]int, error) {
	counts := map[State]int{}
	err := sqldb.Each(ctx, q, "count jobs", `SELECT state, count(*) FROM job GROUP BY state`,
		nil, func(row *sql.Rows) error {
			var state State
			var n int
			err := row.Scan(&state, &n)
			counts[state] = n
			return err
		})
	return counts, err
}
