-- name: InsertAccount :execrows
INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area, location_name,
	introduction, website, job, job_name, organization, organization_name, certification, avatar, registered_at,
	login_at, scope, classes)
VALUES ($1, $2, $3, $4, $5, TRUE, '', $6, '', '', '', '', '', '', '', $7, $8, $9, '', $10, $11, $12, $13)
ON CONFLICT DO NOTHING;

-- name: SelectAccount :one
SELECT * FROM account WHERE id = $1;

-- name: SelectProfile :one
-- The email address, certification and Latin name of a student are read from the record: copies would be outdated after
-- the next import. The CAST keeps SQLite from planning the join again for every value, which takes five times as long
-- as running it.
SELECT sqlc.embed(account), credential.kind, credential.totp, student.email AS student_email,
	student.status AS student_status,
	student.name_latin AS student_name_latin
FROM account
JOIN credential ON credential.account_id = account.id
LEFT JOIN student ON student.id = account.student_id
WHERE account.id = CAST(sqlc.arg(id) AS TEXT);

-- name: SelectAccountByPhone :one
SELECT * FROM account WHERE phone = $1;

-- name: SelectAccountByStudent :one
SELECT * FROM account WHERE student_id = $1 AND student_id <> '';

-- name: ListAccounts :many
-- Of a role that most accounts have, or of all.
SELECT sqlc.embed(a), c.kind, c.totp, s.email AS student_email, s.status AS student_status,
	CAST(COALESCE(t.number, '') AS TEXT) AS teacher_number, CAST(COALESCE(t.name, '') AS TEXT) AS teacher_name,
	CAST(COALESCE(t.name_en, '') AS TEXT) AS teacher_name_en
FROM account AS a
JOIN credential AS c ON c.account_id = a.id
LEFT JOIN student AS s ON s.id = a.student_id
LEFT JOIN teacher AS t ON t.id = a.teacher_id AND a.teacher_id <> ''
WHERE (CAST(sqlc.arg(role) AS TEXT) = '' OR a.role = CAST(sqlc.arg(role) AS TEXT))
	AND (a.name > sqlc.arg(after_name) OR (a.name = sqlc.arg(after_name) AND a.id > sqlc.arg(after_id)))
ORDER BY a.name, a.id LIMIT sqlc.arg(page);

-- name: ListFewAccounts :many
-- Of staff or teachers. The first condition is that of the index account_few.
SELECT sqlc.embed(a), c.kind, c.totp, s.email AS student_email, s.status AS student_status,
	CAST(COALESCE(t.number, '') AS TEXT) AS teacher_number, CAST(COALESCE(t.name, '') AS TEXT) AS teacher_name,
	CAST(COALESCE(t.name_en, '') AS TEXT) AS teacher_name_en
FROM account AS a
JOIN credential AS c ON c.account_id = a.id
LEFT JOIN student AS s ON s.id = a.student_id
LEFT JOIN teacher AS t ON t.id = a.teacher_id AND a.teacher_id <> ''
WHERE (a.role = 'admin' OR a.teacher_id <> '' OR a.student_id = '')
	AND (CAST(sqlc.arg(role) AS TEXT) = '' OR a.role = CAST(sqlc.arg(role) AS TEXT))
	AND (CAST(sqlc.arg(scope) AS TEXT) = '' OR a.scope = CAST(sqlc.arg(scope) AS TEXT))
	AND (CAST(sqlc.arg(of_teachers) AS BIGINT) = 0 OR a.teacher_id <> '' OR (a.role = 'user' AND a.student_id = ''))
	AND (a.name > sqlc.arg(after_name) OR (a.name = sqlc.arg(after_name) AND a.id > sqlc.arg(after_id)))
ORDER BY a.name, a.id LIMIT sqlc.arg(page);

-- name: SearchAccounts :many
-- Students are found by the tokens of their records.
WITH hit(id) AS (
	SELECT p.id FROM account AS p WHERE p.phone = sqlc.arg(phone)
	UNION
	SELECT k.id FROM (SELECT l.id FROM lookup AS l WHERE l.kind = 'account' AND l.token >= sqlc.arg(first)
		AND l.token < sqlc.arg(until) ORDER BY l.token LIMIT 500) AS k
	UNION
	SELECT o.id FROM (SELECT l.id FROM lookup AS l WHERE l.kind = 'student' AND l.token >= sqlc.arg(first)
		AND l.token < sqlc.arg(student_until) ORDER BY l.token LIMIT 500) AS k
	JOIN account AS o ON o.student_id = k.id AND o.student_id <> ''
)
SELECT sqlc.embed(a), c.kind, c.totp, s.email AS student_email, s.status AS student_status,
	CAST(COALESCE(t.number, '') AS TEXT) AS teacher_number, CAST(COALESCE(t.name, '') AS TEXT) AS teacher_name,
	CAST(COALESCE(t.name_en, '') AS TEXT) AS teacher_name_en
FROM hit JOIN account AS a ON a.id = hit.id
JOIN credential AS c ON c.account_id = a.id
LEFT JOIN student AS s ON s.id = a.student_id
LEFT JOIN teacher AS t ON t.id = a.teacher_id AND a.teacher_id <> ''
WHERE (a.name > sqlc.arg(after_name) OR (a.name = sqlc.arg(after_name) AND a.id > sqlc.arg(after_id)))
	AND (CAST(sqlc.arg(role) AS TEXT) = '' OR a.role = CAST(sqlc.arg(role) AS TEXT))
	AND (CAST(sqlc.arg(scope) AS TEXT) = '' OR a.scope = CAST(sqlc.arg(scope) AS TEXT))
	AND (CAST(sqlc.arg(of_teachers) AS BIGINT) = 0 OR a.teacher_id <> '' OR (a.role = 'user' AND a.student_id = ''))
ORDER BY a.name, a.id LIMIT sqlc.arg(page);

-- name: UpdateProfile :exec
UPDATE account SET nickname = $2, email = $3, country = $4, area = $5, location_name = $6, introduction = $7,
	website = $8, job = $9, job_name = $10
WHERE id = $1;

-- name: UpdateOfficial :exec
UPDATE account SET phone = $2, name = $3, student_id = $4, organization = $5, organization_name = $6, certification = $7
WHERE id = $1;

-- name: UpdateAvatar :exec
UPDATE account SET avatar = $2 WHERE id = $1;

-- name: UpdateRole :exec
UPDATE account SET role = $2, scope = $3, classes = $4 WHERE id = $1;

-- name: UpdateTeacher :execrows
-- No row means that the teacher is linked to another account.
UPDATE account SET teacher_id = sqlc.arg(teacher)
WHERE account.id = sqlc.arg(id) AND NOT EXISTS (SELECT 1 FROM account AS o WHERE o.teacher_id = sqlc.arg(teacher)
	AND o.teacher_id <> '' AND o.id <> sqlc.arg(id));

-- name: SelectTeacher :one
SELECT * FROM teacher WHERE id = $1;

-- name: SelectAccountOfTeacher :one
-- The name of the account that is linked to a teacher.
SELECT name FROM account WHERE teacher_id = $1;

-- name: UpdateEnabled :exec
UPDATE account SET enabled = $2, closed_reason = $3 WHERE id = $1;

-- name: UpdateLoginAt :execrows
-- No row means that the account has since been closed or given another role.
UPDATE account SET login_at = sqlc.arg(login_at) WHERE id = sqlc.arg(id) AND role = sqlc.arg(role) AND enabled;

-- name: CountRegistrars :one
SELECT count(*) FROM account WHERE role = 'admin' AND scope = 'registrar' AND enabled;

-- name: SelectClassOfStudent :one
SELECT class FROM student WHERE id = $1;

-- name: InsertCredential :exec
INSERT INTO credential (account_id, kind, secret, changed_at, code_until, code_session, totp, totp_pending, totp_step)
VALUES ($1, $2, $3, $4, $5, '', $6, $6, 0);

-- name: SelectCredential :one
SELECT * FROM credential WHERE account_id = $1;

-- name: UpdateSecret :exec
UPDATE credential SET kind = $2, secret = $3, changed_at = $4, code_until = $5, code_session = '' WHERE account_id = $1;

-- name: UpdateHash :exec
UPDATE credential SET secret = sqlc.arg(secret) WHERE account_id = sqlc.arg(account_id)
	AND secret = sqlc.arg(old_secret);

-- name: UpdateCodeSession :execrows
UPDATE credential SET code_session = $2 WHERE account_id = $1 AND kind = 'code' AND code_session = '';

-- name: UpdatePendingTOTP :exec
UPDATE credential SET totp_pending = $2 WHERE account_id = $1;

-- name: UpdateTOTP :exec
UPDATE credential SET totp = $2, totp_pending = $3, totp_step = $4 WHERE account_id = $1;

-- name: UpdateTOTPStep :execrows
UPDATE credential SET totp_step = sqlc.arg(step) WHERE account_id = sqlc.arg(account_id) AND totp_step < sqlc.arg(step);

-- name: InsertRecoveryCode :exec
INSERT INTO recovery_code (account_id, hash) VALUES ($1, $2);

-- name: HasRecoveryCode :one
SELECT count(*) FROM recovery_code WHERE account_id = $1 AND hash = $2;

-- name: CountRecoveryCodes :one
SELECT count(*) FROM recovery_code WHERE account_id = $1;

-- name: DeleteRecoveryCode :execrows
DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2;

-- name: DeleteRecoveryCodes :exec
DELETE FROM recovery_code WHERE account_id = $1;

-- name: SelectPerson :one
-- A student with their account, if any.
SELECT s.id, s.number, s.name, s.class, CAST(COALESCE(a.id, '') AS TEXT) AS account_id,
	CAST(COALESCE(a.role, '') AS TEXT) AS role
FROM student AS s
LEFT JOIN account AS a ON a.id = s.account_id AND s.account_id <> ''
WHERE s.id = $1;

-- name: UpdateStudentOf :exec
UPDATE account SET student_id = $2 WHERE id = $1;

-- name: CloseMerged :exec
-- $2 replaces the phone, which becomes free for another account.
UPDATE account SET student_id = '', enabled = FALSE, phone = $2, closed_reason = '' WHERE id = $1;

-- name: DeleteCredential :exec
DELETE FROM credential WHERE account_id = $1;

-- name: DeleteSessionsOf :exec
DELETE FROM session WHERE account_id = $1;

-- name: DeleteAccount :exec
DELETE FROM account WHERE id = $1;
