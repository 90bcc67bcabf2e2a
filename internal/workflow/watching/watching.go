// Package watching shows staff and teachers who has watched what, and reminds those who haven't. A job computes its
// tables from enrolment and from what package course records, so pages count nothing; every answer has its age.
// Package course decides what counts as watched. Start at Service.
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

// Send sends a message to some students, in the caller's transaction.
type Send func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string) error

// Options are the dependencies of a Service.
type Options struct {
	DB   *sqldb.DB
	Jobs *job.Queue
	Now  func() time.Time
	Zone *time.Location // of the college, to decide which terms are over
	Send Send
}

// Service shows who has watched what. It is safe for concurrent use.
type Service struct{ o Options }

// New returns the service.
func New(o Options) *Service { return &Service{o} }

// Named is a thing with a code and a name in two languages.
type Named struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Age is when the data of an answer was computed.
type Age struct {
	AsOf      time.Time `json:"asOf" doc:"Reports up to this time are counted, RFC 3339; empty if not computed yet."`
	Computing bool      `json:"computing" doc:"It is being recomputed, or will be soon."`
}

// Counts are sums over students and lessons.
type Counts struct {
	Students int   `json:"students"`
	Lessons  int   `json:"lessons" doc:"Lessons to watch, counted per student."`
	Started  int   `json:"started" doc:"Of lessons: those watched in part or whole."`
	Done     int   `json:"done" doc:"Of lessons: those finished."`
	Seconds  int64 `json:"seconds" doc:"Proved seconds of all of them."`
}

func (c *Counts) add(o Counts) {
	c.Students += o.Students
	c.Lessons += o.Lessons
	c.Started += o.Started
	c.Done += o.Done
	c.Seconds += o.Seconds
}

// reach is what an actor may see: a group, the students of some classes, or everything.
type reach struct {
	group   string   // taught by a teacher; empty: all
	classes []string // an adviser's home classes
	limited bool     // restricted to classes, which may be empty
}

// staff returns the reach of a registrar or an adviser. The media responsibility has none, because it needs no
// students' names.
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

// teacher returns the reach of a group's teacher. For others the group doesn't exist: course.no_group.
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

// sees reports whether the sums of a class may be seen.
func (r reach) sees(class string) bool {
	return !r.limited || class != "" && slices.Contains(r.classes, class)
}
