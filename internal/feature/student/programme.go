package student

import (
	"context"
	"fmt"
	"slices"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Programmes lists the programmes by code.
func (s *Service) Programmes(ctx context.Context) ([]Programme, error) {
	rows, err := db.New(s.database.Reader()).SelectProgrammes(ctx)
	if err != nil {
		return nil, fmt.Errorf("list programmes: %w", err)
	}
	out := make([]Programme, 0, len(rows))
	for _, row := range rows {
		out = append(out, Programme(row))
	}
	return out, nil
}

// PutProgramme creates or updates a programme inside the caller's transaction. Staff only.
func (s *Service) PutProgramme(ctx context.Context, q sqldb.Querier, who access.Actor, p Programme) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	var err error
	if p.Code, err = cleanCode(64)(p.Code); err != nil {
		return err
	}
	if p.Code == "" || p.Name == "" {
		return fault.New(fault.Invalid, "student.field_required", "field", string(FieldProgramme))
	}
	var before string
	err = q.QueryRowContext(ctx, `SELECT name_en FROM programme WHERE code = $1`, p.Code).Scan(&before)
	if sqldb.IgnoreMissing(err) != nil {
		return fmt.Errorf("read a programme: %w", err)
	}
	if err := db.New(q).UpsertProgramme(ctx, db.UpsertProgrammeParams(p)); err != nil {
		return fmt.Errorf("write a programme: %w", err)
	}
	if before != p.NameEn {
		if err := indexClassesOf(ctx, q, p.Code); err != nil {
			return err
		}
	}
	return s.audit(ctx, q, who, "student.programme", p.Code, nil, map[string]any{"name": p.Name, "college": p.College})
}

func fieldsOf(editability Editability) []Field {
	var out []Field
	for field, rule := range rules {
		if rule.editability == editability {
			out = append(out, field)
		}
	}
	slices.Sort(out)
	return out
}
