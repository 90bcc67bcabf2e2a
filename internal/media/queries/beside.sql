-- name: SelectCaptions :many
SELECT language, label, position FROM caption WHERE asset_id = $1 ORDER BY position, language;

-- name: SelectCaption :one
SELECT text FROM caption WHERE asset_id = $1 AND language = $2;

-- name: SelectLastCaption :one
SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) AS position FROM caption WHERE asset_id = $1;

-- name: UpsertCaption :exec
INSERT INTO caption (asset_id, language, label, position, text) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (asset_id, language) DO UPDATE SET label = excluded.label, text = excluded.text;

-- name: DeleteCaption :execrows
DELETE FROM caption WHERE asset_id = $1 AND language = $2;

-- name: DeleteCaptions :exec
DELETE FROM caption WHERE asset_id = $1;

-- name: SelectChapters :many
SELECT position, start_ms, end_ms, title, title_en FROM chapter WHERE asset_id = $1 ORDER BY position;

-- name: InsertChapter :exec
INSERT INTO chapter (asset_id, position, start_ms, end_ms, title, title_en) VALUES ($1, $2, $3, $4, $5, $6);

-- name: DeleteChapters :exec
DELETE FROM chapter WHERE asset_id = $1;

-- name: SelectAttachments :many
SELECT id, name, type, size, key FROM attachment WHERE lesson_id = $1 ORDER BY created_at, id;

-- name: SelectAttachment :one
SELECT id, lesson_id, name, type, size, key FROM attachment WHERE id = $1;

-- name: InsertAttachment :exec
INSERT INTO attachment (id, lesson_id, name, type, size, key, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: DeleteAttachment :execrows
DELETE FROM attachment WHERE id = $1;

-- name: DeleteAttachments :exec
DELETE FROM attachment WHERE lesson_id = $1;

-- name: SelectAttachmentKeys :many
SELECT key FROM attachment;

-- name: InsertUpload :exec
INSERT INTO upload (id, account_id, file, size, lesson_id, course_id, title, asset_id, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, $9);

-- name: SelectUpload :one
SELECT id, account_id, file, size, lesson_id, course_id, title, asset_id, created_at, expires_at FROM upload WHERE id = $1;

-- name: UpdateUploadDone :execrows
UPDATE upload SET asset_id = sqlc.arg(asset) WHERE id = sqlc.arg(id) AND asset_id = '';

-- name: UpdateUploadExpiry :exec
UPDATE upload SET expires_at = sqlc.arg(at) WHERE id = sqlc.arg(id);

-- name: DeleteUpload :exec
DELETE FROM upload WHERE id = $1;

-- name: SelectExpiredUploads :many
SELECT id FROM upload WHERE expires_at < $1 ORDER BY id;

-- name: SelectUnfinishedUploads :many
SELECT id FROM upload WHERE asset_id = '' ORDER BY id;

-- name: SelectOpenUploads :many
SELECT id, size FROM upload WHERE asset_id = '' ORDER BY id;
