-- name: InsertUpload :exec
INSERT INTO upload (id, account_id, file, size, lesson_id, course_id, title, group_id, class_id, publish, asset_id,
	created_at, expires_at, fingerprint, modified_at, beside, title_en)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11, $12, $13, $14, $15, $16);

-- name: SelectUpload :one
SELECT id, account_id, file, size, lesson_id, course_id, title, group_id, class_id, publish, asset_id, store_id,
	expires_at, modified_at, beside, title_en FROM upload WHERE id = $1 AND expires_at > 0;

-- name: UpdateUploadStored :exec
UPDATE upload SET store_id = sqlc.arg(store) WHERE id = sqlc.arg(id);

-- name: UpdateUploadDone :execrows
UPDATE upload SET asset_id = id WHERE id = $1 AND asset_id = '' AND expires_at > 0;

-- name: UpdateUploadExpiry :exec
UPDATE upload SET expires_at = sqlc.arg(at), stopped = sqlc.arg(stopped)
WHERE id = sqlc.arg(id) AND expires_at > 0;

-- name: UpdateUploadStopped :exec
UPDATE upload SET stopped = TRUE WHERE id = $1;

-- name: SelectUploader :one
SELECT role, scope, enabled FROM account WHERE id = $1;

-- After this nobody can finish the upload, so bytes without an asset can be removed.
-- name: UpdateUploadRemoved :execrows
UPDATE upload SET expires_at = 0 WHERE id = $1 AND asset_id = '';

-- name: DeleteUpload :exec
DELETE FROM upload WHERE id = $1;

-- name: SelectExpiredUploads :many
SELECT id, store_id FROM upload WHERE expires_at < $1 ORDER BY id;

-- name: SelectUnfinishedUploads :many
SELECT id, size FROM upload WHERE asset_id = '' AND NOT stopped ORDER BY id;

-- name: LockUpload :execrows
UPDATE upload SET lock_owner = sqlc.arg(owner), lock_until = sqlc.arg(until), lock_asked = FALSE
WHERE id = sqlc.arg(id) AND (lock_owner = '' OR lock_until <= sqlc.arg(now));

-- name: AskForUploadLock :exec
UPDATE upload SET lock_asked = TRUE WHERE id = $1 AND NOT lock_asked;

-- name: ExtendUploadLock :one
UPDATE upload SET lock_until = sqlc.arg(until) WHERE id = sqlc.arg(id)
	AND lock_owner = sqlc.arg(owner) RETURNING lock_asked;

-- name: UnlockUpload :exec
UPDATE upload SET lock_owner = '', lock_until = 0, lock_asked = FALSE WHERE id = sqlc.arg(id)
	AND lock_owner = sqlc.arg(owner);

-- name: UpdateUploadTarget :execrows
-- Sets where it goes when it is complete; a complete one is an asset and is moved instead.
UPDATE upload SET lesson_id = sqlc.arg(lesson), course_id = sqlc.arg(course), title = sqlc.arg(title),
	group_id = sqlc.arg(group_id), class_id = sqlc.arg(class), publish = sqlc.arg(publish), beside = sqlc.arg(beside),
	title_en = sqlc.arg(title_en)
WHERE id = sqlc.arg(id) AND asset_id = '' AND expires_at > 0;

-- name: SelectUploadTitles :many
SELECT a.title FROM upload AS a
WHERE a.course_id = sqlc.arg(course) AND a.asset_id = '' AND a.expires_at > 0 AND a.title <> ''
UNION
SELECT b.title_en FROM upload AS b
WHERE b.course_id = sqlc.arg(course) AND b.asset_id = '' AND b.expires_at > 0 AND b.title_en <> '';
