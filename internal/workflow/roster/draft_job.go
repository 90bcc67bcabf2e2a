package roster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
)

// Handlers returns the handlers of draft and undo jobs.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{
		previewKind: s.untilSpace(s.preview), applyKind: s.untilSpace(s.apply),
		undoPreviewKind: s.untilSpace(s.previewUndoJob), undoKind: s.untilSpace(s.undoJob),
	}
}

// untilSpace lets a job that ran into a full disk run again by itself: it has written nothing.
func (s *Service) untilSpace(handle job.Handler) job.Handler {
	return func(ctx context.Context, run *job.Run) error {
		var of struct{ Draft, Import string } // one of them
		if err := run.Decode(&of); err != nil {
			return err
		}
		err := handle(ctx, run)
		full := s.Database.IsFull(err)
		s.running.setFull(run.ID, of.Draft+of.Import, full)
		if full {
			return job.Postponed(err)
		}
		return err
	}
}

// forJob reads a job's draft, or returns nil if it has changed or was deleted.
func (s *Service) forJob(ctx context.Context, what draftJob, state DraftState) (*storedDraft, error) {
	stored, err := s.load(ctx, s.Database.Reader(), what.Draft)
	if fault.Code(err) == "roster.no_draft" ||
		err == nil && (stored.Revision != what.Revision || DraftState(stored.State) != state) {
		return nil, nil //nolint:nilnil // nothing to do
	}
	return stored, err
}

// preview computes what an import would do, and stores it if it is still wanted.
func (s *Service) preview(ctx context.Context, run *job.Run) error {
	var what draftJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	d, err := s.forJob(ctx, what, DraftPreviewing)
	if err != nil || d == nil {
		return err
	}
	if err := run.Hold(ctx, holdAtLeast+time.Duration(d.rowsIn())*holdPerRow); err != nil {
		return err
	}
	working, done := s.running.begin(ctx, d.ID)
	defer done()
	limited, cancel := context.WithTimeout(working, s.PreviewLimit)
	defer cancel()
	report, err := s.dryRun(limited, what.actor(), d)
	switch {
	case working.Err() != nil && ctx.Err() == nil:
		return nil // no longer wanted
	case limited.Err() != nil && ctx.Err() == nil:
		return s.fail(ctx, d, run, fault.New(fault.TooLarge, "roster.preview_long", "rows", strconv.Itoa(d.rowsIn())))
	case fault.All(err) != nil:
		return s.fail(ctx, d, run, fault.All(err)[0])
	case err != nil:
		return err
	}
	return s.store(ctx, d, run, &report, nil)
}

func (s *Service) dryRun(ctx context.Context, who access.Actor, d *storedDraft) (Report, error) {
	file, err := s.openBlob(ctx, d.Blob)
	if err != nil {
		return Report{}, err
	}
	defer file.Close()
	task := d.jobOf(file)
	task.DryRun = true
	task.Progress = func(rows, total int) { s.running.note(d.ID, rows, total) }
	if !d.isLarge() {
		return s.Import(ctx, who, task)
	}
	database, err := s.Database.Copy(ctx)
	if err != nil {
		return Report{}, err
	}
	if database == nil {
		return s.Import(ctx, who, task)
	}
	defer database.Close()
	writers := *s.writers
	writers.Database = database // so that no one waits for a rollback
	return engine.Import(ctx, &writers, who, task)
}

// fail stores the error that makes the whole file unusable.
func (s *Service) fail(ctx context.Context, d *storedDraft, run *job.Run, reason *fault.Error) error {
	problem, err := sqldb.EncodeJSON(engine.TextOfFault(reason))
	if err != nil {
		return err
	}
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteDraftRows(ctx, d.ID); err != nil {
			return fmt.Errorf("remove a draft's rows: %w", err)
		}
		if _, err := db.New(q).UpdatePreviewed(ctx,
			db.UpdatePreviewedParams{ID: d.ID, Revision: d.Revision, State: string(DraftFailed), Problem: problem}); err != nil {
			return fmt.Errorf("write a draft: %w", err)
		}
		return run.Complete(ctx, q)
	})
}

// store writes a preview with its rows. A problem says why it replaces another one.
func (s *Service) store(ctx context.Context, d *storedDraft, run *job.Run, report *Report, problem *StoredText) error {
	report.Preview.Stale = problem != nil
	preview, err := sqldb.EncodeJSON(report.Preview)
	if err != nil {
		return err
	}
	text := ""
	if problem != nil {
		if text, err = sqldb.EncodeJSON(problem); err != nil {
			return err
		}
	}
	return s.Database.WriteWithin(ctx, engine.ImportLimit, func(q sqldb.Querier) error {
		n, err := db.New(q).UpdatePreviewed(ctx,
			db.UpdatePreviewedParams{ID: d.ID, Revision: d.Revision, State: string(DraftReady), Preview: preview, Problem: text})
		if err != nil {
			return fmt.Errorf("write a draft: %w", err)
		}
		if n > 0 {
			shown, err := s.digests(ctx, q, d.ID, problem != nil)
			if err != nil {
				return err
			}
			if err := s.replaceRows(ctx, q, d.ID, report.Seen, shown); err != nil {
				return err
			}
		}
		return run.Complete(ctx, q)
	})
}

// digests returns the digests of the rows shown before, to mark the differences, or nil if not wanted.
func (s *Service) digests(ctx context.Context, q sqldb.Querier, draft string, wanted bool) (map[int]string, error) {
	if !wanted {
		return nil, nil
	}
	rows, err := db.New(q).SelectDigests(ctx, draft)
	if err != nil {
		return nil, fmt.Errorf("read a draft's rows: %w", err)
	}
	out := make(map[int]string, len(rows))
	for _, row := range rows {
		out[int(row.Line)] += string(row.Digest)
	}
	return out, nil
}

// replaceRows writes the rows of a draft. shown are the digests from before; with nil, no row is marked as different.
func (s *Service) replaceRows(
	ctx context.Context, q sqldb.Querier, draft string, seen *engine.Observer, shown map[int]string,
) error {
	if err := db.New(q).DeleteDraftRows(ctx, draft); err != nil {
		return fmt.Errorf("remove a draft's rows: %w", err)
	}
	now := map[int]string{}
	if shown != nil {
		for _, row := range seen.Rows {
			now[row.Line] += string(row.Digest[:])
		}
	}
	batch := sqldb.NewBatch(q, "import_draft_row", "draft_id", "seq", "line", "effect", "fields", "reasons", "search",
		"digest", "differs", "content")
	for i, row := range seen.Rows {
		differs := shown != nil && row.Line > 0 && shown[row.Line] != now[row.Line]
		err := batch.Add(ctx, draft, int64(i+1), int64(row.Line), row.Effect, row.Fields, row.Reasons, row.Search,
			row.Digest[:], differs, row.Content)
		if err != nil {
			return fmt.Errorf("write a draft's rows: %w", err)
		}
	}
	return errors.Join(batch.Flush(ctx), batch.Close())
}

// setState changes the state of a draft, with a message for staff, unless it has changed in the meantime.
func (s *Service) setState(
	ctx context.Context, draft string, revision int64, was, state DraftState, problem *StoredText,
) error {
	text, err := sqldb.EncodeJSON(problem)
	if err != nil {
		return err
	}
	return s.Database.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := db.New(q).UpdateDraftState(ctx,
			db.UpdateDraftStateParams{ID: draft, Revision: revision, State: string(state), Problem: text, Was: string(was)})
		return err
	})
}
