package roster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/parse"
)

const (
	undoPreviewKind = "roster.undo_preview"
	undoKind        = "roster.undo"
	undoAttempts    = 2              // see applyAttempts
	undoLife        = 24 * time.Hour // of an unused preview, because it names people
)

// An UndoState is the state of undoing an import.
type UndoState string

// The undo states.
const (
	UndoNone       UndoState = "none"       // not requested
	UndoPreviewing UndoState = "previewing" // a job computes the preview
	UndoReady      UndoState = "ready"      // the preview is complete
	UndoRunning    UndoState = "undoing"    // a job restores the data
	UndoFailed     UndoState = "failed"     // the job was stopped; nothing was written
	UndoDone       UndoState = "undone"
)

// An Undoing is the undoing of an import, and its progress.
type Undoing struct {
	State    UndoState
	Progress *Progress    // of the objects that the import wrote
	Preview  *UndoPreview // nil if unknown
	Problem  *StoredText
}

// Undoing returns the state of undoing an import. It fails with roster.no_import. Staff only.
func (s *Service) Undoing(ctx context.Context, who access.Actor, imported string) (Undoing, error) {
	if err := access.Admin.Check(who); err != nil {
		return Undoing{}, err
	}
	rows := db.New(s.Database.Reader())
	past, err := rows.SelectImport(ctx, imported)
	if err != nil {
		return Undoing{}, sqldb.Missing(err, "roster.no_import", "id", parse.Clip(imported))
	}
	if past.UndoneAt != 0 {
		return Undoing{State: UndoDone}, nil
	}
	row, err := rows.SelectUndo(ctx, imported)
	if errors.Is(err, sql.ErrNoRows) {
		return Undoing{State: UndoNone}, nil
	}
	if err != nil {
		return Undoing{}, fmt.Errorf("read an undoing: %w", err)
	}
	out := Undoing{State: UndoState(row.State), Progress: s.running.progress(imported)}
	if s.running.waitsForSpace(imported) {
		out.Problem = engine.TextOf("roster.disk_full")
	}
	if row.Preview != "" {
		out.Preview = &UndoPreview{}
		if err := sqldb.DecodeJSON(row.Preview, out.Preview); err != nil {
			return Undoing{}, err
		}
	}
	if row.Problem != "" {
		out.Problem = &StoredText{}
		if err := sqldb.DecodeJSON(row.Problem, out.Problem); err != nil {
			return Undoing{}, err
		}
	}
	return out, nil
}

// StartUndoPreview starts to compute what undoing an import would do. It fails with roster.no_import,
// roster.undone_already or roster.undoing. Staff only.
func (s *Service) StartUndoPreview(ctx context.Context, who access.Actor, imported string) (Undoing, error) {
	return s.startUndo(ctx, who, imported, UndoPreviewing, job.Spec{Kind: undoPreviewKind, MaxAttempts: previewAttempts})
}

// StartUndo starts to undo an import. Conflicts are in the returned preview, with the problem roster.changed_since,
// which is also the error if they are found right away. It also fails with roster.no_import, roster.undone_already or
// roster.undoing. Staff only.
func (s *Service) StartUndo(ctx context.Context, who access.Actor, imported string) (Undoing, error) {
	now, err := s.startUndo(ctx, who, imported, UndoRunning, job.Spec{Kind: undoKind, MaxAttempts: undoAttempts})
	if err == nil && now.Problem != nil && now.Problem.Code == "roster.changed_since" {
		return Undoing{}, &fault.Error{Kind: fault.Conflict, Code: now.Problem.Code, Params: now.Problem.Params}
	}
	return now, err
}

func (s *Service) startUndo(
	ctx context.Context, who access.Actor, imported string, state UndoState, spec job.Spec,
) (Undoing, error) {
	if err := access.Admin.Check(who); err != nil {
		return Undoing{}, err
	}
	s.running.stop(imported) // a preview would hold the database's writer
	err := s.Database.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		past, err := rows.SelectImport(ctx, imported)
		if err != nil {
			return sqldb.Missing(err, "roster.no_import", "id", parse.Clip(imported))
		}
		if past.UndoneAt != 0 {
			return fault.New(fault.Conflict, "roster.undone_already")
		}
		was, err := rows.SelectUndo(ctx, imported)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("read an undoing: %w", err)
		}
		if UndoState(was.State) == UndoRunning {
			return fault.New(fault.Conflict, "roster.undoing")
		}
		what := undoJob{Import: imported, Revision: was.Revision + 1, Account: who.Account}
		err = rows.UpsertUndo(ctx, db.UpsertUndoParams{
			ImportID: imported, State: string(state), Revision: what.Revision, Account: who.Account,
			At: s.Now().UnixMilli(), Preview: was.Preview,
		})
		if err != nil {
			return fmt.Errorf("write an undoing: %w", err)
		}
		spec.Payload, spec.Key = what, what.key()
		_, err = s.Jobs.Add(ctx, q, spec)
		return err
	})
	if err != nil {
		return Undoing{}, err
	}
	s.Jobs.Wake()
	return waitFor(ctx, s.Wait, func() (Undoing, bool, error) {
		now, err := s.Undoing(ctx, who, imported)
		return now, now.State != state, err
	})
}

// undoJob is the payload of a job.
type undoJob struct {
	Import   string `json:"import"`
	Revision int64  `json:"revision"`
	Account  string `json:"account"`
}

func (j undoJob) key() string { return fmt.Sprint(j.Import, " ", j.Revision) }

func (j undoJob) actor() access.Actor {
	return access.Actor{Account: j.Account, Role: access.Staff, Scope: access.Registrar}
}

// beginUndo reads a job's input and sets its deadline. It returns false if the job is no longer wanted.
func (s *Service) beginUndo(
	ctx context.Context, run *job.Run, state UndoState,
) (what undoJob, steps int, wanted bool, err error) {
	if err := run.Decode(&what); err != nil {
		return what, 0, false, err
	}
	rows := db.New(s.Database.Reader())
	row, err := rows.SelectUndo(ctx, what.Import)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (row.Revision != what.Revision || UndoState(row.State) != state) {
		return what, 0, false, nil
	}
	if err != nil {
		return what, 0, false, fmt.Errorf("read an undoing: %w", err)
	}
	count, err := rows.CountSteps(ctx, what.Import)
	if err != nil {
		return what, 0, false, fmt.Errorf("count an import's steps: %w", err)
	}
	return what, int(count), true, run.Hold(ctx, holdAtLeast+time.Duration(count)*holdPerRow)
}

// previewUndoJob computes what undoing would do. For a large import it works on a copy, so that no one waits for a
// rollback.
func (s *Service) previewUndoJob(ctx context.Context, run *job.Run) error {
	what, steps, wanted, err := s.beginUndo(ctx, run, UndoPreviewing)
	if err != nil || !wanted {
		return err
	}
	working, done := s.running.begin(ctx, what.Import)
	defer done()
	database := s.Database
	if steps > undoPage {
		copied, err := s.Database.Copy(working)
		if err != nil {
			return err
		}
		if copied != nil {
			defer copied.Close()
			database = copied
		}
	}
	preview, err := s.previewUndo(working, database, what.actor(), what.Import, func(n int) {
		s.running.note(what.Import, n, steps)
	})
	switch {
	case working.Err() != nil && ctx.Err() == nil:
		return nil // no longer wanted
	case fault.Code(err) == "roster.undone_already":
		return s.endUndo(ctx, run, what)
	case err != nil:
		return err
	}
	return s.storeUndo(ctx, run, what, UndoReady, &preview, nil)
}

// undoJob undoes an import, and marks the job as done in the same transaction.
func (s *Service) undoJob(ctx context.Context, run *job.Run) error {
	what, steps, wanted, err := s.beginUndo(ctx, run, UndoRunning)
	if err != nil || !wanted {
		return err
	}
	if s.running.interrupted(run) {
		return s.storeUndo(ctx, run, what, UndoFailed, nil, engine.TextOf("roster.undo_interrupted"))
	}
	_, done := s.running.begin(ctx, what.Import) // for its progress; it can't be stopped
	defer done()
	var preview UndoPreview
	err = s.Database.WriteWithin(ctx, engine.ImportLimit, func(q sqldb.Querier) error {
		u := undoing{
			Services: s.Services, q: q, who: what.actor(), id: what.Import, counts: map[string]*UndoCount{},
			progress: func(n int) { s.running.note(what.Import, n, steps) },
		}
		working := context.WithoutCancel(ctx) // as in an import
		if err := sqldb.OneAtATime(working, q); err != nil {
			return err
		}
		err := u.run(working)
		preview = u.preview()
		if err != nil {
			return err
		}
		if err := db.New(q).DeleteUndo(working, what.Import); err != nil {
			return fmt.Errorf("end an undoing: %w", err)
		}
		return run.Complete(working, q)
	})
	switch fault.Code(err) {
	case "roster.changed_since":
		return s.storeUndo(ctx, run, what, UndoReady, &preview, engine.TextOfFault(fault.All(err)[0]))
	case "roster.undone_already":
		return s.endUndo(ctx, run, what)
	default:
		return err
	}
}

func (s *Service) endUndo(ctx context.Context, run *job.Run, what undoJob) error {
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteUndo(ctx, what.Import); err != nil {
			return fmt.Errorf("end an undoing: %w", err)
		}
		return run.Complete(ctx, q)
	})
}

// storeUndo stores the result of an undo job if it is still wanted.
func (s *Service) storeUndo(
	ctx context.Context, run *job.Run, what undoJob, state UndoState, preview *UndoPreview, problem *StoredText,
) error {
	params := db.UpdateUndoParams{ImportID: what.Import, Revision: what.Revision, State: string(state)}
	var err error
	if preview != nil {
		if params.Preview, err = sqldb.EncodeJSON(preview); err != nil {
			return err
		}
	}
	if problem != nil {
		if params.Problem, err = sqldb.EncodeJSON(problem); err != nil {
			return err
		}
	}
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		if _, err := db.New(q).UpdateUndo(ctx, params); err != nil {
			return fmt.Errorf("write an undoing: %w", err)
		}
		return run.Complete(ctx, q)
	})
}

// sweepUndos removes unused previews, and repairs undos whose job was killed too often.
func (s *Service) sweepUndos(ctx context.Context) error {
	stuck, err := db.New(s.Database.Reader()).SelectStuckUndos(ctx)
	if err != nil {
		return fmt.Errorf("list undoings without a job: %w", err)
	}
	problem, err := sqldb.EncodeJSON(engine.TextOf("roster.undo_interrupted"))
	if err != nil {
		return err
	}
	may := s.mayDelete(ctx) // not in the transaction, because it may write
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		for _, row := range stuck {
			_, err := db.New(q).UpdateUndo(ctx, db.UpdateUndoParams{
				ImportID: row.ImportID, Revision: row.Revision,
				State: string(UndoFailed), Preview: row.Preview, Problem: problem,
			})
			if err != nil {
				return fmt.Errorf("end a stuck undo: %w", err)
			}
		}
		if !may {
			return nil
		}
		if err := db.New(q).DeleteOldUndos(ctx, s.Now().Add(-undoLife).UnixMilli()); err != nil {
			return fmt.Errorf("remove old undos: %w", err)
		}
		return nil
	})
}
