package sqldb

import (
	"context"
	"fmt"
	"strings"
)

// Move changes the owner of rows. Rows whose key the new owner already has are deleted. All names are constants of
// the program, never input. Without a key every row moves; if a table has one row per owner, the key is the owner's
// column.
func Move(ctx context.Context, q Querier, table, owner, from, to string,
	key ...string,
) (moved, deleted int, err error) {
	text := "UPDATE " + table + " SET " + owner + " = $1 WHERE " + owner + " = $2"
	if len(key) > 0 {
		same := []string{"mine." + owner + " = $1"}
		for _, column := range key {
			if column != owner {
				same = append(same, "mine."+column+" = "+table+"."+column)
			}
		}
		text += " AND NOT EXISTS (SELECT 1 FROM " + table + " AS mine WHERE " + strings.Join(same, " AND ") + ")"
	}
	if moved, err = affected(ctx, q, text, to, from); err != nil {
		return 0, 0, fmt.Errorf("move rows of %s: %w", table, err)
	}
	if deleted, err = affected(ctx, q, "DELETE FROM "+table+" WHERE "+owner+" = $1", from); err != nil {
		return 0, 0, fmt.Errorf("delete rows of %s: %w", table, err)
	}
	return moved, deleted, nil
}

func affected(ctx context.Context, q Querier, text string, args ...any) (int, error) {
	result, err := q.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}
