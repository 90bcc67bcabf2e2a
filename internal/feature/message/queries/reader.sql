-- name: SelectMessages :many
-- Like the other queries here, it starts from the reader's audiences and joins their messages, so the cost depends on
-- one person's messages, not on all that were ever sent. Scheduled messages are hidden, and reminders once their notice
-- is acknowledged.
SELECT sqlc.embed(m), r.read_at, r.acknowledged_at
FROM (
	SELECT v.audience, v.target FROM message_audience AS v WHERE v.student_id = sqlc.arg(student)
	UNION ALL
	SELECT 'account', CAST(sqlc.arg(account) AS TEXT)
) AS mine
JOIN message AS m ON m.audience = mine.audience AND m.target = mine.target
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = sqlc.arg(account)
WHERE m.withdrawn_at = 0
  AND (m.expires_at = 0 OR m.expires_at > sqlc.arg(now))
  AND m.sent_at <= sqlc.arg(now)
  AND (m.reminds = '' OR NOT EXISTS (
	SELECT 1 FROM message_read AS done WHERE done.account_id = sqlc.arg(account) AND done.message_id = m.reminds
		AND done.acknowledged_at > 0))
  AND (CAST(sqlc.arg(kind) AS TEXT) = '' OR m.kind = sqlc.arg(kind))
  AND (r.message_id IS NULL OR NOT CAST(sqlc.arg(unread) AS BOOLEAN))
  AND (m.sent_at < sqlc.arg(before) OR (m.sent_at = sqlc.arg(before) AND m.id < sqlc.arg(before_id)))
ORDER BY m.sent_at DESC, m.id DESC
LIMIT sqlc.arg(size);

-- name: SelectMessage :one
SELECT sqlc.embed(m), r.read_at, r.acknowledged_at
FROM (
	SELECT v.audience, v.target FROM message_audience AS v WHERE v.student_id = sqlc.arg(student)
	UNION ALL
	SELECT 'account', CAST(sqlc.arg(account) AS TEXT)
) AS mine
JOIN message AS m ON m.audience = mine.audience AND m.target = mine.target
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = sqlc.arg(account)
WHERE m.id = sqlc.arg(id)
  AND m.withdrawn_at = 0
  AND (m.expires_at = 0 OR m.expires_at > sqlc.arg(now))
  AND m.sent_at <= sqlc.arg(now)
  AND (m.reminds = '' OR NOT EXISTS (
	SELECT 1 FROM message_read AS done WHERE done.account_id = sqlc.arg(account) AND done.message_id = m.reminds
		AND done.acknowledged_at > 0));

-- name: CountUnread :many
SELECT m.kind,
	CAST(sum(CASE WHEN r.message_id IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unread,
	CAST(sum(CASE WHEN m.acknowledge THEN 1 ELSE 0 END) AS BIGINT) AS asked
FROM (
	SELECT v.audience, v.target FROM message_audience AS v WHERE v.student_id = sqlc.arg(student)
	UNION ALL
	SELECT 'account', CAST(sqlc.arg(account) AS TEXT)
) AS mine
JOIN message AS m ON m.audience = mine.audience AND m.target = mine.target
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = sqlc.arg(account)
WHERE m.withdrawn_at = 0
  AND (m.expires_at = 0 OR m.expires_at > sqlc.arg(now))
  AND m.sent_at <= sqlc.arg(now)
  AND (m.reminds = '' OR NOT EXISTS (
	SELECT 1 FROM message_read AS done WHERE done.account_id = sqlc.arg(account) AND done.message_id = m.reminds
		AND done.acknowledged_at > 0))
  AND (r.message_id IS NULL OR (m.acknowledge AND r.acknowledged_at = 0))
GROUP BY m.kind;

-- name: InsertRead :execrows
INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at)
SELECT CAST(sqlc.arg(account) AS TEXT), m.id, CAST(sqlc.arg(now) AS BIGINT), 0
FROM (
	SELECT v.audience, v.target FROM message_audience AS v WHERE v.student_id = sqlc.arg(student)
	UNION ALL
	SELECT 'account', CAST(sqlc.arg(account) AS TEXT)
) AS mine
JOIN message AS m ON m.audience = mine.audience AND m.target = mine.target
WHERE m.id = sqlc.arg(id)
  AND m.sent_at <= CAST(sqlc.arg(now) AS BIGINT)
ON CONFLICT (account_id, message_id) DO NOTHING;

-- name: InsertReadAll :execrows
INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at)
SELECT CAST(sqlc.arg(account) AS TEXT), m.id, CAST(sqlc.arg(now) AS BIGINT), 0
FROM (
	SELECT v.audience, v.target FROM message_audience AS v WHERE v.student_id = sqlc.arg(student)
	UNION ALL
	SELECT 'account', CAST(sqlc.arg(account) AS TEXT)
) AS mine
JOIN message AS m ON m.audience = mine.audience AND m.target = mine.target
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = sqlc.arg(account)
WHERE r.message_id IS NULL
  AND m.withdrawn_at = 0
  AND m.sent_at <= CAST(sqlc.arg(now) AS BIGINT)
  AND (CAST(sqlc.arg(kind) AS TEXT) = '' OR m.kind = sqlc.arg(kind))
ON CONFLICT (account_id, message_id) DO NOTHING;

-- name: UpsertAcknowledged :exec
-- The first time counts.
INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at)
VALUES (sqlc.arg(account), sqlc.arg(id), sqlc.arg(now), sqlc.arg(now))
ON CONFLICT (account_id, message_id) DO UPDATE SET acknowledged_at = excluded.acknowledged_at
WHERE message_read.acknowledged_at = 0;
