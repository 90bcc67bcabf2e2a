package student

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/region"
	"lectern/internal/kernel/sqldb"
)

func (s *Service) loadRow(ctx context.Context, q sqldb.Querier, student string) (*studentRow, error) {
	row, err := db.New(q).SelectStudent(ctx, student)
	if err != nil {
		return nil, sqldb.Missing(err, noRecordCode)
	}
	return &studentRow{Student: row.Student}, nil
}

// permitted refuses fields that a student may not write. A fill-once field may be sent again with the same value, so
// retries work.
func permitted(d *studentRow, changes Changes) error {
	var refused []error
	for _, field := range slices.Sorted(maps.Keys(changes)) {
		rule, known := rules[field]
		if !known {
			continue // apply reports it
		}
		switch {
		case rule.editability == Official:
			refused = append(refused, fault.New(fault.Forbidden, "student.field_official", "field", string(field)))
		case rule.editability == FillOnce && rule.get(d) != "" && !same(rule, d, changes[field]):
			refused = append(refused, fault.New(fault.Conflict, "student.field_filled", "field", string(field)))
		case field == FieldNativePlace && rule.get(d) == "" && !chosen(changes[field]):
			refused = append(refused, inField(fault.New(fault.Invalid, "student.bad_region"), field))
		case rule.required && strings.TrimSpace(changes[field]) == "":
			refused = append(refused, fault.New(fault.Invalid, "student.field_required", "field", string(field)))
		}
	}
	return errors.Join(refused...)
}

// chosen reports whether a region is in the list: a student fills it in only once, so a typo would be permanent.
func chosen(code string) bool {
	code = fold.Width(strings.TrimSpace(code))
	return code == "" || region.Known(code)
}

func same(rule rule, d *studentRow, value string) bool {
	trial := *d
	return rule.set(&trial, strings.TrimSpace(value)) == nil && rule.get(&trial) == rule.get(d)
}

// apply sets the fields, or reports everything that is wrong with the changes.
func apply(d *studentRow, changes Changes) error {
	var refused []error
	for _, field := range slices.Sorted(maps.Keys(changes)) {
		rule, known := rules[field]
		if !known {
			refused = append(refused,
				fault.New(fault.Invalid, "student.field_unknown", "field", locale.Shorten(string(field), 40)))
			continue
		}
		value := strings.TrimSpace(changes[field])
		if value == "" && rule.required && rule.editability == Official {
			refused = append(refused, fault.New(fault.Invalid, "student.field_required", "field", string(field)))
			continue
		}
		if err := rule.set(d, value); err != nil {
			refused = append(refused, inField(err, field))
		}
	}
	return errors.Join(refused...)
}

// inField adds the field to an error.
func inField(err error, field Field) error {
	var refusal *fault.Error
	if !errors.As(err, &refusal) {
		return err
	}
	if refusal.Params == nil {
		refusal.Params = map[string]string{}
	}
	refusal.Params["field"] = string(field)
	return err
}

// change applies the changes to an existing row, unless refused returns an error, and audits the difference and the
// reason, if any.
func (s *Service) change(ctx context.Context, q sqldb.Querier, who access.Actor, d *studentRow, action, reason string,
	refused error, changes Changes,
) error {
	before := *d
	if err := errors.Join(refused, apply(d, changes)); err != nil {
		return err
	}
	old, now := s.difference(&before, d)
	if len(old) == 0 {
		return nil // don't audit either
	}
	if err := s.finish(ctx, q, d); err != nil {
		return err
	}
	if err := db.New(q).UpdateStudent(ctx, db.UpdateStudentParams(d.Student)); err != nil {
		return s.taken(fmt.Errorf("update a student: %w", err))
	}
	if err := index(ctx, q, &d.Student); err != nil {
		return err
	}
	if leaves(before.Status, d.Status) {
		if err := cache.Bump(ctx, q); err != nil {
			return err
		}
	}
	if reason != "" {
		now["reason"] = reason
	}
	return s.audit(ctx, q, who, action, d.ID, old, now)
}

// leaves reports whether a new status takes a student out of all groups, or back: see the view confirmed_enrolment.
func leaves(was, is string) bool { return (was == withdrawn) != (is == withdrawn) }

// difference returns what the audit log may contain: values of open fields, stars for private ones.
func (s *Service) difference(before, after *studentRow) (old, now map[string]any) {
	old, now = map[string]any{}, map[string]any{}
	for field, rule := range rules {
		was, is := rule.get(before), rule.get(after)
		if field == FieldNationalID && after.nationalID != nil {
			is = string(s.index(after))
		}
		if was == is {
			continue
		}
		if rule.private {
			was, is = stars(was), stars(is)
		}
		old[string(field)], now[string(field)] = was, is
	}
	return old, now
}

func stars(value string) string {
	if value == "" {
		return ""
	}
	return "***"
}

func (s *Service) index(d *studentRow) []byte {
	if d.nationalID.IsZero() {
		return nil
	}
	return s.keys.Index(purpose, d.nationalID.Reveal())
}

// derive fills in the computed columns.
func (s *Service) derive(d *studentRow) error {
	d.UpdatedAt = s.now().UnixMilli()
	d.NumberKey, d.NameKey, d.LatinKey = []byte(fold.Number(d.Number)),
		[]byte(fold.Key(d.Name)), []byte(fold.Key(d.NameLatin))
	if d.nationalID != nil {
		d.NationalID, d.NationalIDIndex = nil, s.index(d)
		if !d.nationalID.IsZero() {
			if d.nationalID.Birth().After(s.now()) {
				return inField(fault.New(fault.Invalid, "nationalid.birth"), FieldNationalID)
			}
			d.NationalID = s.keys.Seal(purpose, []byte(d.nationalID.Reveal()), []byte(d.ID))
			if d.Gender == "" {
				d.Gender = string(d.nationalID.Sex())
			}
		}
	}
	return nil
}

// finish fills in the computed columns and makes the checks that need the database: an unknown programme, or a number,
// phone or national ID that another student has. Those name the other student: a student can't change these fields.
func (s *Service) finish(ctx context.Context, q sqldb.Querier, d *studentRow) error {
	if err := s.derive(d); err != nil {
		return err
	}
	queries := db.New(q)
	if d.ProgrammeCode != "" {
		if _, err := queries.SelectProgramme(ctx, d.ProgrammeCode); errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Invalid, "student.no_programme", "code", d.ProgrammeCode)
		} else if err != nil {
			return fmt.Errorf("read a programme: %w", err)
		}
	}
	others, err := queries.SelectTaken(ctx, db.SelectTakenParams{
		ID: d.ID, NumberKey: d.NumberKey, Phone: d.Phone, NationalIDIndex: d.NationalIDIndex,
	})
	if err != nil {
		return fmt.Errorf("look for the same student: %w", err)
	}
	var refused []error
	for _, other := range others {
		if bytes.Equal(other.NumberKey, d.NumberKey) {
			refused = append(refused,
				fault.New(fault.Conflict, "student.number_taken", "number", d.Number, "name", other.Name))
		}
		if other.Phone == d.Phone && d.Phone != "" {
			refused = append(refused, fault.New(fault.Conflict, "student.phone_taken", "name", other.Name))
		}
		if d.NationalIDIndex != nil && bytes.Equal(other.NationalIDIndex, d.NationalIDIndex) {
			refused = append(refused, fault.New(fault.Conflict, "student.national_id_taken", "name", other.Name))
		}
	}
	return errors.Join(refused...)
}

// taken translates the error of a unique index after a race.
func (s *Service) taken(err error) error {
	if s.database.IsUnique(err) {
		return fault.New(fault.Conflict, "student.taken").Because(err)
	}
	return err
}
