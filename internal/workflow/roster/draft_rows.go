package roster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/sheet"
)

// DraftRows lists rows of a draft with their outcome. It fails with roster.no_draft. Staff only.
func (s *Service) DraftRows(ctx context.Context, who access.Actor, draft string, f RowFilter) (Kind, RowPage, error) {
	if err := access.Admin.Check(who); err != nil {
		return "", RowPage{}, err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return "", RowPage{}, err
	}
	params := db.SelectDraftRowsParams{
		Draft: draft, After: int64(f.After), Effect: f.Effect, Field: between(f.Field), Reason: between(f.Reason),
		Search: containing(f.Search), Size: int32(f.Size + 1),
	}
	var page RowPage
	err = s.Database.Read(ctx, func(q sqldb.Querier) error {
		rows, err := db.New(q).SelectDraftRows(ctx, params)
		if err != nil {
			return fmt.Errorf("list a draft's rows: %w", err)
		}
		for i, row := range rows {
			if i == f.Size {
				page.Next = int(rows[i-1].Seq)
				break
			}
			one := DraftRow{Differs: row.Differs}
			if err := sqldb.DecodeJSON(row.Content, &one); err != nil {
				return err
			}
			page.Rows = append(page.Rows, one)
		}
		total, err := db.New(q).CountDraftRows(ctx, db.CountDraftRowsParams{
			Draft: draft, Effect: params.Effect, Field: params.Field, Reason: params.Reason, Search: params.Search,
		})
		page.Total = int(total)
		return err
	})
	return stored.content.Kind, page, err
}

// between returns a LIKE pattern for a word in a space-separated list. An underscore also matches other characters,
// which is harmless because all words are constants.
func between(word string) string {
	if word == "" {
		return ""
	}
	return "% " + strings.ReplaceAll(word, "%", "") + " %"
}

// containing returns a LIKE pattern for a text anywhere.
func containing(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return ""
	}
	return sqldb.Contains(text)
}

// RefusedRows returns the rejected rows of a draft as in the file, with staff's edits, below the headers and with the
// reasons in the last column. It fails with roster.no_draft or roster.none_refused. Staff only.
func (s *Service) RefusedRows(
	ctx context.Context, who access.Actor, draft string, lang locale.Language,
) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		err := s.refusedRows(ctx, who, draft, lang, func(cells []string) bool { return yield(cells, nil) })
		if err != nil {
			yield(nil, err)
		}
	}
}

func (s *Service) refusedRows(
	ctx context.Context, who access.Actor, draft string, lang locale.Language, write func([]string) bool,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	stored, err := s.load(ctx, s.Database.Reader(), draft)
	if err != nil {
		return err
	}
	reasons, err := s.reasonsByLine(ctx, draft, lang, stored)
	if err != nil {
		return err
	}
	if len(reasons) == 0 {
		return fault.New(fault.NotFound, "roster.none_refused")
	}
	if err := s.note(ctx, who, "roster.refused", draft, len(reasons)); err != nil {
		return err
	}
	file, err := s.openBlob(ctx, stored.Blob)
	if err != nil {
		return err
	}
	defer file.Close()
	for i, name := range stored.content.read() {
		in, err := sheet.OpenSheet(file, name)
		if err != nil {
			return err
		}
		if err := errors.Join(stored.copyRefused(in, i*sheet.Lines, reasons, lang, write), in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// A refusedRow is why a row is rejected, and the values above its table.
type refusedRow struct {
	reasons string
	titles  []string
}

// reasonsByLine returns the reasons for each rejected row, with the column's header.
func (s *Service) reasonsByLine(
	ctx context.Context, draft string, lang locale.Language, d *storedDraft,
) (map[int]refusedRow, error) {
	rows, err := db.New(s.Database.Reader()).SelectRefusedRows(ctx, draft)
	if err != nil {
		return nil, fmt.Errorf("list refused rows: %w", err)
	}
	out := make(map[int]refusedRow, len(rows))
	for _, row := range rows {
		var one DraftRow
		if err := sqldb.DecodeJSON(row.Content, &one); err != nil {
			return nil, err
		}
		var reasons []string
		for _, p := range one.Problems {
			text := p.Text(lang) + " [" + p.Code + "]"
			switch {
			case p.Column != nil && *p.Column < len(d.content.Columns):
				text = d.content.Columns[*p.Column].Header + ": " + text
			case p.Field != "":
				text = columns.FieldTitle(d.content.Kind, p.Field, lang) + ": " + text
			}
			reasons = append(reasons, text)
		}
		refused := refusedRow{reasons: strings.Join(reasons, " ")}
		if n := len(d.content.Columns) - len(d.content.Titles); n < len(one.Cells) {
			refused.titles = one.Cells[n:] // titles are never masked
		}
		out[int(row.Line)] = refused
	}
	return out, nil
}

// copyRefused writes the headers and the rejected rows of a sheet, whose lines are offset by above. It leaves out the
// reasons of an earlier import.
func (d *storedDraft) copyRefused(
	in sheet.Reader, above int, reasons map[int]refusedRow, lang locale.Language, write func([]string) bool,
) error {
	width, base := len(d.content.Columns), len(d.content.Columns)-len(d.content.Titles)
	skip := slices.IndexFunc(d.content.Columns, func(c Column) bool {
		return slices.Contains(columns.ReasonHeaders(), c.Header)
	})
	last := columns.ReasonHeaders()[1]
	if lang == locale.Chinese {
		last = columns.ReasonHeaders()[0]
	}
	for {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row.Line += above
		reason, refused := reasons[row.Line]
		header := row.Line == d.content.HeaderLine
		if header {
			reason.reasons = last
			for i, title := range d.content.Titles {
				label := title.Label
				if field := d.content.Columns[base+i].Field; title.Sheet && field != "" {
					// The field's title, so that the column is recognised on the next import.
					label = columns.FieldTitle(d.content.Kind, field, lang)
				}
				reason.titles = append(reason.titles, label)
			}
		} else if !refused {
			continue
		}
		cells := make([]string, 0, width+1)
		for i := range width {
			if i == skip {
				continue
			}
			cell := row.Cell(i)
			if at := i - base; at >= 0 && at < len(reason.titles) {
				cell = reason.titles[at]
			}
			if edited, there := d.edits.Cells[row.Line][i]; there && !header {
				cell = edited
			}
			cells = append(cells, cell)
		}
		if !write(append(cells, reason.reasons)) {
			return nil
		}
	}
}

// KindsInfo describes all kinds, in the order in which an empty college needs them. Staff only.
func (s *Service) KindsInfo(ctx context.Context, who access.Actor) ([]KindInfo, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	has, err := db.New(s.Database.Reader()).SelectFilled(ctx)
	if err != nil {
		return nil, fmt.Errorf("look what the college has: %w", err)
	}
	done := map[Kind]bool{
		Terms: has.Terms, Periods: has.Periods, Rooms: has.Rooms, Programmes: has.Programmes,
		Teachers: has.Teachers, Students: has.Students, Courses: has.Courses, Groups: has.Groups, Enrolments: has.Enrolments,
		Timetable: has.Timetable, Changes: has.Changes, Exams: has.Exams,
	}
	out := make([]KindInfo, 0, len(done))
	for _, kind := range columns.Kinds() {
		info := KindInfo{Kind: kind, Done: done[kind]}
		for _, f := range columns.FieldsOf(kind) {
			info.Fields = append(info.Fields, FieldInfo{Name: f.Name, Zh: f.Zh, En: f.En, Needed: f.Need})
		}
		out = append(out, info)
	}
	return out, nil
}
