package message

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/sqldb"
)

// UsedBy returns student.has_acknowledged if the student acknowledged a notice, so that the record can't be deleted as
// a mistake. It checks no permission.
func (s *Service) UsedBy(ctx context.Context, q sqldb.Querier, student string) ([]string, error) {
	n, err := db.New(q).CountAcknowledged(ctx, student)
	if err != nil {
		return nil, fmt.Errorf("look for what a student acknowledged: %w", err)
	}
	if n > 0 {
		return []string{"student.has_acknowledged"}, nil
	}
	return nil, nil
}

// ForgetIn withdraws messages to a single student, in the transaction that deletes the record and before the account is
// deleted. Staff only.
func (s *Service) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	account, err := accountOf(ctx, q, student)
	if err != nil {
		return err
	}
	rows := db.New(q)
	if err := errors.Join(s.withdrawFrom(ctx, q, Student(student)), rows.DeleteRecipient(ctx, student)); err != nil {
		return fmt.Errorf("forget a student's messages: %w", err)
	}
	if account == "" {
		return nil
	}
	if err := errors.Join(s.withdrawFrom(ctx, q, Account(account)), rows.DeleteReads(ctx, account)); err != nil {
		return fmt.Errorf("forget an account's messages: %w", err)
	}
	return nil
}

func (s *Service) withdrawFrom(ctx context.Context, q sqldb.Querier, to Audience) error {
	_, err := db.New(q).UpdateWithdrawnTarget(ctx,
		db.UpdateWithdrawnTargetParams{Audience: to.kind, Target: to.target, Now: s.now().UnixMilli()})
	return err
}

func accountOf(ctx context.Context, q sqldb.Querier, student string) (string, error) {
	account, err := db.New(q).SelectAccountOfStudent(ctx, student)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find an account: %w", err)
	}
	return account, nil
}

// MergeIn moves another student's messages, read marks and acknowledgements, in the transaction that merges the records
// and before the accounts are merged. The portal's to-dos for the other account are withdrawn. Staff only.
func (s *Service) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string,
) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	listed, twice, err := sqldb.Move(ctx, q, "message_recipient", "student_id", other, kept, "message_id")
	if err != nil {
		return nil, err
	}
	moved, err := s.retarget(ctx, q, Student(kept), Student(other))
	if err != nil {
		return nil, err
	}
	messages, read := bulk.Moved{What: "messages", Moved: listed + moved, Dropped: twice}, bulk.Moved{What: "read"}
	mine, err := accountOf(ctx, q, kept)
	if err != nil {
		return nil, err
	}
	theirs, err := accountOf(ctx, q, other)
	if err != nil || mine == "" || theirs == "" { // a single account is moved as it is
		return []bulk.Moved{messages, read}, err
	}
	if read.Moved, read.Dropped, err = sqldb.Move(ctx, q, "message_read", "account_id", theirs,
		mine, "message_id"); err != nil {
		return nil, err
	}
	if moved, err = s.retarget(ctx, q, Account(mine), Account(theirs)); err != nil {
		return nil, err
	}
	messages.Moved += moved
	return []bulk.Moved{messages, read}, nil
}

// retarget moves messages to another audience and withdraws the rest, whose topic is about the former one.
func (s *Service) retarget(ctx context.Context, q sqldb.Querier, kept, other Audience) (int, error) {
	n, err := db.New(q).UpdateTarget(ctx,
		db.UpdateTargetParams{Kept: kept.target, Other: other.target, Audience: other.kind})
	if err != nil {
		return 0, fmt.Errorf("move messages: %w", err)
	}
	if err := s.withdrawFrom(ctx, q, other); err != nil {
		return 0, fmt.Errorf("take messages back: %w", err)
	}
	return int(n), nil
}
