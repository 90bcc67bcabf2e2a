-- name: SelectLogin :one
-- Everything a login depends on in one statement, at the same cost for every phone.
SELECT a.id, a.name, a.role, a.scope, a.classes, a.student_id, a.teacher_id, a.enabled, a.closed_reason,
	CAST(COALESCE(st.status, '') AS TEXT) AS status, c.kind, c.secret, c.code_until, c.code_session, c.totp, c.totp_step,
	CAST(COALESCE(d.login_at, 0) AS BIGINT) AS device_login_at,
	CAST(COALESCE(d.shared, FALSE) AS BOOLEAN) AS device_shared,
	CAST(COALESCE(d.failures, 0) AS BIGINT) AS device_failures
FROM account AS a
JOIN credential AS c ON c.account_id = a.id
LEFT JOIN student AS st ON st.id = a.student_id
LEFT JOIN device AS d ON d.account_id = a.id AND d.hash = sqlc.arg(device_hash)
WHERE a.phone = sqlc.arg(phone);

-- name: InsertSession :execrows
INSERT INTO session (id, token_hash, account_id, device_hash, address, agent, created_at, seen_at, expires_at,
	token_until, ended_at, end_reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, 0, '')
ON CONFLICT (token_hash) DO NOTHING;

-- name: SelectSession :one
SELECT s.id, s.account_id, s.device_hash, s.created_at, s.seen_at, s.expires_at, s.ended_at,
	s.viewer_account, s.viewer_session,
	a.name, a.role, a.scope, a.classes, a.student_id, a.teacher_id, a.enabled,
	CAST(COALESCE(st.status, '') AS TEXT) AS status, c.kind, c.totp
FROM session AS s
JOIN account AS a ON a.id = s.account_id
JOIN credential AS c ON c.account_id = s.account_id
LEFT JOIN student AS st ON st.id = a.student_id
WHERE s.token_hash = $1;

-- name: SelectSessionByID :one
SELECT s.id, s.account_id, s.device_hash, s.created_at, s.seen_at, s.expires_at, s.ended_at,
	s.viewer_account, s.viewer_session,
	a.name, a.role, a.scope, a.classes, a.student_id, a.teacher_id, a.enabled,
	CAST(COALESCE(st.status, '') AS TEXT) AS status, c.kind, c.totp
FROM session AS s
JOIN account AS a ON a.id = s.account_id
JOIN credential AS c ON c.account_id = s.account_id
LEFT JOIN student AS st ON st.id = a.student_id
WHERE s.id = $1;

-- name: CountTokens :one
SELECT count(*) FROM session WHERE token_hash = $1;

-- name: ListSessions :many
-- A view ends with the session of the member of staff who opened it.
SELECT s.id, s.address, s.agent, s.created_at, s.seen_at, s.expires_at, s.viewer_account, s.view_reason,
	CAST(COALESCE(v.name, '') AS TEXT) AS viewer_name
FROM session AS s
JOIN account AS a ON a.id = s.account_id
LEFT JOIN account AS v ON v.id = s.viewer_account
WHERE s.account_id = sqlc.arg(account_id) AND s.ended_at = 0 AND s.expires_at > sqlc.arg(now)
	AND s.seen_at > CASE WHEN a.role = 'admin' THEN CAST(sqlc.arg(staff_idle_since) AS BIGINT)
		ELSE CAST(sqlc.arg(idle_since) AS BIGINT) END
	AND (s.viewer_account = '' OR EXISTS (SELECT 1 FROM session AS o WHERE o.id = s.viewer_session AND o.ended_at = 0))
ORDER BY s.created_at DESC, s.id DESC;

-- name: InsertView :execrows
-- Without the address and agent of staff: they are in the audit log and not for the student's list.
INSERT INTO session (id, token_hash, account_id, device_hash, address, agent, created_at, seen_at, expires_at,
	token_until, ended_at, end_reason,
	viewer_account, viewer_session, view_reason)
VALUES ($1, $2, $3, $4, '', '', $5, $5, $6, $6, 0, '', $7, $8, $9)
ON CONFLICT (token_hash) DO NOTHING;

-- name: SelectViewer :one
-- The session of the member of staff behind a view.
SELECT s.account_id, s.seen_at, s.expires_at, s.ended_at, a.role, a.scope, a.enabled,
	CAST(COALESCE(st.status, '') AS TEXT) AS status
FROM session AS s
JOIN account AS a ON a.id = s.account_id
LEFT JOIN student AS st ON st.id = a.student_id
WHERE s.id = $1;

-- name: EndSession :execrows
UPDATE session SET ended_at = sqlc.arg(now), end_reason = sqlc.arg(reason)
WHERE id = sqlc.arg(id) AND account_id = sqlc.arg(account_id) AND ended_at = 0;

-- name: EndSessions :execrows
UPDATE session SET ended_at = sqlc.arg(now), end_reason = sqlc.arg(reason)
WHERE account_id = sqlc.arg(account_id) AND id <> sqlc.arg(spared) AND ended_at = 0;

-- name: EndOldestSessions :execrows
-- Ends the sessions that were unused for longest, views apart.
UPDATE session SET ended_at = sqlc.arg(now), end_reason = sqlc.arg(reason)
WHERE session.account_id = sqlc.arg(account_id) AND session.ended_at = 0 AND session.viewer_account = ''
	AND session.id NOT IN (SELECT newer.id FROM session AS newer
		WHERE newer.account_id = sqlc.arg(account_id) AND newer.ended_at = 0 AND newer.viewer_account = ''
		ORDER BY newer.seen_at DESC, newer.created_at DESC, newer.id DESC LIMIT sqlc.arg(spared));

-- name: EndViewsOf :exec
UPDATE session SET ended_at = sqlc.arg(now), end_reason = sqlc.arg(reason)
WHERE account_id = sqlc.arg(account_id) AND viewer_account <> '' AND ended_at = 0;

-- name: UpdateSeen :exec
UPDATE session SET seen_at = sqlc.arg(seen_at) WHERE id = sqlc.arg(id) AND seen_at < sqlc.arg(seen_at);

-- name: RebindSessions :execrows
UPDATE session SET device_hash = sqlc.arg(new_hash)
WHERE device_hash = sqlc.arg(old_hash) AND ended_at = 0;

-- name: DeleteSessions :execrows
DELETE FROM session
WHERE token_until < sqlc.arg(token_until)
	AND (expires_at < sqlc.arg(now) OR seen_at < sqlc.arg(idle_since)
		OR (ended_at > 0 AND ended_at < sqlc.arg(ended_before)));

-- name: RenameDevice :exec
UPDATE device SET hash = sqlc.arg(new_hash) WHERE hash = sqlc.arg(old_hash);

-- name: InsertDevice :exec
INSERT INTO device (hash, account_id, login_at) VALUES ($1, $2, $3)
ON CONFLICT (hash, account_id) DO UPDATE SET login_at = excluded.login_at, failures = 0;

-- name: CountOnDevice :exec
UPDATE device SET failures = failures + sqlc.arg(failures) WHERE hash = sqlc.arg(hash)
	AND account_id = sqlc.arg(account_id);

-- name: MarkShared :exec
-- After a login: a device with a second account is never again an own device.
UPDATE device SET shared = TRUE
WHERE device.hash = sqlc.arg(hash) AND EXISTS (SELECT 1 FROM device AS other WHERE other.hash = sqlc.arg(hash)
	AND other.account_id <> sqlc.arg(account_id));

-- name: DeleteDevices :exec
DELETE FROM device WHERE login_at < $1;

-- name: ForgetDevices :exec
DELETE FROM device WHERE account_id = sqlc.arg(account_id) AND hash <> sqlc.arg(spared);
