-- name: UpsertSubscription :exec
-- Each browser has one subscription, owned by the account that is logged in there now.
INSERT INTO push_subscription (id, endpoint, account_id, session_id, p256dh, auth, language, changes, recordings,
	notices, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_id = excluded.session_id,
	p256dh = excluded.p256dh,
	auth = excluded.auth, language = excluded.language, changes = excluded.changes, recordings = excluded.recordings,
	notices = excluded.notices, updated_at = excluded.updated_at;

-- name: SelectSubscriptions :many
SELECT endpoint, changes, recordings, notices, updated_at FROM push_subscription WHERE account_id = $1
ORDER BY updated_at DESC, id;

-- name: DeleteSubscription :exec
DELETE FROM push_subscription WHERE account_id = $1 AND endpoint = $2;

-- name: DeleteSubscriptions :exec
DELETE FROM push_subscription WHERE account_id = $1;

-- name: DeleteByID :exec
DELETE FROM push_subscription WHERE id = $1;

-- name: DeleteOldest :exec
-- Deletes all but the account's latest devices.
DELETE FROM push_subscription WHERE push_subscription.account_id = sqlc.arg(account) AND push_subscription.id NOT IN (
	SELECT p.id FROM push_subscription AS p WHERE p.account_id = sqlc.arg(account)
	ORDER BY p.updated_at DESC, p.id LIMIT sqlc.arg(most)
);

-- name: CountSubscriptions :one
SELECT count(*) FROM (SELECT 1 FROM push_subscription LIMIT 1) AS x;

-- name: SelectAudienceOf :one
SELECT audience, target, reminds FROM message WHERE id = sqlc.arg(message) AND withdrawn_at = 0;

-- name: SelectReceivers :many
-- The logged-in devices of the audience that want this kind. The audience is an argument instead of a join with
-- message, so that only its branch of the view runs. A reminder only goes to those who haven't acknowledged its notice.
SELECT p.id
FROM message_audience AS au
JOIN account AS a ON a.student_id = au.student_id
JOIN push_subscription AS p ON p.account_id = a.id
JOIN session AS s ON s.id = p.session_id
WHERE au.audience = sqlc.arg(audience) AND au.target = sqlc.arg(target) AND s.ended_at = 0
	AND s.expires_at > sqlc.arg(now)
	AND (p.changes AND CAST(sqlc.arg(kind) AS TEXT) = 'changes' OR p.recordings
		AND CAST(sqlc.arg(kind) AS TEXT) = 'recordings' OR p.notices AND CAST(sqlc.arg(kind) AS TEXT) = 'notices')
	AND NOT EXISTS (SELECT 1 FROM message_read AS r WHERE r.account_id = p.account_id AND r.message_id = sqlc.arg(reminds)
		AND r.acknowledged_at > 0)
UNION
SELECT p.id
FROM push_subscription AS p
JOIN session AS s ON s.id = p.session_id
WHERE CAST(sqlc.arg(audience) AS TEXT) = 'account' AND p.account_id = sqlc.arg(target) AND s.ended_at = 0
	AND s.expires_at > sqlc.arg(now)
	AND (p.changes AND CAST(sqlc.arg(kind) AS TEXT) = 'changes' OR p.recordings
		AND CAST(sqlc.arg(kind) AS TEXT) = 'recordings' OR p.notices AND CAST(sqlc.arg(kind) AS TEXT) = 'notices');

-- name: SelectDelivery :one
-- A message for a device. No row: it was withdrawn, has expired or was acknowledged, or the device has logged out.
SELECT p.endpoint, p.p256dh, p.auth, p.language, m.title, m.title_en, m.content, m.content_en, m.link, m.topic
FROM push_subscription AS p
JOIN session AS s ON s.id = p.session_id
JOIN message AS m ON m.id = sqlc.arg(message)
WHERE p.id = sqlc.arg(id) AND s.ended_at = 0 AND s.expires_at > sqlc.arg(now)
	AND m.withdrawn_at = 0 AND (m.expires_at = 0 OR m.expires_at > sqlc.arg(now))
	AND NOT EXISTS (SELECT 1 FROM message_read AS r WHERE r.account_id = p.account_id AND r.message_id = m.reminds
		AND r.acknowledged_at > 0);

-- name: DeleteOrphans :exec
-- Devices whose session was deleted.
DELETE FROM push_subscription WHERE NOT EXISTS (
	SELECT 1 FROM session AS s WHERE s.id = push_subscription.session_id AND s.ended_at = 0
);
