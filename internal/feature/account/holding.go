package account

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/sqldb"
)

// ofStudent returns a student's account, or nil.
func ofStudent(ctx context.Context, q sqldb.Querier, student string) (*db.Account, error) {
	row, err := db.New(q).SelectAccountByStudent(ctx, student)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &row, wrap("find an account", err)
}

// UsedBy returns student.has_logged_in if a student's record can't be a mistake. It doesn't check who calls it.
func (s *Service) UsedBy(ctx context.Context, q sqldb.Querier, student string) ([]string, error) {
	row, err := ofStudent(ctx, q, student)
	if err != nil || row == nil || row.LoginAt == 0 {
		return nil, err
	}
	return []string{"student.has_logged_in"}, nil
}

// ForgetIn deletes the account of a student, in the transaction that deletes the record. Staff only.
func (s *Service) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	row, err := ofStudent(ctx, q, student)
	if err != nil || row == nil {
		return err
	}
	if err := s.keepOneRegistrar(ctx, q, *row); err != nil {
		return err
	}
	rows := db.New(q)
	err = errors.Join(
		rows.DeleteSessionsOf(ctx, row.ID), rows.ForgetDevices(ctx, db.ForgetDevicesParams{
			AccountID: row.ID,
			Spared:    []byte{},
		}), rows.DeleteGuess(ctx, row.ID), rows.DeleteRecoveryCodes(ctx, row.ID),
		rows.DeleteCredential(ctx, row.ID), rows.DeleteAccount(ctx, row.ID), countSessionChange(ctx, q),
	)
	if err != nil {
		return wrap("delete an account", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.delete", Object: row.ID,
		Before: map[string]any{
			"name": row.Name, "phone": phone.Mask(row.Phone), "role": row.Role,
			"student": student, "enabled": row.Enabled,
		},
	})
}

// MergeIn gives a student the account of another, in the transaction that merges the records. If both have one, the
// other's is closed for good and its phone becomes free. It returns the student's account. Staff only.
func (s *Service) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string,
) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	mine, err := ofStudent(ctx, q, kept)
	if err != nil {
		return nil, err
	}
	theirs, err := ofStudent(ctx, q, other)
	if err != nil || theirs == nil {
		return nil, err
	}
	out, entry := bulk.Moved{What: "account"}, audit.Entry{
		At: s.now(), Action: "account.merge", Object: theirs.ID,
		Before: map[string]any{"student": other, "phone": phone.Mask(theirs.Phone), "enabled": theirs.Enabled},
	}
	if mine == nil {
		out.Moved, entry.After = 1, map[string]any{"student": kept}
		err = wrap("move an account",
			db.New(q).UpdateStudentOf(ctx, db.UpdateStudentOfParams{ID: theirs.ID, StudentID: kept}))
		if err == nil {
			err = s.endIfClosed(ctx, q, theirs.ID)
		}
	} else {
		out.Dropped, entry.After = 1, map[string]any{"student": "", "phone": "", "enabled": false, "into": mine.ID}
		err = s.closeMerged(ctx, q, *theirs)
	}
	if err != nil {
		return nil, err
	}
	return []bulk.Moved{out}, errors.Join(countSessionChange(ctx, q), audit.Append(ctx, q, who, entry))
}

// closeMerged closes an account whose owner has another one.
func (s *Service) closeMerged(ctx context.Context, q sqldb.Querier, row db.Account) error {
	if err := s.keepOneRegistrar(ctx, q, row); err != nil {
		return err
	}
	if _, err := s.endOthers(ctx, q, row.ID, "", endedByStaff); err != nil {
		return err
	}
	return wrap("close an account",
		db.New(q).CloseMerged(ctx, db.CloseMergedParams{ID: row.ID, Phone: "merged:" + row.ID}))
}
