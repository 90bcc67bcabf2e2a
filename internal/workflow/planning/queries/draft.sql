-- name: SelectDrafts :many
SELECT d.id, d.term_id, d.owner, d.version, d.changed_at, COALESCE(a.name, '') AS owner_name
FROM planning_draft AS d LEFT JOIN account AS a ON a.id = d.owner
WHERE d.term_id = $1
ORDER BY d.changed_at DESC, d.id;

-- name: SelectDraft :one
SELECT * FROM planning_draft WHERE id = $1;

-- name: SelectOwnDraft :one
SELECT * FROM planning_draft WHERE term_id = $1 AND owner = $2;

-- name: InsertDraft :exec
INSERT INTO planning_draft (id, term_id, owner, version, changed_at) VALUES ($1, $2, $3, 0, $4)
ON CONFLICT (term_id, owner) DO NOTHING;

-- name: TouchDraft :exec
UPDATE planning_draft SET version = version + 1, changed_at = @at WHERE id = @id;

-- name: DeleteDraft :exec
DELETE FROM planning_draft WHERE id = $1;

-- name: SelectLines :many
SELECT * FROM planning_line WHERE draft_id = $1 ORDER BY position, id;

-- name: SelectOwnLines :many
SELECT l.* FROM planning_line AS l JOIN planning_draft AS d ON d.id = l.draft_id
WHERE d.term_id = $1 AND d.owner = $2 ORDER BY l.position, l.id;

-- name: SelectLine :one
SELECT * FROM planning_line WHERE id = $1;

-- name: InsertLine :exec
INSERT INTO planning_line (
	id, draft_id, position, group_id, class_id, action, kind, day, first_period, last_period, starts, ends, campus_id,
	room_id, online, teacher_id, note, reason,
	was_on, was_day, was_first, was_last, was_starts, was_ends, was_campus, was_room, was_teacher, request_id
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
	$24, $25, $26, $27, $28);

-- name: DeleteLine :exec
DELETE FROM planning_line WHERE id = $1;

-- name: DeleteLines :exec
DELETE FROM planning_line WHERE draft_id = $1;
