package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
)

// A Report is what an import did, or would do.
type Report struct {
	ID        string // of the import; empty if nothing was written
	Kind      columns.Kind
	Created   int
	Changed   int
	Unchanged int
	Refused   int
	Removed   int            // meetings or periods
	Codes     int            // accounts whose first password is a code
	NoAccount int            // students without a phone, and so without an account
	Notes     []*fault.Error // for staff, when nothing is wrong
	Problems  []Problem      // the first MaxProblems
	More      int            // unlisted problems
	Skipped   []SkippedRow   // rows without data, the first MaxProblems
	Applied   bool           // written and committed
	Braked    bool           // not applied, because the number of changed people wasn't confirmed
	Preview   *Preview       // summary of the rows

	Sheet      string   // empty for CSV
	Sheets     []string // the sheets read as one; empty if only one was read
	HeaderLine int      // of the headers

	Seen *Observer // every row

	RefusedFile string // the rejected rows, if ImportFile wrote any
	CodesFile   string // the codes, if ImportFile wrote any
}

// Rows counts the rows of the file.
func (r *Report) Rows() int { return r.Created + r.Changed + r.Unchanged + r.Refused }

// MaxProblems limits the problems in a Report; the file of rejected rows has all of them.
const MaxProblems = 1000

// Lines returns the counts and problems as translated lines.
func (r *Report) Lines(lang locale.Language) []string {
	var out []string
	line := func(key string, params ...string) {
		out = append(out, locale.Text(lang, key, fault.New(fault.Invalid, key, params...).Params))
	}
	for _, note := range r.Notes {
		out = append(out, locale.Text(lang, note.Code, note.Params))
	}
	for _, p := range r.Problems {
		if p.Column == "" {
			line("roster.said.row_problem", "line", p.Place, "reason", p.Text(lang), "code", p.Reason.Code)
			continue
		}
		line("roster.said.problem", "line", p.Place, "column", p.Column, "value", p.Value, "reason",
			p.Text(lang), "code", p.Reason.Code)
	}
	if r.More > 0 {
		line("roster.said.more", "count", itoa(r.More))
	}
	line(plural(r.Rows(), "roster.said.counts_one", "roster.said.counts"), "rows", itoa(r.Rows()), "created",
		itoa(r.Created), "changed", itoa(r.Changed), "unchanged", itoa(r.Unchanged), "refused", itoa(r.Refused))
	if r.Removed > 0 && r.Kind == columns.Periods {
		line("roster.said.removed_periods", "count", itoa(r.Removed))
	} else if r.Removed > 0 && r.Kind == columns.Enrolments {
		line("roster.said.removed_enrolments", "count", itoa(r.Removed))
	} else if r.Removed > 0 {
		line("roster.said.removed", "count", itoa(r.Removed))
	}
	if r.NoAccount > 0 {
		line("roster.said.accounts", "count", itoa(r.NoAccount))
	}
	if r.Refused > 0 {
		line("roster.said.refused", "file", r.RefusedFile)
	}
	if !r.Applied {
		return out
	}
	if r.Codes > 0 {
		line("roster.said.codes", "count", itoa(r.Codes), "file", r.CodesFile)
	}
	if r.Refused > 0 {
		line(plural(r.Refused, "roster.said.partly_one", "roster.said.partly"), "count", itoa(r.Refused))
	}
	line("roster.said.applied", "id", r.ID)
	return out
}

// ProgressText says how many rows were read.
func ProgressText(lang locale.Language, rows int) string {
	return locale.Text(lang, plural(rows, "roster.said.progress_one", "roster.said.progress"),
		map[string]string{"rows": itoa(rows)})
}

// plural chooses between two message codes.
func plural(count int, one, several string) string {
	if count == 1 {
		return one
	}
	return several
}

// BrakeLines says which changes have to be confirmed, and the likely cause.
func (r *Report) BrakeLines(lang locale.Language) []string {
	var out []string
	for _, brake := range r.brakes() {
		out = append(out, strings.TrimSpace(locale.Text(lang, "roster.said.brake", map[string]string{
			"field": columns.FieldTitle(r.Kind, brake.Field, lang), "changed": itoa(brake.Changed), "of": itoa(brake.Of),
			"percent": itoa(brake.Percent), "cause": brake.Cause.Text(lang),
		})))
	}
	return out
}

var clashTexts = map[string]string{
	"room": "roster.said.clash_room", "teacher": "roster.said.clash_teacher", "group": "roster.said.clash_group",
}

// ClashLines lists the clashes that the import creates.
func (r *Report) ClashLines(lang locale.Language) []string {
	if r.Preview == nil || r.Preview.ClashCount == 0 {
		return nil
	}
	out := []string{locale.Text(lang, "roster.said.clashes", map[string]string{"count": itoa(r.Preview.ClashCount)})}
	for _, c := range r.Preview.Clashes {
		out = append(out, locale.Text(lang, clashTexts[c.Kind], map[string]string{
			"object": c.Object, "first": c.Groups[0], "second": c.Groups[1], "date": c.Day, "days": itoa(c.Days),
		}))
	}
	return out
}

// Confirmation returns the flags that would let the import through.
func (r *Report) Confirmation() string {
	var out []string
	if r.Preview != nil && r.Preview.ClashCount > 0 {
		out = append(out, "--accept REASON")
	}
	for _, brake := range r.brakes() {
		out = append(out, "--confirm "+itoa(brake.Changed))
	}
	return strings.Join(slices.Compact(out), " ")
}

func (r *Report) brakes() []Brake {
	if r.Preview == nil {
		return nil
	}
	return r.Preview.Brakes
}

// Values of Job.Source.
const (
	FromBrowser = "browser"
	FromCommand = "command"
)

// A PastProblem is why a row of an earlier import was rejected.
type PastProblem struct {
	StoredText
	Line   int    `json:"line"`
	Place  string `json:"place,omitempty"` // shown to people
	Column string `json:"column,omitempty"`
	Value  string `json:"value,omitempty"`
}

// StoredReport is what is stored of an import besides its counts.
type StoredReport struct {
	Notes    []*StoredText     `json:"notes,omitempty"`
	Problems []PastProblem     `json:"problems,omitempty"`
	More     int               `json:"more,omitempty"`
	Affected []Affected        `json:"told,omitempty"`
	Fields   []FieldCount      `json:"fields,omitempty"`
	Shares   map[string]share  `json:"shares,omitempty"`  // for the next import's brake
	Headers  map[string]string `json:"headers,omitempty"` // field → the file's header
}

// writeRecord stores the import's counts and report.
func (x *run) writeRecord(ctx context.Context) error {
	r := x.report
	kept := StoredReport{
		More: r.More, Notes: r.Preview.Notes, Affected: r.Preview.Affected, Fields: r.Preview.Fields,
		Shares: x.shares(), Headers: map[string]string{},
	}
	for _, p := range r.Problems {
		kept.Problems = append(kept.Problems,
			PastProblem{StoredText: *TextOfFault(p.Reason), Line: p.Line, Place: p.Place, Column: p.Column, Value: p.Value})
	}
	for field := range x.layout.Column {
		kept.Headers[field] = x.header(field)
	}
	text, err := sqldb.EncodeJSON(kept)
	if err != nil {
		return err
	}
	err = db.New(x.q).UpdateCounts(ctx, db.UpdateCountsParams{
		ID: r.ID, Created: int64(r.Created), Changed: int64(r.Changed), Unchanged: int64(r.Unchanged),
		Refused: int64(r.Refused), Removed: int64(r.Removed), Report: text,
	})
	if err != nil {
		return fmt.Errorf("write the import's record: %w", err)
	}
	return nil
}
