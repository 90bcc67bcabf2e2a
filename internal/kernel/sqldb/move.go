package sqldb

import (
	"context"
	"fmt"
	"strings"
)

// Move gives the rows of one owner to another. Rows whose key the other has already are deleted: the other keeps its own. All names are part of
// the program, never input; without a key every row is moved, and of a table that has one row for each owner the key is the owner's column.
func Move(ctx context.Context, q Querier, table, owner, from, to string, key ...string) (moved, deleted int, err error) {
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
