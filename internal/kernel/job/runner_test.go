package job_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// start starts a runner and returns functions to stop it and to wait for it.
func (b fixture) start(handlers map[string]job.Handler) (stop, wait func()) {
	runner := b.Runner(job.Options{
		Name: "node", Slots: 3, Lease: lease, Poll: poll, Grace: grace, After: b.clock.After,
		Backoff: func(attempt int) time.Duration { return time.Duration(attempt) * time.Minute },
	}, handlers)
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { runner.Run(ctx) })
	b.Cleanup(func() { cancel(); running.Wait() })
	return cancel, running.Wait
}

// settled stops the runner and waits until the outcomes of its jobs are stored.
func settled(stop, wait func()) { stop(); wait() }

func TestRunnerDoesJobs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		ran := make(chan string, 10)
		early := b.add(job.Spec{Kind: "plain"})
		stop, wait := b.start(map[string]job.Handler{
			"plain": func(_ context.Context, run *job.Run) error { ran <- run.ID; return nil },
		})
		if got := <-ran; got != early {
			t.Errorf("ran %s", got)
		}
		b.clock.Await(poll, 1) // it found no other job and waits
		woken := b.add(job.Spec{Kind: "plain"})
		b.Wake()
		if got := <-ran; got != woken {
			t.Errorf("ran %s", got)
		}
		b.clock.Await(poll, 2)
		polled := b.add(job.Spec{Kind: "plain"})
		b.clock.Advance(poll)
		if got := <-ran; got != polled {
			t.Errorf("ran %s", got)
		}
		settled(stop, wait)
		for _, id := range []string{early, woken, polled} {
			b.want(id, job.Done, 1)
		}
	})
}

func TestEffectAndCompletionAreOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		ran := make(chan struct{})
		id := b.add(job.Spec{Kind: "own-tx"})
		stop, wait := b.start(map[string]job.Handler{"own-tx": func(ctx context.Context, run *job.Run) error {
			defer close(ran)
			err := db.Write(ctx, func(q sqldb.Querier) error {
				if _, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('effect', 'x')`); err != nil {
					return err
				}
				return run.Complete(ctx, q)
			})
			if err != nil {
				return err
			}
			return errors.New("an error after the commit changes nothing")
		}})
		<-ran
		settled(stop, wait)
		b.want(id, job.Done, 1)
		if dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'effect'`) != 1 {
			t.Error("the effect is missing")
		}
	})
}

func TestFailuresAreTriedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		type kind struct {
			spec  job.Spec
			fails func() error
			last  string
			tries int
			id    string
		}
		kinds := map[string]*kind{
			"fails": {spec: job.Spec{MaxAttempts: 3}, fails: func() error {
				return errors.New(
					"no luck\x00\xff")
			}, last: "no luck??", tries: 3},
			"panics": {spec: job.Spec{MaxAttempts: 2}, fails: func() error {
				panic(
					"out of luck")
			}, last: "panic: out of luck", tries: 2},
			"final": {spec: job.Spec{MaxAttempts: 9}, fails: func() error {
				return job.Permanent(
					errors.New("never"))
			}, last: "never", tries: 1},
			"garbled": {spec: job.Spec{MaxAttempts: 9, Payload: "text"}, fails: nil, last: "payload of garbled", tries: 1},
			"long": {spec: job.Spec{MaxAttempts: 1}, fails: func() error {
				return errors.New(
					strings.Repeat("长", 5000))
			}, last: "长长", tries: 1},
		}
		handlers := map[string]job.Handler{}
		for name, k := range kinds {
			k.spec.Kind = name
			k.id = b.add(k.spec)
			handlers[name] = func(_ context.Context, run *job.Run) error {
				if k.fails == nil {
					var number int
					return run.Decode(&number)
				}
				return k.fails()
			}
		}
		for round := 1; round <= 3; round++ {
			stop, wait := b.start(handlers)
			b.clock.Await(poll, round) // all due jobs have been claimed
			settled(stop, wait)
			for name, k := range kinds {
				state, attempts := job.Waiting, round
				if round >= k.tries {
					state, attempts = job.Dead, k.tries
				}
				j := b.get(k.id)
				if j.State != state || j.Attempts != attempts || !strings.HasPrefix(j.Error, k.last) || len(j.Error) > 2000 {
					t.Errorf("%s, round %d: %+v", name, round, j)
				}
				if pause := time.Duration(round) * time.Minute; state == job.Waiting && !j.Due.Equal(b.clock.Now().Add(pause)) {
					t.Errorf("%s, round %d: due %v after %v", name, round, j.Due, b.clock.Now())
				}
			}
			b.clock.Advance(time.Duration(round) * time.Minute)
		}
	})
}

// A postponed job keeps all its attempts, and its pauses still grow.
func TestPostponedCostsNoAttempt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		added := b.add(job.Spec{Kind: "waits", MaxAttempts: 2})
		for round := 1; round <= 5; round++ {
			stop, wait := b.start(map[string]job.Handler{"waits": func(context.Context, *job.Run) error {
				return job.Postponed(errors.New("store away"))
			}})
			b.clock.Await(poll, round)
			settled(stop, wait)
			pause := time.Duration(round) * time.Minute
			if j := b.get(added); j.State != job.Waiting || j.Attempts != 0 || j.Error != "store away" ||
				!j.Due.Equal(b.clock.Now().Add(pause)) {
				t.Errorf("round %d: %+v at %v", round, j, b.clock.Now())
			}
			b.clock.Advance(pause)
		}
	})
}

func TestHeartbeat(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "long"})
		finish := make(chan struct{})
		stop, wait := b.start(map[string]job.Handler{"long": func(ctx context.Context, _ *job.Run) error {
			select {
			case <-finish:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}})
		for n := 1; n <= 7; n++ { // more than two leases
			b.clock.Await(beat, n)
			if due := b.get(id).Due; !due.Equal(b.clock.Now().Add(lease)) {
				t.Errorf("beat %d: leased until %v at %v", n, due, b.clock.Now())
			}
			if b.claim("long") != nil {
				t.Fatal("taken from a living worker")
			}
			b.clock.Advance(beat)
		}
		close(finish)
		settled(stop, wait)
		b.want(id, job.Done, 1)
	})
}

func TestHandlerGetsTheReasonToStop(t *testing.T) {
	for name, tc := range map[string]struct {
		provoke  func(b fixture, id string, stop func())
		cause    error
		state    job.State
		attempts int
	}{
		"cancelled": {func(b fixture, id string, _ func()) {
			if err := b.db.Write(b.Context(), func(q sqldb.Querier) error { return b.Cancel(b.Context(), q, id) }); err != nil {
				b.Fatal(err)
			}
			b.clock.Advance(beat)
		}, job.ErrCancelled, job.Cancelled, 1},
		"lost": {func(b fixture, _ string, _ func()) {
			dbtest.Exec(b.T, b.db, `UPDATE job SET fence = fence + 1, worker = 'another'`)
			b.clock.Advance(beat)
		}, job.ErrLost, job.Running, 1},
		"stopping": {func(b fixture, _ string, stop func()) {
			stop()
			b.clock.Await(grace, 1)
			b.clock.Advance(grace)
		}, job.ErrStopping, job.Waiting, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				b := newFixture(t, db)
				id := b.add(job.Spec{Kind: "endless"})
				causes := make(chan error, 1)
				stop, wait := b.start(map[string]job.Handler{"endless": func(ctx context.Context, _ *job.Run) error {
					<-ctx.Done()
					causes <- context.Cause(ctx)
					return ctx.Err()
				}})
				b.clock.Await(beat, 1)
				tc.provoke(b, id, stop)
				if cause := <-causes; !errors.Is(cause, tc.cause) {
					t.Errorf("told %v", cause)
				}
				settled(stop, wait)
				b.want(id, tc.state, tc.attempts)
				if free := b.claim("endless") != nil; free != (tc.state == job.Waiting) {
					t.Errorf("others may start it: %v", free)
				}
			})
		})
	}
}

func TestStopLetsJobsFinish(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "slow"})
		begun, finish := make(chan struct{}), make(chan struct{})
		stop, wait := b.start(map[string]job.Handler{"slow": func(ctx context.Context, _ *job.Run) error {
			close(begun)
			<-finish
			return ctx.Err()
		}})
		<-begun
		stop()
		b.clock.Await(grace, 1)
		late := b.add(job.Spec{Kind: "slow"})
		close(finish)
		wait()
		b.want(id, job.Done, 1)
		b.want(late, job.Waiting, 0)
	})
}

// The table is removed while the runner works, like a database that goes down.
func TestRunnerSurvivesADatabaseOutage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "a"})
		causes, again := make(chan error, 1), make(chan struct{})
		stop, wait := b.start(map[string]job.Handler{"a": func(ctx context.Context, run *job.Run) error {
			if run.Losses == 1 {
				close(again)
				return nil
			}
			<-ctx.Done()
			causes <- context.Cause(ctx)
			return ctx.Err()
		}})
		b.clock.Await(beat, 1)
		b.clock.Await(poll, 1)
		dbtest.Exec(t, db, `ALTER TABLE job RENAME TO gone`)
		for n := 2; n <= 3; n++ {
			b.clock.Advance(beat)
			b.clock.Await(beat, n) // a failed heartbeat alone doesn't stop the handler
		}
		b.clock.Advance(beat)
		if cause := <-causes; !errors.Is(cause, job.ErrLost) {
			t.Errorf("a worker that cannot extend its lease is told %v", cause)
		}
		b.clock.AwaitNow(5 * poll) // the runner has failed once more and waits
		dbtest.Exec(t, db, `ALTER TABLE gone RENAME TO job`)
		b.clock.Advance(5 * poll)
		<-again
		settled(stop, wait)
		b.want(id, job.Done, 1)
	})
}
