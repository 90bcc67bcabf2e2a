// Package roster gets the college's data in from the spreadsheets that staff already have, and out again. It owns
// drafts, their previews and the history and undoing of imports; package engine reads the rows of one import and writes
// them. Start at Service.Import.
package roster

import (
	"context"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/engine"
)

// Services are what rows are written through.
type Services struct {
	Database  *sqldb.DB
	Accounts  *account.Service
	Students  *student.Service
	Courses   *course.Service
	Timetable *timetable.Service // with its announcer: what an import publishes, it tells
	Now       func() time.Time
	College   string // the college's name, for new accounts

	// For drafts; the command line imports without them.
	Blobs blob.Store
	Keys  *keyring.Ring
	Jobs  *job.Queue
	Wait  time.Duration // how long a call waits for the job that it has begun
}

// A Service imports. It is safe for concurrent use.
type Service struct {
	Services
	writers *engine.Writers
	running running
}

// New makes the service.
func New(s Services) *Service {
	return &Service{Services: s, writers: &engine.Writers{
		Database: s.Database, Accounts: s.Accounts, Students: s.Students, Courses: s.Courses, Timetable: s.Timetable,
		Now: s.Now, College: s.College,
	}}
}

// Import checks and writes a spreadsheet as one: either all its rows, or with GoodRows those that are good, or nothing.
// What is wrong with rows stands in the report; an error means that the file as a whole could not be imported, and then
// nothing was written. The same file again changes nothing. Staff only.
func (s *Service) Import(ctx context.Context, who access.Actor, job Job) (Report, error) {
	return engine.Import(ctx, s.writers, who, job)
}
