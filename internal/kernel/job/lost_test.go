package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A process that ends takes no attempt from its job. The pauses grow, and after ten times the job is dead; who is
// told, is told in the same transaction.
func TestLostClaimsAreNoAttempts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		var told []job.Job
		b.OnDead(func(_ context.Context, _ sqldb.Querier, dead job.Job) error {
			told = append(told, dead)
			return nil
		}, "a")
		id := b.add(job.Spec{Kind: "a", MaxAttempts: 2})
		var before time.Duration
		for lost := range job.MaxLosses {
			run := b.mustClaim("a")
			if run.Attempts != 1 || run.Losses != lost {
				t.Fatalf("after %d losses: %+v", lost, run.Job)
			}
			b.clock.Advance(lease)
			pause := time.Duration(0)
			for lost+1 < job.MaxLosses && b.claim("a", "other") == nil {
				b.clock.Advance(time.Second)
				pause += time.Second
			}
			if lost+1 == job.MaxLosses {
				break
			}
			if pause < before || lost == 0 && pause != 0 || lost > 0 && pause == 0 {
				t.Errorf("a pause of %v after %v", pause, before)
			}
			before = pause
			b.release(id)
		}
		if b.claim("a") != nil {
			t.Error("claimed although its process ended ten times")
		}
		j := b.get(id)
		if j.State != job.Dead || j.Losses != job.MaxLosses || j.Attempts != 0 || j.Error == "" || j.Finished.IsZero() {
			t.Errorf("%+v", j)
		}
		if len(told) != 1 || told[0].ID != id {
			t.Errorf("told of %+v", told)
		}
		if err := db.Write(t.Context(), func(q sqldb.Querier) error { return b.Retry(t.Context(), q, id) }); err != nil {
			t.Fatal(err)
		}
		if run := b.mustClaim("a"); run.Losses != 0 || run.Attempts != 1 {
			t.Errorf("after a retry: %+v", run.Job)
		}
	})
}

// release makes a claimed job as if it had just become due.
func (b fixture) release(id string) {
	b.Helper()
	dbtest.Exec(b.T, b.db, `UPDATE job SET state = 'waiting', due_at = 0, attempts = 0 WHERE id = $1`, id)
}

// If what has to be told can't be written, the job isn't dead yet.
func TestDeathIsToldOrDoesNotHappen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		failed := errors.New("no disk")
		b.OnDead(func(context.Context, sqldb.Querier, job.Job) error { return failed }, "a")
		id := b.add(job.Spec{Kind: "a"})
		b.mustClaim("a")
		dbtest.Exec(t, db, `UPDATE job SET losses = $1`, job.MaxLosses-1)
		b.clock.Advance(lease)
		if _, err := b.Claim(t.Context(), "node", lease, "a"); !errors.Is(err, failed) {
			t.Errorf("%v", err)
		}
		b.want(id, job.Running, 1)
	})
}

// A clock that was hours ahead is set back: what was to start at once starts, and what was running runs on elsewhere
// within a minute if its process has ended.
func TestJobsFromTheFutureAreDue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		const ahead = 8 * time.Hour
		old := b.add(job.Spec{Kind: "failed"})
		b.clock.Advance(ahead)
		b.add(job.Spec{Kind: "now"})
		later := b.add(job.Spec{Kind: "later", RunAt: b.clock.Now().Add(10 * time.Hour)})
		b.mustClaim("failed")
		dbtest.Exec(t, db, `UPDATE job SET state = 'waiting', due_at = $1 WHERE id = $2`,
			b.clock.Now().Add(time.Minute).UnixMilli(), old) // its attempt failed
		b.add(job.Spec{Kind: "running"})
		b.mustClaim("running")
		b.clock.Advance(-ahead)
		if run := b.claim("now", "failed", "running"); run != nil {
			t.Fatalf("claimed %s", run.Kind)
		}
		if n, err := b.SetBack(t.Context()); n != 3 || err != nil {
			t.Errorf("changed %d, %v", n, err)
		}
		b.mustClaim("now")
		b.mustClaim("failed")
		if run := b.claim("running", "later"); run != nil {
			t.Errorf("claimed %s", run.Kind)
		}
		b.clock.Advance(time.Minute)
		b.mustClaim("running")
		if j := b.get(later); j.State != job.Waiting || !j.Due.Equal(b.clock.Now().Add(18*time.Hour-time.Minute)) {
			t.Errorf("what was planned for later: %+v", j)
		}
		if n, err := b.SetBack(t.Context()); n != 0 || err != nil {
			t.Errorf("changed %d more, %v", n, err)
		}
	})
}

// A worker that goes on after the clock was set back keeps its job.
func TestWorkerRenewsItsLeaseAfterTheClockWasSetBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "a"})
		b.clock.Advance(8 * time.Hour)
		finish := make(chan struct{})
		working, stop := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		runner := b.Runner(job.Options{Lease: lease, Poll: poll, Grace: grace, After: b.clock.After},
			map[string]job.Handler{"a": func(context.Context, *job.Run) error { <-finish; return nil }})
		go func() { defer close(stopped); runner.Run(working) }()
		b.clock.Await(beat, 1)
		b.clock.Advance(-8 * time.Hour)
		if _, err := b.SetBack(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(8*time.Hour + beat) // fires the heartbeat
		b.clock.Await(beat, 2)
		if got, want := b.get(id).Due, b.clock.Now().Add(lease); !got.Equal(want) {
			t.Errorf("the lease ends at %s, want %s", got, want)
		}
		close(finish)
		stop()
		<-stopped
		b.want(id, job.Done, 1)
	})
}
