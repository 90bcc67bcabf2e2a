package desk

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// notice is a message that asks its readers to acknowledge it.
type notice struct {
	id, audience, target string
	sent                 int64
}

const selectAsking = `SELECT m.id, m.audience, m.target, m.sent_at FROM message AS m
	WHERE ($4 = '' OR m.sender = $4) AND m.acknowledge AND m.withdrawn_at = 0 AND m.sent_at > $1 AND m.sent_at <= $2
	AND (m.expires_at = 0 OR m.expires_at > $2)
	ORDER BY m.sent_at LIMIT $3`

// The audience is a parameter and not a join, so that only its part of the view is read.
const selectLacking = `SELECT count(*) FROM (
	SELECT 1 FROM message_audience AS v JOIN student AS s ON s.id = v.student_id
	LEFT JOIN message_read AS r ON r.message_id = $1 AND r.account_id = s.account_id AND r.acknowledged_at > 0
	WHERE v.audience = $2 AND v.target = $3 AND r.message_id IS NULL LIMIT 1) AS lacking`

// countUnanswered counts the notices that not everyone has acknowledged, and returns when the oldest was sent. For
// advisers it counts only notices they sent.
func countUnanswered(ctx context.Context, q sqldb.Querier, who access.Actor, now time.Time) (n int,
	oldest time.Time, err error,
) {
	author := ""
	if who.Scope != access.Registrar {
		author = who.Account
	}
	notices, err := noticesToAcknowledge(ctx, q, author, now)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("list notices to acknowledge: %w", err)
	}
	for _, one := range notices {
		lacking := 0
		if err := q.QueryRowContext(ctx, selectLacking, one.id, one.audience, one.target).Scan(&lacking); err != nil {
			return 0, time.Time{}, fmt.Errorf("look who has not acknowledged: %w", err)
		}
		if lacking == 0 {
			continue
		}
		if n++; n == 1 {
			oldest = time.UnixMilli(one.sent)
		}
	}
	return n, oldest, nil
}

func noticesToAcknowledge(ctx context.Context, q sqldb.Querier, author string, now time.Time) ([]notice, error) {
	return sqldb.Select(ctx, q, "list notices", selectAsking,
		[]any{now.Add(-recent).UnixMilli(), now.UnixMilli(), MaxCount, author}, func(row *sql.Rows, one *notice) error {
			return row.Scan(&one.id, &one.audience, &one.target, &one.sent)
		})
}
