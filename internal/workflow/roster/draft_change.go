package roster

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// ChangeDraft changes how a file is read, and discards the preview. It fails with roster.no_draft,
// roster.draft_applying, roster.draft_applied, roster.no_sheet, roster.unknown_column, roster.unknown_field or
// roster.header_twice. Staff only.
func (s *Service) ChangeDraft(ctx context.Context, who access.Actor, draft string, change DraftChange) (Draft, error) {
	stored, err := s.forChange(ctx, who, draft)
	if err != nil {
		return Draft{}, err
	}
	c := &stored.content
	if change.Sheet != nil && *change.Sheet != c.Sheet ||
		change.Kind != nil && *change.Kind != c.Kind || change.readsOthers(c) {
		if err := s.reread(ctx, stored, change); err != nil {
			return Draft{}, err
		}
	}
	if change.Term != nil {
		c.Term = strings.TrimSpace(*change.Term)
	}
	if change.Complete != nil {
		c.Complete = *change.Complete
	}
	if change.FromWeek != nil {
		c.FromWeek = *change.FromWeek
	}
	if err := c.setColumns(change.Columns); err != nil {
		return Draft{}, err
	}
	s.running.stop(draft) // a preview would hold the database's writer
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		if change.Remember {
			if err := s.remember(ctx, q, who, c); err != nil {
				return err
			}
		}
		if err := db.New(q).DeleteDraftRows(ctx, draft); err != nil {
			return fmt.Errorf("remove a draft's rows: %w", err)
		}
		return s.update(ctx, q, stored, DraftColumns, "")
	})
	if err != nil {
		return Draft{}, err
	}
	return s.Draft(ctx, who, draft)
}

// readsOthers reports whether a change switches between one sheet and several.
func (d DraftChange) readsOthers(c *draftContent) bool {
	if d.AllSheets != nil {
		return *d.AllSheets != c.AllSheets
	}
	return d.Sheet != nil && c.AllSheets
}

// forChange reads a draft that can still be changed.
func (s *Service) forChange(ctx context.Context, who access.Actor, draft string) (*storedDraft, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return nil, err
	}
	return stored, stored.mayChange()
}

func (d *storedDraft) mayChange() error {
	switch DraftState(d.State) {
	case DraftApplying:
		return fault.New(fault.Conflict, "roster.draft_applying")
	case DraftApplied:
		return fault.New(fault.Conflict, "roster.draft_applied")
	default:
		return nil
	}
}

// update writes a draft that was read before. It fails with roster.draft_changed if someone else was faster.
func (s *Service) update(ctx context.Context, q sqldb.Querier, d *storedDraft, state DraftState, preview string) error {
	content, err := sqldb.EncodeJSON(d.content)
	if err != nil {
		return err
	}
	edits, err := s.seal(d.ID, d.edits)
	if err != nil {
		return err
	}
	n, err := db.New(q).UpdateDraft(ctx, db.UpdateDraftParams{
		ID: d.ID, Content: content, Edits: edits, Preview: preview, State: string(state), Revision: d.Revision,
	})
	if err != nil {
		return fmt.Errorf("write a draft: %w", err)
	}
	if n == 0 {
		return fault.New(fault.Conflict, "roster.draft_changed")
	}
	return nil
}

// reread opens another sheet of the file, or reads its columns as another kind.
func (s *Service) reread(ctx context.Context, d *storedDraft, change DraftChange) error {
	file, err := s.openBlob(ctx, d.Blob)
	if err != nil {
		return err
	}
	defer file.Close()
	was, all := d.content.Sheet, d.content.AllSheets
	switch {
	case change.AllSheets != nil:
		d.content.AllSheets = *change.AllSheets
	case change.Sheet != nil:
		d.content.AllSheets = false
	case len(d.content.Alike) == 0: // the sheets weren't compared yet
		d.content.AllSheets = true
	}
	if change.Sheet == nil {
		change.Sheet = &was
	}
	if err := d.content.chooseSheet(change); err != nil {
		return err
	}
	taught, err := s.synonyms(ctx)
	if err != nil {
		return err
	}
	if err := s.readColumns(ctx, file, &d.content, taught); err != nil {
		return err
	}
	if d.content.Sheet != was || all && !d.content.AllSheets {
		d.edits = draftEdits{} // they belong to other rows
	}
	return nil
}

// setColumns assigns the fields that staff chose.
func (c *draftContent) setColumns(chosen []ColumnField) error {
	known := map[string]bool{}
	for _, f := range columns.FieldsOf(c.Kind) {
		known[f.Name] = true
	}
	for _, one := range chosen {
		if one.Column >= len(c.Columns) {
			return fault.New(fault.Invalid, "roster.unknown_column", "column", strconv.Itoa(one.Column))
		}
		if one.Field != "" && !known[one.Field] {
			return fault.New(fault.Invalid, "roster.unknown_field", "field", parse.Clip(one.Field))
		}
		column := &c.Columns[one.Column]
		if column.Field == one.Field {
			continue
		}
		column.Field, column.How, column.Remembered, column.LastHeader = one.Field, ColumnByHand, nil, ""
		if one.Field == "" {
			column.How = ColumnNone
		}
	}
	by := map[string]string{}
	for _, column := range c.Columns {
		if first, twice := by[column.Field]; twice && column.Field != "" {
			return fault.New(fault.Invalid, "roster.header_twice", "first", first, "second", column.Header)
		}
		by[column.Field] = column.Header
	}
	return nil
}

// remember stores the columns for the next file with the same headers, and previously unknown headers for all files of
// the kind.
func (s *Service) remember(ctx context.Context, q sqldb.Querier, who access.Actor, c *draftContent) error {
	fields, headers, taught := map[string]string{}, []string{}, map[string]any{}
	m, err := columns.NewMatcher(c.Kind, nil, nil)
	if err != nil {
		return err
	}
	for _, column := range c.Columns {
		key := columns.HeaderKey(column.Header)
		if key == "" || column.Cell != "" || column.SheetName {
			continue
		}
		headers = append(headers, column.Header)
		fields[key] = column.Field
		if column.How == ColumnByHand && m.Field(column.Header) == nil {
			taught[column.Header] = column.Field
			err := db.New(q).UpsertSynonym(ctx, db.UpsertSynonymParams{
				Kind: string(c.Kind), Header: key, Field: column.Field, Account: who.Account, At: s.Now().UnixMilli(),
			})
			if err != nil {
				return fmt.Errorf("remember a header: %w", err)
			}
		}
	}
	text, err := sqldb.EncodeJSON(fields)
	if err != nil {
		return err
	}
	err = db.New(q).UpsertColumns(ctx, db.UpsertColumnsParams{
		Kind: string(c.Kind), Headers: headersHash(headers), Columns: text, Account: who.Account, At: s.Now().UnixMilli(),
	})
	if err != nil {
		return fmt.Errorf("remember columns: %w", err)
	}
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.Now(), Action: "roster.remember", Object: string(c.Kind), After: taught})
}
