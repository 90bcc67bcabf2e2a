package job_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// Slots limit the total cost of the running jobs. An expensive job waits for free slots and is not overtaken; one
// that costs more than all slots runs alone.
func TestSlotsAreWeighedByCost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		costs := []int{1, 3, 1, 9}
		for _, cost := range costs {
			b.add(job.Spec{Kind: "a", Cost: cost})
			b.clock.Advance(time.Millisecond) // so that they are due one after the other
		}
		begun, end := make(chan int), make(chan struct{})
		runner := b.Runner(job.Options{Slots: 3, Poll: time.Millisecond, Lease: time.Hour}, map[string]job.Handler{
			"a": func(_ context.Context, run *job.Run) error { begun <- run.Cost; <-end; return nil },
		})
		ctx, cancel := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() { defer close(stopped); runner.Run(ctx) }()
		var order []int
		for range costs {
			order = append(order, <-begun)
			running, err := b.List(t.Context(), db.Reader(), job.Filter{State: job.Running})
			if err != nil || len(running) != 1 {
				t.Errorf("beside the one of %d slots: %+v, %v", order[len(order)-1], running, err)
			}
			end <- struct{}{}
		}
		cancel()
		<-stopped
		if !slices.Equal(order, costs) {
			t.Errorf("the order was %v", order)
		}
	})
}

// A lower rank goes first, however long the others have waited.
func TestRankGoesFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		later := b.add(job.Spec{Kind: "a", Rank: 1})
		b.clock.Advance(time.Minute)
		first := b.add(job.Spec{Kind: "a"})
		if got := []string{b.mustClaim("a").ID, b.mustClaim("a").ID}; !slices.Equal(got, []string{first, later}) {
			t.Errorf("got %v, want %v", got, []string{first, later})
		}
	})
}

// A job records the worker that lost it, so that staff see where the work of a silent node went.
func TestAJobKnowsWhoLostIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newFixture(t, db)
		id := b.add(job.Spec{Kind: "a"})
		began := b.clock.Now()
		for _, worker := range []string{"node-a", "node-b"} {
			if run, err := b.Claim(t.Context(), worker, lease, "a"); err != nil || run == nil || run.Begun.IsZero() {
				t.Fatalf("%+v, %v", run, err)
			}
			b.clock.Advance(2 * lease)
		}
		lost, err := b.Lost(t.Context(), db.Reader(), "node-a", began)
		if err != nil || len(lost) != 1 || lost[0].ID != id || lost[0].Worker != "node-b" || lost[0].LostBy != "node-a" {
			t.Errorf("%+v, %v", lost, err)
		}
		if lost, err := b.Lost(t.Context(), db.Reader(), "node-b", began); err != nil || len(lost) != 0 {
			t.Errorf("node-b has lost %+v, %v", lost, err)
		}
	})
}
