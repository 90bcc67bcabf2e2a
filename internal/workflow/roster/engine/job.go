// Package engine runs one import: it finds the table in a spreadsheet, lets the services of the other packages write
// what a row means, and notes what became of every row. Package columns knows what the headers mean and package parse
// reads single cells; package roster has the drafts, the history and the undoing around it.
//
// Every kind of spreadsheet is an importer (students.go, courses.go …); run.go feeds it rows inside one transaction.
// Start at Import.
package engine

import (
	"context"
	"os"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// Writers are what rows are written through.
type Writers struct {
	Database  *sqldb.DB
	Accounts  *account.Service
	Students  *student.Service
	Courses   *course.Service
	Timetable *timetable.Service // with its announcer: what an import publishes, it tells
	Now       func() time.Time
	College   string // the college's name, for new accounts
}

// A Job is one spreadsheet to import and how.
type Job struct {
	Kind  columns.Kind
	Name  string // the file's, without folders
	File  sheet.File
	Sheet string // its name; empty: the first that has the headers of the kind
	// AllSheets reads the other sheets with the same headers too, as one table.
	AllSheets bool
	// Sheets are those, when the caller knows them.
	Sheets   []string
	Map      map[string]string // their header → our field, for headers that we do not know
	Synonyms map[string]string // the same, as staff have taught them: one that the file has not is no mistake
	Columns  map[int]string    // column from 0 → our field; nil: the headers say it, else all other columns are left out
	// Titles are the values above the headers that count as columns; only with Columns, else they are looked for.
	Titles []columns.TitleColumn
	// HeaderLine is where the headers stand; 0: they are looked for.
	HeaderLine int
	// MaxRows ends the reading early, for a first look at a large file; 0: all rows. Only with DryRun.
	MaxRows  int
	Term     string          // id or name, for rows that name none; empty: the current term
	DryRun   bool            // do everything, then roll it back
	GoodRows bool            // write the good rows even when others are refused
	Language locale.Language // of the reasons in Refused
	Refused  *os.File        // gets the refused rows as XLSX; may be nil
	Codes    *os.File        // gets the one-time codes of new accounts as CSV; may be nil
	Progress func(rows, total int)

	Edits    map[int]map[int]string // by line and column: what stands there in place of what the file says
	LeaveOut map[int]bool           // lines
	Complete bool                   // enrolments that the file has not are dropped, in the groups that it names
	Source   string                 // FromBrowser or FromCommand
	Confirm  []int                  // of ImportFile: the numbers of people that whoever imports knows to change

	BeforeCommit func(ctx context.Context, q sqldb.Querier, r *Report) error // in the transaction, as its last part
	// before the transaction's first try, and before it is repeated
	BeginTry func()
	TakeCode func(cells []string) // gets the one-time codes in place of Codes
}

// matcherOf is the matcher of a job: roster.bad_map.
func matcherOf(job *Job) (*columns.Matcher, error) {
	m, err := columns.NewMatcher(job.Kind, job.Map, job.Synonyms)
	if err != nil {
		return nil, err
	}
	return m, m.Given(job.Columns, job.HeaderLine, job.Titles)
}
