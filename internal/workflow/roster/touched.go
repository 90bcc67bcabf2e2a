package roster

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
)

// A Touch is an import that wrote some of a student's data.
type Touch struct {
	Import      string
	Kind        Kind
	File        string
	Account     string // who imported it
	AccountName string
	At          time.Time
	Steps       []Step
}

// A Step is one thing that an import wrote.
type Step struct {
	Line    int    // of the file
	Place   string // shown to people
	Thing   string // student, account or enrolment
	Created bool   // was new
}

// maxSteps limits the steps listed for a student.
const maxSteps = 500

// Touched lists the imports that wrote a student's record, account or enrolments, newest first. It omits undone imports
// and rows without changes. Staff only.
func (s *Service) Touched(ctx context.Context, who access.Actor, student string) ([]Touch, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	queries := db.New(s.Database.Reader())
	account, err := queries.SelectAccountOfStudent(ctx, student)
	if err != nil {
		return nil, sqldb.Missing(err, "student.no_record")
	}
	rows, err := queries.SelectTouched(ctx, db.SelectTouchedParams{
		Student: student, StudentAccount: account, Size: maxSteps,
	})
	if err != nil {
		return nil, fmt.Errorf("list imports of a student: %w", err)
	}
	var list []Touch
	for _, row := range rows {
		if len(list) == 0 || list[len(list)-1].Import != row.ID {
			list = append(list, Touch{
				Import: row.ID, Kind: Kind(row.Kind), File: row.File, Account: row.Account,
				AccountName: row.AccountName, At: time.UnixMilli(row.At),
			})
		}
		sheets, err := sheetsOf(row.Sheets)
		if err != nil {
			return nil, err
		}
		last := &list[len(list)-1]
		last.Steps = append(last.Steps,
			Step{Line: int(row.Line), Place: columns.Place(sheets, int(row.Line)), Thing: row.Thing, Created: row.Created})
	}
	return list, nil
}
