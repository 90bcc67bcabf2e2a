-- name: InsertAttachment :exec
INSERT INTO message_attachment (id, message_id, position, name, type, size, key, created_at, owner)
VALUES ($1, '', 0, $2, $3, 0, $4, $5, $6);

-- name: UpdateReceived :exec
UPDATE message_attachment SET size = sqlc.arg(size) WHERE id = sqlc.arg(id);

-- name: UpdateAttached :execrows
-- Only files of the sender that are complete and belong to no other notice.
UPDATE message_attachment SET message_id = sqlc.arg(message), position = sqlc.arg(position) WHERE id = sqlc.arg(id)
	AND message_id = '' AND size > 0 AND owner = sqlc.arg(owner);

-- name: SelectUnattached :many
SELECT id, key FROM message_attachment WHERE message_id = '' AND created_at < sqlc.arg(before);

-- name: UpdateUnattached :execrows
UPDATE message_attachment SET size = 0 WHERE id = $1 AND message_id = '';

-- name: DeleteAttachment :exec
DELETE FROM message_attachment WHERE id = $1 AND message_id = '';
