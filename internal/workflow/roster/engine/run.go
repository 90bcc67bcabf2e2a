package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// progressRows is how many rows are read between two calls of Job.Progress.
const progressRows = 256

// ImportLimit is how long one import may hold its transaction.
const ImportLimit = 30 * time.Minute

// ErrRollBack rolls a transaction back although nothing failed.
var ErrRollBack = errors.New("roll back")

// An importer handles the rows of one kind. It settles each row exactly once, in row or in finish.
type importer interface {
	row(ctx context.Context, r *row) error
	finish(ctx context.Context) error
}

// A run is one attempt at an import, inside one transaction.
type run struct {
	*Writers
	job     *Job
	who     access.Actor
	q       sqldb.Querier
	report  *Report
	layout  *columns.Layout
	lookup  *lookup
	journal *journal
	refused *refusedRows

	examples  int      // rows with a template's example
	hidden    []string // places of hidden rows
	seenRows  *Observer
	sent      *message.Outbox
	clashes   []clash.OpenClash // before the import; then those it creates
	readable  *readable
	fileHash  string
	plans     map[string]timetable.Plan      // by term
	suggested map[string]string              // by code and value
	spelt     map[string]map[string][]string // by field: see spellings

	campusAbove string // of the last row with a campus, for periods and rooms

	titles  []string // texts above the current table, by title column
	inTitle bool     // before the first row of the table

	seen         map[string]seenRow       // by key
	contradicted map[string]contradiction // by key; found in earlier tries too
	again        bool                     // a contradiction is new: see repeated

	refusedKeys map[int]string  // by line: see row.key
	goodKeys    map[string]bool // of imported rows
}

// Import checks and writes a spreadsheet as a whole: all rows, with GoodRows the good ones, or nothing. Errors in rows
// are in the report; an error means that the file couldn't be imported and nothing was written. Importing the same file
// again changes nothing. Staff only.
func Import(ctx context.Context, s *Writers, who access.Actor, job Job) (Report, error) {
	if err := access.Admin.Check(who); err != nil {
		return Report{}, err
	}
	if _, err := columns.ParseKind(string(job.Kind)); err != nil {
		return Report{}, err
	}
	job.DryRun = job.DryRun || job.MaxRows > 0 // part of a file is never written
	match, err := matcherOf(&job)
	if err != nil {
		return Report{}, err
	}
	var report Report
	contradicted := map[string]contradiction{}
	write := func(q sqldb.Querier) error {
		report = Report{Kind: job.Kind} // reset if the transaction is retried
		x := &run{
			Writers: s, job: &job, who: who, q: q, report: &report, seenRows: newObserver(),
			seen: map[string]seenRow{}, contradicted: contradicted,
			refusedKeys: map[int]string{}, goodKeys: map[string]bool{},
		}
		report.Seen = x.seenRows
		if job.BeginTry != nil {
			job.BeginTry()
		}
		return x.execute(ctx, match)
	}
	err = s.Database.WriteWithin(ctx, ImportLimit, write)
	for errors.Is(err, errContradiction) { // those found are known now
		err = s.Database.WriteWithin(ctx, ImportLimit, write)
	}
	if errors.Is(err, ErrRollBack) {
		report.ID, err = "", nil
	} else if err == nil {
		report.Applied = true
	}
	return report, err
}

func (x *run) execute(ctx context.Context, match *columns.Matcher) (err error) {
	table, err := openTable(x.job, match)
	if err != nil {
		return err
	}
	layout := table.layout
	defer func() { err = errors.Join(err, table.in.Close()) }()
	x.layout, x.report.Sheet, x.report.Sheets, x.report.HeaderLine = layout, table.in.Name(), table.sheets, layout.Line
	x.report.Notes = append(x.report.Notes, table.notes...)
	if len(layout.Unknown) > 0 {
		x.report.Notes = append(x.report.Notes,
			fault.New(fault.Invalid, "roster.unknown_headers", "headers", strings.Join(layout.Unknown, ", ")))
	}
	x.noteTitles()
	// Statements ignore the caller's cancellation: watching for it costs SQLite a goroutine per row, more than the row
	// itself. It is checked every progressRows rows instead.
	writing := context.WithoutCancel(ctx)
	if x.job.DryRun {
		writing = audit.Discard(writing)
	}
	writing, x.sent = message.CollectSent(writing)
	if err := x.begin(writing); err != nil {
		return err
	}
	if x.clashes, err = x.openClashes(writing); err != nil {
		return err
	}
	// A person who teaches several of the groups is notified once.
	err = x.Timetable.Together(writing, x.q, x.who, func(gathering *timetable.Service) error {
		writers := *x.Writers
		writers.Timetable, x.Writers = gathering, &writers
		return x.readRows(writing, ctx.Err, table)
	})
	if err == nil && x.again {
		err = errContradiction
	}
	if err != nil {
		return err
	}
	return x.end(writing)
}

// begin writes the import's record first, because its steps refer to it.
func (x *run) begin(ctx context.Context) (err error) {
	if x.refused, err = newRefusedRows(x.job.Refused, x.layout, x.job.Language); err != nil {
		return err
	}
	hash, err := hashOf(x.job.File)
	if err != nil {
		return err
	}
	if !x.job.DryRun {
		if err := sqldb.OneAtATime(ctx, x.q); err != nil { // the first statement
			return err
		}
	}
	x.report.ID, x.fileHash = sqldb.NewID(), hash
	x.lookup = &lookup{q: x.q, now: x.Timetable.Today(), term: x.job.Term, alike: x.alike}
	x.journal = newJournal(x.q, x.report.ID)
	sheets := ""
	if len(x.report.Sheets) > 0 {
		if sheets, err = sqldb.EncodeJSON(x.report.Sheets); err != nil {
			return err
		}
	}
	return db.New(x.q).InsertImport(ctx, db.InsertImportParams{
		ID: x.report.ID, Kind: string(x.job.Kind), File: parse.Clip(x.job.Name), Hash: hash, Account: x.who.Account,
		At: x.Now().UnixMilli(), Source: cmp.Or(x.job.Source, FromCommand), Sheets: sheets,
	})
}

// readRows passes every row to the importer, sheet by sheet, starting with those read along with the headers, until the
// caller is gone.
func (x *run) readRows(ctx context.Context, gone func() error, t *table) error {
	importer, err := x.importer(ctx)
	if err != nil {
		return err
	}
	count, sheets := 0, max(len(t.sheets), 1)
	for at := range sheets {
		first := t.first
		if at > 0 {
			next, err := x.openSheet(t, t.sheets[at])
			if err != nil {
				return err
			}
			if err := t.in.Close(); err != nil {
				return errors.Join(err, next.Close())
			}
			t.in, first = next, nil
		}
		before := count
		for {
			if count%progressRows == 0 {
				if err := gone(); err != nil {
					return err
				}
				x.progress(count, max(before+t.in.Rows()*(sheets-at), count)) // assumes the other sheets are as long
			}
			next, err := t.next(first, count-before)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			count++
			if sheets > 1 {
				next.Line, next.Sheet = next.Line+at*sheet.Lines, t.in.Name()
			}
			if err := x.readRow(ctx, importer, t.rowOf(x.layout, next)); err != nil {
				return fmt.Errorf("line %s: %w", next.Place(), err)
			}
		}
		if x.job.MaxRows > 0 && count >= x.job.MaxRows {
			break
		}
	}
	if err := gone(); err != nil {
		return err
	}
	x.progress(count, count) // until the end the number of rows is an estimate
	return NotifyOnce(ctx, x.Timetable, x.q, x.who, x.job.Kind, func() error { return importer.finish(ctx) })
}

// next returns the next row of the sheet, starting with those read along with the headers.
func (t *table) next(first []sheet.Row, count int) (sheet.Row, error) {
	if count < len(first) {
		return first[count], nil
	}
	return t.in.Next()
}

func (x *run) readRow(ctx context.Context, importer importer, r *row) error {
	x.edit(r)
	if r.blank() {
		return nil
	}
	if x.job.Skip[r.Line] {
		x.observeSkipped(r, fault.New(fault.Invalid, "roster.left_out_by_hand"))
		return nil
	}
	if !isCode(r.Cell(0)) && (r.beginsTable() || r.headsAnother()) {
		return fault.New(fault.Invalid, "roster.second_table", "where",
			columns.Where(cmp.Or(r.Sheet, x.report.Sheet), r.Line%sheet.Lines, x.job.Language))
	}
	if x.readTitle(r) {
		x.skip(r, fault.New(fault.Invalid, "roster.left_table_title", "line", r.Place(), "text", r.shortText()))
		return nil
	}
	lone := x.takeTitles(r)
	reason := r.notData()
	if reason == nil && lone {
		reason = fault.New(fault.Invalid, "roster.left_title", "line", r.Place(), "text", r.shortText())
	}
	if reason != nil {
		if !x.inTitle && (reason.Code == "roster.left_title" || reason.Code == "roster.left_note") {
			x.endTitles()
		}
		x.skip(r, reason)
		return nil
	}
	x.inTitle = false
	if r.layout.Fields["term"] != nil {
		r.term = func() (timetable.Term, error) { return x.lookup.termOf(ctx, x, r) }
	}
	if r.Hidden {
		x.hidden = append(x.hidden, r.Place())
	}
	r.check()
	if r.isExample() {
		x.examples++
		x.skip(r, fault.New(fault.Invalid, "roster.example_skipped", "line", r.Place()))
		return nil
	}
	return importer.row(ctx, r)
}

// NotifyOnce runs write, and for kinds whose rows don't notify anyone individually, notifies people once it is done:
// only then is it known how a group's classes change.
func NotifyOnce(ctx context.Context, timetables *timetable.Service, q sqldb.Querier, who access.Actor,
	kind columns.Kind, write func() error,
) error {
	if kind == columns.Terms || kind == columns.Periods {
		return timetables.Correct(ctx, q, who, write)
	}
	return write()
}

func (x *run) importer(ctx context.Context) (importer, error) {
	switch x.job.Kind {
	case columns.Students:
		return newStudents(ctx, x)
	case columns.Courses:
		return &courses{run: x}, nil
	case columns.Teachers:
		return &teachers{run: x}, nil
	case columns.Groups:
		return &groups{run: x, teachers: map[string][]string{}}, nil
	case columns.Enrolments:
		return &enrolments{
			run: x, states: map[string]map[string]string{},
			dropped: map[string]bool{}, before: map[string]snapshot.Copy{}, wasIn: map[string]bool{},
			present: map[string]bool{}, doubtful: map[string]bool{},
		}, nil
	case columns.Timetable:
		return &meetings{run: x, groups: map[string]*meetingGroup{}, losing: map[string]bool{}}, nil
	case columns.Changes:
		return &changes{run: x}, nil
	case columns.Exams:
		return &exams{run: x, byKey: map[string]*exam{}, states: map[string]map[string]bool{}}, nil
	case columns.Terms:
		return &terms{run: x, made: map[*row]bool{}}, nil
	case columns.Periods:
		return &periods{run: x, schemes: map[string]*scheme{}}, nil
	case columns.Rooms:
		return &rooms{run: x}, nil
	case columns.Programmes:
		return &programmes{run: x}, nil
	}
	return nil, fmt.Errorf("kind %s has no importer", x.job.Kind)
}

// end finishes the import, and decides whether to commit.
func (x *run) end(ctx context.Context) error {
	if err := x.refused.close(); err != nil {
		return err
	}
	x.noteSkipped()
	// Rows that belong together are settled together, regardless of their order in the file.
	slices.SortStableFunc(x.report.Problems, func(a, b Problem) int { return a.Line - b.Line })
	if x.report.Rows() == 0 && x.examples > 0 {
		return fault.New(fault.Invalid, "roster.only_example")
	}
	if x.report.Rows() == 0 {
		return fault.New(fault.Invalid, "roster.no_rows")
	}
	if err := x.journal.flush(ctx); err != nil {
		return err
	}
	r := x.report
	if err := x.findClashes(ctx); err != nil {
		return err
	}
	if err := x.summarise(ctx); err != nil {
		return err
	}
	err := x.writeRecord(ctx)
	if err != nil {
		return err
	}
	if err := x.writeRefused(ctx); err != nil {
		return err
	}
	err = audit.Append(ctx, x.q, x.who,
		audit.Entry{At: x.Now(), Action: "roster.import", Object: r.ID, After: map[string]any{
			"kind": string(r.Kind), "created": r.Created, "changed": r.Changed, "unchanged": r.Unchanged,
			"refused": r.Refused, "removed": r.Removed,
		}})
	if err != nil {
		return err
	}
	if err := x.acceptClashes(ctx); err != nil {
		return err
	}
	nothing := r.Created+r.Changed+r.Removed == 0
	if x.job.DryRun || r.Refused > 0 && !x.job.GoodRows || nothing {
		return ErrRollBack
	}
	if x.job.BeforeCommit != nil {
		return x.job.BeforeCommit(ctx, x.q, x.report)
	}
	return nil
}
