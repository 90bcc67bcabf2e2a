package app

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"lectern/internal/account"
	"lectern/internal/course"
	"lectern/internal/job"
	"lectern/internal/message"
	"lectern/internal/push"
	"lectern/internal/sqldb"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// A college is the services of the portal on one house.
type college struct {
	accounts   *account.Service
	students   *student.Service
	courses    *course.Service
	timetables *timetable.Service
	feeds      *timetable.Feeds
	messages   *message.Service
	push       *push.Service
	jobs       *job.Queue
}

func (h *house) college() *college {
	c := h.config
	messages, jobs := message.New(h.db, time.Now), job.New(h.db, time.Now)
	news := &announcer{messages, time.Now, c.Location()}
	out := &college{
		accounts: account.New(account.Options{DB: h.db, Keys: h.keys, Blobs: h.blobs, Now: time.Now, Policy: account.Policy{
			FirstPassword: c.FirstPassword, ForceChange: c.PasswordChange == "force", SecondFactor: c.SecondFactor,
			SessionIdle: c.SessionIdle, SessionMax: c.SessionMax, Issuer: c.CollegeEn,
		}}),
		students:   student.New(h.db, h.keys, time.Now),
		courses:    course.New(h.db, time.Now, c.Location()),
		timetables: timetable.New(h.db, time.Now, c.Location(), news.announce),
		feeds:      timetable.NewFeeds(h.db, h.keys, time.Now),
		messages:   messages,
		push:       push.New(push.Options{DB: h.db, Keys: h.keys, Jobs: jobs, Now: time.Now, Contact: contact(c.PublicURL)}),
		jobs:       jobs,
	}
	out.courses.OnRecorded(news.recorded)
	messages.Also(tellDevices(out.push))
	return out
}

// contact is how a push service reaches the operator.
func contact(address string) string {
	if strings.HasPrefix(address, "https://") {
		return address
	}
	return "lectern@localhost"
}

// tellDevices lets those who want to be told at once be told of every message.
func tellDevices(devices *push.Service) func(ctx context.Context, q sqldb.Querier, id string, note message.Note) error {
	return func(ctx context.Context, q sqldb.Querier, id string, note message.Note) error {
		kind := push.Notices
		switch note.About {
		case message.AboutChange:
			kind = push.Changes
		case message.AboutRecording:
			kind = push.Recordings
		}
		return devices.Tell(ctx, q, id, kind, note.Sent)
	}
}

const (
	pushWorkers = 4
	// doneJobs are forgotten after a while; those that failed stay for staff to see.
	keepJobs  = 3 * 24 * time.Hour
	pruneJobs = time.Hour
)

// run does the college's work in the background until the context ends.
func (c *college) run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { c.accounts.Run(ctx) })
	wg.Go(func() {
		c.jobs.Runner(job.Options{Name: "push", Workers: pushWorkers, Log: slog.Default()}, c.push.Handlers()).Run(ctx)
	})
	wg.Go(func() { c.prune(ctx) })
	wg.Wait()
}

func (c *college) prune(ctx context.Context) {
	for tick := time.NewTicker(pruneJobs); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case now := <-tick.C:
			if _, err := c.jobs.Prune(ctx, now.Add(-keepJobs)); err != nil {
				slog.WarnContext(ctx, "old jobs could not be forgotten", "error", err)
			}
		}
	}
}
