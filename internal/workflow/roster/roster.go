// Package roster imports the college's data from the spreadsheets that staff already have, and exports it. It owns
// import drafts, previews, history and undo; package engine reads and writes the rows of one import. Start at
// Service.Import.
package roster

import (
	"context"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/engine"
)

// Services are the dependencies of a Service.
type Services struct {
	Database  *sqldb.DB
	Accounts  *account.Service
	Students  *student.Service
	Courses   *course.Service
	Timetable *timetable.Service // with its announcer, so that published changes are announced
	Now       func() time.Time
	College   string // name, for new accounts

	// For drafts; not needed on the command line.
	Blobs blob.Store
	Keys  *keyring.Ring
	Jobs  *job.Queue
	Wait  time.Duration // how long a call waits for the job it started
	// PreviewLimit is how long a preview may take; 0: five minutes.
	PreviewLimit time.Duration
	// MayDelete reports whether the clock can be trusted to delete what is old; nil: always.
	MayDelete func(ctx context.Context) bool
}

// A Service imports and exports. It is safe for concurrent use.
type Service struct {
	Services
	writers *engine.Writers
	running running
}

// New returns a Service.
func New(s Services) *Service {
	if s.PreviewLimit == 0 {
		s.PreviewLimit = 5 * time.Minute
	}
	return &Service{Services: s, writers: &engine.Writers{
		Database: s.Database, Accounts: s.Accounts, Students: s.Students, Courses: s.Courses, Timetable: s.Timetable,
		Clashes: clash.New(s.Database, s.Timetable), Now: s.Now, College: s.College,
	}}
}

// Import checks and writes a spreadsheet: see engine.Import.
func (s *Service) Import(ctx context.Context, who access.Actor, job Job) (Report, error) {
	return engine.Import(ctx, s.writers, who, job)
}
