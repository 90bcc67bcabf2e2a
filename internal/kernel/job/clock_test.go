package job_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// clock is a clock that only the test moves.
type clock struct {
	mu     sync.Mutex
	moved  *sync.Cond
	now    time.Time
	timers []timer
	asked  map[time.Duration]int // how often each wait has begun
}

type timer struct {
	at   time.Time
	fire chan time.Time
}

func newClock() *clock {
	c := &clock{now: time.UnixMilli(1_790_000_000_000), asked: map[time.Duration]int{}}
	c.moved = sync.NewCond(&c.mu)
	return c
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	fire := make(chan time.Time, 1)
	c.timers = append(c.timers, timer{c.now.Add(d), fire})
	c.asked[d]++
	c.moved.Broadcast()
	return fire
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	var remaining []timer
	for _, t := range c.timers {
		if t.at.After(c.now) {
			remaining = append(remaining, t)
		} else {
			t.fire <- c.now
		}
	}
	c.timers = remaining
}

// Await returns once a wait of d has begun for the nth time.
func (c *clock) Await(d time.Duration, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.asked[d] < n {
		c.moved.Wait()
	}
}

// AwaitNow returns once a wait of d has begun at the current time, so unlike Await's, that wait isn't over yet.
func (c *clock) AwaitNow(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !slices.ContainsFunc(c.timers, func(t timer) bool { return t.at.Equal(c.now.Add(d)) }) {
		c.moved.Wait()
	}
}

const (
	lease = 30 * time.Second
	beat  = lease / 3
	poll  = time.Second
	grace = 12 * time.Second // unlike the others, so that Await can tell them apart
)

// fixture is a queue with its database and clock.
type fixture struct {
	*testing.T
	*job.Queue
	db    *sqldb.DB
	clock *clock
}

func newFixture(t *testing.T, db *sqldb.DB) fixture {
	c := newClock()
	return fixture{T: t, Queue: job.New(db, c.Now), db: db, clock: c}
}

func (b fixture) add(spec job.Spec) string {
	b.Helper()
	var added string
	err := b.db.Write(b.Context(), func(q sqldb.Querier) (err error) {
		added, err = b.Add(b.Context(), q, spec)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return added
}

func (b fixture) claim(kinds ...string) *job.Run {
	b.Helper()
	run, err := b.Claim(b.Context(), "node", lease, kinds...)
	if err != nil {
		b.Fatal(err)
	}
	return run
}

func (b fixture) mustClaim(kinds ...string) *job.Run {
	b.Helper()
	run := b.claim(kinds...)
	if run == nil {
		b.Fatal("nothing to claim")
	}
	return run
}

func (b fixture) complete(run *job.Run) error {
	return b.db.Write(b.Context(), func(q sqldb.Querier) error { return run.Complete(b.Context(), q) })
}

func (b fixture) get(id string) job.Job {
	b.Helper()
	j, err := b.Get(b.Context(), b.db.Reader(), id)
	if err != nil {
		b.Fatal(err)
	}
	return j
}

func (b fixture) want(id string, state job.State, attempts int) {
	b.Helper()
	if j := b.get(id); j.State != state || j.Attempts != attempts {
		b.Errorf("the job is %s after %d attempts (%s), want %s after %d", j.State, j.Attempts, j.Error, state, attempts)
	}
}
