package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/app/wiring"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/http/server"
)

// college is the portal's services and their background work in this process.
type college struct {
	*wiring.College
	failures *prometheus.CounterVec // failed logins
}

func (inst *instance) college() *college {
	failures := server.LoginFailures()
	return &college{wiring.New(wiring.Options{
		Config: inst.config, DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Now: inst.db.Now,
		CollegeZh: inst.collegeZh, CollegeEn: inst.collegeEn, Probe: prober(), Wait: importWait,
		LoginFailed: func(reason string) { failures.WithLabelValues(reason).Inc() },
	}), failures}
}

// prober returns a function that inspects recordings with ffprobe, which it looks for on first use.
func prober() func(ctx context.Context, path, format string) (ffmpeg.Media, error) {
	find := sync.OnceValues(func() (*ffmpeg.Tool, error) { return ffmpeg.Find(context.Background()) })
	return func(ctx context.Context, path, format string) (ffmpeg.Media, error) {
		tool, err := find()
		if err != nil {
			return ffmpeg.Media{}, err
		}
		return tool.Probe(ctx, path, format)
	}
}

const (
	sweepInterval = time.Minute
	// Finished jobs are deleted after a while; failed ones stay for staff to see.
	jobRetention  = 3 * 24 * time.Hour
	pruneInterval = time.Hour
	examInterval  = 5 * time.Minute
)

// run does the background work until the context ends.
func (c *college) run(ctx context.Context, node nodeOptions) {
	var all sync.WaitGroup
	if node.pages {
		all.Go(func() { c.Accounts.Run(ctx) })
		all.Go(func() { c.Media.Run(ctx) })
		all.Go(func() { every(ctx, sweepInterval, c.sweepImports) })
		all.Go(func() { c.startSearch(ctx) })
		all.Go(func() { every(ctx, sweepInterval, c.scheduleWatching) })
		all.Go(func() {
			for _, fill := range []func(context.Context) error{c.Courses.IndexAll, c.Timetables.IndexAll, c.Students.IndexAll} {
				if err := fill(ctx); err != nil && ctx.Err() == nil {
					slog.ErrorContext(ctx, "building the staff search index failed; the next start retries", "error", err)
				}
			}
		})
		all.Go(func() { every(ctx, pruneInterval, c.prune) })
		all.Go(func() { every(ctx, examInterval, c.notifyExams) })
	}
	for _, kind := range node.kinds {
		all.Go(func() { groups[kind](c, ctx, node) })
	}
	all.Wait()
}

// every calls do at once and then at each interval, until the context ends.
func every(ctx context.Context, interval time.Duration, do func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		do(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweepImports removes old import drafts.
func (c *college) sweepImports(ctx context.Context) {
	if err := c.Imports.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing old import drafts failed", "error", err)
	}
}

// startSearch indexes what an older version didn't.
func (c *college) startSearch(ctx context.Context) {
	if err := c.Search.Start(ctx); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "building the recording search index failed; the next start retries", "error", err)
	}
}

// scheduleWatching queues the jobs that compute viewing records.
func (c *college) scheduleWatching(ctx context.Context) {
	if err := c.Watching.Schedule(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "updating viewing records failed; will retry", "error", err)
	}
}

// prune removes old jobs, and files of notices that were never sent.
func (c *college) prune(ctx context.Context) {
	if _, err := c.Jobs.Prune(ctx, time.Now().Add(-jobRetention)); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing old jobs failed", "error", err)
	}
	if err := c.Messages.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing files of unsent notices failed", "error", err)
	}
}

// notifyExams notifies students of tomorrow's exams in the evening. The database records who was notified, so a
// restart neither skips nor repeats a message.
func (c *college) notifyExams(ctx context.Context) {
	if err := c.NotifyExams(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "sending exam reminders failed; will retry", "error", err)
	}
}
