package account

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"lectern/internal/access"
	"lectern/internal/account/db"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/secret"
	"lectern/internal/sqldb"
)

// A Search narrows down a list of accounts. After is the last account of the page before.
type Search struct {
	Text  string // a whole phone number, or a part of a name
	Role  access.Role
	After Profile
	Limit int
}

const maxPage = 200

// List returns accounts for staff, ordered by name.
func (s *Service) List(ctx context.Context, who access.Actor, f Search) ([]Profile, error) {
	if err := mustBeStaff(who); err != nil {
		return nil, err
	}
	if f.Limit <= 0 || f.Limit > maxPage {
		f.Limit = maxPage
	}
	text := strings.TrimSpace(f.Text)
	if phone, err := NormalizePhone(text); err == nil {
		text = phone
	}
	escaped := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(text))
	rows, err := db.New(s.db.Reader()).ListAccounts(ctx, db.ListAccountsParams{
		AfterName: f.After.Name, AfterID: f.After.ID, Role: string(f.Role), Search: text, Pattern: "%" + escaped + "%", Page: int32(f.Limit),
	})
	if err != nil {
		return nil, wrap("list accounts", err)
	}
	out := make([]Profile, 0, len(rows))
	for _, row := range rows {
		out = append(out, toProfile(row.Account, row.StudentEmail, row.StudentStatus))
	}
	return out, nil
}

// Find returns one account for staff.
func (s *Service) Find(ctx context.Context, who access.Actor, id string) (Profile, error) {
	if err := mustBeStaff(who); err != nil {
		return Profile{}, err
	}
	return s.profile(ctx, s.db.Reader(), id)
}

// IDByStudent returns the account of a student's record, or account.not_found.
func (s *Service) IDByStudent(ctx context.Context, q sqldb.Querier, student string) (string, error) {
	row, err := db.New(q).SelectAccountByStudent(ctx, student)
	return found(row, err)
}

// IDByPhone returns the account with a phone number, or account.not_found.
func (s *Service) IDByPhone(ctx context.Context, q sqldb.Querier, phone string) (string, error) {
	phone, err := NormalizePhone(phone)
	if err != nil {
		return "", err
	}
	row, err := db.New(q).SelectAccountByPhone(ctx, phone)
	return found(row, err)
}

func found(row db.Account, err error) (string, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return "", fault.New(fault.NotFound, "account.not_found")
	}
	return row.ID, wrap("find an account", err)
}

// SetOfficial writes what the college knows of an account, in the caller's transaction: phone, name, student,
// organization and certification of the draft. The other fields of the draft are ignored.
func (s *Service) SetOfficial(ctx context.Context, q sqldb.Querier, who access.Actor, account string, d Draft) error {
	if err := mustBeStaff(who); err != nil {
		return err
	}
	row, err := s.accountIn(ctx, q, account)
	if err != nil {
		return err
	}
	d.Role = access.Role(row.Role)
	if d, err = d.clean(); err != nil {
		return err
	}
	rows := db.New(q)
	if other, err := rows.SelectAccountByPhone(ctx, d.Phone); err == nil && other.ID != account {
		return fault.New(fault.Conflict, "account.exists")
	} else if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return wrap("look up a phone", err)
	}
	err = rows.UpdateOfficial(ctx, db.UpdateOfficialParams{
		ID: account, Phone: d.Phone, Name: d.Name, StudentID: d.Student, Organization: d.Organization,
		OrganizationName: d.OrganizationName, Certification: d.Certification,
	})
	if err != nil {
		return wrap("store an account", err)
	}
	if err := countSessionChange(ctx, q); err != nil {
		return err
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.set_official", Object: account,
		Before: map[string]any{"phone": MaskPhone(row.Phone), "student": row.StudentID, "organization": row.Organization},
		After:  map[string]any{"phone": MaskPhone(d.Phone), "student": d.Student, "organization": d.Organization},
	})
}

// ResetPassword gives an account a one-time code, never the last six again, removes its second factor and ends its sessions. It
// opens an account whose first password was closed by too many failures, too, and the code works at once, however many tries
// there were. It is returned this once.
func (s *Service) ResetPassword(ctx context.Context, who access.Actor, account string) (secret.Text, error) {
	code := newCode()
	err := s.change(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		rows, now := db.New(q), s.now()
		err := rows.UpdateSecret(ctx, db.UpdateSecretParams{
			AccountID: account, Kind: KindCode, Secret: hashFirst(s.keys, account, code), ChangedAt: now.UnixMilli(),
			CodeUntil: now.Add(codeLife).UnixMilli(),
		})
		if err != nil {
			return wrap("store a code", err)
		}
		if err := s.clearFactor(ctx, q, who, account); err != nil {
			return err
		}
		if err := s.startAnew(ctx, q, account, ""); err != nil {
			return err
		}
		if err := s.throttle.forget(ctx, q, row.Phone); err != nil {
			return wrap("forget tries", err)
		}
		ended, err := s.endOthers(ctx, q, account, "", endedByStaff)
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: "account.reset_password", Object: account, After: map[string]any{"kind": KindCode, "sessionsEnded": ended},
		})
	})
	if err != nil {
		return secret.Text{}, err
	}
	return code, nil
}

// EndSessions ends all sessions of an account.
func (s *Service) EndSessions(ctx context.Context, who access.Actor, account string) error {
	return s.change(ctx, who, account, func(q sqldb.Querier, _ db.Account) error {
		ended, err := s.endOthers(ctx, q, account, "", endedByStaff)
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.end_sessions", Object: account, After: map[string]any{"sessionsEnded": ended},
		})
	})
}

// SetRole changes what an account may do, within a second on every node. The last member of staff stays one.
func (s *Service) SetRole(ctx context.Context, who access.Actor, account string, role access.Role) error {
	if role != access.User && role != access.Staff {
		return fault.New(fault.Invalid, "account.role_unknown")
	}
	return s.change(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.Role == string(role) {
			return nil
		}
		if err := s.keepOneStaff(ctx, q, row); err != nil {
			return err
		}
		rows := db.New(q)
		if err := rows.UpdateRole(ctx, db.UpdateRoleParams{ID: account, Role: string(role)}); err != nil {
			return wrap("store a role", err)
		}
		if err := countSessionChange(ctx, q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_role", Object: account,
			Before: map[string]any{"role": row.Role}, After: map[string]any{"role": role},
		})
	})
}

// SetEnabled opens or closes an account; closing it ends its sessions. The last member of staff stays enabled.
func (s *Service) SetEnabled(ctx context.Context, who access.Actor, account string, enabled bool) error {
	return s.change(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.Enabled == enabled {
			return nil
		}
		rows := db.New(q)
		if !enabled {
			if err := s.keepOneStaff(ctx, q, row); err != nil {
				return err
			}
			if _, err := s.endOthers(ctx, q, account, "", endedByStaff); err != nil {
				return err
			}
		}
		if err := rows.UpdateEnabled(ctx, db.UpdateEnabledParams{ID: account, Enabled: enabled}); err != nil {
			return wrap("store an account", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_enabled", Object: account,
			Before: map[string]any{"enabled": row.Enabled}, After: map[string]any{"enabled": enabled},
		})
	})
}

// change runs what staff do to an account in one transaction.
func (s *Service) change(ctx context.Context, who access.Actor, account string, do func(q sqldb.Querier, row db.Account) error) error {
	if err := mustBeStaff(who); err != nil {
		return err
	}
	return s.writeSessions(ctx, func(q sqldb.Querier) error {
		row, err := s.accountIn(ctx, q, account)
		if err != nil {
			return err
		}
		return do(q, row)
	})
}

// keepOneStaff refuses to take the college's last member of staff away.
func (s *Service) keepOneStaff(ctx context.Context, q sqldb.Querier, row db.Account) error {
	if row.Role != string(access.Staff) || !row.Enabled {
		return nil
	}
	count, err := db.New(q).CountEnabled(ctx, string(access.Staff))
	if err != nil {
		return wrap("count staff", err)
	}
	if count <= 1 {
		return fault.New(fault.Conflict, "account.last_admin")
	}
	return nil
}

// History returns the audit log for staff, newest first; see audit.List.
func (s *Service) History(ctx context.Context, who access.Actor, object string, before int64, limit int) ([]audit.Row, error) {
	if err := mustBeStaff(who); err != nil {
		return nil, err
	}
	return audit.List(ctx, s.db.Reader(), object, before, min(max(limit, 1), maxPage))
}
