-- name: InsertImport :exec
INSERT INTO import (id, kind, file, hash, account, at, created, changed, unchanged, refused, undone_at)
VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, 0);

-- name: UpdateCounts :exec
UPDATE import SET created = $2, changed = $3, unchanged = $4, refused = $5 WHERE id = $1;

-- name: SelectImports :many
SELECT * FROM import ORDER BY at DESC, id DESC LIMIT sqlc.arg(size);

-- name: SelectImport :one
SELECT * FROM import WHERE id = $1;

-- name: UpdateUndone :exec
UPDATE import SET undone_at = sqlc.arg(at) WHERE id = sqlc.arg(id);

-- name: SelectSteps :many
SELECT * FROM import_step WHERE import_id = sqlc.arg(import_id) AND seq < sqlc.arg(before) ORDER BY seq DESC LIMIT sqlc.arg(size);

-- name: DeleteSteps :exec
DELETE FROM import_step WHERE import_id = $1;
