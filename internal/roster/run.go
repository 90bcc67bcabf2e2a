package roster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/roster/db"
	"lectern/internal/sqldb"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// importLimit is how long one import may hold its transaction.
const importLimit = 30 * time.Minute

// errRollBack ends a transaction that did its work and is not to be kept.
var errRollBack = errors.New("roll back")

// An importer knows what the rows of one kind mean. Each row that it is given must be settled once, by row or by finish.
type importer interface {
	row(ctx context.Context, r *row) error
	finish(ctx context.Context) error
}

// A run is one try at an import, inside one transaction.
type run struct {
	*Service
	job     *Job
	who     access.Actor
	q       sqldb.Querier
	report  *Report
	layout  *layout
	look    *look
	journal *journal
	refused *refusedRows

	examples int // rows that are a template's example
}

// Import checks and writes a spreadsheet as one: either all its rows, or with GoodRows those that are good, or nothing. What is
// wrong with rows stands in the report; an error means that the file as a whole could not be imported, and then nothing was
// written. The same file again changes nothing. Staff only.
func (s *Service) Import(ctx context.Context, who access.Actor, job Job) (Report, error) {
	if err := access.Admin.Check(who); err != nil {
		return Report{}, err
	}
	if _, err := ParseKind(string(job.Kind)); err != nil {
		return Report{}, err
	}
	match, err := newMatcher(job.Kind, job.Map)
	if err != nil {
		return Report{}, err
	}
	var report Report
	err = s.Database.WriteWithin(ctx, importLimit, func(q sqldb.Querier) error {
		report = Report{Kind: job.Kind} // anew when the transaction is repeated
		x := &run{Service: s, job: &job, who: who, q: q, report: &report}
		return x.whole(ctx, match)
	})
	if errors.Is(err, errRollBack) {
		report.ID, err = "", nil
	} else if err == nil {
		report.Applied = true
	}
	return report, err
}

func (x *run) whole(ctx context.Context, match *matcher) (err error) {
	t, err := openTable(x.job.File)
	if err != nil {
		return err
	}
	layout, first, err := findLayout(t, match, x.job.Language)
	if err != nil {
		return errors.Join(err, t.close())
	}
	x.layout = layout
	if len(layout.unknown) > 0 {
		x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, "roster.unknown_headers", "headers", strings.Join(layout.unknown, ", ")))
	}
	reading, cancel := context.WithCancel(ctx)
	batches := pump(reading, t, first)
	defer func() {
		cancel()
		for range batches { // the reader must have ended before its file is closed
		}
		err = errors.Join(err, t.close())
	}()
	// Statements run without the caller's cancellation: watching for it costs SQLite a goroutine for every row, which is more
	// than the row itself. It is looked at between batches instead.
	writing := context.WithoutCancel(ctx)
	if err := x.begin(writing); err != nil {
		return err
	}
	if err := x.feed(writing, ctx.Err, batches, t); err != nil {
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
	x.report.ID = id.New()
	x.look = &look{q: x.q, now: x.Timetable.Today(), term: x.job.Term}
	x.journal = newJournal(x.q, x.report.ID)
	return db.New(x.q).InsertImport(ctx, db.InsertImportParams{
		ID: x.report.ID, Kind: string(x.job.Kind), File: clip(x.job.Name), Hash: hash, Account: x.who.Account, At: x.Now().UnixMilli(),
	})
}

func hashOf(file File) (string, error) {
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

// feed gives every row to the importer, until the caller is gone.
func (x *run) feed(ctx context.Context, gone func() error, batches <-chan batch, t table) error {
	importer, err := x.importer(ctx)
	if err != nil {
		return err
	}
	count := 0
	for b := range batches {
		if err := gone(); err != nil {
			return err
		}
		for i := range b.rows {
			r := &row{rawRow: b.rows[i], layout: x.layout, mac: t.from1904()}
			if r.blank() {
				continue
			}
			r.check()
			if r.isExample() {
				x.examples++
				x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, "roster.example_skipped", "line", itoa(r.line)))
				continue
			}
			if err := importer.row(ctx, r); err != nil {
				return fmt.Errorf("line %d: %w", r.line, err)
			}
		}
		if b.err != nil {
			return b.err
		}
		if count += len(b.rows); x.job.Progress != nil {
			x.job.Progress(count, max(t.rows(), count))
		}
	}
	// The channel also closes when the caller is gone: what was read until then is not the file.
	if err := gone(); err != nil {
		return err
	}
	if x.job.Progress != nil { // how many rows there are is a guess until here
		x.job.Progress(count, count)
	}
	return tellOnce(ctx, x.Timetable, x.q, x.who, x.job.Kind, func() error { return importer.finish(ctx) })
}

// tellOnce writes what a sheet of a kind says, or takes it back. The rows of some kinds tell nobody by themselves: only when all are
// written it is known what they do to a group's classes.
func tellOnce(ctx context.Context, timetables *timetable.Service, q sqldb.Querier, who access.Actor, kind Kind, write func() error) error {
	if kind == Terms || kind == Periods {
		return timetables.Correct(ctx, q, who, write)
	}
	return write()
}

func (x *run) importer(ctx context.Context) (importer, error) {
	switch x.job.Kind {
	case Students:
		return newStudents(ctx, x)
	case Courses:
		return &courses{run: x, seen: seen{}}, nil
	case Teachers:
		return &teachers{run: x, seen: seen{}}, nil
	case Groups:
		return &groups{run: x, seen: seen{}}, nil
	case Enrolments:
		return &enrolments{run: x, seen: seen{}, states: map[string]map[string]string{}}, nil
	case Timetable:
		return &meetings{run: x, groups: map[string]*meetingGroup{}}, nil
	case Changes:
		return &changes{run: x}, nil
	case Terms:
		return &terms{run: x, seen: seen{}}, nil
	case Periods:
		return &periods{run: x, schemes: map[string]*scheme{}}, nil
	case Rooms:
		return &rooms{run: x, seen: seen{}}, nil
	case Programmes:
		return &programmes{run: x, seen: seen{}}, nil
	}
	return nil, fmt.Errorf("kind %s has no importer", x.job.Kind)
}

// end writes the rest, and decides whether the transaction is kept.
func (x *run) end(ctx context.Context) error {
	if err := x.refused.close(); err != nil {
		return err
	}
	// Rows that belong together are settled together, wherever they stand.
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
	err := db.New(x.q).UpdateCounts(ctx, db.UpdateCountsParams{
		ID: r.ID, Created: int64(r.Created), Changed: int64(r.Changed), Unchanged: int64(r.Unchanged), Refused: int64(r.Refused),
	})
	if err != nil {
		return fmt.Errorf("write the import's record: %w", err)
	}
	err = audit.Append(ctx, x.q, x.who, audit.Entry{At: x.Now(), Action: "roster.import", Object: r.ID, After: map[string]any{
		"kind": string(r.Kind), "created": r.Created, "changed": r.Changed, "unchanged": r.Unchanged, "refused": r.Refused, "removed": r.Removed,
	}})
	if err != nil {
		return err
	}
	nothing := r.Created+r.Changed+r.Removed == 0
	if x.job.DryRun || r.Refused > 0 && !x.job.GoodRows || nothing {
		return errRollBack
	}
	return nil
}

// settle counts a row: by its effect, or as refused when something is wrong with it.
func (x *run) settle(r *row, effect student.Effect) error {
	if !r.good() {
		x.report.Refused++
		slices.SortStableFunc(r.problems, func(a, b Problem) int { return a.place - b.place }) // as the eye goes
		for _, p := range r.problems {
			if len(x.report.Problems) < MaxProblems {
				x.report.Problems = append(x.report.Problems, p)
			} else {
				x.report.More++
			}
		}
		return x.refused.add(r)
	}
	switch effect {
	case student.Created:
		x.report.Created++
	case student.Changed:
		x.report.Changed++
	case student.Unchanged:
		x.report.Unchanged++
	}
	return nil
}

// seen remembers the rows of a file by key, so that a second one that says something else is refused: nobody could tell which
// of the two is right.
type seen map[string]seenRow

type seenRow struct {
	line int
	hash [8]byte
	name string
}

// again tells whether the key, which stands in a field, was there before. Then the row is settled by the caller: unchanged, or refused by now.
func (s seen) again(r *row, key, name, field string) bool {
	sum := sha256.New()
	for _, field := range r.layout.order() {
		_, _ = io.WriteString(sum, r.text(field)+"\x00") // a hash takes everything
	}
	now := seenRow{line: r.line, hash: [8]byte(sum.Sum(nil)[:8]), name: name}
	before, there := s[key]
	switch {
	case !there:
		s[key] = now
	case before.hash == now.hash:
	case name != "" && before.name != name:
		r.refuse("name", fault.New(fault.Conflict, "roster.twice_other_name", "line", itoa(before.line)))
	default:
		r.refuse(field, fault.New(fault.Conflict, "roster.twice_different", "line", itoa(before.line)))
	}
	return there
}
