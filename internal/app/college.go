package app

import (
	"context"
	"time"

	"lectern/internal/account"
	"lectern/internal/course"
	"lectern/internal/message"
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
}

func (h *house) college() *college {
	c := h.config
	messages := message.New(h.db, time.Now)
	return &college{
		accounts: account.New(account.Options{DB: h.db, Keys: h.keys, Blobs: h.blobs, Now: time.Now, Policy: account.Policy{
			FirstPassword: c.FirstPassword, ForceChange: c.PasswordChange == "force", SecondFactor: c.SecondFactor,
			SessionIdle: c.SessionIdle, SessionMax: c.SessionMax, Issuer: c.CollegeEn,
		}}),
		students:   student.New(h.db, h.keys, time.Now),
		courses:    course.New(h.db, time.Now, c.Location()),
		timetables: timetable.New(h.db, time.Now, c.Location(), (&announcer{messages, time.Now, c.Location()}).announce),
		feeds:      timetable.NewFeeds(h.db, h.keys, time.Now),
		messages:   messages,
	}
}

// run does the college's work in the background until the context ends.
func (c *college) run(ctx context.Context) { c.accounts.Run(ctx) }
