package desk

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

const (
	// presenceLasts is how long it is believed that a page is open. Pages say so every thirty seconds, and one call may be lost.
	presenceLasts = 75 * time.Second
	maxColleagues = 10
)

// A Colleague is somebody else who has a page open.
type Colleague struct{ ID, Name string }

// Meet notes that the caller has a page open and returns who else has it, by name. Staff only.
func (s *Service) Meet(ctx context.Context, who access.Actor, page string) (list []Colleague, err error) {
	if err := access.Working.Check(who); err != nil {
		return nil, err
	}
	now := s.now()
	err = s.database.Write(ctx, func(q sqldb.Querier) error {
		list = nil
		if _, err := q.ExecContext(ctx, `DELETE FROM presence WHERE seen_at < $1`, now.Add(-presenceLasts).UnixMilli()); err != nil {
			return fmt.Errorf("forget who was here: %w", err)
		}
		if _, err := q.ExecContext(ctx, `INSERT INTO presence (account_id, page, seen_at) VALUES ($1, $2, $3)
			ON CONFLICT (page, account_id) DO UPDATE SET seen_at = excluded.seen_at`, who.Account, page, now.UnixMilli()); err != nil {
			return fmt.Errorf("note who is here: %w", err)
		}
		list, err = colleagues(ctx, q, page, who.Account)
		return err
	})
	return list, err
}

func colleagues(ctx context.Context, q sqldb.Querier, page, account string) ([]Colleague, error) {
	return sqldb.Select(ctx, q, "list who is here", `SELECT a.id, a.name FROM presence AS p JOIN account AS a ON a.id = p.account_id
		WHERE p.page = $1 AND p.account_id <> $2 ORDER BY a.name, a.id LIMIT $3`, []any{page, account, maxColleagues},
		func(row *sql.Rows, one *Colleague) error { return row.Scan(&one.ID, &one.Name) })
}
