package roster

import (
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/engine"
)

// What callers of the service see of an import is declared in package engine.

type (
	// A Kind says what the rows of a spreadsheet are.
	Kind = columns.Kind
	// A Job is one spreadsheet to import and how.
	Job = engine.Job
	// A Report is what an import did, or would do.
	Report = engine.Report
	// A Said is a stored sentence of the portal.
	Said = engine.Said
	// A Preview is what an import would do, or what it did.
	Preview = engine.Preview
	// A DraftRow is a row of the file and what becomes of it.
	DraftRow = engine.DraftRow
	// A Change is a value that becomes another.
	Change = engine.Change
	// A RowProblem is why a row is refused.
	RowProblem = engine.RowProblem
	// A PastProblem is why a row of an import was refused.
	PastProblem = engine.PastProblem
	// A FieldCount is how many rows change a field.
	FieldCount = engine.FieldCount
	// A Reason is why rows are refused, and how many.
	Reason = engine.Reason
	// Told is how many people are told of something.
	Told = engine.Told
	// A Brake is a change that must be confirmed.
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
