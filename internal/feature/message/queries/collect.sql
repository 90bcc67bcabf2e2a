-- name: SelectPartByTopic :one
-- The part about a topic, of a message in force.
SELECT p.message_id, p.position FROM message_part AS p
JOIN message AS m ON m.id = p.message_id
WHERE p.topic = sqlc.arg(topic) AND p.topic <> '' AND m.withdrawn_at = 0
LIMIT 1;

-- name: SelectParts :many
SELECT * FROM message_part WHERE message_id = $1 ORDER BY position DESC;

-- name: InsertPart :exec
INSERT INTO message_part (message_id, position, topic, things, title, title_en, content, content_en)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: MoveParts :exec
UPDATE message_part SET message_id = sqlc.arg(kept) WHERE message_id = sqlc.arg(other);

-- name: DeletePart :exec
DELETE FROM message_part WHERE message_id = $1 AND position = $2;

-- name: DeleteReadsOfMessage :exec
DELETE FROM message_read WHERE message_id = $1;

-- name: DeleteRecipientsOfMessage :exec
DELETE FROM message_recipient WHERE message_id = $1;

-- name: DeleteMessage :exec
DELETE FROM message WHERE id = $1;

-- name: UpdateText :exec
UPDATE message SET title = sqlc.arg(title), title_en = sqlc.arg(title_en), content = sqlc.arg(content),
	content_en = sqlc.arg(content_en)
WHERE id = sqlc.arg(id);
