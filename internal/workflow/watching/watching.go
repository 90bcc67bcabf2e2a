// Package watching answers "who has watched what?" for staff and for those who teach. A job writes it out of enrolment
// and of what package course knows about watching into tables of its own, so a page is read from there and nothing is
// counted while somebody waits; every answer says how old it is. It also reminds those who have not watched. What
// counts as watched is decided in package course. Start at Service.
package watching

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/watching/db"
)

// Send tells some students something, in the caller's transaction.
type Send func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string) error

// Options are what a Service is made of.
type Options struct {
	DB   *sqldb.DB
	Jobs *job.Queue
	Now  func() time.Time
	Zone *time.Location // of the college: it says which terms are over, and which classes near
	Send Send
}

// A Service tells who has watched what. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// A Named is something with a code and a name in two languages.
type Named struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// An Age says how old an answer is.
type Age struct {
	AsOf      time.Time `json:"asOf" doc:"What was reported until then is counted, RFC 3339; empty: it was not computed yet."`
	Computing bool      `json:"computing" doc:"It is being computed anew, or will be soon."`
}

// Counts are sums over students and lessons.
type Counts struct {
	Students int   `json:"students"`
	Lessons  int   `json:"lessons" doc:"Lessons that the students are to watch, each counted for each student."`
	Started  int   `json:"started" doc:"Of lessons: how many were watched in part or whole."`
	Done     int   `json:"done" doc:"Of lessons: how many are done."`
	Seconds  int64 `json:"seconds" doc:"Proved seconds of all of them."`
}

func (c *Counts) add(o Counts) {
	c.Students += o.Students
	c.Lessons += o.Lessons
	c.Started += o.Started
	c.Done += o.Done
	c.Seconds += o.Seconds
}

// A reach is what an actor may see: a group, or the students of some classes, or everything.
type reach struct {
	group   string   // of a teacher; empty: all
	classes []string // of an adviser
	limited bool     // to the classes, which may be none
}

// staff is the reach of a registrar or an adviser. Who looks after recordings needs no names of students, so
// they have none.
func staff(who access.Actor) (reach, error) {
	if err := access.Advising.Check(who); err != nil {
		return reach{}, err
	}
	if who.Scope == access.Registrar {
		return reach{}, nil
	}
	classes := slices.DeleteFunc(strings.Split(who.Classes, "\n"), func(c string) bool { return c == "" })
	return reach{classes: classes, limited: true}, nil
}

// teacher is the reach of somebody who teaches a group. Another's group does not exist for them: course.no_group.
func (s *Service) teacher(ctx context.Context, who access.Actor, group string) (reach, db.CourseGroup, error) {
	if err := access.Teaching.Check(who); err != nil {
		return reach{}, db.CourseGroup{}, err
	}
	rows := db.New(s.o.DB.Reader())
	today, _ := civil.Of(s.o.Now(), s.o.Zone)
	n, err := rows.CountTeaches(ctx, db.CountTeachesParams{Teacher: who.Teacher, GroupID: group, Today: today.Number()})
	if err != nil {
		return reach{}, db.CourseGroup{}, fmt.Errorf("look for the group of a teacher: %w", err)
	}
	if n == 0 {
		return reach{}, db.CourseGroup{}, fault.New(fault.NotFound, "course.no_group")
	}
	row, err := rows.SelectGroup(ctx, group)
	return reach{group: group}, row, sqldb.Missing(err, "course.no_group")
}

// sees tells whether somebody may see the sums of a class.
func (r reach) sees(class string) bool {
	return !r.limited || class != "" && slices.Contains(r.classes, class)
}
