-- name: DebitDoubling :execrows
-- Takes one try from a bucket that allows a few at once and then makes each next one wait twice as long. No row means
-- that the wait isn't over. One statement decides and debits, so no two callers can take the same try. A wait that ends
-- after beyond came from a wrong clock and counts as over.
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
WHERE b.ready_at <= sqlc.arg(now) OR b.ready_at > sqlc.arg(beyond);

-- name: CreditDoubling :exec
-- Gives back a try that was debited. Its wait was over then, or it would have been refused.
UPDATE throttle SET
	tries = tries - 1,
	delay = CASE WHEN delay > CAST(sqlc.arg(first) AS BIGINT) THEN delay / 2 ELSE 0 END,
	ready_at = 0
WHERE bucket = sqlc.arg(bucket) AND tries > 0;

-- name: SelectReadyAt :one
SELECT ready_at FROM throttle WHERE bucket = $1;

-- name: MarkSeen :execrows
-- One row means that it was unmarked, marked long ago, or marked by a wrong clock.
INSERT INTO throttle AS b (bucket, tries, delay, ready_at, forget_at)
VALUES (sqlc.arg(bucket), 1, 0, 0, sqlc.arg(forget_at))
ON CONFLICT (bucket) DO UPDATE SET forget_at = excluded.forget_at
WHERE b.forget_at <= sqlc.arg(now) OR b.forget_at > sqlc.arg(beyond);

-- name: DeleteBucket :exec
DELETE FROM throttle WHERE bucket = $1;

-- name: DeleteForgotten :exec
-- Anything after beyond was written by a wrong clock.
DELETE FROM throttle WHERE forget_at < sqlc.arg(before) OR forget_at > sqlc.arg(beyond);
