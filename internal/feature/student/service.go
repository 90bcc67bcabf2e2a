package student

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/internal/feature/student/db"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
)

const purpose = "student.national_id"

// A Service reads and writes records. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	keys     *keyring.Ring
	now      func() time.Time
	holdings []Holding
	blobs    blob.Store // for photos
	pictures *picture.Limiter
	// nil: nothing to do
	onRename func(ctx context.Context, q sqldb.Querier, who access.Actor, account, name, phone string) error
}

// OnRename sets what runs in the transaction in which staff change the name, phone or status of a student with an
// account: the phone is the login, and students who have left may not log in. Call it before the first request.
func (s *Service) OnRename(
	do func(ctx context.Context, q sqldb.Querier, who access.Actor, account, name, phone string) error,
) {
	s.onRename = do
}

// New creates the service.
func New(database *sqldb.DB, keys *keyring.Ring, now func() time.Time) *Service {
	return &Service{database: database, keys: keys, now: now}
}

// audit records a change in its own transaction. before and after must not contain private values.
func (s *Service) audit(
	ctx context.Context, q sqldb.Querier, who access.Actor, action, object string, before, after map[string]any,
) error {
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.now(), Action: action, Object: object, Before: before, After: after})
}

// Record returns the caller's own record.
func (s *Service) Record(ctx context.Context, who access.Actor) (Record, error) {
	if err := own(who); err != nil {
		return Record{}, err
	}
	return s.read(ctx, s.database.Reader(), who.Student)
}

// Edit writes the caller's own record: free fields always, fill-once fields while they are empty. Errors:
// student.field_official, student.field_filled and those of the values; nothing is written then.
func (s *Service) Edit(ctx context.Context, who access.Actor, changes Changes) (Record, error) {
	if err := own(who); err != nil {
		return Record{}, err
	}
	var after Record
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		if err := s.edit(ctx, q, who, changes); err != nil {
			return err
		}
		after, err = s.read(ctx, q, who.Student)
		return err
	})
	return after, err
}

// SetEmailIn is Edit for the email address inside the caller's transaction: the account's profile shows and edits the
// same address.
func (s *Service) SetEmailIn(ctx context.Context, q sqldb.Querier, who access.Actor, email string) error {
	if err := own(who); err != nil {
		return err
	}
	return s.edit(ctx, q, who, Changes{FieldEmail: email})
}

func (s *Service) edit(ctx context.Context, q sqldb.Querier, who access.Actor, changes Changes) error {
	d, err := s.loadRow(ctx, q, who.Student)
	if err != nil {
		return err
	}
	return s.change(ctx, q, who, d, "student.edit", "", permitted(d, changes), changes)
}

// Reveal returns the caller's own national ID in full and audits it. The caller must have just checked the password.
func (s *Service) Reveal(ctx context.Context, who access.Actor) (nationalid.ID, error) {
	var number nationalid.ID
	if err := own(who); err != nil {
		return number, err
	}
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		if number, err = s.NationalID(ctx, q, who.Student); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "student.reveal_national_id", who.Student, nil, nil)
	})
	return number, err
}

// RevealOf returns any student's national ID in full, under the conditions of Reveal. Staff only.
func (s *Service) RevealOf(ctx context.Context, who access.Actor, student string) (number nationalid.ID, err error) {
	if err := access.Admin.Check(who); err != nil {
		return number, err
	}
	err = s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		if number, err = s.NationalID(ctx, q, student); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "student.reveal_to_staff", student, nil, nil)
	})
	return number, err
}

// NationalID returns a student's number, if known, to derive first passwords. It checks no permission and audits
// nothing: no route may use it.
func (s *Service) NationalID(ctx context.Context, q sqldb.Querier, student string) (nationalid.ID, error) {
	sealed, err := db.New(q).SelectNationalID(ctx, student)
	if err != nil {
		return nationalid.ID{}, sqldb.Missing(err, noRecordCode)
	}
	return s.open(student, sealed)
}

// KnownIn returns numbers and names that others may know and would try as a password. For the server itself, like
// NationalID.
func (s *Service) KnownIn(ctx context.Context, q sqldb.Querier, student string) (numbers, names []string, err error) {
	record, err := s.read(ctx, q, student)
	if err != nil {
		return nil, nil, err
	}
	id, err := s.NationalID(ctx, q, student)
	if err != nil {
		return nil, nil, err
	}
	mailbox, _, _ := strings.Cut(record.Email, "@")
	return []string{record.Number, record.Phone, record.EmergencyPhone, id.Reveal()},
		[]string{record.Name, record.NameLatin, mailbox}, nil
}

// Export is everything this package stores about a student.
type Export struct {
	Taken    time.Time
	Record   Record
	Official []Field // which of its fields only the college writes
}

// Export returns everything stored about the caller, except for the national ID; see Reveal.
func (s *Service) Export(ctx context.Context, who access.Actor) (Export, error) {
	if err := own(who); err != nil {
		return Export{}, err
	}
	out := Export{Taken: s.now(), Official: fieldsOf(Official)}
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		if out.Record, err = s.read(ctx, q, who.Student); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "student.export", who.Student, nil, nil)
	})
	return out, err
}

// NoteExport audits that staff export a list of students, with its filters but without the search text, which may be a
// name or phone. Staff only.
func (s *Service) NoteExport(ctx context.Context, who access.Actor, query Query) error {
	if err := access.Advising.Check(who); err != nil {
		return err
	}
	about := map[string]any{}
	for name, value := range map[string]string{
		"programme": query.Programme, "class": query.Class, "campus": query.Campus,
		"status": query.Status, "year": yearText(query.Year),
	} {
		if value != "" {
			about[name] = value
		}
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		return s.audit(ctx, q, who, "student.export_list", "", nil, about)
	})
}

func own(who access.Actor) error {
	if err := access.SignedIn.Check(who); err != nil {
		return err
	}
	if who.Student == "" {
		return noRecord()
	}
	return nil
}

const noRecordCode = "student.no_record"

func noRecord() error { return fault.New(fault.NotFound, noRecordCode) }

func (s *Service) read(ctx context.Context, q sqldb.Querier, student string) (Record, error) {
	row, err := db.New(q).SelectStudent(ctx, student)
	if err != nil {
		return Record{}, sqldb.Missing(err, noRecordCode)
	}
	record, err := toRecord(row)
	if err != nil {
		return Record{}, err
	}
	number, err := s.open(row.Student.ID, row.Student.NationalID)
	record.NationalID = number.Masked()
	return record, err
}

func (s *Service) open(student string, sealed []byte) (nationalid.ID, error) {
	if len(sealed) == 0 {
		return nationalid.ID{}, nil
	}
	text, err := s.keys.Open(purpose, sealed, []byte(student))
	if err != nil {
		return nationalid.ID{}, fmt.Errorf("open the national ID of student %s: %w", student, err)
	}
	return nationalid.Parse(string(text))
}
