package student

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// Create adds a student. Number and name are required; the status defaults to enrolled. Staff only.
func (s *Service) Create(ctx context.Context, who access.Actor, changes Changes) (Record, error) {
	var record Record
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		student, err := s.CreateIn(ctx, q, who, changes)
		if err == nil {
			record, err = s.read(ctx, q, student)
		}
		return err
	})
	return record, err
}

// CreateIn is Create inside the caller's transaction. It returns the new student's id.
func (s *Service) CreateIn(ctx context.Context, q sqldb.Querier, who access.Actor, changes Changes) (string, error) {
	if err := access.Admin.Check(who); err != nil {
		return "", err
	}
	d := &studentRow{Student: db.Student{ID: sqldb.NewID(), Status: Statuses()[0], CreatedAt: s.now().UnixMilli()}}
	empty := studentRow{}
	if err := errors.Join(missing(changes), noPhoto(changes), apply(d, changes)); err != nil {
		return "", err
	}
	if err := s.finish(ctx, q, d); err != nil {
		return "", err
	}
	if err := db.New(q).InsertStudent(ctx, db.InsertStudentParams(d.Student)); err != nil {
		return "", s.taken(fmt.Errorf("insert a student: %w", err))
	}
	if err := index(ctx, q, &d.Student); err != nil {
		return "", err
	}
	_, now := s.difference(&empty, d)
	return d.ID, s.audit(ctx, q, who, "student.create", d.ID, nil, now)
}

// missing returns an error for the required fields that a new student lacks.
func missing(changes Changes) error {
	var missing []error
	for _, field := range []Field{FieldNumber, FieldName} {
		if _, given := changes[field]; !given {
			missing = append(missing, fault.New(fault.Invalid, "student.field_required", "field", string(field)))
		}
	}
	return errors.Join(missing...)
}

// Update writes any field of any record. version is the Updated that the caller saw in Unix milliseconds, or 0 to skip
// the check; if the record has changed since, it fails with student.stale. Staff only.
func (s *Service) Update(
	ctx context.Context, who access.Actor, student string, changes Changes, version int64,
) (Record, error) {
	var record Record
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := access.Admin.Check(who); err != nil {
			return err
		}
		seen, err := s.read(ctx, q, student)
		if err != nil {
			return err
		}
		if version != 0 && seen.Updated.UnixMilli() != version {
			return fault.New(fault.Conflict, "student.stale")
		}
		err = s.UpdateIn(ctx, q, who, student, changes)
		if err == nil {
			record, err = s.read(ctx, q, student)
		}
		return err
	})
	return record, err
}

// UpdateIn is Update inside the caller's transaction. Writing the same values changes nothing.
func (s *Service) UpdateIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, student string, changes Changes,
) error {
	if err := errors.Join(access.Admin.Check(who), noPhoto(changes)); err != nil {
		return err
	}
	d, err := s.loadRow(ctx, q, student)
	if err != nil {
		return err
	}
	return s.update(ctx, q, who, d, "", changes)
}

// update changes a record and its account.
func (s *Service) update(
	ctx context.Context, q sqldb.Querier, who access.Actor, d *studentRow, reason string, changes Changes,
) error {
	name, phone, status := d.Name, d.Phone, d.Status
	if err := s.change(ctx, q, who, d, "student.update", reason, nil, changes); err != nil {
		return err
	}
	if s.onRename == nil || d.AccountID == "" || d.Name == name && d.Phone == phone && d.Status == status {
		return nil
	}
	return s.onRename(ctx, q, who, d.AccountID, d.Name, d.Phone)
}

// SetStatus gives students another status in one transaction, by the rules of Update. The reason only goes to the audit
// log. Students who don't exist or have the status already are skipped. Staff only.
func (s *Service) SetStatus(
	ctx context.Context, who access.Actor, students []string, status, reason string,
) (out bulk.Result, err error) {
	if err := access.Admin.Check(who); err != nil {
		return out, err
	}
	if reason, err = cleanText(200)(strings.TrimSpace(reason)); err != nil {
		return out, inField(err, "reason")
	}
	err = s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		out, err = bulk.Each(students, func(student string) (string, error) {
			d, err := s.loadRow(ctx, q, student)
			switch {
			case fault.Code(err) == noRecordCode:
				return noRecordCode, nil
			case err != nil:
				return "", err
			case d.Status == status:
				return "student.unchanged", nil
			}
			return "", s.update(ctx, q, who, d, reason, Changes{FieldStatus: status})
		})
		return err
	})
	return out, err
}

// LinkIn sets a student's account inside the caller's transaction; an empty account unlinks it. The account's email
// address is copied to the record. Staff only.
func (s *Service) LinkIn(ctx context.Context, q sqldb.Querier, who access.Actor, student, account, email string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	changed, err := db.New(q).UpdateAccount(ctx,
		db.UpdateAccountParams{ID: student, AccountID: account, UpdatedAt: s.now().UnixMilli()})
	if err != nil {
		return s.taken(fmt.Errorf("link an account: %w", err))
	}
	if changed == 0 {
		return noRecord()
	}
	if err := s.audit(ctx, q, who, "student.link", student, nil,
		map[string]any{"account": account}); err != nil || email == "" {
		return err
	}
	return s.UpdateIn(ctx, q, who, student, Changes{FieldEmail: email})
}

// Get returns any record; for an adviser, one of the adviser's classes. Staff only.
func (s *Service) Get(ctx context.Context, who access.Actor, student string) (Record, error) {
	if err := access.Advising.Check(who); err != nil {
		return Record{}, err
	}
	record, err := s.read(ctx, s.database.Reader(), student)
	if err == nil && !who.Advises(record.Class) {
		return Record{}, noRecord()
	}
	return record, err
}

// IDByNumber returns the id of the student with the exact number, inside the caller's transaction, or "".
func (s *Service) IDByNumber(ctx context.Context, q sqldb.Querier, number string) (string, error) {
	found, err := db.New(q).SelectStudentID(ctx, []byte(fold.Number(number)))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find a student: %w", err)
	}
	return found, nil
}

func toRecord(row db.SelectStudentRow) (Record, error) {
	s := row.Student
	record := Record{
		ID: s.ID, Account: s.AccountID,
		Number: s.Number, Name: s.Name, NameLatin: s.NameLatin, Gender: s.Gender, Photo: s.Photo, Phone: s.Phone,
		Campus:    Named{Code: s.CampusID, Name: row.Campus.String, NameEn: row.CampusEn.String},
		Programme: Named{Code: s.ProgrammeCode, Name: row.Programme.String, NameEn: row.ProgrammeEn.String},
		College:   Named{Name: row.College.String, NameEn: row.CollegeEn.String},
		Class:     s.Class, EntryYear: int(s.EntryYear), StudyMode: s.StudyMode, Status: s.Status, Adviser: s.Adviser,
		AdviserEn: row.AdviserEn, CreditsEarned: Credits(s.CreditsEarned), CreditsRequired: Credits(s.CreditsRequired),
		NativePlace: s.NativePlace, EmergencyName: s.EmergencyName, EmergencyPhone: s.EmergencyPhone, Email: s.Email,
		Address: s.Address, Created: time.UnixMilli(s.CreatedAt), Updated: time.UnixMilli(s.UpdatedAt),
	}
	if s.Graduation == "" {
		return record, nil
	}
	day, err := civil.ParseDate(s.Graduation)
	if err != nil {
		return Record{}, fmt.Errorf("read the graduation of student %s: %w", s.ID, err)
	}
	record.Graduation = day
	return record, nil
}
