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
	panics   *prometheus.CounterVec // of background work
}

func (inst *instance) college() *college {
	failures := server.LoginFailures()
	return &college{wiring.New(wiring.Options{
		Config: inst.config, DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Now: inst.db.Now,
		CollegeZh: inst.collegeZh, CollegeEn: inst.collegeEn, Probe: prober(), Wait: importWait,
		LoginFailed: func(reason string) { failures.WithLabelValues(reason).Inc() },
	}), failures, server.BackgroundPanics()}
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
	keep := func(name string, run func(context.Context)) {
		all.Go(func() { c.keepRunning(ctx, name, restartPause, run) })
	}
	every := func(name string, interval time.Duration, do func(context.Context)) {
		all.Go(func() { c.every(ctx, name, interval, do) })
	}
	if node.pages {
		keep("accounts", c.Accounts.Run)
		keep("media", c.Media.Run)
		every("import drafts", sweepInterval, c.sweepImports)
		keep("recording search", c.startSearch)
		every("watching", sweepInterval, c.scheduleWatching)
		keep("staff search", c.startStaffSearch)
		every("old jobs", pruneInterval, c.prune)
		every("exams", examInterval, c.notifyExams)
	}
	for _, kind := range node.kinds {
		keep(kind+" jobs", func(ctx context.Context) { groups[kind](c, ctx, node) })
	}
	all.Wait()
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

// startStaffSearch indexes what an older version didn't.
func (c *college) startStaffSearch(ctx context.Context) {
	for _, fill := range []func(context.Context) error{c.Courses.IndexAll, c.Timetables.IndexAll, c.Students.IndexAll} {
		if err := fill(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "building the staff search index failed; the next start retries", "error", err)
		}
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
