package watching

import (
	"context"
	"fmt"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/sqldb"
)

// ForgetIn deletes the data about a student, in the transaction that deletes the record. Staff only.
func (s *Service) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if err := noteGroupsOf(ctx, q, student); err != nil {
		return err
	}
	for _, table := range []string{"watching_row", "watching_reminder"} {
		if _, err := q.ExecContext(ctx, "DELETE FROM "+table+" WHERE student_id = $1", student); err != nil {
			return fmt.Errorf("delete from %s: %w", table, err)
		}
	}
	return nil
}

// MergeIn moves reminders from one student to another and deletes the other rows, which the next run computes
// again. Staff only.
func (s *Service) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string,
) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	if err := noteGroupsOf(ctx, q, other); err != nil {
		return nil, err
	}
	if _, err := q.ExecContext(ctx, "DELETE FROM watching_row WHERE student_id = $1", other); err != nil {
		return nil, fmt.Errorf("delete from watching_row: %w", err)
	}
	_, _, err := sqldb.Move(ctx, q, "watching_reminder", "student_id", other, kept, "course_id")
	return nil, err
}
