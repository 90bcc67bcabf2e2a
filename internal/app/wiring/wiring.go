// Package wiring builds the portal's services and connects them, for the program and for the tests of the API. It
// has no rules. Start at New.
package wiring

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

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
	"lectern/internal/feature/timetable/rooms"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/planning"
	"lectern/internal/workflow/recordings"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/system"
	"lectern/internal/workflow/watching"
)

// Options configure the services. The optional ones are for metrics, external programs and fast tests.
type Options struct {
	Config               *config.Config
	DB                   *sqldb.DB
	Keys                 *keyring.Ring
	Blobs                blob.Store
	Now                  func() time.Time
	CollegeZh, CollegeEn string // the college's name

	// Probe inspects a recording before it is accepted; nil only checks its first bytes.
	Probe func(ctx context.Context, path, format string) (ffmpeg.Media, error)
	// MayDelete reports whether the clock can be trusted to delete what is old; nil: always.
	MayDelete   func(ctx context.Context) bool
	Wait        time.Duration       // how long a call waits for its preview or import
	LoginFailed func(reason string) // counts failed logins
	Cost        account.Cost        // of hashing a password
	Limits      *account.Limits     // of logins
}

// Services has the same fields as api.Services, so that it can be converted. It is a separate type because the
// tests of package api import this package.
type Services struct {
	Accounts   *account.Service
	Students   *student.Service
	Courses    *course.Service
	Timetables *timetable.Service
	Feeds      *timetable.Feeds
	Messages   *message.Service
	Audit      *audit.Log
	Chain      *audit.Chain
	Desk       *desk.Service
	Clashes    *clash.Service
	Planning   *planning.Service
	Teaching   *teaching.Service
	Watching   *watching.Service
	Rooms      *rooms.Service
	Search     *search.Service
	Push       *push.Service
	Imports    *roster.Service
	Media      *media.Service
	Recordings *recordings.Service
}

// College is all services of one portal.
type College struct {
	Services
	Jobs     *job.Queue
	announce *announcer
}

// New builds the services. It starts nothing.
func New(o Options) *College {
	config, db, now, zone := o.Config, o.DB, o.Now, o.Config.Location()
	c := &College{Jobs: job.New(db, now)}
	c.Messages = message.New(db, now).WithFiles(o.Blobs).WithZone(zone)
	c.announce = &announcer{c.Messages, now, zone}
	c.Audit, c.Chain, c.Desk = audit.NewLog(db), audit.NewChain(db, c.Jobs, now), desk.New(db, now)
	c.Courses, c.Search = course.New(db, now, zone), search.New(db, c.Jobs, now, zone)
	c.addPeople(o)
	c.Timetables, c.Feeds = timetable.New(db, now, zone, c.announce.announce), timetable.NewFeeds(db, o.Keys, now)
	c.Media = media.New(media.Options{
		DB: db, Keys: o.Keys, Blobs: o.Blobs, Jobs: c.Jobs, Now: now, Folder: filepath.Join(config.Data, "media"),
		MayWatch:   c.Courses.MayWatch,
		MakeLesson: c.makeLesson, Plays: c.lessonPlays, Probe: o.Probe, Index: c.Search.IndexLesson, Log: slog.Default(),
		MayDelete: o.MayDelete, Transcribe: media.Transcription{
			Command: strings.Fields(config.Transcribe), Language: config.TranscribeIn,
		},
	})
	c.Push = push.New(push.Options{DB: db, Keys: o.Keys, Jobs: c.Jobs, Now: now, Contact: contact(config.PublicURL)})
	c.Imports = roster.New(roster.Services{
		Database: db, Accounts: c.Accounts, Students: c.Students, Courses: c.Courses, Timetable: c.Timetables,
		Now: now, College: o.CollegeZh, Blobs: o.Blobs, Keys: o.Keys, Jobs: c.Jobs, Wait: o.Wait,
		MayDelete: o.MayDelete,
	})
	c.Clashes = clash.New(db, c.Timetables)
	c.Rooms = rooms.New(rooms.Options{
		DB: db, Timetables: c.Timetables, Clashes: c.Clashes,
		Teachers: config.TeacherTimetables == "on",
	})
	c.Teaching = teaching.New(db, now, c.Timetables, c.announce.answered)
	c.Planning = planning.New(planning.Options{
		DB: db, Timetables: c.Timetables, Clashes: c.Clashes, Jobs: c.Jobs, Send: c.announce.sendOne,
		Now: now, Request: c.followRequest,
	})
	c.Watching = watching.New(watching.Options{DB: db, Jobs: c.Jobs, Now: now, Zone: zone, Send: c.announce.sendStudents})
	c.Recordings = recordings.New(recordings.Options{
		DB: db, Courses: c.Courses, Timetables: c.Timetables, Media: c.Media, Now: now,
	})
	c.connect()
	return c
}

// addPeople builds the services of students and accounts.
func (c *College) addPeople(o Options) {
	config, pictures := o.Config, picture.NewLimiter()
	c.Students = student.New(o.DB, o.Keys, o.Now)
	c.Students.PhotosIn(o.Blobs, pictures)
	c.Accounts = account.New(account.Options{
		DB: o.DB, Keys: o.Keys, Blobs: o.Blobs, Pictures: pictures, Now: o.Now, Cost: o.Cost, Limits: o.Limits,
		RemindToChangePassword: c.announce.password,
		Warn:                   c.announce.guessed, FactorReset: c.announce.factorReset, Failed: o.LoginFailed,
		Reset: c.revokeFeeds, MayDelete: o.MayDelete,
		LinkStudent: c.Students.LinkIn, SetStudentEmail: c.Students.SetEmailIn, KnownOfStudent: c.Students.KnownIn,
		Policy: account.Policy{
			FirstPassword: config.FirstPassword,
			ForceChange:   config.PasswordChange == "force", SecondFactor: config.SecondFactor, SessionIdle: config.SessionIdle,
			SessionMax: config.SessionMax, StaffIdle: config.StaffIdle, Issuer: o.CollegeEn,
			College: []string{o.CollegeZh, o.CollegeEn},
		},
	})
}

// revokeFeeds revokes the calendar addresses of an account.
func (c *College) revokeFeeds(
	ctx context.Context, q sqldb.Querier, who access.Actor, student, teacher string,
) error {
	return c.Feeds.RevokeIn(ctx, q, who, student, teacher)
}

// connect sets the services' callbacks.
func (c *College) connect() {
	c.Courses.IndexWith(c.Search.IndexLesson, c.Search.IndexNote)
	c.Courses.OnRecorded(c.announce.recorded)
	c.Courses.OnEnrolment(c.announce.enrolled)
	c.Courses.OnForgetLesson(c.Media.DeleteAllIn)
	c.Students.OnRename(c.Accounts.FollowRecord)
	c.Students.RegisterHoldings(c.Messages, c.Courses, c.Search, c.Watching, c.Feeds, c.Accounts)
	c.Messages.OnNotify(c.tellDevices)
}

// NotifyExams notifies students of tomorrow's exams; see timetable.Service.NotifyExams.
func (c *College) NotifyExams(ctx context.Context) error {
	return c.Timetables.NotifyExams(ctx, c.announce.exam)
}

// JobOwners returns the owners of recordings' jobs, for staff to retry and cancel them.
func (c *College) JobOwners() map[string]system.Owner {
	about := func(ctx context.Context, q sqldb.Querier, ids []string) (map[string]system.About, error) {
		found, err := c.Media.Subjects(ctx, q, ids)
		out := make(map[string]system.About, len(found))
		for id, subject := range found {
			out[id] = system.About(subject)
		}
		return out, err
	}
	owner := system.Owner{Retry: c.Media.RetryJob, Cancel: c.Media.CancelJob, About: about}
	return map[string]system.Owner{
		media.PrepareKind: owner, media.RenditionKind: owner,
		media.TranscribeKind: {About: about},
	}
}

// makeLesson adds a lesson for a recording that only has a course and a title. A class has at most one lesson, even
// if two people upload its recording at the same time.
func (c *College) makeLesson(ctx context.Context, q sqldb.Querier, who access.Actor, to media.Target) (string, error) {
	if to.Class != "" && !to.Beside {
		if lesson, err := c.Courses.LessonOfClassIn(ctx, q, to.Class); err != nil || lesson != "" {
			return lesson, err
		}
	}
	made, err := c.Courses.PutLessonIn(ctx, q, who, course.Lesson{
		Course: to.Course, Title: to.Title, TitleEn: to.TitleEn, Group: to.Group, Class: to.Class, Beside: to.Beside,
	})
	return made.ID, err
}

// lessonPlays notifies students that a recording is available.
func (c *College) lessonPlays(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error {
	return c.Courses.PlaysNow(ctx, q, access.System(), lesson, publish)
}

// followRequest updates a teacher's request with the plan it is part of.
func (c *College) followRequest(
	ctx context.Context, q sqldb.Querier, who access.Actor, request, class string, to planning.RequestState,
) error {
	return c.Teaching.Follow(ctx, q, who, request, class, teaching.State(to))
}

// tellDevices sends a message to the subscribed devices.
func (c *College) tellDevices(ctx context.Context, q sqldb.Querier, id string, note message.Note) error {
	kind := push.Notices
	switch note.About {
	case message.AboutChange:
		kind = push.Changes
	case message.AboutRecording:
		kind = push.Recordings
	}
	return c.Push.Enqueue(ctx, q, id, kind, note.Sent)
}

// contact returns how push services can reach the server administrator.
func contact(address string) string {
	if strings.HasPrefix(address, "https://") {
		return address
	}
	return "lectern@localhost"
}
