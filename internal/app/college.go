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
	"lectern/internal/kernel/sqldb"
)

// college is the portal's services and their background work in this process.
type college struct {
	*wiring.College
	failures *prometheus.CounterVec // failed logins
	panics   *prometheus.CounterVec // of background work

	db        *sqldb.DB
	now       func() time.Time
	mayDelete func(ctx context.Context) bool // see package steady
}

func (inst *instance) college() *college {
	failures := server.LoginFailures()
	return &college{wiring.New(wiring.Options{
		Config: inst.config, DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Now: inst.db.Now,
		CollegeZh: inst.collegeZh, CollegeEn: inst.collegeEn, Probe: prober(), Wait: importWait,
		MayDelete: inst.steady.MayDelete, LoginFailed: func(reason string) { failures.WithLabelValues(reason).Inc() },
	}), failures, server.BackgroundPanics(), inst.db, inst.db.Now, inst.steady.MayDelete}
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
		every("deleted lessons", sweepInterval, c.sweepLessons)
		every("watching", sweepInterval, c.scheduleWatching)
		keep("staff search", c.startStaffSearch)
		every("old jobs", pruneInterval, c.prune)
		every("copies of the database", pruneInterval, c.sweepCopies)
		every("exams", examInterval, c.notifyExams)
	}
	keep("audit seal", c.Chain.Run)
	every("audit verification", sweepInterval, c.verifyAudit)
	for _, kind := range node.kinds {
		keep(kind+" jobs", func(ctx context.Context) { groups[kind](c, ctx, node) })
	}
	all.Wait()
}

// verifyAudit queues a verification of the audit log when one is due.
func (c *college) verifyAudit(ctx context.Context) {
	if err := c.Chain.Schedule(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "scheduling a verification of the audit log failed; will retry", "error", err)
	}
}

// sweepImports removes old import drafts.
func (c *college) sweepImports(ctx context.Context) {
	if err := c.Imports.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing old import drafts failed", "error", err)
	}
}

// sweepLessons deletes for good the lessons that were deleted a day ago.
func (c *college) sweepLessons(ctx context.Context) {
	if err := c.Courses.SweepLessons(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing deleted lessons failed", "error", err)
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
	if !c.mayDelete(ctx) {
		return
	}
	if _, err := c.Jobs.Prune(ctx, c.now().Add(-jobRetention)); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing old jobs failed", "error", err)
	}
	if err := c.Messages.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "removing files of unsent notices failed", "error", err)
	}
}

// sweepCopies removes copies of the database that killed previews left.
func (c *college) sweepCopies(ctx context.Context) {
	if err := c.db.SweepCopies(); err != nil {
		slog.WarnContext(ctx, "removing old copies of the database failed", "error", err)
	}
}

// notifyExams notifies students of tomorrow's exams in the evening. The database records who was notified, so a
// restart neither skips nor repeats a message.
func (c *college) notifyExams(ctx context.Context) {
	if err := c.NotifyExams(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "sending exam reminders failed; will retry", "error", err)
	}
}
