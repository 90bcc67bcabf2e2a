// Package engine runs one import: it finds the table in a spreadsheet, has the features' services write its rows, and
// records the outcome of each. Package columns knows the headers and package parse reads single cells; package roster
// owns drafts, history and undo.
//
// Each kind of spreadsheet has an importer (students.go, courses.go …), which run.go feeds with rows inside one
// transaction. Start at Import.
package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// Writers are the services that rows are written through.
type Writers struct {
	Database  *sqldb.DB
	Accounts  *account.Service
	Students  *student.Service
	Courses   *course.Service
	Timetable *timetable.Service // with its announcer, so that published changes are announced
	Now       func() time.Time
	Clashes   *clash.Service
	College   string // name, for new accounts
}

// A Job is one spreadsheet to import, and the options.
type Job struct {
	Kind  columns.Kind
	Name  string // of the file, without folders
	File  sheet.File
	Sheet string // empty: the first sheet with headers of this kind
	// AllSheets reads all sheets with the same headers as one table.
	AllSheets bool
	// Sheets are those sheets, if the caller knows them.
	Sheets   []string
	Map      map[string]string // file header → field, for unknown headers
	Synonyms map[string]string // the same, as defined by staff; may include headers that the file doesn't have
	Columns  map[int]string    // column index → field; nil: guess from the headers, otherwise ignore all other columns
	// Titles are the values above the headers that are read as columns. Without Columns, the engine looks for them.
	Titles []columns.TitleColumn
	// HeaderLine is the line of the headers; 0: look for them.
	HeaderLine int
	// MaxRows stops early, for a quick look at a large file; 0: all rows. Only with DryRun.
	MaxRows  int
	Term     string          // ID or name, for rows without a term; empty: the current term
	DryRun   bool            // write everything, then roll back
	GoodRows bool            // write the good rows even if others are rejected
	Language locale.Language // of the reasons in Refused
	Refused  *os.File        // receives the rejected rows as XLSX; may be nil
	Codes    *os.File        // receives the one-time codes of new accounts as CSV; may be nil
	Progress func(rows, total int)

	Edits    map[int]map[int]string // by line and column: replaces the file's text
	Skip     map[int]bool           // lines to skip
	Complete bool                   // drop enrolments missing from the file, in the groups it names
	FromWeek int                    // timetables: the first week of the term that changes; 0: classes from now on
	Source   string                 // FromBrowser or FromCommand
	Confirm  []int                  // ImportFile only: the confirmed numbers of people
	Reason   string                 // why the clashes that the import creates are accepted

	BeforeCommit func(ctx context.Context, q sqldb.Querier, r *Report) error // last step of the transaction
	// BeginTry runs before each attempt at the transaction.
	BeginTry func()
	TakeCode func(cells []string) // receives the one-time codes instead of Codes
}

// matcherOf returns the column matcher of a job. It fails with roster.bad_map.
func matcherOf(job *Job) (*columns.Matcher, error) {
	m, err := columns.NewMatcher(job.Kind, job.Map, job.Synonyms)
	if err != nil {
		return nil, err
	}
	return m, m.Given(job.Columns, job.HeaderLine, job.Titles)
}

func hashOf(file sheet.File) (string, error) {
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, info.Size())); err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
