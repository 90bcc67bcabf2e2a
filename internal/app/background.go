package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"lectern/internal/kernel/recovery"
)

// restartPause is how long work that panicked rests before it starts again.
const restartPause = 5 * time.Second

// background runs work until stop is called. stop waits for it, so that the database can be closed. It keeps running
// while the last requests finish.
func (c *college) background(ctx context.Context, name string, run func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { c.keepRunning(ctx, name, restartPause, run) })
	return func() {
		cancel()
		wg.Wait()
	}
}

// keepRunning calls run, and again after a pause if it panicked, until it returns or the context ends.
func (c *college) keepRunning(ctx context.Context, name string, pause time.Duration, run func(context.Context)) {
	for !c.survives(ctx, name, run) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// every calls do at once and then at each interval, until the context ends. A panic costs one turn.
func (c *college) every(ctx context.Context, name string, interval time.Duration, do func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		c.survives(ctx, name, do)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// survives calls do and reports whether it returned. A panic is logged and counted.
func (c *college) survives(ctx context.Context, name string, do func(context.Context)) bool {
	err := recovery.Do(func() error { do(ctx); return nil })
	if err != nil {
		c.panics.WithLabelValues(name).Inc()
		slog.ErrorContext(ctx, "background work panicked and will start again", "work", name, "error", err)
	}
	return err == nil
}
