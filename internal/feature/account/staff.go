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
	"lectern/internal/kernel/sqldb"
)

// SetEnabledOfOther is SetEnabled for other accounts only: people who close their own account can't reopen it.
func (s *Service) SetEnabledOfOther(
	ctx context.Context, who access.Actor, account string, enabled bool, reason string,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if !enabled && who.Account == account {
		return fault.New(fault.Conflict, "account.close_own")
	}
	return s.SetEnabled(ctx, who, account, enabled, reason)
}

// ResetFactor removes the second factor of someone who has lost it, ends the sessions and notifies the owner. Not for
// the caller's own account, so that a stolen session can't remove it: see RemoveFactor. Registrars only.
func (s *Service) ResetFactor(ctx context.Context, who access.Actor, account string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if who.Account == account {
		return fault.New(fault.Conflict, "account.own_factor")
	}
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		credential, err := db.New(q).SelectCredential(ctx, row.ID)
		if err != nil {
			return wrap("read a credential", err)
		}
		if len(credential.Totp) == 0 && len(credential.TotpPending) == 0 {
			return fault.New(fault.Conflict, "account.no_factor")
		}
		if err := s.clearFactor(ctx, q, who, account); err != nil {
			return err
		}
		if _, err := s.endOthers(ctx, q, account, "", endedByStaff); err != nil {
			return err
		}
		return s.o.FactorReset(ctx, q, account)
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

// SetRole changes what an account may do, within a second on every node. An account that loses a right is logged out,
// which also ends its student views. The last registrar can't be changed.
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
		if err := index(ctx, q, account); err != nil {
			return err
		}
		if err := s.endAfterRole(ctx, q, row, scope); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_role", Object: account,
			Before: map[string]any{"role": row.Role, "scope": row.Scope, "classes": row.Classes},
			After:  map[string]any{"role": role, "scope": scope, "classes": strings.Join(classes, "\n")},
		})
	})
}

// endAfterRole ends the sessions of a member of staff who lost a responsibility, or the views of a student's account
// that belongs to staff by now.
func (s *Service) endAfterRole(ctx context.Context, q sqldb.Querier, was db.Account, scope access.Scope) error {
	if was.Scope != "" && was.Scope != string(scope) && scope != access.Registrar {
		_, err := s.endOthers(ctx, q, was.ID, "", endedByRole)
		return err
	}
	err := db.New(q).EndViewsOf(ctx,
		db.EndViewsOfParams{AccountID: was.ID, Now: s.now().UnixMilli(), Reason: endedByRole})
	if err != nil {
		return wrap("end the views of an account", err)
	}
	return countSessionChange(ctx, q)
}

// SetTeacher links an account to a teacher, or to none if teacher is empty, and logs out an account that belonged to
// another. A teacher has one account: account.teacher_taken. Registrars only; account.no_teacher.
func (s *Service) SetTeacher(ctx context.Context, who access.Actor, account, teacher string) error {
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.TeacherID == teacher {
			return nil
		}
		rows := db.New(q)
		if teacher != "" {
			if _, err := rows.SelectTeacher(ctx, teacher); errors.Is(err, sql.ErrNoRows) {
				return fault.New(fault.Invalid, "account.no_teacher")
			} else if err != nil {
				return wrap("look for a teacher", err)
			}
		}
		n, err := rows.UpdateTeacher(ctx, db.UpdateTeacherParams{ID: account, Teacher: teacher})
		if err != nil {
			return wrap("link an account to a teacher", err)
		}
		if n == 0 {
			other, err := rows.SelectAccountOfTeacher(ctx, teacher)
			if err != nil {
				return wrap("look up the account of a teacher", err)
			}
			return fault.New(fault.Conflict, "account.teacher_taken", "name", other)
		}
		if err := index(ctx, q, account); err != nil {
			return err
		}
		if row.TeacherID != "" {
			_, err = s.endOthers(ctx, q, account, "", endedByRole)
		} else {
			err = countSessionChange(ctx, q)
		}
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_teacher", Object: account,
			Before: map[string]any{"teacher": row.TeacherID}, After: map[string]any{"teacher": teacher},
		})
	})
}

// markOnlyRegistrar marks the last registrar, whose account can't be closed or given another scope.
func markOnlyRegistrar(ctx context.Context, q sqldb.Querier, list []Profile) error {
	count, err := db.New(q).CountRegistrars(ctx)
	if err != nil {
		return wrap("count staff", err)
	}
	for i, p := range list {
		list[i].OnlyRegistrar = count <= 1 && p.Enabled && p.Role == access.Staff && p.Scope == access.Registrar
	}
	return nil
}
