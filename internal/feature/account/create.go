package account

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

func (s *Service) insert(ctx context.Context, q sqldb.Querier, who access.Actor, d Details) (Created, error) {
	rows, made := db.New(q), Created{ID: sqldb.NewID()}
	count, err := rows.InsertAccount(ctx, db.InsertAccountParams{
		ID: made.ID, Phone: d.Phone, Name: d.Name, Role: string(d.Role), StudentID: d.Student, Email: d.Email,
		Organization: d.Organization, OrganizationName: d.OrganizationName, Certification: d.Certification,
		RegisteredAt: cmp.Or(d.Registered, s.now()).UnixMilli(), LoginAt: sqldb.Millis(d.LastLogin), Scope: string(d.Scope),
		Classes: strings.Join(d.Classes, "\n"),
	})
	if err != nil {
		return Created{}, wrap("insert an account", err)
	}
	if count == 0 {
		return Created{}, alreadyExists(ctx, rows, d)
	}
	if d.Role != access.User || d.Student == "" { // imports add thousands of students
		if err := index(ctx, q, made.ID); err != nil {
			return Created{}, err
		}
	}
	credential, code := s.firstCredential(made.ID, d)
	made.Code = code
	if err := rows.InsertCredential(ctx, credential); err != nil {
		return Created{}, wrap("insert a credential", err)
	}
	return made, audit.Append(ctx, q, who, s.created(made.ID, d, credential.Kind))
}

// alreadyExists names the account that has the phone or the student of a new one.
func alreadyExists(ctx context.Context, rows *db.Queries, d Details) error {
	other, err := rows.SelectAccountByPhone(ctx, d.Phone)
	if errors.Is(err, sql.ErrNoRows) {
		other, err = rows.SelectAccountByStudent(ctx, d.Student)
	}
	if err != nil {
		return wrap("look up the account of a phone or student", err)
	}
	return fault.New(fault.Conflict, "account.exists", "name", other.Name)
}

// firstCredential is either a password that was already hashed, or the first password of the operator's policy. A code
// can't be read again later.
func (s *Service) firstCredential(account string, d Details) (db.InsertCredentialParams, secret.Text) {
	now := s.now()
	credential := db.InsertCredentialParams{
		AccountID: account, Kind: KindOwn, Secret: d.hashed,
		ChangedAt: now.UnixMilli(), Totp: []byte{},
	}
	switch {
	case d.hashed != "":
	case s.o.Policy.FirstPassword == KindLastSix && !d.LastSix.Empty():
		credential.Kind, credential.Secret = KindLastSix, hashFirst(s.keys, account, d.LastSix)
	default:
		code := newCode()
		credential.Kind, credential.Secret = KindCode, hashFirst(s.keys, account, code)
		credential.CodeUntil = now.Add(codeLife).UnixMilli()
		return credential, code
	}
	return credential, secret.Text{}
}

func (s *Service) created(account string, d Details, kind string) audit.Entry {
	return audit.Entry{
		At: s.now(), Action: "account.create", Object: account,
		After: map[string]any{
			"phone": phone.Mask(d.Phone), "role": d.Role, "scope": d.Scope,
			"student": d.Student, "firstPassword": kind,
		},
	}
}
