package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"lectern/internal/kernel/recovery"
)

// The reasons why a handler's context ends; see context.Cause.
var (
	// ErrStopping means that the process is stopping; the job is released and runs again elsewhere.
	ErrStopping = errors.New("job: the worker is stopping")
	// ErrCancelled means that somebody cancelled the job.
	ErrCancelled = errors.New("job: cancelled")
)

const (
	settleTries = 3
	// longestPause is the longest pause before a postponed job is tried again.
	longestPause = 10 * time.Minute
)

// Handler does a job. It returns when its context ends, and may be run again for the same job.
type Handler func(ctx context.Context, run *Run) error

// Options configure a Runner; zero values select the defaults.
type Options struct {
	Name    string        // of this node, shown to staff
	Slots   int           // limit on the total cost of running jobs; 0 means 2. A job that costs more runs alone
	Lease   time.Duration // how long a dead worker blocks a job; renewed at a third of it. 0 means 30 s
	Poll    time.Duration // how often to check for jobs of other nodes and jobs that become due; 0 means 1 s
	Grace   time.Duration // how long running jobs may continue after Run is told to stop; 0 means 10 s
	Backoff func(attempt int) time.Duration
	After   func(time.Duration) <-chan time.Time // time.After
	Log     *slog.Logger
}

// Runner runs jobs. Give slow kinds their own Runner, so that quick jobs don't wait behind them.
type Runner struct {
	queue    *Queue
	handlers map[string]Handler
	kinds    []string
	o        Options
}

// Runner returns a runner for the kinds in handlers. Other nodes run jobs of other kinds.
func (s *Queue) Runner(o Options, handlers map[string]Handler) *Runner {
	o.Slots = cmp.Or(o.Slots, 2)
	o.Lease = cmp.Or(o.Lease, 30*time.Second)
	o.Poll = cmp.Or(o.Poll, time.Second)
	o.Grace = cmp.Or(o.Grace, 10*time.Second)
	if o.Backoff == nil {
		o.Backoff = Backoff
	}
	if o.After == nil {
		o.After = time.After
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Runner{queue: s, handlers: handlers, kinds: slices.Sorted(maps.Keys(handlers)), o: o}
}

// Backoff returns the pause after a failed attempt: 5 s, doubled each time up to an hour, minus up to half of it at
// random, so that jobs that failed together aren't retried together.
func Backoff(attempt int) time.Duration {
	pause := min(time.Hour, 5*time.Second<<min(attempt-1, 20))
	return pause - time.Duration(rand.Int64N(int64(pause/2))) //nolint:gosec // jitter, not a secret
}

// Run runs jobs until ctx ends. Then it stops claiming, lets running jobs continue for the grace period, and ends and
// releases the rest. It returns after all handlers have.
func (r *Runner) Run(ctx context.Context) {
	working, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	var all sync.WaitGroup
	used, ended := 0, make(chan int, r.o.Slots) // buffered for all slots, so a job that ends never blocks
	for ctx.Err() == nil {
		run := r.next(ctx, &used, ended)
		if run == nil {
			continue
		}
		cost := min(max(run.Cost, 1), r.o.Slots)
		used += cost
		all.Go(func() {
			defer func() { ended <- cost }()
			if err := recovery.Do(func() error { r.do(working, run); return nil }); err != nil {
				r.log(run).LogAttrs(ctx, slog.LevelError, "running a job panicked", slog.Any("error", err))
			}
		})
	}
	finished := make(chan struct{})
	go func() {
		all.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-r.o.After(r.o.Grace):
		stop(ErrStopping)
		<-finished
	}
}

// next waits until a job can be claimed. It returns nil to make Run check again.
func (r *Runner) next(ctx context.Context, used *int, ended <-chan int) *Run {
	for len(ended) > 0 {
		*used -= <-ended
	}
	slots := r.o.Slots - *used
	if *used == 0 {
		slots = math.MaxInt32
	}
	woken := r.queue.woken()
	var run *Run
	err := errTooFewSlots
	if slots > 0 {
		run, err = r.queue.claim(ctx, r.o.Name, r.o.Lease, slots, r.kinds)
	}
	switch {
	case run != nil:
		return run
	case errors.Is(err, errTooFewSlots):
		var retry <-chan time.Time
		if slots > 0 { // another node may take that job, and the next one may fit
			retry = r.o.After(r.o.Poll)
		}
		select {
		case cost := <-ended:
			*used -= cost
		case <-retry:
		case <-ctx.Done():
		}
		return nil
	}
	pause := r.o.Poll
	if err != nil && ctx.Err() == nil {
		r.o.Log.LogAttrs(ctx, slog.LevelError, "no jobs can be claimed", slog.Any("error", err))
		pause *= 5 // don't overload a database that is down
	}
	select {
	case <-woken:
	case <-r.o.After(pause):
	case <-ctx.Done():
	}
	return nil
}

// do runs one job to its end, with heartbeats.
func (r *Runner) do(working context.Context, run *Run) {
	ctx, cancel := context.WithCancelCause(working)
	handled := make(chan struct{})
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		if err := recovery.Do(func() error {
			r.beat(context.WithoutCancel(working), run, handled, cancel)
			return nil
		}); err != nil {
			cancel(err) // without its lease, another node takes the job
		}
	}()
	err := r.handle(ctx, run)
	close(handled)
	<-beating
	cause := context.Cause(ctx)
	cancel(nil)
	r.settle(context.WithoutCancel(working), run, err, cause)
}

// handle calls the handler and turns a panic into an error, which staff may see and so has no stack.
func (r *Runner) handle(ctx context.Context, run *Run) error {
	err := recovery.Do(func() error { return r.handlers[run.Kind](ctx, run) })
	if p, ok := errors.AsType[*recovery.PanicError](err); ok {
		r.log(run).LogAttrs(ctx, slog.LevelError, "a job panicked", slog.String("stack", p.Stack))
		return fmt.Errorf("panic: %v", p.Value)
	}
	return err
}

// beat renews the lease until the handler returns, and ends its context if the job is lost or cancelled.
func (r *Runner) beat(ctx context.Context, run *Run, handled <-chan struct{}, end context.CancelCauseFunc) {
	for {
		select {
		case <-handled:
			return
		case <-r.o.After(r.o.Lease / 3):
		}
		asked, err := r.extend(ctx, run)
		switch {
		case errors.Is(err, errCompleted):
			return // the handler is about to return
		case errors.Is(err, ErrLost):
			end(ErrLost)
			return
		case err != nil && run.expired():
			end(ErrLost) // the database is down: by now another node may have the job
			return
		case err != nil:
			r.log(run).LogAttrs(ctx, slog.LevelWarn, "a job's lease could not be extended", slog.Any("error", err))
		case asked:
			end(ErrCancelled) // keep renewing until the handler stops
		}
	}
}

var errCompleted = errors.New("job: completed by the handler")

// extend renews the lease, waiting for the database at most half a lease.
func (r *Runner) extend(ctx context.Context, run *Run) (asked bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.o.Lease/2)
	defer cancel()
	asked, err = run.extend(ctx, r.o.Lease)
	if errors.Is(err, ErrLost) {
		if done, failed := run.completed(ctx); failed == nil && done {
			return false, errCompleted
		}
	}
	return asked, err
}

// settle stores how the job ended. If that fails too, the lease ends and the job runs again.
func (r *Runner) settle(ctx context.Context, run *Run, failed, cause error) {
	for try := 1; ; try++ {
		err := r.settleOnce(ctx, run, failed, cause)
		if err == nil {
			return
		}
		if errors.Is(err, ErrLost) || try == settleTries {
			r.log(run).LogAttrs(ctx, slog.LevelWarn, "how a job ended could not be written down", slog.Any("error", err))
			return
		}
		<-r.o.After(time.Second)
	}
}

func (r *Runner) settleOnce(ctx context.Context, run *Run, failed, cause error) error {
	ctx, cancel := context.WithTimeout(ctx, r.o.Lease)
	defer cancel()
	err := r.outcome(ctx, run, failed, cause)
	if errors.Is(err, ErrLost) {
		if done, failed := run.completed(ctx); failed == nil && done {
			return nil // by the handler, in its own transaction
		}
	}
	return err
}

func (r *Runner) outcome(ctx context.Context, run *Run, failed, cause error) error {
	switch {
	case failed == nil:
		return run.write(ctx, completeStatement, run.queue.now().UnixMilli())
	case errors.Is(cause, ErrLost):
		return ErrLost
	case errors.Is(cause, ErrCancelled):
		return run.cancelled(ctx)
	case errors.Is(cause, ErrStopping):
		return run.release(ctx)
	}
	if _, ok := errors.AsType[*postponedError](failed); ok {
		r.log(run).LogAttrs(ctx, slog.LevelWarn, "a job has to wait", slog.Any("error", failed))
		// Every claim increments the fence, so pauses grow although the attempts don't.
		return run.postpone(ctx, failed, min(r.o.Backoff(int(run.fence)), longestPause))
	}
	r.log(run).LogAttrs(ctx, slog.LevelWarn, "a job failed", slog.Any("error", failed))
	return run.fail(ctx, failed, r.o.Backoff(run.Attempts))
}

func (r *Runner) log(run *Run) *slog.Logger {
	return r.o.Log.With(slog.String("job", run.ID), slog.String("kind", run.Kind), slog.Int("attempt", run.Attempts))
}
