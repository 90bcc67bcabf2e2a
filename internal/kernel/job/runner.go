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
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// The reasons for which a handler's context ends; context.Cause tells which.
var (
	// ErrStopping says that the process is going away; the job is released and runs again elsewhere.
	ErrStopping = errors.New("job: the worker is stopping")
	// ErrCancelled says that somebody cancelled the job.
	ErrCancelled = errors.New("job: cancelled")
)

const (
	settleTries = 3
	// longestPause is the longest delay before a waiting job is tried again.
	longestPause = 10 * time.Minute
)

// A Handler does a job. It returns when its context ends, and is ready to be run again for the same job.
type Handler func(ctx context.Context, run *Run) error

// Options are what a Runner can be told; the zero value of each has a sensible meaning.
type Options struct {
	Name    string        // of this node, shown to staff
	Slots   int           // what the jobs at once may cost together; 0 is 2. A job that costs more than all slots runs alone
	Lease   time.Duration // how long a dead worker holds a job; extended three times as often. 0 is 30 s
	Poll    time.Duration // how often to look for jobs of other nodes and times to come; 0 is 1 s
	Grace   time.Duration // how long running jobs may go on after Run is told to stop; 0 is 10 s
	Backoff func(attempt int) time.Duration
	After   func(time.Duration) <-chan time.Time // time.After
	Log     *slog.Logger
}

// A Runner does jobs. Give slow kinds a Runner of their own, so that quick ones do not wait behind them.
type Runner struct {
	queue    *Queue
	handlers map[string]Handler
	kinds    []string
	o        Options
}

// Runner returns a runner for the kinds that have a handler here. Jobs of other kinds are left to other nodes.
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

// Backoff is the pause after a failed attempt: 5 s, doubled by every further one up to an hour, of which a random
// half is taken away so that jobs that failed together do not come back together.
func Backoff(attempt int) time.Duration {
	pause := min(time.Hour, 5*time.Second<<min(attempt-1, 20))
	return pause - time.Duration(rand.Int64N(int64(pause/2))) //nolint:gosec // jitter, not a secret
}

// Run does jobs until ctx ends. Then it claims no more, lets the running ones go on for the grace period, ends the
// contexts of those still running and releases them. It returns when all handlers have.
func (r *Runner) Run(ctx context.Context) {
	working, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	var all sync.WaitGroup
	used, ended := 0, make(chan int, r.o.Slots) // a job costs at least one slot, so none waits to say that it has ended
	for ctx.Err() == nil {
		run := r.next(ctx, &used, ended)
		if run == nil {
			continue
		}
		cost := min(max(run.Cost, 1), r.o.Slots)
		used += cost
		all.Go(func() {
			defer func() { ended <- cost }()
			r.do(working, run)
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

// next waits until a job can be claimed; nil means look again.
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
	err := errNoRoom
	if slots > 0 {
		run, err = r.queue.claim(ctx, r.o.Name, r.o.Lease, slots, r.kinds)
	}
	switch {
	case run != nil:
		return run
	case errors.Is(err, errNoRoom):
		var look <-chan time.Time
		if slots > 0 { // another node may have taken that one, and the next may fit
			look = r.o.After(r.o.Poll)
		}
		select {
		case cost := <-ended:
			*used -= cost
		case <-look:
		case <-ctx.Done():
		}
		return nil
	}
	pause := r.o.Poll
	if err != nil && ctx.Err() == nil {
		r.o.Log.LogAttrs(ctx, slog.LevelError, "no jobs can be claimed", slog.Any("error", err))
		pause *= 5 // the database is away: do not hammer it
	}
	select {
	case <-woken:
	case <-r.o.After(pause):
	case <-ctx.Done():
	}
	return nil
}

// do runs one job to its end, with a heartbeat beside it.
func (r *Runner) do(working context.Context, run *Run) {
	ctx, cancel := context.WithCancelCause(working)
	handled := make(chan struct{})
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		r.beat(context.WithoutCancel(working), run, handled, cancel)
	}()
	err := r.handle(ctx, run)
	close(handled)
	<-beating
	cause := context.Cause(ctx)
	cancel(nil)
	r.settle(context.WithoutCancel(working), run, err, cause)
}

// handle calls the handler and makes a panic an error.
func (r *Runner) handle(ctx context.Context, run *Run) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			r.log(run).LogAttrs(ctx, slog.LevelError, "a job panicked", slog.String("stack", string(debug.Stack())))
		}
	}()
	return r.handlers[run.Kind](ctx, run)
}

// beat extends the lease until the handler returns, and ends the handler's context when the job is lost or cancelled.
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
			end(ErrLost) // the database is away: by now another node may have the job
			return
		case err != nil:
			r.log(run).LogAttrs(ctx, slog.LevelWarn, "a job's lease could not be extended", slog.Any("error", err))
		case asked:
			end(ErrCancelled) // and go on beating until it obeys
		}
	}
}

var errCompleted = errors.New("job: completed by the handler")

// extend does not wait for the database longer than it would keep the lease.
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

// settle writes down how the job ended. When even that fails, the lease runs out and the job runs again.
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
		// Every claim has counted the fence up, so the pauses grow although the attempts do not.
		return run.postpone(ctx, failed, min(r.o.Backoff(int(run.fence)), longestPause))
	}
	r.log(run).LogAttrs(ctx, slog.LevelWarn, "a job failed", slog.Any("error", failed))
	return run.fail(ctx, failed, r.o.Backoff(run.Attempts))
}

func (r *Runner) log(run *Run) *slog.Logger {
	return r.o.Log.With(slog.String("job", run.ID), slog.String("kind", run.Kind), slog.Int("attempt", run.Attempts))
}
