-- name: SelectFeed :one
SELECT nonce, language, created_at, fetched_at FROM calendar_feed WHERE owner_id = $1;

-- name: SelectFeedOwner :one
-- No row while the owner may not log in.
SELECT f.owner_id, f.language, f.fetched_at, a.id AS account_id
FROM calendar_feed AS f
JOIN account AS a ON a.student_id = f.owner_id AND a.student_id <> ''
JOIN student AS s ON s.id = f.owner_id
WHERE f.secret_hash = $1 AND a.enabled AND s.status NOT IN ('withdrawn', 'suspended');

-- name: SelectFeedTeacher :one
-- SelectFeedOwner for a teacher.
SELECT f.owner_id, f.language, f.fetched_at, a.id AS account_id
FROM calendar_feed AS f
JOIN account AS a ON a.teacher_id = f.owner_id AND a.teacher_id <> ''
WHERE f.secret_hash = $1 AND a.enabled;

-- name: UpsertFeed :exec
INSERT INTO calendar_feed (owner_id, nonce, secret_hash, language, created_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (owner_id) DO UPDATE SET nonce = excluded.nonce, secret_hash = excluded.secret_hash,
	language = excluded.language, created_at = excluded.created_at, fetched_at = 0;

-- name: UpdateFeedFetched :exec
UPDATE calendar_feed SET fetched_at = sqlc.arg(now) WHERE secret_hash = sqlc.arg(hash)
	AND fetched_at < sqlc.arg(now);

-- name: DeleteFeed :execrows
DELETE FROM calendar_feed WHERE owner_id = $1;

-- name: SelectGroupNames :one
SELECT g.id, g.code, c.id AS course_id, c.code AS course_code, c.name, c.name_en
FROM course_group AS g JOIN course AS c ON c.id = g.course_id WHERE g.id = $1;

-- name: SelectTeacher :one
SELECT id, name, name_en FROM teacher WHERE id = $1;

-- name: SelectTeachersOfGroup :many
-- The teachers of a group's classes that name none: the view teacher_group without substitutes.
SELECT m.teacher_id FROM meeting AS m WHERE m.group_id = sqlc.arg(group_id) AND m.teacher_id <> ''
UNION
SELECT t.teacher_id FROM course_teacher AS t JOIN course_group AS g ON g.course_id = t.course_id
WHERE g.id = sqlc.arg(group_id)
	AND NOT EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.teacher_id <> '')
ORDER BY 1;
