package roster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
)

const (
	previewKind = "roster.preview"
	applyKind   = "roster.apply"
	// sampleRows are previewed at once, while a job processes the rest.
	sampleRows      = 200
	previewAttempts = 3
	// A job may hold SQLite's only writer for a minute plus five milliseconds per row.
	holdAtLeast = time.Minute
	holdPerRow  = 5 * time.Millisecond
)

// running tracks the jobs of this process: their progress, and how to stop them. The state of a draft is in the
// database.
type running struct {
	mu   sync.Mutex
	jobs map[string]*runningJob // by draft
	full map[string]string      // jobs that wait because the disk is full: their draft or import
}

// setFull notes whether a job waits because the disk is full. The database can't note it: it may be on that disk.
func (r *running) setFull(jobID, of string, full bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full == nil {
		r.full = map[string]string{}
	}
	if delete(r.full, jobID); full {
		r.full[jobID] = of
	}
}

// waitsForSpace reports whether the job of a draft or import waits because the disk is full.
func (r *running) waitsForSpace(of string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(slices.Collect(maps.Values(r.full)), of)
}

// interrupted reports whether the last attempt of a job may have been killed. If this process saw it run into a full
// disk, it wasn't.
func (r *running) interrupted(run *job.Run) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, full := r.full[run.ID]
	return !full && (run.Attempts > 1 || run.Losses > 0)
}

type runningJob struct {
	progress Progress
	cancel   context.CancelFunc
}

func (r *running) begin(ctx context.Context, draft string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	one := &runningJob{cancel: cancel}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs == nil {
		r.jobs = map[string]*runningJob{}
	}
	r.jobs[draft] = one
	return ctx, func() {
		cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.jobs[draft] == one {
			delete(r.jobs, draft)
		}
	}
}

func (r *running) note(draft string, rows, total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.jobs[draft]; one != nil {
		one.progress = Progress{rows, total}
	}
}

func (r *running) progress(draft string) *Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.jobs[draft]
	if one == nil {
		return nil
	}
	now := one.progress
	return &now
}

// stop cancels a preview in this process. It can't stop an apply.
func (r *running) stop(draft string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.jobs[draft]; one != nil {
		one.cancel()
	}
}

// draftJob is the payload of a job.
type draftJob struct {
	Draft       string `json:"draft"`
	Revision    int64  `json:"revision"`
	Account     string `json:"account"`
	Fingerprint string `json:"fingerprint,omitempty"`
	GoodRows    bool   `json:"goodRows,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

func (j draftJob) key() string { return fmt.Sprint(j.Draft, " ", j.Revision) }

func (j draftJob) actor() access.Actor {
	return access.Actor{Account: j.Account, Role: access.Staff, Scope: access.Registrar}
}

// jobOf returns the import that a draft describes.
func (d *storedDraft) jobOf(file blobFile) Job {
	columns := map[int]string{}
	for _, column := range d.content.Columns {
		if column.Field != "" {
			columns[column.Column] = column.Field
		}
	}
	return Job{
		Kind: d.content.Kind, Name: d.File, File: file, Sheet: d.content.Sheet, Sheets: d.content.together(),
		Columns: columns, HeaderLine: d.content.HeaderLine, Titles: d.content.Titles, Term: d.content.Term,
		Language: d.content.Language, Edits: d.edits.Cells, Skip: d.edits.Skip, Complete: d.content.Complete,
		FromWeek: d.content.FromWeek,
		Source:   FromBrowser, TakeCode: func([]string) {}, // codes are counted now and stored only when applied
	}
}

// complete returns what a draft still lacks: roster.no_kind or roster.missing_headers.
func (d *storedDraft) complete() error {
	if d.content.Kind == "" {
		return fault.New(fault.Invalid, "roster.no_kind")
	}
	if missing := d.content.missing(); len(missing) > 0 {
		titles := make([]string, len(missing))
		for i, field := range missing {
			titles[i] = columns.FieldTitle(d.content.Kind, field, d.content.Language)
		}
		return fault.New(fault.Invalid, "roster.missing_columns", "columns", strings.Join(titles, ", "))
	}
	return nil
}

// PreviewDraft starts to compute a preview. The first rows of a large file are ready when it returns. It fails with
// roster.no_draft, roster.draft_applying, roster.draft_applied, roster.no_kind, roster.missing_columns, or an error of
// the whole file. Staff only.
func (s *Service) PreviewDraft(ctx context.Context, who access.Actor, draft string) (Draft, error) {
	stored, err := s.forChange(ctx, who, draft)
	if err != nil {
		return Draft{}, err
	}
	s.running.stop(draft)
	return s.startPreview(ctx, who, stored)
}

// startPreview writes the draft, with a sample if there are many rows, and adds the job in the same transaction.
func (s *Service) startPreview(ctx context.Context, who access.Actor, d *storedDraft) (Draft, error) {
	if err := d.complete(); err != nil {
		return Draft{}, err
	}
	sample, err := s.sample(ctx, who, d)
	if err != nil {
		return Draft{}, err
	}
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		preview := d.Preview // until the new one is ready
		if sample != nil {
			if preview, err = sqldb.EncodeJSON(sample.Preview); err != nil {
				return err
			}
			if err := s.replaceRows(ctx, q, d.ID, sample.Seen, nil); err != nil {
				return err
			}
		}
		if err := s.update(ctx, q, d, DraftPreviewing, preview); err != nil {
			return err
		}
		what := draftJob{Draft: d.ID, Revision: d.Revision + 1, Account: who.Account}
		_, err := s.Jobs.Add(ctx, q,
			job.Spec{Kind: previewKind, Payload: what, Key: what.key(), MaxAttempts: previewAttempts})
		return err
	})
	if err != nil {
		return Draft{}, err
	}
	s.Jobs.Wake()
	if sample != nil {
		return s.Draft(ctx, who, d.ID) // show its rows right away
	}
	return s.wait(ctx, who, d.ID, DraftPreviewing)
}

// rowsIn estimates the number of rows in the draft's sheets.
func (d *storedDraft) rowsIn() int {
	rows := 0
	for _, one := range d.content.Sheets {
		if slices.Contains(d.content.read(), one.Name) {
			rows += one.Rows
		}
	}
	return rows
}

// isLarge reports whether there are more rows than in a sample.
func (d *storedDraft) isLarge() bool { return d.rowsIn() > sampleRows+columns.HeaderRows }

// sample imports the first rows of a large file. It returns nil if the file is small, or if a preview of all rows can
// be shown until the new one is ready.
func (s *Service) sample(ctx context.Context, who access.Actor, d *storedDraft) (*Report, error) {
	whole, err := d.hasWholePreview()
	if err != nil || whole {
		return nil, err
	}
	if !d.isLarge() {
		return nil, nil //nolint:nilnil // no sample
	}
	file, err := s.openBlob(ctx, d.Blob)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	task := d.jobOf(file)
	task.DryRun, task.MaxRows = true, sampleRows+d.content.HeaderLine
	report, err := s.Import(ctx, who, task)
	return &report, err
}

// hasWholePreview reports whether the stored rows cover the whole file.
func (d *storedDraft) hasWholePreview() (bool, error) {
	if d.Preview == "" {
		return false, nil
	}
	var was Preview
	if err := sqldb.DecodeJSON(d.Preview, &was); err != nil {
		return false, err
	}
	return !was.Sample, nil
}

// wait gives a new job a moment, so that small files are done when the call returns.
func (s *Service) wait(ctx context.Context, who access.Actor, draft string, during DraftState) (Draft, error) {
	return waitFor(ctx, s.Wait, func() (Draft, bool, error) {
		now, err := s.Draft(ctx, who, draft)
		return now, now.State != during, err
	})
}

// waitFor polls until poll reports success or the time is up, and returns the last result.
func waitFor[T any](ctx context.Context, timeout time.Duration, poll func() (T, bool, error)) (T, error) {
	waiting, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		now, ended, err := poll()
		if err != nil || ended || waiting.Err() != nil {
			return now, err
		}
		select {
		case <-waiting.Done():
		case <-time.After(waitStep):
		}
	}
}

const waitStep = 40 * time.Millisecond

// EditRows edits cells, skips rows and restarts the preview. It fails like PreviewDraft, or with roster.unknown_column.
// Staff only.
func (s *Service) EditRows(
	ctx context.Context, who access.Actor, draft string, edits []Edit, skip []SkipRow,
) (Draft, error) {
	stored, err := s.forChange(ctx, who, draft)
	if err != nil {
		return Draft{}, err
	}
	if err := stored.edit(edits, skip); err != nil {
		return Draft{}, err
	}
	s.running.stop(draft)
	return s.startPreview(ctx, who, stored)
}

func (d *storedDraft) edit(edits []Edit, skip []SkipRow) error {
	if d.edits.Cells == nil {
		d.edits.Cells = map[int]map[int]string{}
	}
	if d.edits.Skip == nil {
		d.edits.Skip = map[int]bool{}
	}
	for _, e := range edits {
		if e.Column >= len(d.content.Columns) {
			return fault.New(fault.Invalid, "roster.unknown_column", "column", strconv.Itoa(e.Column))
		}
		line := d.edits.Cells[e.Line]
		switch {
		case e.Value != nil && line == nil:
			d.edits.Cells[e.Line] = map[int]string{e.Column: *e.Value}
		case e.Value != nil:
			line[e.Column] = *e.Value
		default:
			delete(line, e.Column)
			if len(line) == 0 {
				delete(d.edits.Cells, e.Line)
			}
		}
	}
	for _, one := range skip {
		if delete(d.edits.Skip, one.Line); one.Skip {
			d.edits.Skip[one.Line] = true
		}
	}
	return nil
}
