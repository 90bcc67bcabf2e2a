-- name: CountGuess :one
-- Counts a try at an account and returns the total. After a long rest the count restarts, unless it has closed the
-- first password.
INSERT INTO guess AS g (account_id, tries, own_tries, first_at, last_at, reported)
VALUES (sqlc.arg(account_id), sqlc.arg(tries), sqlc.arg(own_tries), sqlc.arg(now), sqlc.arg(now), 0)
ON CONFLICT (account_id) DO UPDATE SET
	tries = CASE WHEN g.last_at < sqlc.arg(rested) AND g.tries < sqlc.arg(closing) THEN 0
		ELSE g.tries END + excluded.tries,
	own_tries = CASE WHEN g.last_at < sqlc.arg(rested) AND g.tries < sqlc.arg(closing) THEN 0
		ELSE g.own_tries END + excluded.own_tries,
	first_at = CASE WHEN g.last_at < sqlc.arg(rested)
		AND g.tries < sqlc.arg(closing) THEN excluded.first_at ELSE g.first_at END,
	reported = CASE WHEN g.last_at < sqlc.arg(rested) AND g.tries < sqlc.arg(closing) THEN 0 ELSE g.reported END,
	last_at = excluded.last_at
RETURNING tries;

-- name: UncountGuess :exec
UPDATE guess SET tries = tries - sqlc.arg(tries), own_tries = own_tries - sqlc.arg(own_tries)
WHERE account_id = sqlc.arg(account_id) AND tries >= sqlc.arg(tries) AND own_tries >= sqlc.arg(own_tries);

-- name: CountNetwork :exec
INSERT INTO guess_network AS n (network, day, tries, reported) VALUES (sqlc.arg(network), sqlc.arg(day), 1, 0)
ON CONFLICT (network, day) DO UPDATE SET tries = n.tries + 1;

-- name: UncountNetwork :exec
UPDATE guess_network SET tries = tries - 1 WHERE network = sqlc.arg(network) AND day = sqlc.arg(day) AND tries > 0;

-- name: DeleteGuess :exec
DELETE FROM guess WHERE account_id = $1;

-- name: SelectUnreported :many
-- Accounts with ten times as many failed tries as last reported.
SELECT g.account_id, g.tries, g.own_tries, g.first_at, g.reported, c.kind
FROM guess AS g
JOIN credential AS c ON c.account_id = g.account_id
WHERE g.tries + g.own_tries >= CASE WHEN g.reported = 0 THEN CAST(sqlc.arg(first) AS BIGINT) ELSE g.reported * 10 END
ORDER BY g.account_id
LIMIT sqlc.arg(page);

-- name: MarkReported :execrows
UPDATE guess SET reported = sqlc.arg(reported) WHERE account_id = sqlc.arg(account_id) AND reported = sqlc.arg(was);

-- name: SelectUnreportedNetworks :many
SELECT network, day, tries, reported FROM guess_network
WHERE tries >= CASE WHEN reported = 0 THEN CAST(sqlc.arg(first) AS BIGINT) ELSE reported * 10 END
ORDER BY day, network
LIMIT sqlc.arg(page);

-- name: MarkNetworkReported :execrows
UPDATE guess_network SET reported = sqlc.arg(reported)
WHERE network = sqlc.arg(network) AND day = sqlc.arg(day) AND reported = sqlc.arg(was);

-- name: SelectGuessed :many
-- Accounts with recent failed tries, most tries first.
SELECT a.id, a.name, g.tries, g.own_tries, g.first_at, g.last_at,
	CAST(c.kind = 'last-six' AND g.tries >= sqlc.arg(closing) AS BOOLEAN) AS closed
FROM guess AS g
JOIN account AS a ON a.id = g.account_id
JOIN credential AS c ON c.account_id = g.account_id
WHERE g.last_at >= sqlc.arg(since) AND g.tries + g.own_tries > 0
ORDER BY g.tries + g.own_tries DESC, a.id
LIMIT sqlc.arg(page);

-- name: SelectGuessingNetworks :many
SELECT network, CAST(sum(tries) AS BIGINT) AS tries
FROM guess_network
WHERE day >= sqlc.arg(since) AND tries > 0
GROUP BY network
ORDER BY CAST(sum(tries) AS BIGINT) DESC, network
LIMIT sqlc.arg(page);

-- name: CountFirstPasswords :one
-- How many accounts still have the last six of the ID as their password, and how many of those are closed.
SELECT count(*) AS last_six,
	CAST(COALESCE(sum(CASE WHEN g.tries >= sqlc.arg(closing) THEN 1 ELSE 0 END), 0) AS BIGINT) AS closed
FROM credential AS c
LEFT JOIN guess AS g ON g.account_id = c.account_id
WHERE c.kind = 'last-six';

-- name: CountTries :one
SELECT CAST(COALESCE(sum(tries), 0) AS BIGINT) FROM guess_network WHERE day >= sqlc.arg(since);

-- name: DeleteRested :exec
-- Counts without a recent try, except those that closed a first password.
DELETE FROM guess WHERE last_at < sqlc.arg(before) AND NOT (tries >= sqlc.arg(closing)
	AND EXISTS (SELECT 1 FROM credential AS c WHERE c.account_id = guess.account_id AND c.kind = 'last-six'));

-- name: DeleteNetworks :exec
DELETE FROM guess_network WHERE day < $1;
