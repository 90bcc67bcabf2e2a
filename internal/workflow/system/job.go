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

// maxJobs is how many jobs of a state are listed; their number is told besides.
const maxJobs = 50

// An Owner runs and ends jobs of a kind whose state is also in the feature's own tables. Its methods are given the id of a job.
// Retry is the fault job.not_retryable when the feature has no use for the job any more.
type Owner struct {
	Retry  func(ctx context.Context, who access.Actor, id string) error
	Cancel func(ctx context.Context, who access.Actor, id string) error
	// About tells what jobs are about, by their ids; nil: nobody knows.
	About func(ctx context.Context, q sqldb.Querier, ids []string) (map[string]About, error)
}

// An About is what a job of a recording is about.
type About struct {
	Asset          string
	Code           string // of the course
	Title, TitleEn string // of the lesson
	File           string
	Height         int          // of the rendition; 0: the first that is made
	Reason         *fault.Error // why it failed or what it waits for; nil: nothing
}

// A Task is a job with what it is about and how long it may still take.
type Task struct {
	job.Job
	About About
	Left  time.Duration // 0: nobody knows
}

// leftOf guesses from what is done how long a running job will still take; in the beginning nobody knows.
func leftOf(j job.Job, now time.Time) time.Duration {
	const known = 3 // percent
	if j.State != job.Running || j.Progress < known || j.Begun.IsZero() {
		return 0
	}
	return now.Sub(j.Begun) * time.Duration(100-j.Progress) / time.Duration(j.Progress)
}

// tasks finds out what jobs are about.
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
		out[i] = Task{Job: j, About: known[j.ID], Left: leftOf(j, now)}
	}
	return out, nil
}

// RetryJob runs a job again that has failed for good or was ended. Registrars only.
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
	if owned { // it makes a job of its own, so this one is over
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
		return s.note(ctx, q, who, "system.retry_job", known)
	})
	if err == nil {
		s.o.Jobs.Wake()
	}
	return err
}

// ForgetJob ends a job that waits or has failed for good. One that runs is the fault job.running. Registrars only.
func (s *Service) ForgetJob(ctx context.Context, who access.Actor, id string) error {
	known, err := s.getJob(ctx, who, id)
	if err != nil {
		return err
	}
	if cancel := s.o.Owners[known.Kind].Cancel; cancel != nil && known.State == job.Waiting {
		if err := cancel(ctx, who, id); err != nil {
			return err
		}
		return s.db().Write(ctx, func(q sqldb.Querier) error { return s.note(ctx, q, who, "system.forget_job", known) })
	}
	return s.db().Write(ctx, func(q sqldb.Querier) error {
		if err := s.o.Jobs.Forget(ctx, q, id); err != nil {
			return err
		}
		return s.note(ctx, q, who, "system.forget_job", known)
	})
}

func (s *Service) getJob(ctx context.Context, who access.Actor, id string) (job.Job, error) {
	if err := access.Admin.Check(who); err != nil {
		return job.Job{}, err
	}
	return s.o.Jobs.Get(ctx, s.db().Reader(), id)
}

func (s *Service) note(ctx context.Context, q sqldb.Querier, who access.Actor, action string, j job.Job) error {
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.o.Installation.Now(), Action: action, Object: j.ID, Before: map[string]any{"kind": j.Kind, "state": string(j.State), "attempts": j.Attempts},
	})
}

// listJobs returns the jobs that somebody may want to look at: those that failed for good, run and wait; all, or those of these kinds.
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

// A Work is who prepares recordings, and what waits for that.
type Work struct {
	Nodes   []Node // that do such jobs, or fell silent with one
	Jobs    []Task // of recordings, as in Status
	Waiting int    // how many wait, listed or not
	Storage Disk   // that recordings are kept on; zero: an object store, whose size nobody knows
}

// Work looks at the nodes and jobs of one group, such as media, for whoever looks after recordings.
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

// Push is what went wrong with telling devices of news.
type Push struct {
	Failed   int // given up
	Retrying int // failed, and tried again
	Error    string
}

func readPush(ctx context.Context, q sqldb.Querier) (Push, error) {
	var p Push
	err := q.QueryRowContext(ctx, `SELECT COALESCE(sum(CASE WHEN state = 'dead' THEN 1 ELSE 0 END), 0), COALESCE(sum(CASE WHEN state = 'dead' THEN 0 ELSE 1 END), 0)
		FROM job WHERE kind LIKE 'push.%' AND state IN ('dead', 'waiting', 'running') AND error <> ''`).Scan(&p.Failed, &p.Retrying)
	if err == nil && p.Failed+p.Retrying > 0 {
		err = q.QueryRowContext(ctx, `SELECT error FROM job WHERE kind LIKE 'push.%' AND state IN ('dead', 'waiting', 'running') AND error <> ''
			ORDER BY id DESC LIMIT 1`).Scan(&p.Error)
	}
	if err != nil {
		return Push{}, fmt.Errorf("count failed pushes: %w", err)
	}
	return p, nil
}
