package roster

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// maxSheets limits the sheets of a workbook that are examined.
const maxSheets = 50

// A synonym is a header that staff have defined.
type synonym struct {
	field string
	from  Memory
}

// synonyms reads the headers that staff have defined, by kind and header.
func (s *Service) synonyms(ctx context.Context) (map[Kind]map[string]synonym, error) {
	rows, err := db.New(s.Database.Reader()).SelectSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", err)
	}
	out := map[Kind]map[string]synonym{}
	for _, row := range rows {
		kind := Kind(row.Kind)
		if row.RemovedAt != 0 {
			continue
		}
		if out[kind] == nil {
			out[kind] = map[string]synonym{}
		}
		out[kind][row.Header] = synonym{row.Field, Memory{row.AccountName, time.UnixMilli(row.At)}}
	}
	return out, nil
}

// namesOf maps the headers to their fields.
func namesOf(taught map[string]synonym) map[string]string {
	out := make(map[string]string, len(taught))
	for header, one := range taught {
		out[header] = one.field
	}
	return out
}

// inspect opens a file and guesses sheet, kind and columns, unless staff have chosen them.
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
			head, err := columns.Head(file, info.Name)
			if err != nil {
				return draftContent{}, err
			}
			found := columns.GuessKind(head, names)
			guess.Kind, guess.HeaderLine = found.Kind, found.Line
			guess.Grid = found.Grid
			both := [2]string{found.Text(locale.Chinese), found.Text(locale.English)}
			guess.Reason = &StoredText{Code: "roster.guess", Both: &both}
		}
		c.Sheets = append(c.Sheets, guess)
	}
	if err := c.chooseSheet(wanted); err != nil {
		return draftContent{}, err
	}
	c.AllSheets = wanted.Sheet == nil
	if wanted.AllSheets != nil {
		c.AllSheets = *wanted.AllSheets
	}
	return c, s.readColumns(ctx, file, &c, taught)
}

// chooseSheet picks the requested sheet, else the first of the requested kind, else the first that isn't empty. It
// fails with roster.no_sheet or roster.empty.
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
		if chosen < 0 || better &&
			(c.Sheets[chosen].Kind == "" || wanted.Kind != nil && c.Sheets[chosen].Kind != *wanted.Kind) {
			chosen = i
		}
	}
	if chosen < 0 && wanted.Sheet != nil {
		return fault.New(fault.NotFound, "roster.no_sheet", "sheet", parse.Clip(*wanted.Sheet))
	}
	if chosen < 0 {
		return fault.New(fault.Invalid, "roster.empty")
	}
	one := c.Sheets[chosen]
	c.Sheet, c.Kind, c.KindReason, c.HeaderLine = one.Name, one.Kind, one.Reason, one.HeaderLine
	if wanted.Kind != nil && c.Kind != *wanted.Kind {
		c.Kind = *wanted.Kind
		if !one.Grid { // a grid is one whatever its kind
			c.KindReason = engine.TextOf("roster.kind_by_hand")
		}
	}
	return nil
}

// readColumns determines the field of each column: by what staff chose for the same headers before, by a synonym, or by
// the header.
func (s *Service) readColumns(
	ctx context.Context, file sheet.File, c *draftContent, taught map[Kind]map[string]synonym,
) error {
	head, err := columns.Head(file, c.Sheet)
	if err != nil {
		return err
	}
	var m *columns.Matcher
	if c.Kind != "" {
		if m, err = columns.NewMatcher(c.Kind, nil, namesOf(taught[c.Kind])); err != nil {
			return err
		}
		if i, _ := m.Best(head); i >= 0 {
			c.HeaderLine = head[i].Line
		}
	}
	at := slices.IndexFunc(head, func(r sheet.Row) bool { return r.Line == c.HeaderLine })
	if at < 0 && len(head) > 0 {
		at, c.HeaderLine = 0, head[0].Line
	}
	c.Columns = nil
	if at < 0 {
		c.Alike, c.AllSheets = nil, false
		return nil
	}
	if err := c.findAlike(file, m, head, at); err != nil {
		return err
	}
	if c.AllSheets && c.Alike[0] != c.Sheet { // they are read starting with the first
		c.Sheet = c.Alike[0]
		return s.readColumns(ctx, file, c, taught)
	}
	names := columns.Headers(head, at)
	used, headers := map[string]bool{}, make([]string, max(len(names), columnsIn(head[at:])))
	for i, header := range names {
		headers[i] = parse.Clip(parse.Clean(header))
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
		if used[one.Field] && !c.takeFieldFor(m, &one) {
			one.Field, one.How, one.Remembered = "", ColumnNone, nil
		}
		private := false
		if one.Field != "" {
			used[one.Field] = true
			private = m.ByName(one.Field).Private && one.Field != "phone"
			if before := last[one.Field]; columns.HeaderKey(before) != columns.HeaderKey(one.Header) {
				one.LastHeader = before
			}
		}
		one.Samples = engine.MaskedSamples(head[at+1:], i, private)
		c.Columns = append(c.Columns, one)
	}
	c.addTitles(m, head, at)
	return nil
}

// findAlike lists the sheets with the same headers, or none if there is only one.
func (c *draftContent) findAlike(file sheet.File, m *columns.Matcher, head []sheet.Row, at int) (err error) {
	c.Alike = nil
	if m != nil {
		if c.Alike, err = m.LikeSheets(file, head, at); err != nil {
			return err
		}
	}
	if len(c.Alike) < 2 || !slices.Contains(c.Alike, c.Sheet) { // a hidden sheet is read alone
		c.Alike, c.AllSheets = nil, false
	}
	return nil
}

// together lists the sheets that are read as one table, or none for a single sheet.
func (c *draftContent) together() []string {
	if c.AllSheets {
		return c.Alike
	}
	return nil
}

// read lists the sheets that are read.
func (c *draftContent) read() []string {
	if all := c.together(); len(all) > 0 {
		return all
	}
	return []string{c.Sheet}
}

// addTitles adds the values above the headers as columns.
func (c *draftContent) addTitles(m *columns.Matcher, head []sheet.Row, at int) {
	c.Titles = nil
	if m == nil {
		return
	}
	for _, title := range m.TitleColumns(head, at) {
		one := Column{
			Column: title.Column, Header: parse.Clip(title.Label), Samples: []string{parse.Clip(title.Value)},
			How: ColumnTitle, Cell: title.Cell,
		}
		one.Field = m.Field(title.Label).Name
		if slices.ContainsFunc(c.Columns, func(other Column) bool { return other.Field == one.Field }) {
			// Staff have assigned these headers before.
			one.Field, one.How = "", ColumnNone
		}
		c.Titles, c.Columns = append(c.Titles, title), append(c.Columns, one)
	}
	if c.AllSheets {
		c.addSheetNames(m, head, at)
	}
}

// addSheetNames adds the sheet names as a column, which may give the home class or group of the rows.
func (c *draftContent) addSheetNames(m *columns.Matcher, head []sheet.Row, at int) {
	field := m.SheetField(func(name string) bool {
		return slices.ContainsFunc(c.Columns, func(other Column) bool { return other.Field == name })
	}, c.Alike)
	title := m.SheetColumn(head, at, c.Titles, field, c.Sheet, c.Language)
	one := Column{Column: title.Column, Header: title.Label, How: ColumnNone, SheetName: true}
	for _, name := range c.Alike[:min(len(c.Alike), 3)] {
		one.Samples = append(one.Samples, parse.Clip(name))
	}
	if field != nil {
		one.Field, one.How = field.Name, ColumnTitle
	}
	c.Titles, c.Columns = append(c.Titles, title), append(c.Columns, one)
}

// takeFieldFor clears the field of an earlier column if the new column's header fits it better.
func (c *draftContent) takeFieldFor(m *columns.Matcher, to *Column) bool {
	for i := range c.Columns {
		was := &c.Columns[i]
		if was.Field == "" || was.Field != to.Field || was.How != ColumnKnown || to.How != ColumnKnown {
			continue
		}
		if columns.Better(m.ByName(to.Field), was.Header, to.Header) == to.Header {
			was.Field, was.How, was.LastHeader = "", ColumnNone, ""
			return true
		}
	}
	return false
}

// columnsIn returns the number of columns in rows.
func columnsIn(rows []sheet.Row) int {
	n := 0
	for _, row := range rows {
		n = max(n, len(row.Cells))
	}
	return n
}

// choose determines the field of a column.
func (c *Column) choose(m *columns.Matcher, remembered map[string]string, from *Memory, taught map[string]synonym) {
	if m == nil || c.Header == "" || slices.Contains(columns.ReasonHeaders(), c.Header) ||
		slices.Contains(columns.SheetHeaders(), c.Header) {
		return
	}
	key := columns.HeaderKey(c.Header)
	if name, there := remembered[key]; there && (name == "" || m.ByName(name) != nil) {
		c.Field, c.How, c.Remembered = name, ColumnRemembered, from
		return
	}
	f := m.Field(c.Header)
	if f == nil {
		return
	}
	c.Field, c.How = f.Name, ColumnKnown
	if one, there := taught[key]; there && one.field == f.Name {
		c.How, c.Remembered = ColumnRemembered, &one.from
	}
}

// headersHash identifies a set of headers in any order.
func headersHash(headers []string) string {
	keys := make([]string, 0, len(headers))
	for _, header := range headers {
		if key := columns.HeaderKey(header); key != "" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(strings.Join(keys, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// remembered returns what staff chose for a set of headers, by header.
func (s *Service) remembered(ctx context.Context, kind Kind, headers []string) (map[string]string, *Memory, error) {
	row, err := db.New(s.Database.Reader()).SelectColumns(ctx,
		db.SelectColumnsParams{Kind: string(kind), Headers: headersHash(headers)})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read remembered columns: %w", err)
	}
	fields := map[string]string{}
	return fields, &Memory{row.AccountName, time.UnixMilli(row.At)}, sqldb.DecodeJSON(row.Columns, &fields)
}

// lastHeaders returns the headers of the kind's last import, by field.
func (s *Service) lastHeaders(ctx context.Context, kind Kind) (map[string]string, error) {
	rows, err := db.New(s.Database.Reader()).SelectReports(ctx, db.SelectReportsParams{Kind: string(kind), Size: 1})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var last engine.StoredReport
	err = sqldb.DecodeJSON(rows[0], &last)
	return last.Headers, err
}

// missing lists the required fields without a column.
func (c *draftContent) missing() []string {
	there := map[string]bool{}
	for _, column := range c.Columns {
		there[column.Field] = true
	}
	var out []string
	for _, f := range columns.FieldsOf(c.Kind) {
		if f.Need && !there[f.Name] && !f.Replaced(func(other string) bool { return there[other] }) {
			out = append(out, f.Name)
		}
	}
	return out
}
