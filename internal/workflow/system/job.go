package system

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// maxJobs is the most jobs listed per state; their number is shown separately.
const maxJobs = 50

// Owner retries and cancels jobs of a kind whose state is also in its feature's tables. Its methods get the id of a
// job. Retry returns the fault job.not_retryable if the feature no longer needs the job.
type Owner struct {
	Retry  func(ctx context.Context, who access.Actor, id string) error
	Cancel func(ctx context.Context, who access.Actor, id string) error
	// About returns what jobs are about, by id; it may be nil.
	About func(ctx context.Context, q sqldb.Querier, ids []string) (map[string]About, error)
}

// About describes the recording that a job is about.
type About struct {
	Asset          string
	Code           string // of the course
	Title, TitleEn string // of the lesson
	File           string
	Height         int          // of the rendition; 0 for the first one
	Reason         *fault.Error // why it failed or what it waits for; may be nil
}

// Task is a job with what it is about and its estimated remaining time.
type Task struct {
	job.Job
	About     About
	Remaining time.Duration // 0 if unknown
}

// remainingTime estimates how long a running job will still take, or returns 0 at the beginning.
func remainingTime(j job.Job, now time.Time) time.Duration {
	const known = 3 // percent
	if j.State != job.Running || j.Progress < known || j.Begun.IsZero() {
		return 0
	}
	return now.Sub(j.Begun) * time.Duration(100-j.Progress) / time.Duration(j.Progress)
}

// tasks adds to jobs what they are about.
func (s *Service) tasks(ctx context.Context, q sqldb.Querier, jobs []job.Job) ([]Task, error) {
	of := map[string][]string{}
	for _, j := range jobs {
		of[j.Kind] = append(of[j.Kind], j.ID)
	}
	known := map[string]About{}
	for kind, ids := range of {
		if about := s.o.Owners[kind].About; about != nil {
			found, err := about(ctx, q, ids)
			if err != nil {
				return nil, err
			}
			maps.Copy(known, found)
		}
	}
	now := s.o.Installation.Now()
	out := make([]Task, len(jobs))
	for i, j := range jobs {
		out[i] = Task{Job: j, About: known[j.ID], Remaining: remainingTime(j, now)}
	}
	return out, nil
}

// RetryJob runs a dead or cancelled job again. Registrars only.
func (s *Service) RetryJob(ctx context.Context, who access.Actor, id string) error {
	known, err := s.getJob(ctx, who, id)
	if err != nil {
		return err
	}
	owner := s.o.Owners[known.Kind]
	owned := owner.Retry != nil
	if owned && known.State != job.Dead && known.State != job.Cancelled {
		return fault.New(fault.Conflict, "job.not_retryable")
	}
	if owned { // its Retry adds a new job, so this one is over
		if err := owner.Retry(ctx, who, id); err != nil {
			return err
		}
	}
	err = s.db().Write(ctx, func(q sqldb.Querier) error {
		if !owned {
			err = s.o.Jobs.Retry(ctx, q, id)
		} else if err = s.o.Jobs.Forget(ctx, q, id); fault.Code(err) == "job.finished" {
			err = nil
		}
		if err != nil {
			return err
		}
		return s.audit(ctx, q, who, "system.retry_job", known)
	})
	if err == nil {
		s.o.Jobs.Wake()
	}
	return err
}

// ForgetJob ends a waiting or dead job. A running one is the fault job.running. Registrars only.
func (s *Service) ForgetJob(ctx context.Context, who access.Actor, id string) error {
	known, err := s.getJob(ctx, who, id)
	if err != nil {
		return err
	}
	if cancel := s.o.Owners[known.Kind].Cancel; cancel != nil && known.State == job.Waiting {
		if err := cancel(ctx, who, id); err != nil {
			return err
		}
		return s.db().Write(ctx, func(q sqldb.Querier) error { return s.audit(ctx, q, who, "system.forget_job", known) })
	}
	return s.db().Write(ctx, func(q sqldb.Querier) error {
		if err := s.o.Jobs.Forget(ctx, q, id); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "system.forget_job", known)
	})
}

func (s *Service) getJob(ctx context.Context, who access.Actor, id string) (job.Job, error) {
	if err := access.Admin.Check(who); err != nil {
		return job.Job{}, err
	}
	return s.o.Jobs.Get(ctx, s.db().Reader(), id)
}

func (s *Service) audit(ctx context.Context, q sqldb.Querier, who access.Actor, action string, j job.Job) error {
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.o.Installation.Now(), Action: action, Object: j.ID,
		Before: map[string]any{"kind": j.Kind, "state": string(j.State), "attempts": j.Attempts},
	})
}

// listJobs returns dead, running and waiting jobs: all, or those of the given kinds.
func (s *Service) listJobs(ctx context.Context, q sqldb.Querier, kinds ...string) ([]Task, error) {
	if len(kinds) == 0 {
		kinds = []string{""}
	}
	var out []job.Job
	for _, state := range []job.State{job.Dead, job.Running, job.Waiting} {
		for _, kind := range kinds {
			jobs, err := s.o.Jobs.List(ctx, q, job.Filter{State: state, Kind: kind, Limit: maxJobs})
			if err != nil {
				return nil, err
			}
			out = append(out, jobs...)
		}
	}
	return s.tasks(ctx, q, out)
}

// Work describes who prepares recordings and what is waiting.
type Work struct {
	Nodes   []Node // that run such jobs, or became silent with one
	Jobs    []Task // of recordings, as in Status
	Waiting int    // number of waiting jobs, listed or not
	Storage Disk   // disk of the recordings; zero for an object store, whose size is unknown
}

// Work returns the nodes and jobs of one group, such as media, for staff who look after recordings.
func (s *Service) Work(ctx context.Context, who access.Actor, group string) (Work, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Work{}, err
	}
	var kinds []string
	for kind := range s.o.Owners {
		if strings.HasPrefix(kind, group+".") {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	var out Work
	if config := s.o.Installation.Config; config.Blobs.Place() == "" {
		out.Storage, _ = measureDisk(config.Data) // the check of the disk says what is wrong
	}
	err := s.db().Read(ctx, func(q sqldb.Querier) error {
		nodes, err := s.nodes(ctx, q)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			if slices.Contains(n.Kinds, group) {
				out.Nodes = append(out.Nodes, n)
			}
		}
		if out.Jobs, err = s.listJobs(ctx, q, kinds...); err != nil {
			return err
		}
		out.Waiting, err = s.o.Jobs.Waiting(ctx, q, kinds...)
		return err
	})
	return out, err
}

// Push counts the push notifications that failed.
type Push struct {
	Failed   int    `json:"failed" doc:"Given up."`
	Retrying int    `json:"retrying" doc:"Failed, will be retried."`
	Error    string `json:"error" doc:"The last error, or empty."`
}

func readPush(ctx context.Context, q sqldb.Querier) (Push, error) {
	var p Push
	err := q.QueryRowContext(ctx, `SELECT COALESCE(sum(CASE WHEN state = 'dead' THEN 1 ELSE 0 END), 0),
		COALESCE(sum(CASE WHEN state = 'dead' THEN 0 ELSE 1 END), 0)
		FROM job WHERE kind LIKE 'push.%' AND state IN ('dead', 'waiting', 'running')
		AND error <> ''`).Scan(&p.Failed, &p.Retrying)
	if err == nil && p.Failed+p.Retrying > 0 {
		err = q.QueryRowContext(ctx, `SELECT error FROM job WHERE kind LIKE 'push.%'
			AND state IN ('dead', 'waiting', 'running') AND error <> ''
			ORDER BY id DESC LIMIT 1`).Scan(&p.Error)
	}
	if err != nil {
		return Push{}, fmt.Errorf("count failed pushes: %w", err)
	}
	return p, nil
}
