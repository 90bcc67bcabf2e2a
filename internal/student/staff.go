package student

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/internal/access"
	"lectern/internal/civil"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/sqldb"
	"lectern/internal/student/db"
)

// MaxPage is the longest page that Find answers.
const MaxPage = 200

// Create adds a student; number and name are needed, the status is enrolled unless it says otherwise. Staff only.
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
	d := &draft{Student: db.Student{ID: id.New(), Status: Statuses()[0], CreatedAt: s.now().UnixMilli()}}
	empty := draft{}
	if err := errors.Join(missing(changes), apply(d, changes)); err != nil {
		return "", err
	}
	if err := s.finish(ctx, q, d); err != nil {
		return "", err
	}
	if err := db.New(q).InsertStudent(ctx, db.InsertStudentParams(d.Student)); err != nil {
		return "", s.taken(fmt.Errorf("insert a student: %w", err))
	}
	_, now := s.difference(&empty, d)
	return d.ID, s.audit(ctx, q, who, "student.create", d.ID, nil, now)
}

// missing names the fields that a new student must have.
func missing(changes Changes) error {
	var missing []error
	for _, field := range []Field{FieldNumber, FieldName} {
		if _, given := changes[field]; !given {
			missing = append(missing, fault.New(fault.Invalid, "student.field_required", "field", string(field)))
		}
	}
	return errors.Join(missing...)
}

// Update writes any field of any record. Staff only.
func (s *Service) Update(ctx context.Context, who access.Actor, student string, changes Changes) (Record, error) {
	var record Record
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		err := s.UpdateIn(ctx, q, who, student, changes)
		if err == nil {
			record, err = s.read(ctx, q, student)
		}
		return err
	})
	return record, err
}

// UpdateIn is Update inside the caller's transaction. The same values again change nothing.
func (s *Service) UpdateIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string, changes Changes) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	d, err := s.draft(ctx, q, student)
	if err != nil {
		return err
	}
	return s.change(ctx, q, who, d, "student.update", nil, changes)
}

// LinkIn says which account a student logs in with, inside the caller's transaction; an empty account takes it away. An e-mail address
// that comes with the account is written to the record. Staff only.
func (s *Service) LinkIn(ctx context.Context, q sqldb.Querier, who access.Actor, student, account, email string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	changed, err := db.New(q).UpdateAccount(ctx, db.UpdateAccountParams{ID: student, AccountID: account, UpdatedAt: s.now().UnixMilli()})
	if err != nil {
		return s.taken(fmt.Errorf("link an account: %w", err))
	}
	if changed == 0 {
		return noRecord()
	}
	if err := s.audit(ctx, q, who, "student.link", student, nil, map[string]any{"account": account}); err != nil || email == "" {
		return err
	}
	return s.UpdateIn(ctx, q, who, student, Changes{FieldEmail: email})
}

// Get returns any record. Staff only.
func (s *Service) Get(ctx context.Context, who access.Actor, student string) (Record, error) {
	if err := access.Admin.Check(who); err != nil {
		return Record{}, err
	}
	return s.read(ctx, s.database.Reader(), student)
}

// IDByNumber finds a student by the exact student number, inside the caller's transaction; "" when there is none.
func (s *Service) IDByNumber(ctx context.Context, q sqldb.Querier, number string) (string, error) {
	found, err := db.New(q).SelectStudentID(ctx, []byte(searchKey(number)))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find a student: %w", err)
	}
	return found, nil
}

// A Query says which students to find. Empty fields do not filter.
type Query struct {
	Text      string // the beginning of a number, of a name in either script, or a whole phone
	Programme string
	Class     string
	Status    string
	After     string // the last number of the page before
	Size      int    // at most MaxPage, which 0 means too
}

// A Page is a part of what a Query finds, ordered by number.
type Page struct {
	Records []Record // without national IDs: a list is no place to open them
	Total   int      // on all pages
	Next    string   // After of the next page; empty on the last
}

// Find returns one page of students. Staff only.
func (s *Service) Find(ctx context.Context, who access.Actor, query Query) (Page, error) {
	if err := access.Admin.Check(who); err != nil {
		return Page{}, err
	}
	size := query.Size
	if size <= 0 || size > MaxPage {
		size = MaxPage
	}
	var page Page
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		total, rows, err := search(ctx, db.New(q), query, int32(size+1))
		if err != nil {
			return fmt.Errorf("find students: %w", err)
		}
		page = Page{Total: int(total)}
		if len(rows) > size {
			rows = rows[:size]
			page.Next = rows[size-1].Student.Number
		}
		for _, row := range rows {
			record, err := toRecord(row)
			if err != nil {
				return err
			}
			page.Records = append(page.Records, record)
		}
		return nil
	})
	return page, err
}

// search counts all that the query finds and reads up to limit rows from where it starts.
func search(ctx context.Context, queries *db.Queries, query Query, limit int32) (int64, []db.SelectFoundRow, error) {
	from, after := []byte{}, []byte(searchKey(query.After))
	prefix := []byte(searchKey(query.Text))
	if len(prefix) == 0 {
		total, err := queries.CountAll(ctx, db.CountAllParams{After: from, Programme: query.Programme, Class: query.Class, Status: query.Status})
		if err != nil {
			return 0, nil, err
		}
		all, err := queries.SelectAll(ctx, db.SelectAllParams{
			After: after, Programme: query.Programme, Class: query.Class, Status: query.Status, Size: limit,
		})
		rows := make([]db.SelectFoundRow, 0, len(all))
		for _, row := range all {
			rows = append(rows, db.SelectFoundRow(row))
		}
		return total, rows, err
	}
	end := append(slices.Clone(prefix), 0xff) // no byte of UTF-8 is that high
	phone, err := cleanPhone(query.Text)
	if err != nil {
		phone = "" // which nobody has
	}
	total, err := queries.CountFound(ctx, db.CountFoundParams{
		Prefix: prefix, PrefixEnd: end, Phone: phone, After: from, Programme: query.Programme, Class: query.Class, Status: query.Status,
	})
	if err != nil {
		return 0, nil, err
	}
	rows, err := queries.SelectFound(ctx, db.SelectFoundParams{
		Prefix: prefix, PrefixEnd: end, Phone: phone, After: after,
		Programme: query.Programme, Class: query.Class, Status: query.Status, Size: limit,
	})
	return total, rows, err
}

func toRecord(row db.SelectFoundRow) (Record, error) {
	s := row.Student
	record := Record{
		ID: s.ID, Account: s.AccountID,
		Number: s.Number, Name: s.Name, NameLatin: s.NameLatin, Gender: s.Gender, Photo: s.Photo, Phone: s.Phone,
		Campus:    Named{Code: s.CampusID, Name: row.Campus.String, NameEn: row.CampusEn.String},
		Programme: Named{Code: s.ProgrammeCode, Name: row.Programme.String, NameEn: row.ProgrammeEn.String},
		College:   Named{Name: row.College.String, NameEn: row.CollegeEn.String},
		Class:     s.Class, EntryYear: int(s.EntryYear), StudyMode: s.StudyMode, Status: s.Status, Adviser: s.Adviser, AdviserEn: row.AdviserEn,
		CreditsEarned: Credits(s.CreditsEarned), CreditsRequired: Credits(s.CreditsRequired),
		NativePlace: s.NativePlace, EmergencyName: s.EmergencyName, EmergencyPhone: s.EmergencyPhone,
		Email: s.Email, Address: s.Address,
		Created: time.UnixMilli(s.CreatedAt), Updated: time.UnixMilli(s.UpdatedAt),
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
