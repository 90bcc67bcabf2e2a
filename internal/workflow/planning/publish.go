package planning

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning/db"
)

// Publish publishes all lines of the caller's draft or none, notifies every affected student and teacher once, and
// deletes the draft. If a line no longer fits, it returns planning.stale with those lines; Drafts has the reasons.
// Clashes with a reason become accepted. Registrars only. Errors: planning.no_draft, planning.not_yours,
// planning.term_over, planning.empty, planning.version.
func (s *Service) Publish(
	ctx context.Context, who access.Actor, draft string, version int64, note string,
) (Publication, error) {
	if err := access.Admin.Check(who); err != nil {
		return Publication{}, err
	}
	row, err := ownedDraft(ctx, s.o.DB.Reader(), who, draft)
	if err != nil {
		return Publication{}, err
	}
	x, err := s.o.Clashes.Index(ctx, row.TermID)
	if err != nil {
		return Publication{}, err
	}
	if err := s.refuseOver(x.Term); err != nil {
		return Publication{}, err
	}
	var out Publication
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		x, err := s.latestIndex(ctx, q, x)
		if err != nil {
			return err
		}
		lines, evaluated, err := s.publishable(ctx, q, who, x, draft, version)
		if err != nil {
			return err
		}
		published, err := s.o.Timetables.PublishTogether(ctx, q, who, changesOf(lines))
		if err != nil {
			return err
		}
		out = Publication{ID: sqldb.NewID(), At: s.o.Now(), By: Named{ID: who.Account}, Note: note, Changes: len(lines)}
		if out.Told, err = s.writePublication(ctx, q, who, x, out, evaluated, published); err != nil {
			return err
		}
		if err := removeDraft(ctx, q, draft); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: out.At, Action: "planning.publish", Object: out.ID, After: map[string]any{
				"count":    len(lines),
				"students": out.Told.Students, "teachers": out.Told.Teachers, "note": note,
			},
		})
	})
	if err != nil {
		return Publication{}, err
	}
	s.o.Jobs.Wake()
	return out, nil
}

// latestIndex returns the term as of this transaction. Incrementing the revision locks out other
// publications until it ends, so that the checks still hold when the changes are written.
func (s *Service) latestIndex(ctx context.Context, q sqldb.Querier, x *clash.Index) (*clash.Index, error) {
	if err := cache.Bump(ctx, q); err != nil {
		return nil, err
	}
	count, err := cache.RevisionOf(ctx, q, "")
	if err != nil {
		return nil, err
	}
	if count == x.Revision+1 {
		return x, nil
	}
	return s.o.Clashes.ReadIndex(ctx, q, x.Term.ID)
}

// publishable reads and evaluates the lines of a draft. It refuses them if any no longer fits.
func (s *Service) publishable(ctx context.Context, q sqldb.Querier, who access.Actor, x *clash.Index, draft string,
	version int64,
) ([]stored, []Line, error) {
	row, err := ownedDraft(ctx, q, who, draft)
	if err != nil {
		return nil, nil, err
	}
	if row.Version != version {
		return nil, nil, fault.New(fault.Conflict, "planning.version")
	}
	rows, err := db.New(q).SelectLines(ctx, draft)
	if err != nil {
		return nil, nil, fmt.Errorf("read a draft: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil, fault.New(fault.Invalid, "planning.empty")
	}
	lines := toLines(rows)
	evaluated := evaluate(x, lines)
	var named []string
	for _, line := range evaluated {
		if line.Stale != "" {
			named = append(named, line.Group.Code)
		}
	}
	if len(named) > 0 {
		return nil, nil, fault.New(fault.Conflict, "planning.stale", "count", strconv.Itoa(len(named)),
			"lines", strings.Join(named, ", "))
	}
	return lines, evaluated, nil
}

// writePublication records what was published together, accepts the clashes that have a reason, and notifies the
// people affected.
func (s *Service) writePublication(ctx context.Context, q sqldb.Querier, who access.Actor, x *clash.Index,
	p Publication, lines []Line, published []timetable.News,
) (RecipientCount, error) {
	digests := s.digests(published, p.Note)
	told := digests.reach(x)
	err := db.New(q).InsertPublication(ctx, db.InsertPublicationParams{
		ID: p.ID, TermID: x.Term.ID, Account: who.Account, At: p.At.UnixMilli(), Note: p.Note, Changes: int64(p.Changes),
		Told: int64(told.Students), Teachers: int64(told.Teachers),
	})
	if err != nil {
		return RecipientCount{}, fmt.Errorf("write a publication: %w", err)
	}
	for i := range lines {
		l := &lines[i]
		if err := db.New(q).InsertPublicationChange(ctx, publishedRow(p.ID, i+1, l)); err != nil {
			return RecipientCount{}, fmt.Errorf("write a publication: %w", err)
		}
		if err := s.acceptClashes(ctx, q, who, x.Term.ID, l.Change.Group, l.Hard, l.Reason); err != nil {
			return RecipientCount{}, err
		}
		if l.Request != "" {
			if err := s.o.Request(ctx, q, who, l.Request, l.Change.Class, requestPublished); err != nil {
				return RecipientCount{}, err
			}
		}
	}
	return told, s.enqueueMessages(ctx, q, who, p.ID, p.Note, digests)
}

// acceptClashes accepts the new clashes of a class for a reason.
func (s *Service) acceptClashes(
	ctx context.Context, q sqldb.Querier, who access.Actor, term, group string, hard []Clash, reason string,
) error {
	for _, c := range hard {
		if !c.needsReason() {
			continue
		}
		pair := clash.Pair{Kind: c.Kind, Object: c.Object.ID, Groups: [2]string{group, c.Other.Group}}
		if err := s.o.Clashes.AcceptIn(ctx, q, who, term, pair, reason); err != nil {
			return err
		}
	}
	return nil
}

// Publications lists a term's publications, newest first, at most two hundred. Registrars only.
func (s *Service) Publications(ctx context.Context, who access.Actor, term string) ([]Publication, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return nil, err
	}
	rows, err := db.New(s.o.DB.Reader()).SelectPublications(ctx, x.Term.ID)
	if err != nil {
		return nil, fmt.Errorf("list publications: %w", err)
	}
	list := make([]Publication, 0, len(rows))
	for _, r := range rows {
		list = append(list, toPublication(db.SelectPublicationRow(r)))
	}
	return list, nil
}

func toPublication(r db.SelectPublicationRow) Publication {
	return Publication{
		ID: r.ID, At: time.UnixMilli(r.At), By: Named{ID: r.Account, Name: r.AccountName}, Note: r.Note,
		Changes: int(r.Changes), Told: RecipientCount{int(r.Told), int(r.Teachers)}, Withdrawn: sqldb.Instant(r.WithdrawnAt),
	}
}

// Withdraw undoes all changes of a publication and notifies every affected student and teacher once. Withdrawing
// twice is no error. A reason is needed if a class returns to a room or teacher that is taken by now. Registrars
// only. Errors: planning.no_publication, planning.term_over, planning.reason_needed.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, publication, reason string) (Publication, error) {
	if err := access.Admin.Check(who); err != nil {
		return Publication{}, err
	}
	row, err := db.New(s.o.DB.Reader()).SelectPublication(ctx, publication)
	if err != nil {
		return Publication{}, sqldb.Missing(err, "planning.no_publication")
	}
	x, err := s.o.Clashes.Index(ctx, row.TermID)
	if err != nil {
		return Publication{}, err
	}
	if err := s.refuseOver(x.Term); err != nil {
		return Publication{}, err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		x, err := s.latestIndex(ctx, q, x) // locks out other publications, as in Publish
		if err != nil {
			return err
		}
		now := s.o.Now()
		n, err := db.New(q).WithdrawPublication(ctx, db.WithdrawPublicationParams{ID: publication, At: now.UnixMilli()})
		if err != nil || n == 0 {
			return err
		}
		rows, err := db.New(q).SelectPublicationChanges(ctx, publication)
		if err != nil {
			return fmt.Errorf("read a publication: %w", err)
		}
		if err := s.acceptOnReturn(ctx, q, who, x, rows, reason); err != nil {
			return err
		}
		changes := idsOf(rows)
		for _, r := range rows {
			if r.RequestID != "" {
				if err := s.o.Request(ctx, q, who, r.RequestID, "", requestReverted); err != nil {
					return err
				}
			}
		}
		withdrawn, err := s.o.Timetables.WithdrawTogether(ctx, q, who, changes)
		if err != nil {
			return err
		}
		if err := s.enqueueMessages(ctx, q, who, publication, "", s.digests(withdrawn, "")); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: "planning.withdraw", Object: publication,
			After: map[string]any{"count": len(changes), "reason": reason},
		})
	})
	if err != nil {
		return Publication{}, err
	}
	s.o.Jobs.Wake()
	r, err := db.New(s.o.DB.Reader()).SelectPublication(ctx, publication)
	return toPublication(r), err
}
