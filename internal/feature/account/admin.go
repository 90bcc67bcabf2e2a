package account

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// IDByStudent returns the account of a student's record, or account.not_found.
func (s *Service) IDByStudent(ctx context.Context, q sqldb.Querier, student string) (string, error) {
	row, err := db.New(q).SelectAccountByStudent(ctx, student)
	return found(row, err)
}

// IDByPhone returns the account with a phone number, or account.not_found.
func (s *Service) IDByPhone(ctx context.Context, q sqldb.Querier, number string) (string, error) {
	number, err := parsePhone(number)
	if err != nil {
		return "", err
	}
	row, err := db.New(q).SelectAccountByPhone(ctx, number)
	return found(row, err)
}

func found(row db.Account, err error) (string, error) {
	return row.ID, sqldb.Missing(err, "account.not_found")
}

// SetOfficial writes the phone, name, student, organization and certification, in the caller's transaction. It ignores
// the other details.
func (s *Service) SetOfficial(ctx context.Context, q sqldb.Querier, who access.Actor, account string, d Details) error {
	if err := access.Admin.Check(who); err != nil {
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
		return fault.New(fault.Conflict, "account.exists", "name", other.Name)
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
	if d.Name != row.Name || d.Student != row.StudentID {
		if err := index(ctx, q, account); err != nil {
			return err
		}
	}
	if err := countSessionChange(ctx, q); err != nil {
		return err
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.set_official", Object: account,
		Before: map[string]any{"phone": phone.Mask(row.Phone), "student": row.StudentID, "organization": row.Organization},
		After:  map[string]any{"phone": phone.Mask(d.Phone), "student": d.Student, "organization": d.Organization},
	})
}

// FollowRecord copies the name and phone of a student's record to the account, in the caller's transaction, and ends
// the sessions if the owner may no longer log in. If the record has no phone, the account keeps its own: the
// owner logs in with it.
func (s *Service) FollowRecord(
	ctx context.Context, q sqldb.Querier, who access.Actor, account, name, phone string,
) error {
	row, err := s.accountIn(ctx, q, account)
	if err != nil {
		return err
	}
	if phone == "" {
		phone = row.Phone
	}
	err = s.SetOfficial(ctx, q, who, account, Details{
		Phone: phone, Name: name, Student: row.StudentID, Organization: row.Organization,
		OrganizationName: row.OrganizationName, Certification: row.Certification,
	})
	if err != nil {
		return err
	}
	return s.endIfClosed(ctx, q, account)
}

// ResetPassword gives an account a one-time code, whatever the policy says, removes its second factor and calendar
// address and ends its sessions. It also reopens an account whose first password was closed after too many failures;
// the code works at once. It can't be read again later.
func (s *Service) ResetPassword(ctx context.Context, who access.Actor, account string) (secret.Text, error) {
	var code secret.Text
	err := s.changeAsAdviser(ctx, who, account, func(q sqldb.Querier, row db.Account) (err error) {
		code, err = s.reset(ctx, q, who, row)
		return err
	})
	if err != nil {
		return secret.Text{}, err
	}
	return code, nil
}

func (s *Service) reset(ctx context.Context, q sqldb.Querier, who access.Actor, row db.Account) (secret.Text, error) {
	rows, now, code := db.New(q), s.now(), newCode()
	was, err := rows.SelectCredential(ctx, row.ID)
	if err != nil {
		return code, wrap("read a credential", err)
	}
	err = rows.UpdateSecret(ctx, db.UpdateSecretParams{
		AccountID: row.ID, Kind: KindCode, Secret: hashFirst(s.keys, row.ID, code), ChangedAt: now.UnixMilli(),
		CodeUntil: now.Add(codeLife).UnixMilli(),
	})
	if err != nil {
		return code, wrap("store a code", err)
	}
	if len(was.Totp) > 0 || len(was.TotpPending) > 0 {
		if err := s.clearFactor(ctx, q, who, row.ID); err != nil {
			return code, err
		}
	}
	if err := s.o.Reset(ctx, q, who, row.StudentID, row.TeacherID); err != nil {
		return code, err
	}
	if err := s.forgetDevicesAndGuesses(ctx, q, row.ID, ""); err != nil {
		return code, err
	}
	if err := s.throttle.forget(ctx, q, row.Phone); err != nil {
		return code, wrap("forget tries", err)
	}
	ended, err := s.endOthers(ctx, q, row.ID, "", endedByStaff)
	if err != nil {
		return code, err
	}
	return code, audit.Append(ctx, q, who, audit.Entry{
		At: now, Action: "account.reset_password", Object: row.ID, Before: map[string]any{"kind": was.Kind},
		After: map[string]any{"kind": KindCode, "sessionsEnded": ended},
	})
}

// EndSessions ends all sessions of an account.
func (s *Service) EndSessions(ctx context.Context, who access.Actor, account string) error {
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		return s.endSessions(ctx, q, who, row)
	})
}

func (s *Service) endSessions(ctx context.Context, q sqldb.Querier, who access.Actor, row db.Account) error {
	ended, err := s.endOthers(ctx, q, row.ID, "", endedByStaff)
	if err != nil {
		return err
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.end_sessions", Object: row.ID, Before: map[string]any{"sessions": ended},
		After: map[string]any{"sessions": 0, "sessionsEnded": ended},
	})
}

// SetEnabled opens an account, or closes it for a reason that its owner sees and ends its sessions. The last registrar
// can't be closed.
func (s *Service) SetEnabled(ctx context.Context, who access.Actor, account string, enabled bool, reason string) error {
	reason, err := cleanReason(enabled, reason)
	if err != nil {
		return err
	}
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.Enabled == enabled && row.ClosedReason == reason {
			return nil
		}
		return s.setEnabled(ctx, q, who, row, enabled, reason)
	})
}

// cleanReason checks the reason for closing an account; an open one has none.
func cleanReason(enabled bool, reason string) (string, error) {
	reason, err := cleanText("reason", reason, 200, false)
	if err != nil || enabled {
		return "", err
	}
	return reason, nil
}

func (s *Service) setEnabled(
	ctx context.Context, q sqldb.Querier, who access.Actor, row db.Account, enabled bool, reason string,
) error {
	if !enabled {
		if err := s.keepOneRegistrar(ctx, q, row); err != nil {
			return err
		}
		if _, err := s.endOthers(ctx, q, row.ID, "", endedByStaff); err != nil {
			return err
		}
	}
	if err := db.New(q).UpdateEnabled(ctx,
		db.UpdateEnabledParams{ID: row.ID, Enabled: enabled, ClosedReason: reason}); err != nil {
		return wrap("store an account", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.set_enabled", Object: row.ID,
		Before: map[string]any{"enabled": row.Enabled, "reason": row.ClosedReason},
		After:  map[string]any{"enabled": enabled, "reason": reason},
	})
}

// changeAsRegistrar changes an account in one transaction. Registrars only.
func (s *Service) changeAsRegistrar(
	ctx context.Context, who access.Actor, account string, do func(q sqldb.Querier, row db.Account) error,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.changeAny(ctx, account, do)
}

// changeAsAdviser is changeAsRegistrar for changes that advisers may also make to students in their classes. Other
// accounts don't exist for them.
func (s *Service) changeAsAdviser(
	ctx context.Context, who access.Actor, account string, do func(q sqldb.Querier, row db.Account) error,
) error {
	if err := access.Advising.Check(who); err != nil {
		return err
	}
	return s.changeAny(ctx, account, func(q sqldb.Querier, row db.Account) error {
		if who.Scope == access.Registrar {
			return do(q, row)
		}
		class, err := db.New(q).SelectClassOfStudent(ctx, row.StudentID)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return wrap("find a student's class", err)
		}
		if err != nil || !who.Advises(class) || morePowerful(row) {
			return fault.New(fault.NotFound, "account.not_found")
		}
		return do(q, row)
	})
}

// morePowerful reports whether an account can do more than a student's. A code gives access to all of it, so an
// adviser can't create one, also for a student of their own class who teaches.
func morePowerful(row db.Account) bool {
	return row.Role != string(access.User) || row.TeacherID != ""
}

func (s *Service) changeAny(ctx context.Context, account string, do func(q sqldb.Querier, row db.Account) error) error {
	return s.writeSessions(ctx, func(q sqldb.Querier) error {
		row, err := s.accountIn(ctx, q, account)
		if err != nil {
			return err
		}
		return do(q, row)
	})
}

// keepOneRegistrar refuses a change that would leave no registrar.
func (s *Service) keepOneRegistrar(ctx context.Context, q sqldb.Querier, row db.Account) error {
	if row.Scope != string(access.Registrar) || !row.Enabled {
		return nil
	}
	count, err := db.New(q).CountRegistrars(ctx)
	if err != nil {
		return wrap("count staff", err)
	}
	if count <= 1 {
		return fault.New(fault.Conflict, "account.last_admin")
	}
	return nil
}
