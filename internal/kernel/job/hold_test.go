package job_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestHoldAndRecover(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		b.add(job.Spec{Kind: "plain"})
		held := b.mustClaim("plain")
		if err := held.Hold(t.Context(), 10*lease); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(5 * lease)
		if other := b.claim("plain"); other != nil {
			t.Fatal("a held job was claimed")
		}
		if n, err := b.Recover(t.Context(), "somebody else", "plain"); err != nil || n != 0 {
			t.Fatalf("%d, %v", n, err)
		}
		if n, err := b.Recover(t.Context(), held.Worker, "other", "plain"); err != nil || n != 1 {
			t.Fatalf("%d, %v", n, err)
		}
		again := b.mustClaim("plain")
		if again.Attempts != 1 || again.Losses != 1 {
			t.Errorf("attempt %d", again.Attempts)
		}
		if err := held.Hold(t.Context(), lease); !errors.Is(err, job.ErrLost) {
			t.Errorf("the first claim: %v", err)
		}
		if err := b.complete(again); err != nil {
			t.Error(err)
		}
	})
}

// A handler that holds the only writer for longer than its lease is neither stopped nor run twice.
func TestHeldJobBlocksItsOwnHeartbeat(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		const short = time.Second // on a busy machine a shorter lease ends before the job is held
		queue := job.New(db, time.Now)
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := queue.Add(t.Context(), q, job.Spec{Kind: "long"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var runs atomic.Int32
		done := make(chan error, 2)
		ctx, stop := context.WithCancel(t.Context())
		finished := make(chan struct{})
		go func() {
			defer close(finished)
			queue.Runner(job.Options{Lease: short, Poll: short / 10, Slots: 2},
				map[string]job.Handler{"long": func(ctx context.Context, run *job.Run) error {
					runs.Add(1)
					if err := run.Hold(ctx, time.Minute); err != nil {
						done <- err
						return err
					}
					err := db.Write(ctx, func(q sqldb.Querier) error {
						if _, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('held', 'x')`); err != nil {
							return err
						}
						time.Sleep(2 * short) // simulates a long transaction
						return run.Complete(ctx, q)
					})
					done <- errors.Join(err, context.Cause(ctx))
					return err
				}}).Run(ctx)
		}()
		if err := <-done; err != nil {
			t.Error(err)
		}
		stop()
		<-finished
		if n := runs.Load(); n != 1 {
			t.Errorf("it ran %d times", n)
		}
	})
}
