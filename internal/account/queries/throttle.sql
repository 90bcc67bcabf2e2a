-- name: DebitDoubling :execrows
-- One try from a bucket that lets a few through at once and then makes each next one wait twice as long. No row means
-- no: the wait is not over. Deciding and debiting are one statement, so no two callers can take the same try.
INSERT INTO throttle AS b (bucket, tries, delay, ready_at, forget_at)
VALUES (sqlc.arg(bucket), 1, 0, sqlc.arg(now), CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(forget) AS BIGINT))
ON CONFLICT (bucket) DO UPDATE SET
	tries = CASE WHEN b.forget_at <= sqlc.arg(now) THEN 1 ELSE b.tries + 1 END,
	delay = CASE
		WHEN b.forget_at <= sqlc.arg(now) OR b.tries + 1 < sqlc.arg(burst) THEN 0
		WHEN b.delay = 0 THEN sqlc.arg(first)
		WHEN b.delay * 2 > sqlc.arg(longest) THEN sqlc.arg(longest)
		ELSE b.delay * 2 END,
	ready_at = CAST(sqlc.arg(now) AS BIGINT) + CASE
		WHEN b.forget_at <= sqlc.arg(now) OR b.tries + 1 < sqlc.arg(burst) THEN 0
		WHEN b.delay = 0 THEN sqlc.arg(first)
		WHEN b.delay * 2 > sqlc.arg(longest) THEN sqlc.arg(longest)
		ELSE b.delay * 2 END,
	forget_at = CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(forget) AS BIGINT)
WHERE b.ready_at <= sqlc.arg(now);

-- name: DebitSteady :execrows
-- One unit from a bucket that refills at a steady pace (GCRA). No row means no. The slack is (burst - 1) × pace.
INSERT INTO throttle AS b (bucket, tries, delay, ready_at, forget_at)
VALUES (sqlc.arg(bucket), 1, 0, CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(pace) AS BIGINT), CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(pace) AS BIGINT))
ON CONFLICT (bucket) DO UPDATE SET
	tries = b.tries + 1,
	ready_at = CASE WHEN b.ready_at > sqlc.arg(now) THEN b.ready_at ELSE sqlc.arg(now) END + CAST(sqlc.arg(pace) AS BIGINT),
	forget_at = CASE WHEN b.ready_at > sqlc.arg(now) THEN b.ready_at ELSE sqlc.arg(now) END + CAST(sqlc.arg(pace) AS BIGINT)
WHERE b.ready_at <= CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(slack) AS BIGINT);

-- name: SelectReadyAt :one
SELECT ready_at FROM throttle WHERE bucket = $1;

-- name: HasSeen :one
SELECT count(*) FROM throttle WHERE bucket = sqlc.arg(bucket) AND forget_at > sqlc.arg(now);

-- name: MarkSeen :exec
INSERT INTO throttle (bucket, tries, delay, ready_at, forget_at) VALUES (sqlc.arg(bucket), 1, 0, 0, sqlc.arg(forget_at))
ON CONFLICT (bucket) DO UPDATE SET forget_at = excluded.forget_at;

-- name: CreditSteady :exec
UPDATE throttle SET ready_at = ready_at - CASE WHEN bucket = sqlc.arg(one) THEN CAST(sqlc.arg(one_pace) AS BIGINT) ELSE CAST(sqlc.arg(other_pace) AS BIGINT) END
WHERE bucket = sqlc.arg(one) OR bucket = sqlc.arg(other);

-- name: DeleteBuckets :exec
DELETE FROM throttle WHERE bucket = sqlc.arg(one) OR bucket = sqlc.arg(other);

-- name: DeleteForgotten :execrows
DELETE FROM throttle WHERE forget_at < $1;
