package account

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// StudentAccount is a student's account as staff see it.
type StudentAccount struct {
	ID            string
	Phone         string
	Enabled       bool
	ClosedReason  string
	LastLogin     time.Time // zero: never
	FirstPassword bool
	Factor        bool
	Sessions      []Session
}

// Reasons for skipping someone, besides student.no_record.
const (
	skippedNoAccount = "account.none"
	skippedUnchanged = "account.unchanged"
	skippedStaff     = "account.is_staff"
)

// OfStudent returns the account of a student's record, or nil. Advisers see only their own students. Staff only.
func (s *Service) OfStudent(ctx context.Context, who access.Actor, student string) (*StudentAccount, error) {
	if err := access.Advising.Check(who); err != nil {
		return nil, err
	}
	person, err := s.person(ctx, s.db.Reader(), who, student)
	if err != nil || person.AccountID == "" {
		return nil, err
	}
	row, err := db.New(s.db.Reader()).SelectProfile(ctx, person.AccountID)
	if err != nil {
		return nil, wrap("read an account", err)
	}
	out := &StudentAccount{
		ID: row.Account.ID, Phone: row.Account.Phone, Enabled: row.Account.Enabled, ClosedReason: row.Account.ClosedReason,
		FirstPassword: row.Kind != KindOwn, Factor: len(row.Totp) > 0, LastLogin: sqldb.Instant(row.Account.LoginAt),
	}
	out.Sessions, err = s.sessionsOf(ctx, person.AccountID, "")
	return out, err
}

// person returns a student with their account. Unknown students, and those of other advisers, are student.no_record.
func (s *Service) person(
	ctx context.Context, q sqldb.Querier, who access.Actor, student string,
) (db.SelectPersonRow, error) {
	row, err := db.New(q).SelectPerson(ctx, student)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return row, wrap("find a student", err)
	}
	if err != nil || !who.Advises(row.Class) {
		return row, fault.New(fault.NotFound, "student.no_record")
	}
	return row, nil
}

// EndSessionOf ends one session of a student. If the student has no such session, the error is account.no_session.
// Staff only.
func (s *Service) EndSessionOf(ctx context.Context, who access.Actor, student, session string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	person, err := s.person(ctx, s.db.Reader(), who, student)
	if err != nil {
		return err
	}
	return s.end(ctx, who, person.AccountID, session, endedByStaff)
}

// everyPerson applies a change to the accounts of students in one transaction. Students without an account are skipped.
func (s *Service) everyPerson(
	ctx context.Context, who access.Actor, students []string, do func(
		q sqldb.Querier, person db.SelectPersonRow, row db.Account) (skipped string, err error),
) (out bulk.Result, err error) {
	err = s.writeSessions(ctx, func(q sqldb.Querier) (err error) {
		out, err = bulk.Each(students, func(student string) (string, error) {
			person, err := s.person(ctx, q, who, student)
			switch {
			case fault.Code(err) == "student.no_record":
				return fault.Code(err), nil
			case err != nil:
				return "", err
			case person.AccountID == "":
				return skippedNoAccount, nil
			}
			row, err := s.accountIn(ctx, q, person.AccountID)
			if err != nil {
				return "", err
			}
			return do(q, person, row)
		})
		return err
	})
	return out, err
}

// A Handout is a one-time code with the details printed next to it.
type Handout struct {
	Student, Number, Name, Class string
	Phone                        string // masked
	Code                         secret.Text
}

// HandOut gives students one-time codes by the rules of ResetPassword, ordered by class and number. Students of other
// advisers are skipped as if they didn't exist. The codes can't be read again later.
func (s *Service) HandOut(ctx context.Context, who access.Actor, students []string) ([]Handout, bulk.Result, error) {
	if err := access.Advising.Check(who); err != nil {
		return nil, bulk.Result{}, err
	}
	codes := make(map[string]Handout, len(students))
	out, err := s.everyPerson(ctx, who, students,
		func(q sqldb.Querier, person db.SelectPersonRow, row db.Account) (string, error) {
			if morePowerful(row) && who.Scope != access.Registrar {
				return skippedStaff, nil
			}
			code, err := s.reset(ctx, q, who, row)
			codes[person.ID] = Handout{
				Student: person.ID, Number: person.Number, Name: person.Name, Class: person.Class,
				Phone: phone.Mask(row.Phone), Code: code,
			}
			return "", err
		})
	if err != nil {
		return nil, bulk.Result{}, err
	}
	for _, skipped := range out.Skipped {
		delete(codes, skipped.ID) // from a transaction that was retried
	}
	list := slices.SortedFunc(maps.Values(codes), func(a, b Handout) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Number, b.Number))
	})
	return list, out, nil
}

// EndSessionsOf ends all sessions of some students. Staff only.
func (s *Service) EndSessionsOf(ctx context.Context, who access.Actor, students []string) (bulk.Result, error) {
	if err := access.Admin.Check(who); err != nil {
		return bulk.Result{}, err
	}
	return s.everyPerson(ctx, who, students, func(q sqldb.Querier, _ db.SelectPersonRow, row db.Account) (string, error) {
		return "", s.endSessions(ctx, q, who, row)
	})
}

// SetEnabledOf is SetEnabled for some students; closing needs a reason: account.field_required. Staff only.
func (s *Service) SetEnabledOf(
	ctx context.Context, who access.Actor, students []string, enabled bool, reason string,
) (bulk.Result, error) {
	if err := access.Admin.Check(who); err != nil {
		return bulk.Result{}, err
	}
	reason, err := cleanReason(enabled, reason)
	if err != nil {
		return bulk.Result{}, err
	}
	if !enabled && reason == "" {
		return bulk.Result{}, fault.New(fault.Invalid, "account.field_required", "field", "reason")
	}
	return s.everyPerson(ctx, who, students, func(q sqldb.Querier, _ db.SelectPersonRow, row db.Account) (string, error) {
		if row.Enabled == enabled && row.ClosedReason == reason {
			return skippedUnchanged, nil
		}
		err := s.setEnabled(ctx, q, who, row, enabled, reason)
		if fault.Code(err) == "account.last_admin" {
			return fault.Code(err), nil
		}
		return "", err
	})
}
