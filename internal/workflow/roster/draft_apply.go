package roster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
)

// applyAttempts allows a second attempt after a killed one, only to report it.
const applyAttempts = 2

// errStale rolls back a transaction that would write something other than the preview.
var errStale = errors.New("the preview is stale")

func stale() *fault.Error { return fault.New(fault.Conflict, "roster.stale") }

// ApplyDraft starts to import what the preview shows. It fails with roster.no_preview, roster.stale, roster.confirm,
// clash.reason_needed,
// roster.refused_rows, roster.nothing_to_write, roster.draft_applying or roster.draft_applied. Staff only.
func (s *Service) ApplyDraft(ctx context.Context, who access.Actor, draft string, how Apply) (Draft, error) {
	stored, err := s.forChange(ctx, who, draft)
	if err != nil {
		return Draft{}, err
	}
	shown, err := stored.draft(s)
	if err != nil {
		return Draft{}, err
	}
	if err := shown.mayApply(how); err != nil {
		return Draft{}, err
	}
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		n, err := db.New(q).UpdateDraftState(ctx, db.UpdateDraftStateParams{
			ID: draft, Revision: stored.Revision, State: string(DraftApplying), Was: string(DraftReady),
		})
		if err != nil {
			return fmt.Errorf("write a draft: %w", err)
		}
		if n == 0 {
			return stale()
		}
		what := draftJob{
			Draft: draft, Revision: stored.Revision, Account: who.Account,
			Fingerprint: how.Fingerprint, GoodRows: how.GoodRows, Reason: how.Reason,
		}
		_, err = s.Jobs.Add(ctx, q, job.Spec{Kind: applyKind, Payload: what, Key: what.key(), MaxAttempts: applyAttempts})
		return err
	})
	if err != nil {
		return Draft{}, err
	}
	s.Jobs.Wake()
	now, err := s.wait(ctx, who, draft, DraftApplying)
	if err == nil && now.Problem != nil && now.Problem.Code == "roster.stale" {
		return Draft{}, stale()
	}
	return now, err
}

// mayApply checks the caller's input against the preview.
func (d *Draft) mayApply(how Apply) error {
	p := d.Preview
	switch {
	case d.State != DraftReady || p == nil || p.Sample:
		return fault.New(fault.Conflict, "roster.no_preview")
	case p.Fingerprint != how.Fingerprint:
		return stale()
	case p.Refused > 0 && !how.GoodRows:
		return fault.New(fault.Invalid, "roster.refused_rows", "count", strconv.Itoa(p.Refused))
	case p.Created+p.Changed+p.Removed == 0 && p.Refused > 0 && p.Unchanged == 0:
		return fault.New(fault.Conflict, "roster.all_refused")
	case p.Created+p.Changed+p.Removed == 0:
		return fault.New(fault.Conflict, "roster.nothing_to_write")
	}
	if open := p.Unconfirmed(func(b Brake) bool { return how.Confirm[b.Field] == b.Changed }); open != nil {
		return open
	}
	if open := p.Unaccepted(how.Reason); open != nil {
		return open
	}
	return nil
}

// apply imports a draft, and marks it as applied in the same transaction.
func (s *Service) apply(ctx context.Context, run *job.Run) error {
	var what draftJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	d, err := s.forJob(ctx, what, DraftApplying)
	if err != nil || d == nil {
		return err
	}
	if s.running.interrupted(run) {
		return s.setState(ctx, d.ID, d.Revision, DraftApplying, DraftReady, engine.TextOf("roster.apply_interrupted"))
	}
	if err := run.Hold(ctx, holdAtLeast+time.Duration(d.rowsIn())*holdPerRow); err != nil {
		return err
	}
	report, err := s.write(ctx, what, d, run)
	switch {
	case errors.Is(err, errStale) || err == nil && !report.Applied:
		return s.store(ctx, d, run, &report, engine.TextOfFault(stale()))
	case fault.All(err) != nil:
		return s.fail(ctx, d, run, fault.All(err)[0])
	}
	return err
}

func (s *Service) write(ctx context.Context, what draftJob, d *storedDraft, claim *job.Run) (Report, error) {
	file, err := s.openBlob(ctx, d.Blob)
	if err != nil {
		return Report{}, err
	}
	defer file.Close()
	var codes [][]string
	task := d.jobOf(file)
	task.GoodRows, task.Reason = what.GoodRows, what.Reason
	task.TakeCode = func(cells []string) { codes = append(codes, cells) }
	task.BeginTry = func() { codes = nil }
	task.BeforeCommit = func(ctx context.Context, q sqldb.Querier, r *Report) error {
		if r.Preview.Fingerprint != what.Fingerprint {
			return errStale
		}
		return s.applied(ctx, q, r.ID, what, codes, claim)
	}
	return s.Import(ctx, what.actor(), task)
}

// applied marks the draft and the job as done, in the transaction that writes the rows.
func (s *Service) applied(
	ctx context.Context, q sqldb.Querier, imported string, what draftJob, codes [][]string, claim *job.Run,
) error {
	var sealed []byte
	if len(codes) > 0 {
		var err error
		if sealed, err = s.seal(what.Draft, codes); err != nil {
			return err
		}
	}
	n, err := db.New(q).UpdateApplied(ctx, db.UpdateAppliedParams{
		ID: what.Draft, Revision: what.Revision,
		Import: imported, Account: what.Account, Codes: sealed,
	})
	if err != nil {
		return fmt.Errorf("write a draft: %w", err)
	}
	if n == 0 {
		return errStale
	}
	return claim.Complete(ctx, q)
}

// codesOf returns the first passwords to the account that applied the draft. It fails with roster.no_codes or
// roster.codes_of_another.
func (s *Service) codesOf(ctx context.Context, who access.Actor, draft string) ([][]string, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	switch {
	case err != nil:
		return nil, err
	case len(stored.Codes) == 0:
		return nil, fault.New(fault.NotFound, "roster.no_codes")
	case stored.AppliedBy != who.Account:
		return nil, fault.New(fault.Forbidden, "roster.codes_of_another")
	}
	text, err := s.Keys.Open(draftPurpose, stored.Codes, []byte(draft))
	if err != nil {
		return nil, fmt.Errorf("open codes: %w", err)
	}
	var out [][]string
	return out, sqldb.DecodeJSON(string(text), &out)
}

// Codes returns the headers and first passwords of the accounts that a draft created, and logs the download. Only the
// account that applied the draft may call it; it fails with roster.no_codes or roster.codes_of_another.
func (s *Service) Codes(
	ctx context.Context, who access.Actor, draft string, lang locale.Language,
) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		codes, err := s.codesOf(ctx, who, draft)
		if err == nil {
			err = s.note(ctx, who, "roster.codes", draft, len(codes))
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if !yield(engine.CodesHead(lang), nil) {
			return
		}
		for _, cells := range codes {
			if !yield(cells, nil) {
				return
			}
		}
	}
}

func (s *Service) note(ctx context.Context, who access.Actor, action, object string, count int) error {
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		return audit.Append(ctx, q, who,
			audit.Entry{At: s.Now(), Action: action, Object: object, After: map[string]any{"count": count}})
	})
}

// DeleteCodes removes the first passwords once they are handed out. It fails like Codes.
func (s *Service) DeleteCodes(ctx context.Context, who access.Actor, draft string) error {
	if _, err := s.codesOf(ctx, who, draft); err != nil {
		return err
	}
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteDraftCodes(ctx, draft); err != nil {
			return fmt.Errorf("remove codes: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.Now(), Action: "roster.forget_codes", Object: draft})
	})
}
