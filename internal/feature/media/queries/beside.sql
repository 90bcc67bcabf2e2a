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
