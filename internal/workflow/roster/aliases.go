package roster

import (
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/engine"
)

// Types of package engine that callers of the service see.

type (
	// A Kind says what the rows of a spreadsheet are.
	Kind = columns.Kind
	// A Job is one spreadsheet to import, and the options.
	Job = engine.Job
	// A Report is what an import did, or would do.
	Report = engine.Report
	// A StoredText is a stored message that is translated when it is shown.
	StoredText = engine.StoredText
	// A Preview is what an import would do, or did.
	Preview = engine.Preview
	// A DraftRow is a row of the file and its outcome.
	DraftRow = engine.DraftRow
	// A Change is an old value and the new one.
	Change = engine.Change
	// A RowProblem is a reason why a row is rejected.
	RowProblem = engine.RowProblem
	// A PastProblem is why a row of an earlier import was rejected.
	PastProblem = engine.PastProblem
	// A FieldCount is how many rows change a field.
	FieldCount = engine.FieldCount
	// A Reason is a reason why rows are rejected, and how many.
	Reason = engine.Reason
	// Affected is how many people are notified of something.
	Affected = engine.Affected
	// A Brake is a change that has to be confirmed.
	Brake = engine.Brake
)

// The kinds, in the order in which an empty college needs them.
const (
	Terms      = columns.Terms
	Periods    = columns.Periods
	Rooms      = columns.Rooms
	Programmes = columns.Programmes
	Teachers   = columns.Teachers
	Students   = columns.Students
	Courses    = columns.Courses
	Groups     = columns.Groups
	Enrolments = columns.Enrolments
	Timetable  = columns.Timetable
	Changes    = columns.Changes
	Exams      = columns.Exams
)

// FromBrowser marks an import that came from a draft.
const FromBrowser = engine.FromBrowser
