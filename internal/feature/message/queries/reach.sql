-- name: CountReach :many
-- Counts the students of the audience by when they read and acknowledged it, in steps since it was sent (-1: not yet).
-- The audience is an argument instead of a join with message, so that only its branch of the view runs.
SELECT CAST(CASE WHEN r.read_at IS NULL THEN -1 WHEN r.read_at <= CAST(sqlc.arg(sent) AS BIGINT) THEN 0
		WHEN (r.read_at - CAST(sqlc.arg(sent) AS BIGINT)) / CAST(sqlc.arg(step) AS BIGINT) >
			sqlc.arg(most) THEN sqlc.arg(most)
		ELSE (r.read_at - CAST(sqlc.arg(sent) AS BIGINT)) / CAST(sqlc.arg(step) AS BIGINT) END AS BIGINT) AS read_in,
	CAST(CASE WHEN r.acknowledged_at IS NULL OR r.acknowledged_at = 0 THEN -1
		WHEN r.acknowledged_at <= CAST(sqlc.arg(sent) AS BIGINT) THEN 0
		WHEN (r.acknowledged_at - CAST(sqlc.arg(sent) AS BIGINT)) / CAST(sqlc.arg(step) AS BIGINT) >
			sqlc.arg(most) THEN sqlc.arg(most)
		ELSE (r.acknowledged_at - CAST(sqlc.arg(sent) AS BIGINT)) / CAST(sqlc.arg(step) AS BIGINT) END
			AS BIGINT) AS acknowledged_in,
	CAST(CASE WHEN CAST(sqlc.arg(deadline) AS BIGINT) > 0 AND r.acknowledged_at > sqlc.arg(deadline) THEN 1
		ELSE 0 END AS BIGINT) AS late,
	count(*) AS students
FROM message_audience AS v
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = sqlc.arg(id) AND r.account_id = s.account_id AND s.account_id <> ''
WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target)
GROUP BY 1, 2, 3;

-- name: SelectMissing :many
SELECT s.id, s.account_id, s.number, s.number_key, s.name, s.name_latin, s.class, r.read_at
FROM message_audience AS v
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = sqlc.arg(id) AND r.account_id = s.account_id AND s.account_id <> ''
WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target)
  AND (r.acknowledged_at IS NULL OR r.acknowledged_at = 0)
  AND s.number_key > sqlc.arg(after)
 
	AND (CAST(sqlc.arg(state) AS TEXT) IN ('', CASE WHEN s.account_id = '' THEN 'none'
		WHEN r.read_at IS NULL THEN 'no' ELSE 'yes' END))
  AND (CAST(sqlc.arg(anybody) AS BOOLEAN) OR EXISTS (
	SELECT 1 FROM lookup AS t WHERE t.id = s.id AND t.kind = 'student' AND t.token >= sqlc.arg(token)
		AND t.token < sqlc.arg(token_end)))
ORDER BY s.number_key
LIMIT sqlc.arg(size);

-- name: CountMissing :one
SELECT count(*)
FROM message_audience AS v
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = sqlc.arg(id) AND r.account_id = s.account_id AND s.account_id <> ''
WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target)
  AND (r.acknowledged_at IS NULL OR r.acknowledged_at = 0);

-- name: SelectReminders :many
SELECT sent_at FROM message WHERE reminds = sqlc.arg(id) AND reminds <> '' ORDER BY sent_at;

-- name: CountReached :one
-- CountReach without times.
SELECT count(*) AS students, count(r.read_at) AS readers,
	CAST(coalesce(sum(CASE WHEN r.acknowledged_at > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS acknowledged
FROM message_audience AS v
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = sqlc.arg(id) AND r.account_id = s.account_id AND s.account_id <> ''
WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target);
