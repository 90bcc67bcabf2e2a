package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/course"
	"lectern/internal/ffmpeg"
	"lectern/internal/job"
	"lectern/internal/media"
	"lectern/internal/message"
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
	media      *media.Service
}

func (h *house) college() *college {
	c := h.config
	messages := message.New(h.db, time.Now)
	courses := course.New(h.db, time.Now, c.Location())
	return &college{
		accounts: account.New(account.Options{DB: h.db, Keys: h.keys, Blobs: h.blobs, Now: time.Now, Policy: account.Policy{
			FirstPassword: c.FirstPassword, ForceChange: c.PasswordChange == "force", SecondFactor: c.SecondFactor,
			SessionIdle: c.SessionIdle, SessionMax: c.SessionMax, Issuer: c.CollegeEn,
		}}),
		students:   student.New(h.db, h.keys, time.Now),
		courses:    courses,
		timetables: timetable.New(h.db, time.Now, c.Location(), (&announcer{messages, time.Now, c.Location()}).announce),
		feeds:      timetable.NewFeeds(h.db, h.keys, time.Now),
		messages:   messages,
		media: media.New(media.Options{
			DB: h.db, Keys: h.keys, Blobs: h.blobs, Jobs: job.New(h.db, time.Now), Now: time.Now, Folder: filepath.Join(c.Data, "media"),
			MakeLesson: lessonMaker(courses), Log: slog.Default(),
		}),
	}
}

// lessonMaker lets media add a lesson for a recording that comes with a course and a title alone.
func lessonMaker(courses *course.Service) func(context.Context, sqldb.Querier, access.Actor, media.Target) (string, error) {
	return func(ctx context.Context, q sqldb.Querier, who access.Actor, to media.Target) (string, error) {
		made, err := courses.PutLesson(ctx, q, who, course.Lesson{
			Course: to.Course, Title: to.Title, Group: to.Group, Class: to.Class, Published: to.Publish,
		})
		return made.ID, err
	}
}

// run does the college's work in the background until the context ends.
func (c *college) run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { c.accounts.Run(ctx) })
	all.Go(func() {
		var transcoder media.Transcoder // none, unless it is found
		if tool, err := ffmpeg.Find(ctx); err == nil {
			transcoder = tool
		} else {
			slog.WarnContext(ctx, "ffmpeg is not installed: recordings are served as they were uploaded")
		}
		node, _ := os.Hostname() // only shown
		c.media.Run(ctx, node, transcoder)
	})
	all.Wait()
}
