package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/course/search"
	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/feature/message"
	"lectern/internal/feature/message/push"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning"
	"lectern/internal/workflow/recordings"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/watching"
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
	teaching   *teaching.Service
	watching   *watching.Service
	recordings *recordings.Service
	announce   *announcer
	search     *search.Service
	jobs       *job.Queue
	failures   *prometheus.CounterVec // failed logins
}

func (inst *instance) college() *college {
	c := inst.config
	messages, jobs := message.New(inst.db, inst.db.Now).WithFiles(inst.blobs).WithZone(c.Location()), job.New(inst.db, inst.db.Now)
	courses := course.New(inst.db, inst.db.Now, c.Location())
	finder := search.New(inst.db, jobs, inst.db.Now, c.Location())
	courses.IndexWith(finder.IndexLesson, finder.IndexNote)
	announce := &announcer{messages, inst.db.Now, c.Location()}
	students, pictures := student.New(inst.db, inst.keys, inst.db.Now), picture.NewLimiter()
	students.PhotosIn(inst.blobs, pictures)
	failures := server.LoginFailures()
	out := &college{
		accounts: account.New(account.Options{
			DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Pictures: pictures, Now: inst.db.Now,
			Nudge: announce.password, Warn: announce.guessed, FactorReset: announce.factorReset, Failed: func(reason string) { failures.WithLabelValues(reason).Inc() },
			LinkStudent: students.LinkIn, SetStudentEmail: students.SetEmailIn, KnownOfStudent: students.KnownIn,
			Policy: account.Policy{
				FirstPassword: c.FirstPassword, ForceChange: c.PasswordChange == "force", SecondFactor: c.SecondFactor,
				SessionIdle: c.SessionIdle, SessionMax: c.SessionMax, Issuer: inst.collegeEn,
			},
		}),
		students:   students,
		courses:    courses,
		timetables: timetable.New(inst.db, inst.db.Now, c.Location(), announce.announce),
		feeds:      timetable.NewFeeds(inst.db, inst.keys, inst.db.Now),
		messages:   messages,
		media: media.New(media.Options{
			DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Jobs: jobs, Now: inst.db.Now, Zone: c.Location(), Folder: filepath.Join(c.Data, "media"),
			MakeLesson: lessonMaker(courses), Plays: lessonPlays(courses), Probe: prober(), Index: finder.IndexLesson, Log: slog.Default(),
			Transcribe: media.Transcription{Command: strings.Fields(c.Transcribe), Language: c.TranscribeIn},
		}),
		push: push.New(push.Options{DB: inst.db, Keys: inst.keys, Jobs: jobs, Now: inst.db.Now, Contact: contact(c.PublicURL)}),
		jobs: jobs, failures: failures, announce: announce, search: finder,
	}
	out.imports = inst.rosterOf(out)
	out.clashes = clash.New(inst.db, out.timetables)
	out.teaching = teaching.New(inst.db, inst.db.Now, out.timetables, announce.answered)
	out.planning = planning.New(planning.Options{
		DB: inst.db, Timetables: out.timetables, Clashes: out.clashes, Jobs: jobs, Send: announce.sendStudents, SendOne: announce.sendOne, Now: inst.db.Now,
		Request: func(ctx context.Context, q sqldb.Querier, who access.Actor, request, class string, to planning.RequestState) error {
			return out.teaching.Follow(ctx, q, who, request, class, teaching.State(to))
		},
	})
	out.watching = watching.New(watching.Options{DB: inst.db, Jobs: jobs, Now: inst.db.Now, Zone: c.Location(), Send: announce.sendStudents})
	out.recordings = recordings.New(recordings.Options{DB: inst.db, Courses: courses, Timetables: out.timetables, Media: out.media})
	courses.OnRecorded(announce.recorded)
	courses.OnEnrolment(announce.enrolled)
	students.OnRename(out.accounts.FollowRecord)
	students.HeldBy(messages, courses, finder, out.watching, out.feeds, out.accounts)
	courses.OnRemoveLesson(out.media.DeleteAllIn)
	messages.OnNotify(tellDevices(out.push))
	return out
}

// lessonMaker lets media add a lesson for a recording that comes with a course and a title alone. A class has one lesson: two people may bring its
// recording in at the same time.
func lessonMaker(courses *course.Service) func(context.Context, sqldb.Querier, access.Actor, media.Target) (string, error) {
	return func(ctx context.Context, q sqldb.Querier, who access.Actor, to media.Target) (string, error) {
		if to.Class != "" && !to.Beside {
			if lesson, err := courses.LessonOfClassIn(ctx, q, to.Class); err != nil || lesson != "" {
				return lesson, err
			}
		}
		made, err := courses.PutLessonIn(ctx, q, who, course.Lesson{
			Course: to.Course, Title: to.Title, Group: to.Group, Class: to.Class, Beside: to.Beside,
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
	sweepInterval = time.Minute
	// Jobs that are done are forgotten after a while; those that failed stay for staff to see.
	jobRetention  = 3 * 24 * time.Hour
	pruneInterval = time.Hour
	examInterval  = 5 * time.Minute
)

// run does the college's work in the background until the context ends.
func (c *college) run(ctx context.Context, node nodeOptions) {
	var all sync.WaitGroup
	if node.pages {
		all.Go(func() { c.accounts.Run(ctx) })
		all.Go(func() { c.media.Run(ctx) })
		all.Go(func() { every(ctx, sweepInterval, c.sweepImports) })
		all.Go(func() { c.startSearch(ctx) })
		all.Go(func() { every(ctx, sweepInterval, c.scheduleWatching) })
		all.Go(func() {
			for _, fill := range []func(context.Context) error{c.courses.IndexAll, c.timetables.IndexAll, c.students.IndexAll} {
				if err := fill(ctx); err != nil && ctx.Err() == nil {
					slog.ErrorContext(ctx, "staff cannot find everything yet; the next start tries again", "error", err)
				}
			}
		})
		all.Go(func() { every(ctx, pruneInterval, c.prune) })
		all.Go(func() { every(ctx, examInterval, c.tellExams) })
	}
	for _, kind := range node.kinds {
		all.Go(func() { groups[kind](c, ctx, node) })
	}
	all.Wait()
}

// every does something at once and then at each interval, until the context ends.
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

// sweepImports tidies up drafts of imports.
func (c *college) sweepImports(ctx context.Context) {
	if err := c.imports.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "drafts of imports could not be tidied up", "error", err)
	}
}

// startSearch indexes what an older version did not.
func (c *college) startSearch(ctx context.Context) {
	if err := c.search.Start(ctx); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "some lectures cannot be found yet; the next start tries again", "error", err)
	}
}

// scheduleWatching queues the jobs that compute who watched what.
func (c *college) scheduleWatching(ctx context.Context) {
	if err := c.watching.Schedule(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "who has watched what is not computed; it is tried again", "error", err)
	}
}

// prune removes old jobs, and files of notices that were never sent.
func (c *college) prune(ctx context.Context) {
	if _, err := c.jobs.Prune(ctx, time.Now().Add(-jobRetention)); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "old jobs could not be forgotten", "error", err)
	}
	if err := c.messages.Sweep(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "files of notices that were never sent could not be removed", "error", err)
	}
}

// tellExams tells students of tomorrow's exams in the evening. What was told is in the database, so a restart neither forgets nor repeats it.
func (c *college) tellExams(ctx context.Context) {
	if err := c.timetables.TellExams(ctx, c.announce.exam); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "some students were not told of their exams; it is tried again", "error", err)
	}
}
