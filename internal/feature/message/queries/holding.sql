-- name: CountAcknowledged :one
SELECT count(*) FROM message_read AS r
JOIN account AS a ON a.id = r.account_id
WHERE a.student_id = sqlc.arg(student) AND a.student_id <> '' AND r.acknowledged_at > 0;

-- name: SelectAccountOfStudent :one
SELECT a.id FROM account AS a WHERE a.student_id = sqlc.arg(student) AND a.student_id <> '';

-- name: UpdateTarget :execrows
UPDATE message SET target = sqlc.arg(kept) WHERE audience = sqlc.arg(audience)
	AND target = sqlc.arg(other) AND (topic = '' OR several <> '');

-- name: UpdateWithdrawnTarget :execrows
-- The portal's to-dos for one account don't apply to another.
UPDATE message SET withdrawn_at = sqlc.arg(now) WHERE audience = sqlc.arg(audience)
	AND target = sqlc.arg(target) AND withdrawn_at = 0;

-- name: DeleteRecipient :exec
DELETE FROM message_recipient WHERE student_id = $1;

-- name: DeleteReads :exec
DELETE FROM message_read WHERE account_id = $1;
