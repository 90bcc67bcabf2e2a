package account

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/account/db"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/sqldb"
)

func (s *Service) insert(ctx context.Context, rows *db.Queries, q sqldb.Querier, who access.Actor, d Draft, hashed string) (Made, error) {
	now := s.now()
	made := Made{ID: id.New()}
	count, err := rows.InsertAccount(ctx, db.InsertAccountParams{
		ID: made.ID, Phone: d.Phone, Name: d.Name, Role: string(d.Role), StudentID: d.Student, Email: d.Email,
		Organization: d.Organization, OrganizationName: d.OrganizationName, Certification: d.Certification,
		RegisteredAt: now.UnixMilli(),
	})
	if err != nil {
		return Made{}, wrap("insert an account", err)
	}
	if count == 0 {
		return Made{}, fault.New(fault.Conflict, "account.exists")
	}
	credential := db.InsertCredentialParams{
		AccountID: made.ID, Kind: KindOwn, Secret: hashed, ChangedAt: now.UnixMilli(), Totp: []byte{},
	}
	switch {
	case hashed != "":
	case s.policy.FirstPassword == KindLastSix && !d.LastSix.Empty():
		credential.Kind, credential.Secret = KindLastSix, hashFirst(s.keys, made.ID, d.LastSix)
	default:
		made.Code = newCode()
		credential.Kind, credential.Secret = KindCode, hashFirst(s.keys, made.ID, made.Code)
		credential.CodeUntil = now.Add(codeLife).UnixMilli()
	}
	if err := rows.InsertCredential(ctx, credential); err != nil {
		return Made{}, wrap("insert a credential", err)
	}
	err = audit.Append(ctx, q, who, audit.Entry{
		At: now, Action: "account.create", Object: made.ID,
		After: map[string]any{"phone": MaskPhone(d.Phone), "role": d.Role, "student": d.Student, "firstPassword": credential.Kind},
	})
	return made, err
}
