package student

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// Holding is a package that stores data about students. It is deleted or merged with the record, in the same
// transaction.
type Holding interface {
	// ForgetIn deletes the data of a student.
	ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error
	// MergeIn moves the data to another student. Where both have something, the kept record's wins.
	MergeIn(ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string) ([]bulk.Moved, error)
}

// user is a Holding that can tell whether a record was used.
type user interface {
	// UsedBy returns the reasons as codes.
	UsedBy(ctx context.Context, q sqldb.Querier, student string) ([]string, error)
}

// RegisterHoldings registers packages that store data about students. They are deleted and merged in this order:
// accounts come last, because others find their data by account. Call it before the first request.
func (s *Service) RegisterHoldings(holdings ...Holding) { s.holdings = holdings }

// Delete removes a record that was created by mistake, with its account and enrolments. Records that were used are
// refused: student.has_logged_in, student.has_progress, student.has_notes, student.has_acknowledged, student.past_term.
// Staff only.
func (s *Service) Delete(ctx context.Context, who access.Actor, student string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	var photo string
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		d, err := s.loadRow(ctx, q, student)
		if err != nil {
			return err
		}
		photo = d.Photo
		if err := s.unused(ctx, q, student); err != nil {
			return err
		}
		for _, holding := range s.holdings {
			if err := holding.ForgetIn(ctx, q, who, student); err != nil {
				return err
			}
		}
		if err := s.remove(ctx, q, student); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "student.delete", student, s.allFields(d), nil)
	})
	if err == nil {
		s.dropPhoto(ctx, photo)
	}
	return err
}

// unused refuses a record that was used, with all reasons.
func (s *Service) unused(ctx context.Context, q sqldb.Querier, student string) error {
	var refused []error
	for _, holding := range slices.Backward(s.holdings) { // a login is the best reason, so accounts come first
		users, ok := holding.(user)
		if !ok {
			continue
		}
		codes, err := users.UsedBy(ctx, q, student)
		if err != nil {
			return err
		}
		for _, code := range codes {
			refused = append(refused, fault.New(fault.Conflict, code))
		}
	}
	return errors.Join(refused...)
}

func (s *Service) remove(ctx context.Context, q sqldb.Querier, student string) error {
	if err := errors.Join(lookup.Delete(ctx, q, lookup.Student, student),
		db.New(q).DeleteStudent(ctx, student)); err != nil {
		return fmt.Errorf("delete a student: %w", err)
	}
	return cache.Bump(ctx, q)
}

// allFields returns all fields for the audit log, with stars for private ones.
func (s *Service) allFields(d *studentRow) map[string]any {
	fields, _ := s.difference(d, &studentRow{})
	return fields
}

// Merge is the result of merging two records of one person.
type Merge struct {
	Moved  []bulk.Moved
	Fields []Field // taken from the other record because the kept one has no value
	photo  string  // of the other record, if both have one
}

// PreviewMerge returns what Merge would do, without doing it.
func (s *Service) PreviewMerge(ctx context.Context, who access.Actor, kept, other string) (out Merge, err error) {
	if err := access.Admin.Check(who); err != nil {
		return out, err
	}
	err = s.database.Preview(ctx, func(q sqldb.Querier) (err error) {
		out, err = s.mergeIn(ctx, q, who, kept, other, 0)
		return err
	})
	return out, err
}

// Merge merges a duplicate into the kept record, with all data about it. Where both have something, the kept record's
// wins. The version is that of the kept record: student.stale. Staff only.
func (s *Service) Merge(
	ctx context.Context, who access.Actor, kept, other string, version int64,
) (out Merge, err error) {
	if err := access.Admin.Check(who); err != nil {
		return out, err
	}
	err = s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		out, err = s.mergeIn(ctx, q, who, kept, other, version)
		return err
	})
	if err == nil {
		s.dropPhoto(ctx, out.photo)
	}
	return out, err
}

func (s *Service) mergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string, version int64,
) (Merge, error) {
	var out Merge
	if kept == other {
		return out, fault.New(fault.Invalid, "student.same_record", "field", "other")
	}
	d, err := s.loadRow(ctx, q, kept)
	if err != nil {
		return out, err
	}
	duplicate, err := s.loadRow(ctx, q, other)
	if err != nil {
		return out, err
	}
	if version != 0 && d.UpdatedAt != version {
		return out, fault.New(fault.Conflict, "student.stale")
	}
	counts := map[string]any{}
	for _, holding := range s.holdings {
		moved, err := holding.MergeIn(ctx, q, who, kept, other)
		if err != nil {
			return out, err
		}
		for _, one := range moved {
			out.Moved = append(out.Moved, one)
			if one.Moved > 0 {
				counts[one.What] = one.Moved
			}
		}
	}
	if err := s.remove(ctx, q, other); err != nil { // frees its number, phone and national ID
		return out, err
	}
	before := *d
	if out.Fields, err = s.fill(d, duplicate); err != nil {
		return out, err
	}
	if d.Photo != duplicate.Photo {
		out.photo = duplicate.Photo
	}
	if d.AccountID == "" {
		d.AccountID = duplicate.AccountID
	}
	if err := s.finish(ctx, q, d); err != nil {
		return out, err
	}
	if err := db.New(q).UpdateStudent(ctx, db.UpdateStudentParams(d.Student)); err != nil {
		return out, s.taken(fmt.Errorf("update a student: %w", err))
	}
	if err := index(ctx, q, &d.Student); err != nil {
		return out, err
	}
	if s.onRename != nil && d.AccountID != "" && (before.AccountID == "" || before.Phone != d.Phone) {
		if err := s.onRename(ctx, q, who, d.AccountID, d.Name, d.Phone); err != nil {
			return out, err
		}
	}
	old, now := s.difference(&before, d)
	now["other"], now["otherNumber"], now["moved"] = other, duplicate.Number, counts
	return out, errors.Join(
		s.audit(ctx, q, who, "student.merge", kept, old, now),
		s.audit(ctx, q, who, "student.merged_into", other, s.allFields(duplicate),
			map[string]any{"into": kept, "number": d.Number}),
	)
}

// fill copies the fields that a record lacks from another.
func (s *Service) fill(d, other *studentRow) (taken []Field, err error) {
	for field, rule := range rules {
		value := rule.get(other)
		if has := rule.get(d); has != "" && has != "0" || value == "" || value == "0" { // credits are "0" if unknown
			continue
		}
		if field == FieldNationalID {
			number, err := s.open(other.ID, other.NationalID)
			if err != nil {
				return nil, err
			}
			d.nationalID = &number
		} else if err := rule.set(d, value); err != nil {
			return nil, inField(err, field)
		}
		taken = append(taken, field)
	}
	slices.Sort(taken)
	return taken, nil
}
