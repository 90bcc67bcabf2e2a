package app

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/clash"
	"lectern/internal/course"
	"lectern/internal/ffmpeg"
	"lectern/internal/job"
	"lectern/internal/media"
	"lectern/internal/message"
	"lectern/internal/planning"
	"lectern/internal/push"
	"lectern/internal/recordings"
	"lectern/internal/roster"
	"lectern/internal/server"
	"lectern/internal/sqldb"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// A college is the services of the portal.
type college struct {
	accounts   *account.Service
	students   *student.Service
	courses    *course.Service
	timetables *timetable.Service
	feeds      *timetable.Feeds
	messages   *message.Service
	media      *media.Service
	push       *push.Service
	imports    *roster.Service
	clashes    *clash.Service
	planning   *planning.Service
	recordings *recordings.Service
	announce   *announcer
	jobs       *job.Queue
	failures   *prometheus.CounterVec // failed logins
}

func (inst *instance) college() *college {
	c := inst.config
	messages, jobs := message.New(inst.db, inst.db.Now).WithFiles(inst.blobs), job.New(inst.db, inst.db.Now)
	courses := course.New(inst.db, inst.db.Now, c.Location())
	announce := &announcer{messages, inst.db.Now, c.Location()}
	students := student.New(inst.db, inst.keys, inst.db.Now)
	failures := server.LoginFailures()
	out := &college{
		accounts: account.New(account.Options{
			DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Now: inst.db.Now,
			Nudge: announce.password, Warn: announce.guessed, FactorReset: announce.factorReset, Failed: func(reason string) { failures.WithLabelValues(reason).Inc() },
			LinkStudent: students.LinkIn, SetStudentEmail: students.SetEmailIn, KnownOfStudent: students.KnownIn,
			Policy: account.Policy{
				FirstPassword: c.FirstPassword, ForceChange: c.PasswordChange == "force", SecondFactor: c.SecondFactor,
				SessionIdle: c.SessionIdle, SessionMax: c.SessionMax, Issuer: c.CollegeEn,
			},
		}),
		students:   students,
		courses:    courses,
		timetables: timetable.New(inst.db, inst.db.Now, c.Location(), announce.announce),
		feeds:      timetable.NewFeeds(inst.db, inst.keys, inst.db.Now),
		messages:   messages,
		media: media.New(media.Options{
			DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Jobs: jobs, Now: inst.db.Now, Folder: filepath.Join(c.Data, "media"),
			MakeLesson: lessonMaker(courses), Plays: lessonPlays(courses), Probe: prober(), Log: slog.Default(),
		}),
		push: push.New(push.Options{DB: inst.db, Keys: inst.keys, Jobs: jobs, Now: inst.db.Now, Contact: contact(c.PublicURL)}),
		jobs: jobs, failures: failures, announce: announce,
	}
	out.imports = inst.rosterOf(out)
	out.clashes = clash.New(inst.db, out.timetables)
	out.planning = planning.New(planning.Options{
		DB: inst.db, Timetables: out.timetables, Clashes: out.clashes, Jobs: jobs, Send: announce.students, Now: inst.db.Now,
	})
	out.recordings = recordings.New(recordings.Options{DB: inst.db, Courses: courses, Timetables: out.timetables, Media: out.media})
	courses.OnRecorded(announce.recorded)
	courses.OnEnrolment(announce.enrolled)
	students.OnRename(out.accounts.FollowRecord)
	students.HeldBy(messages, courses, out.feeds, out.accounts)
	courses.OnRemoveLesson(out.media.DeleteAllIn)
	messages.Also(tellDevices(out.push))
	return out
}

// lessonMaker lets media add a lesson for a recording that comes with a course and a title alone. A class has one lesson: two people may bring its
// recording in at the same time.
func lessonMaker(courses *course.Service) func(context.Context, sqldb.Querier, access.Actor, media.Target) (string, error) {
	return func(ctx context.Context, q sqldb.Querier, who access.Actor, to media.Target) (string, error) {
		if to.Class != "" {
			if lesson, err := courses.LessonOfClassIn(ctx, q, to.Class); err != nil || lesson != "" {
				return lesson, err
			}
		}
		made, err := courses.PutLessonIn(ctx, q, who, course.Lesson{
			Course: to.Course, Title: to.Title, Group: to.Group, Class: to.Class,
		})
		return made.ID, err
	}
}

// prober looks into recordings with ffprobe, which is looked for when the first one comes.
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

// lessonPlays lets students be told that a recording is there.
func lessonPlays(courses *course.Service) func(context.Context, sqldb.Querier, string, bool) error {
	return func(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error {
		return courses.PlaysNow(ctx, q, access.System(), lesson, publish)
	}
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
	pushWorkers   = 4
	importWorkers = 2
	sweepInterval = time.Minute
	// Jobs that are done are forgotten after a while; those that failed stay for staff to see.
	jobRetention  = 3 * 24 * time.Hour
	pruneInterval = time.Hour
	examInterval  = 5 * time.Minute
)

// run does the college's work in the background until the context ends.
func (c *college) run(ctx context.Context) {
	node, _ := os.Hostname() // only shown
	var all sync.WaitGroup
	all.Go(func() { c.accounts.Run(ctx) })
	all.Go(func() {
		var transcoder media.Transcoder // none, unless it is found
		if tool, err := ffmpeg.Find(ctx); err == nil {
			transcoder = tool
			if !tool.Isolated() {
				slog.WarnContext(ctx, "ffmpeg runs with the server's network: "+notIsolated)
			}
		} else {
			slog.WarnContext(ctx, "ffmpeg is not installed: recordings are served as they were uploaded")
		}
		c.media.Run(ctx, node, transcoder)
	})
	all.Go(func() {
		c.jobs.Runner(job.Options{Name: node, Workers: pushWorkers, Log: slog.Default()}, c.push.Handlers()).Run(ctx)
	})
	all.Go(func() { c.runImports(ctx, node) })
	all.Go(func() { c.runPlanning(ctx, node) })
	all.Go(func() {
		if err := c.students.IndexAll(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "some students cannot be found by staff yet; the next start tries again", "error", err)
		}
	})
	all.Go(func() { c.prune(ctx) })
	all.Go(func() { c.tellExams(ctx) })
	all.Wait()
}

// runImports previews and applies spreadsheets. What a killed server was doing is taken up at once, and the lease is long because on SQLite an
// import leaves no other write through.
func (c *college) runImports(ctx context.Context, node string) {
	handlers := c.imports.Handlers()
	if _, err := c.jobs.Recover(ctx, node, slices.Sorted(maps.Keys(handlers))...); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "imports that were under way wait for the end of their lease", "error", err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		c.jobs.Runner(job.Options{Name: node, Workers: importWorkers, Lease: time.Minute, Log: slog.Default()}, handlers).Run(ctx)
	})
	all.Go(func() {
		tick := time.NewTicker(sweepInterval)
		defer tick.Stop()
		for {
			if err := c.imports.Sweep(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "drafts of imports could not be tidied up", "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	all.Wait()
}

// runPlanning sends the messages about what was published at the timetable desk; what a killed server was doing is taken up at once.
func (c *college) runPlanning(ctx context.Context, node string) {
	handlers := c.planning.Handlers()
	if _, err := c.jobs.Recover(ctx, node, slices.Sorted(maps.Keys(handlers))...); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "messages about timetable changes wait for the end of a lease", "error", err)
	}
	c.jobs.Runner(job.Options{Name: node, Workers: 1, Lease: time.Minute, Log: slog.Default()}, handlers).Run(ctx)
}

func (c *college) prune(ctx context.Context) {
	tick := time.NewTicker(pruneInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if _, err := c.jobs.Prune(ctx, now.Add(-jobRetention)); err != nil {
				slog.WarnContext(ctx, "old jobs could not be forgotten", "error", err)
			}
			if err := c.messages.Sweep(ctx); err != nil {
				slog.WarnContext(ctx, "files of notices that were never sent could not be removed", "error", err)
			}
		}
	}
}

// tellExams tells students of tomorrow's exams in the evening. What was told is in the database, so a restart neither forgets nor repeats it.
func (c *college) tellExams(ctx context.Context) {
	tick := time.NewTicker(examInterval)
	defer tick.Stop()
	for {
		if err := c.timetables.TellExams(ctx, c.announce.exam); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "some students were not told of their exams; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
