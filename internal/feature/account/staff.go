package account

import (
	"context"
	"database/sql"
	"errors"

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

// SetTeacher links an account to a teacher, or to none if teacher is empty. A teacher has one account:
// account.teacher_taken. Registrars only; account.no_teacher.
func (s *Service) SetTeacher(ctx context.Context, who access.Actor, account, teacher string) error {
	return s.changeAsRegistrar(ctx, who, account, func(q sqldb.Querier, row db.Account) error {
		if row.TeacherID == teacher {
			return nil
		}
		rows := db.New(q)
		if teacher != "" {
			if _, err := rows.SelectTeacherName(ctx, teacher); errors.Is(err, sql.ErrNoRows) {
				return fault.New(fault.Invalid, "account.no_teacher")
			} else if err != nil {
				return wrap("look for a teacher", err)
			}
		}
		n, err := rows.UpdateTeacher(ctx, db.UpdateTeacherParams{ID: account, Teacher: teacher})
		if err != nil {
			return wrap("store whom an account belongs to", err)
		}
		if n == 0 {
			return fault.New(fault.Conflict, "account.teacher_taken")
		}
		if err := countSessionChange(ctx, q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.now(), Action: "account.set_teacher", Object: account,
			Before: map[string]any{"teacher": row.TeacherID}, After: map[string]any{"teacher": teacher},
		})
	})
}

// nameTeachers fills in the names of the accounts' teachers.
func nameTeachers(ctx context.Context, q sqldb.Querier, list []Profile) error {
	rows, err := db.New(q).ListTeacherNames(ctx)
	if err != nil {
		return wrap("name the teachers of accounts", err)
	}
	names := make(map[string]db.Teacher, len(rows))
	for _, r := range rows {
		names[r.ID] = r
	}
	for i, p := range list {
		teacher := names[p.Teacher]
		list[i].TeacherName, list[i].TeacherNameEn, list[i].TeacherNumber = teacher.Name, teacher.NameEn, teacher.Number
	}
	return nil
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
