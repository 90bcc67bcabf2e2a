package account

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// A Search narrows down a list of accounts. After is the last account of the page before.
type Search struct {
	Text  string // a whole phone number, or a part of a name
	Role  access.Role
	Scope access.Scope // of staff
	// Teachers finds only accounts of teachers, and those of role user that aren't linked to anyone yet.
	Teachers bool
	After    Profile
	Limit    int
}

const maxPage = 200

// List returns accounts for staff, ordered by name.
func (s *Service) List(ctx context.Context, who access.Actor, f Search) ([]Profile, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	if f.Limit <= 0 || f.Limit > maxPage {
		f.Limit = maxPage
	}
	text := strings.TrimSpace(f.Text)
	if number, ok := phone.Parse(text); ok {
		text = number
	}
	var ofTeachers int64
	if f.Teachers {
		ofTeachers = 1
	}
	rows, err := db.New(s.db.Reader()).ListAccounts(ctx, db.ListAccountsParams{
		AfterName: f.After.Name, AfterID: f.After.ID, Role: string(f.Role), Scope: string(f.Scope), OfTeachers: ofTeachers,
		Search: text, Pattern: sqldb.Contains(strings.ToLower(text)), Page: int32(f.Limit),
	})
	if err != nil {
		return nil, wrap("list accounts", err)
	}
	out := make([]Profile, 0, len(rows))
	for _, row := range rows {
		one := toProfile(row.Account, row.StudentEmail, row.StudentStatus)
		one.FirstPassword, one.SecondFactor = row.Kind != KindOwn, len(row.Totp) > 0
		out = append(out, one)
	}
	if err := nameTeachers(ctx, s.db.Reader(), out); err != nil {
		return nil, err
	}
	return out, markOnlyRegistrar(ctx, s.db.Reader(), out)
}

// Find returns one account for staff.
func (s *Service) Find(ctx context.Context, who access.Actor, id string) (Profile, error) {
	if err := access.Admin.Check(who); err != nil {
		return Profile{}, err
	}
	found, err := s.profile(ctx, s.db.Reader(), id)
	if err != nil {
		return Profile{}, err
	}
	list := []Profile{found}
	if err := nameTeachers(ctx, s.db.Reader(), list); err != nil {
		return Profile{}, err
	}
	err = markOnlyRegistrar(ctx, s.db.Reader(), list)
	return list[0], err
}

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
		Before: map[string]any{"phone": phone.Mask(row.Phone), "student": row.StudentID, "organization": row.Organization},
		After:  map[string]any{"phone": phone.Mask(d.Phone), "student": d.Student, "organization": d.Organization},
	})
}

// FollowRecord copies the name and phone of a student's record to the account, in the caller's transaction, and makes
// every node check again whether the owner may still log in. If the record has no phone, the account keeps its own: the
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
	return s.SetOfficial(ctx, q, who, account, Details{
		Phone: phone, Name: name, Student: row.StudentID, Organization: row.Organization,
		OrganizationName: row.OrganizationName, Certification: row.Certification,
	})
}

// ResetPassword gives an account a one-time code, whatever the policy says, removes its second factor and ends its
// sessions. It also reopens an account whose first password was closed after too many failures; the code works at once.
// It can't be read again later.
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

// cleanScope checks a scope and its classes. Staff without a scope may do everything, as before scopes existed.
func cleanScope(role access.Role, scope access.Scope, classes []string) (access.Scope, []string, error) {
	if role != access.Staff {
		return "", nil, nil
	}
	if scope == "" {
		scope = access.Registrar
	}
	if !slices.Contains(access.Scopes(), scope) {
		return "", nil, fault.New(fault.Invalid, "account.scope_unknown")
	}
	if scope != access.Adviser {
		return scope, nil, nil
	}
	var clean []string
	for _, class := range classes {
		class, err := cleanText("classes", class, 100, false)
		if err != nil {
			return "", nil, err
		}
		if class != "" && !slices.Contains(clean, class) {
			clean = append(clean, class)
		}
	}
	if len(clean) == 0 {
		return "", nil, fault.New(fault.Invalid, "account.field_required", "field", "classes")
	}
	return scope, clean, nil
}

// SetRole changes what an account may do, within a second on every node. The last registrar can't be changed.
func (s *Service) SetRole(
	ctx context.Context, who access.Actor, account string, role access.Role, scope access.Scope, classes []string,
) error {
	if role != access.User && role != access.Staff {
		return fault.New(fault.Invalid, "account.role_unknown")
	}
	scope, classes, err := cleanScope(role, scope, classes)
	if err != nil {
		return err
	}
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.Role == string(role) && row.Scope == string(scope) && row.Classes == strings.Join(classes, "\n") {
			return nil
		}
		if scope != access.Registrar {
			if err := s.keepOneRegistrar(ctx, q, row); err != nil {
				return err
			}
		}
		rows := db.New(q)
		if err := rows.UpdateRole(ctx, db.UpdateRoleParams{
			ID: account, Role: string(role), Scope: string(scope),
			Classes: strings.Join(classes, "\n"),
		}); err != nil {
			return wrap("store a role", err)
		}
		if err := countSessionChange(ctx, q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_role", Object: account,
			Before: map[string]any{"role": row.Role, "scope": row.Scope, "classes": row.Classes},
			After:  map[string]any{"role": role, "scope": scope, "classes": strings.Join(classes, "\n")},
		})
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
		if err != nil || !who.Advises(class) || row.Role == string(access.Staff) { // a code would give full access
			return fault.New(fault.NotFound, "account.not_found")
		}
		return do(q, row)
	})
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
