package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning/db"
)

// maxDraft is the most lines a draft can hold.
const maxDraft = 200

// Drafts lists all drafts for a term, the caller's first. Registrars only.
func (s *Service) Drafts(ctx context.Context, who access.Actor, term string) ([]Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return nil, err
	}
	var list []Draft
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		list = nil
		rows, err := db.New(q).SelectDrafts(ctx, x.Term.ID)
		if err != nil {
			return fmt.Errorf("list drafts: %w", err)
		}
		for _, row := range rows {
			lines, err := db.New(q).SelectLines(ctx, row.ID)
			if err != nil {
				return fmt.Errorf("read a draft: %w", err)
			}
			if len(lines) > 0 || row.Owner == who.Account {
				draft, err := s.draft(ctx, q, x, who, row, toLines(lines))
				if err != nil {
					return err
				}
				list = append(list, draft)
			}
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b Draft) int { return falseFirst(!a.Mine) - falseFirst(!b.Mine) })
	return list, err
}

func (s *Service) draft(ctx context.Context, q sqldb.Querier, x *clash.Index, who access.Actor, row db.SelectDraftsRow,
	lines []stored,
) (Draft, error) {
	told, err := s.countReached(ctx, q, x, lines)
	return Draft{
		ID: row.ID, Term: row.TermID, Owner: Named{ID: row.Owner, Name: row.OwnerName}, Mine: row.Owner == who.Account,
		Version: row.Version, Changed: time.UnixMilli(row.ChangedAt), Lines: evaluate(x, lines), Told: told,
	}, err
}

// countReached counts who would get a message.
func (s *Service) countReached(
	ctx context.Context, q sqldb.Querier, x *clash.Index, lines []stored,
) (RecipientCount, error) {
	now, then := x.With(nil), x.With(changesOf(lines))
	var list []*timetable.News
	for group := range classesByGroup(lines) {
		published := difference(now, then, group)
		list = append(list, &published)
	}
	all, err := s.expected(ctx, q, list)
	return all.reach(x), err
}

// AddLines adds changes to the caller's draft, all or none. A line replaces an earlier one for the same class.
// Version 0 skips the version check. Registrars only. Errors: those of Change.Check, planning.term_over,
// planning.reason_needed, planning.version, planning.full, and for a request teaching.no_request,
// teaching.answered.
func (s *Service) AddLines(
	ctx context.Context, who access.Actor, term string, version int64, lines []NewLine,
) (Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return Draft{}, err
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return Draft{}, err
	}
	if err := s.refuseOver(x.Term); err != nil {
		return Draft{}, err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		now := s.o.Now()
		err := db.New(q).InsertDraft(ctx,
			db.InsertDraftParams{ID: sqldb.NewID(), TermID: x.Term.ID, Owner: who.Account, ChangedAt: now.UnixMilli()})
		if err != nil {
			return fmt.Errorf("open a draft: %w", err)
		}
		draft, err := db.New(q).SelectOwnDraft(ctx, db.SelectOwnDraftParams{TermID: x.Term.ID, Owner: who.Account})
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		if version != 0 && version != draft.Version {
			return fault.New(fault.Conflict, "planning.version")
		}
		rows, err := db.New(q).SelectLines(ctx, draft.ID)
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		all := toLines(rows)
		added := map[string]bool{}
		for _, line := range lines {
			change := line.Change
			if err := checkFits(x, &change); err != nil {
				return err
			}
			made := stored{change: change, reason: line.Reason, request: line.Request, was: wasAt(x, change)}
			if at := slices.IndexFunc(all, func(l stored) bool {
				return change.Class != "" &&
					l.change.Class == change.Class
			}); at >= 0 {
				made.request = cmp.Or(made.request, all[at].request) // the replacing line still grants the request
				all = slices.Delete(all, at, at+1)
			}
			made.change.ID = sqldb.NewID()
			added[made.change.ID] = true
			all = append(all, made)
		}
		if len(all) > maxDraft {
			return fault.New(fault.Invalid, "planning.full", "max", strconv.Itoa(maxDraft))
		}
		if err := refuseClashes(x, all, added); err != nil {
			return err
		}
		if err := s.updateRequests(ctx, q, who, toLines(rows), all); err != nil {
			return err
		}
		return s.writeLines(ctx, q, who, draft.ID, all, "planning.add_lines", draft.ID, map[string]any{"count": len(lines)})
	})
	if err != nil {
		return Draft{}, err
	}
	return s.ownDraft(ctx, who, x)
}

// refuseOver refuses changes in a term that has ended. Its drafts can still be read and deleted.
func (s *Service) refuseOver(term timetable.Term) error {
	if term.LastDay().Before(s.o.Timetables.Today()) {
		return fault.New(fault.Conflict, "planning.term_over", "date", term.LastDay().String())
	}
	return nil
}

// wasAt returns where the class of a change is now.
func wasAt(x *clash.Index, c timetable.Change) *timetable.Place {
	if c.Action == timetable.Add {
		return nil
	}
	return placeOf(x.With(nil).Class(c.Group, c.Class))
}

// refuseClashes refuses new lines with a hard clash and no reason. It evaluates all lines together, so that two
// classes can swap.
func refuseClashes(x *clash.Index, all []stored, added map[string]bool) error {
	for _, line := range evaluate(x, all) {
		if added[line.ID] && needsReason(line.Hard, line.Reason) {
			return fault.New(fault.Invalid, "planning.reason_needed", "field", "reason", "min", strconv.Itoa(clash.MinReason))
		}
	}
	return nil
}

// updateRequests accepts the requests that a draft now grants, and reopens those that it no longer grants.
func (s *Service) updateRequests(ctx context.Context, q sqldb.Querier, who access.Actor, before, after []stored) error {
	granted := func(lines []stored, request string) bool {
		return slices.ContainsFunc(lines, func(l stored) bool { return l.request == request })
	}
	for _, l := range before {
		if l.request != "" && !granted(after, l.request) {
			if err := s.o.Request(ctx, q, who, l.request, l.change.Class, requestOpen); err != nil {
				return err
			}
		}
	}
	for _, l := range after {
		if l.request != "" && !granted(before, l.request) {
			if err := s.o.Request(ctx, q, who, l.request, l.change.Class, requestAccepted); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeLines replaces all lines of a draft; there are few.
func (s *Service) writeLines(ctx context.Context, q sqldb.Querier, who access.Actor, draft string, lines []stored,
	action, object string, after map[string]any,
) error {
	rows := db.New(q)
	if err := rows.DeleteLines(ctx, draft); err != nil {
		return fmt.Errorf("write a draft: %w", err)
	}
	for i, l := range lines {
		if err := rows.InsertLine(ctx, lineRow(draft, i+1, l)); err != nil {
			return fmt.Errorf("write a draft: %w", err)
		}
	}
	if err := rows.TouchDraft(ctx, db.TouchDraftParams{ID: draft, At: s.o.Now().UnixMilli()}); err != nil {
		return fmt.Errorf("write a draft: %w", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: action, Object: object, After: after})
}

// ownDraft reads the caller's draft for a term.
func (s *Service) ownDraft(ctx context.Context, who access.Actor, x *clash.Index) (Draft, error) {
	list, err := s.Drafts(ctx, who, x.Term.ID)
	if err != nil {
		return Draft{}, err
	}
	if len(list) == 0 || !list[0].Mine { // published or deleted in another window
		return Draft{}, fault.New(fault.NotFound, "planning.no_draft")
	}
	return list[0], nil
}

// EditLine replaces a line of the caller's draft. Registrars only. Errors: planning.no_line, planning.not_yours,
// and those of AddLines.
func (s *Service) EditLine(ctx context.Context, who access.Actor, line string, to NewLine) (Draft, error) {
	return s.edit(ctx, who, line, "planning.edit_line", func(x *clash.Index, lines []stored, at int) ([]stored, error) {
		if err := s.refuseOver(x.Term); err != nil {
			return nil, err
		}
		change := to.Change
		if err := checkFits(x, &change); err != nil {
			return nil, err
		}
		change.ID = line
		lines[at] = stored{change: change, reason: to.Reason, request: lines[at].request, was: wasAt(x, change)}
		return lines, refuseClashes(x, lines, map[string]bool{line: true})
	})
}

// RemoveLine removes a line from the caller's draft. Registrars only. Errors: planning.no_line, planning.not_yours.
func (s *Service) RemoveLine(ctx context.Context, who access.Actor, line string) (Draft, error) {
	return s.edit(ctx, who, line, "planning.remove_line", func(_ *clash.Index, lines []stored, at int) ([]stored, error) {
		return slices.Delete(lines, at, at+1), nil
	})
}

func (s *Service) edit(ctx context.Context, who access.Actor, line, action string, change func(
	x *clash.Index, lines []stored, at int) ([]stored, error),
) (Draft, error) {
	if err := access.Admin.Check(who); err != nil {
		return Draft{}, err
	}
	x, err := s.indexOfLine(ctx, who, line)
	if err != nil {
		return Draft{}, err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectLine(ctx, line)
		if err != nil {
			return sqldb.Missing(err, "planning.no_line")
		}
		rows, err := db.New(q).SelectLines(ctx, row.DraftID)
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		lines := toLines(rows)
		at := slices.IndexFunc(lines, func(l stored) bool { return l.change.ID == line })
		if lines, err = change(x, lines, at); err != nil {
			return err
		}
		if err := s.updateRequests(ctx, q, who, toLines(rows), lines); err != nil {
			return err
		}
		return s.writeLines(ctx, q, who, row.DraftID, lines, action, line, nil)
	})
	if err != nil {
		return Draft{}, err
	}
	return s.ownDraft(ctx, who, x)
}

// indexOfLine returns the term of a line if the line is the caller's.
func (s *Service) indexOfLine(ctx context.Context, who access.Actor, line string) (*clash.Index, error) {
	row, err := db.New(s.o.DB.Reader()).SelectLine(ctx, line)
	if err != nil {
		return nil, sqldb.Missing(err, "planning.no_line")
	}
	draft, err := ownedDraft(ctx, s.o.DB.Reader(), who, row.DraftID)
	if err != nil {
		return nil, err
	}
	return s.o.Clashes.Index(ctx, draft.TermID)
}

// ownedDraft reads a draft and refuses it to anyone but its owner.
func ownedDraft(ctx context.Context, q sqldb.Querier, who access.Actor, draft string) (db.PlanningDraft, error) {
	row, err := db.New(q).SelectDraft(ctx, draft)
	if err != nil {
		return row, sqldb.Missing(err, "planning.no_draft")
	}
	if row.Owner != who.Account {
		return row, fault.New(fault.Forbidden, "planning.not_yours")
	}
	return row, nil
}

// RemoveDraft deletes the caller's draft. Registrars only. Errors: planning.no_draft, planning.not_yours.
func (s *Service) RemoveDraft(ctx context.Context, who access.Actor, draft string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if _, err := ownedDraft(ctx, q, who, draft); err != nil {
			return err
		}
		rows, err := db.New(q).SelectLines(ctx, draft)
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		if err := s.updateRequests(ctx, q, who, toLines(rows), nil); err != nil {
			return err
		}
		if err := removeDraft(ctx, q, draft); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: "planning.remove_draft", Object: draft})
	})
}

func removeDraft(ctx context.Context, q sqldb.Querier, draft string) error {
	if err := errors.Join(db.New(q).DeleteLines(ctx, draft), db.New(q).DeleteDraft(ctx, draft)); err != nil {
		return fmt.Errorf("remove a draft: %w", err)
	}
	return nil
}
