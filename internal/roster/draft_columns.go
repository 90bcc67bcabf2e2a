package roster

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/roster/db"
	"lectern/internal/roster/sheet"
	"lectern/internal/sqldb"
)

// maxSheets bounds how many sheets of a workbook are looked into.
const maxSheets = 50

// A synonym is a header that staff have taught.
type synonym struct {
	field string
	from  Memory
}

// synonyms reads what staff have taught, by kind and header.
func (s *Service) synonyms(ctx context.Context) (map[Kind]map[string]synonym, error) {
	rows, err := db.New(s.Database.Reader()).SelectSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", err)
	}
	out := map[Kind]map[string]synonym{}
	for _, row := range rows {
		kind := Kind(row.Kind)
		if out[kind] == nil {
			out[kind] = map[string]synonym{}
		}
		out[kind][row.Header] = synonym{row.Field, Memory{row.AccountName, time.UnixMilli(row.At)}}
	}
	return out, nil
}

// namesOf leaves out who taught them.
func namesOf(taught map[string]synonym) map[string]string {
	out := make(map[string]string, len(taught))
	for header, one := range taught {
		out[header] = one.field
	}
	return out
}

// inspect opens a file and guesses sheet, kind and columns, unless staff say what they are.
func (s *Service) inspect(ctx context.Context, file sheet.File, wanted DraftChange) (draftContent, error) {
	format, encoding, err := sheet.Describe(file)
	if err != nil {
		return draftContent{}, err
	}
	list, err := sheet.Sheets(file)
	if err != nil {
		return draftContent{}, err
	}
	taught, err := s.synonyms(ctx)
	if err != nil {
		return draftContent{}, err
	}
	c := draftContent{Format: string(format), Encoding: encoding, Language: wanted.Language}
	names := map[Kind]map[string]string{}
	for kind, headers := range taught {
		names[kind] = namesOf(headers)
	}
	for i, info := range list {
		guess := SheetGuess{Name: info.Name, Rows: info.Rows, Hidden: info.Hidden}
		if i < maxSheets && info.Rows > 0 {
			head, err := Head(file, info.Name)
			if err != nil {
				return draftContent{}, err
			}
			found := GuessKind(head, names)
			guess.Kind, guess.HeaderLine = found.Kind, found.Line
			guess.Reason = &Said{Code: "roster.guess", Both: &[2]string{found.Text(locale.Chinese), found.Text(locale.English)}}
		}
		c.Sheets = append(c.Sheets, guess)
	}
	if err := c.chooseSheet(wanted); err != nil {
		return draftContent{}, err
	}
	return c, s.readColumns(ctx, file, &c, taught)
}

// chooseSheet takes the sheet that is asked for, else the first that holds what is asked for, else the first that holds anything: roster.no_sheet,
// roster.empty.
func (c *draftContent) chooseSheet(wanted DraftChange) error {
	chosen := -1
	for i, one := range c.Sheets {
		if wanted.Sheet != nil {
			if one.Name == *wanted.Sheet {
				chosen = i
			}
			continue
		}
		if one.Hidden || one.Rows == 0 {
			continue
		}
		better := one.Kind != "" && (wanted.Kind == nil || one.Kind == *wanted.Kind)
		if chosen < 0 || better && (c.Sheets[chosen].Kind == "" || wanted.Kind != nil && c.Sheets[chosen].Kind != *wanted.Kind) {
			chosen = i
		}
	}
	if chosen < 0 && wanted.Sheet != nil {
		return fault.New(fault.NotFound, "roster.no_sheet", "sheet", clip(*wanted.Sheet))
	}
	if chosen < 0 {
		return fault.New(fault.Invalid, "roster.empty")
	}
	one := c.Sheets[chosen]
	c.Sheet, c.Kind, c.KindReason, c.HeaderLine = one.Name, one.Kind, one.Reason, one.HeaderLine
	if wanted.Kind != nil && c.Kind != *wanted.Kind {
		c.Kind, c.KindReason = *wanted.Kind, said("roster.kind_by_hand")
	}
	return nil
}

// readColumns says which field every column is: as staff said of the same headers before, as they taught one, or as the header says.
func (s *Service) readColumns(ctx context.Context, file sheet.File, c *draftContent, taught map[Kind]map[string]synonym) error {
	head, err := Head(file, c.Sheet)
	if err != nil {
		return err
	}
	var m *matcher
	if c.Kind != "" {
		if m, err = newMatcher(c.Kind, nil, namesOf(taught[c.Kind])); err != nil {
			return err
		}
		if i, _ := m.best(head); i >= 0 {
			c.HeaderLine = head[i].Line
		}
	}
	at := slices.IndexFunc(head, func(r sheet.Row) bool { return r.Line == c.HeaderLine })
	if at < 0 && len(head) > 0 {
		at, c.HeaderLine = 0, head[0].Line
	}
	c.Columns = nil
	if at < 0 {
		return nil
	}
	used, headers := map[string]bool{}, make([]string, columnsIn(head[at:]))
	for i := range headers {
		headers[i] = clip(clean(head[at].Cell(i)))
	}
	remembered, from, err := s.remembered(ctx, c.Kind, headers)
	if err != nil {
		return err
	}
	last, err := s.lastHeaders(ctx, c.Kind)
	if err != nil {
		return err
	}
	for i, header := range headers {
		one := Column{Column: i, Header: header, How: ColumnNone}
		one.choose(m, remembered, from, taught[c.Kind])
		if used[one.Field] {
			one.Field, one.How, one.Remembered = "", ColumnNone, nil
		}
		private := false
		if one.Field != "" {
			used[one.Field] = true
			private = m.byName(one.Field).private && one.Field != "phone"
			if before := last[one.Field]; headerKey(before) != headerKey(one.Header) {
				one.LastHeader = before
			}
		}
		one.Samples = maskedSamples(head[at+1:], i, private)
		c.Columns = append(c.Columns, one)
	}
	return nil
}

// columnsIn is how many columns the rows have.
func columnsIn(rows []sheet.Row) int {
	n := 0
	for _, row := range rows {
		n = max(n, len(row.Cells))
	}
	return n
}

// choose finds the field of a column.
func (c *Column) choose(m *matcher, remembered map[string]string, from *Memory, taught map[string]synonym) {
	if m == nil || c.Header == "" || slices.Contains(reasonHeaders(), c.Header) {
		return
	}
	key := headerKey(c.Header)
	if name, there := remembered[key]; there && (name == "" || m.byName(name) != nil) {
		c.Field, c.How, c.Remembered = name, ColumnRemembered, from
		return
	}
	f := m.field(c.Header)
	if f == nil {
		return
	}
	c.Field, c.How = f.name, ColumnKnown
	if one, there := taught[key]; there && one.field == f.name {
		c.How, c.Remembered = ColumnRemembered, &one.from
	}
}

// headersHash is the same for the same headers in any order.
func headersHash(headers []string) string {
	keys := make([]string, 0, len(headers))
	for _, header := range headers {
		if key := headerKey(header); key != "" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(strings.Join(keys, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// remembered reads what staff said of a set of headers, by header.
func (s *Service) remembered(ctx context.Context, kind Kind, headers []string) (map[string]string, *Memory, error) {
	row, err := db.New(s.Database.Reader()).SelectColumns(ctx, db.SelectColumnsParams{Kind: string(kind), Headers: headersHash(headers)})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read remembered columns: %w", err)
	}
	fields := map[string]string{}
	return fields, &Memory{row.AccountName, time.UnixMilli(row.At)}, sqldb.DecodeJSON(row.Columns, &fields)
}

// lastHeaders is what the last import of a kind called the fields.
func (s *Service) lastHeaders(ctx context.Context, kind Kind) (map[string]string, error) {
	rows, err := db.New(s.Database.Reader()).SelectReports(ctx, db.SelectReportsParams{Kind: string(kind), Size: 1})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var last storedReport
	err = sqldb.DecodeJSON(rows[0], &last)
	return last.Headers, err
}

// missing lists the fields that are needed and that no column is.
func (c *draftContent) missing() []string {
	there := map[string]bool{}
	for _, column := range c.Columns {
		there[column.Field] = true
	}
	var out []string
	for _, f := range fieldsOf(c.Kind) {
		if f.need && !there[f.name] && (f.instead == "" || !there[f.instead]) {
			out = append(out, f.name)
		}
	}
	return out
}

// ChangeDraft says how a file is to be read; a preview that was there is void. roster.no_draft, roster.draft_applying, roster.draft_applied,
// roster.no_sheet, roster.unknown_column, roster.unknown_field, roster.header_twice. Staff only.
func (s *Service) ChangeDraft(ctx context.Context, who access.Actor, draft string, change DraftChange) (Draft, error) {
	stored, err := s.forChange(ctx, who, draft)
	if err != nil {
		return Draft{}, err
	}
	c := &stored.content
	if change.Sheet != nil && *change.Sheet != c.Sheet || change.Kind != nil && *change.Kind != c.Kind {
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

// forChange reads a draft that may still be changed.
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

// update writes a draft that was read before. When somebody else was faster, it is read again by the caller: roster.draft_changed.
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
	if change.Sheet == nil {
		change.Sheet = &d.content.Sheet
	} else {
		d.edits = draftEdits{} // they are of other rows
	}
	if err := d.content.chooseSheet(change); err != nil {
		return err
	}
	taught, err := s.synonyms(ctx)
	if err != nil {
		return err
	}
	return s.readColumns(ctx, file, &d.content, taught)
}

// setColumns gives columns the fields that staff chose.
func (c *draftContent) setColumns(chosen []ColumnField) error {
	known := map[string]bool{}
	for _, f := range fieldsOf(c.Kind) {
		known[f.name] = true
	}
	for _, one := range chosen {
		if one.Column >= len(c.Columns) {
			return fault.New(fault.Invalid, "roster.unknown_column", "column", strconv.Itoa(one.Column))
		}
		if one.Field != "" && !known[one.Field] {
			return fault.New(fault.Invalid, "roster.unknown_field", "field", clip(one.Field))
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

// remember keeps the columns for the next file with these headers, and the headers that were not known for any file of the kind.
func (s *Service) remember(ctx context.Context, q sqldb.Querier, who access.Actor, c *draftContent) error {
	fields, headers, taught := map[string]string{}, []string{}, map[string]any{}
	m, err := newMatcher(c.Kind, nil, nil)
	if err != nil {
		return err
	}
	for _, column := range c.Columns {
		key := headerKey(column.Header)
		if key == "" {
			continue
		}
		headers = append(headers, column.Header)
		fields[key] = column.Field
		if column.How == ColumnByHand && m.field(column.Header) == nil {
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
	return audit.Append(ctx, q, who, audit.Entry{At: s.Now(), Action: "roster.remember", Object: string(c.Kind), After: taught})
}
