package engine

import (
	"context"
	"fmt"

	"lectern/internal/roster/db"
	"lectern/internal/sqldb"
)

// Where an import came from.
const (
	FromBrowser = "browser"
	FromCommand = "command"
)

// A PastProblem is why a row of an import was refused.
type PastProblem struct {
	Said
	Line   int    `json:"line"`
	Place  string `json:"place,omitempty"` // where people find it
	Column string `json:"column,omitempty"`
	Value  string `json:"value,omitempty"`
}

// StoredReport is what is kept of an import besides its counts.
type StoredReport struct {
	Notes    []*Said           `json:"notes,omitempty"`
	Problems []PastProblem     `json:"problems,omitempty"`
	More     int               `json:"more,omitempty"`
	Told     []Told            `json:"told,omitempty"`
	Fields   []FieldCount      `json:"fields,omitempty"`
	Shares   map[string]share  `json:"shares,omitempty"`  // for the brake of the next
	Headers  map[string]string `json:"headers,omitempty"` // what the file called the fields
}

// writeRecord writes the import's counts and report.
func (x *run) writeRecord(ctx context.Context) error {
	r := x.report
	kept := StoredReport{More: r.More, Notes: r.Preview.Notes, Told: r.Preview.Told, Fields: r.Preview.Fields, Shares: x.shares(), Headers: map[string]string{}}
	for _, p := range r.Problems {
		kept.Problems = append(kept.Problems, PastProblem{Said: *SayFault(p.Reason), Line: p.Line, Place: p.Place, Column: p.Column, Value: p.Value})
	}
	for field := range x.layout.column {
		kept.Headers[field] = x.header(field)
	}
	text, err := sqldb.EncodeJSON(kept)
	if err != nil {
		return err
	}
	err = db.New(x.q).UpdateCounts(ctx, db.UpdateCountsParams{
		ID: r.ID, Created: int64(r.Created), Changed: int64(r.Changed), Unchanged: int64(r.Unchanged), Refused: int64(r.Refused), Removed: int64(r.Removed), Report: text,
	})
	if err != nil {
		return fmt.Errorf("write the import's record: %w", err)
	}
	return nil
}
