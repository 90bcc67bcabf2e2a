package cache

import (
	"context"
	"fmt"

	"lectern/internal/kernel/sqldb"
)

// Bump increases the number of the whole college, and sets the number of each changed scope (ids of terms, groups …)
// to it. The querier must be the transaction that makes the change. Transactions that bump run one after the other,
// so a reader of a number sees all changes up to it.
func Bump(ctx context.Context, q sqldb.Querier, scopes ...string) error {
	var n int64
	err := q.QueryRowContext(ctx, `INSERT INTO revision (scope, n) VALUES ('', 1)
		ON CONFLICT (scope) DO UPDATE SET n = revision.n + 1 RETURNING n`).Scan(&n)
	if err != nil {
		return fmt.Errorf("count a change: %w", err)
	}
	for _, scope := range scopes {
		_, err := q.ExecContext(ctx, `INSERT INTO revision (scope, n) VALUES ($1, $2)
			ON CONFLICT (scope) DO UPDATE SET n = excluded.n`, scope, n)
		if err != nil {
			return fmt.Errorf("count a change to %s: %w", scope, err)
		}
	}
	return nil
}

// Count increases the number of a scope that is counted apart, in the transaction that makes the change.
func Count(ctx context.Context, q sqldb.Querier, scope string) error {
	_, err := q.ExecContext(ctx, `INSERT INTO revision (scope, n) VALUES ($1, 1) ON CONFLICT (scope) DO UPDATE
		SET n = revision.n + 1`, scope)
	if err != nil {
		return fmt.Errorf("count a change to %s: %w", scope, err)
	}
	return nil
}

// RevisionOf returns the number at which a scope last changed, or 0 if it never did; of several scopes, the sum. The
// empty scope is the whole college.
func RevisionOf(ctx context.Context, q sqldb.Querier, scopes ...string) (int64, error) {
	places, args := sqldb.List(1, scopes)
	var n int64
	err := q.QueryRowContext(ctx, `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM revision
		WHERE scope IN (`+places+`)`, args...).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("read the revision: %w", err)
	}
	return n, nil
}
