-- name: SelectCaptionDrafts :many
SELECT d.language, d.version, d.origin, d.updated_at, CAST(COALESCE(a.name, '') AS TEXT) AS name
FROM caption_draft AS d LEFT JOIN account AS a ON a.id = d.account_id
WHERE d.asset_id = $1 ORDER BY d.language;

-- name: SelectCaptionDraft :one
SELECT d.text, d.version, d.origin, d.updated_at, CAST(COALESCE(a.name, '') AS TEXT) AS name
FROM caption_draft AS d LEFT JOIN account AS a ON a.id = d.account_id
WHERE d.asset_id = $1 AND d.language = $2;

-- name: InsertCaptionDraft :execrows
INSERT INTO caption_draft (asset_id, language, text, version, origin, account_id, updated_at)
VALUES ($1, $2, $3, 1, $4, $5, $6)
ON CONFLICT (asset_id, language) DO NOTHING;

-- name: UpdateCaptionDraft :execrows
UPDATE caption_draft SET text = sqlc.arg(text), version = version + 1, origin = 'edited',
	account_id = sqlc.arg(account), updated_at = sqlc.arg(at)
WHERE asset_id = sqlc.arg(asset) AND language = sqlc.arg(language) AND version = sqlc.arg(version);

-- name: DeleteCaptionDraft :execrows
DELETE FROM caption_draft WHERE asset_id = sqlc.arg(asset) AND language = sqlc.arg(language)
	AND version = sqlc.arg(version);

-- name: DeleteCaptionDrafts :exec
DELETE FROM caption_draft WHERE asset_id = $1;

-- name: SelectCurrentAsset :one
SELECT id, duration_ms FROM asset WHERE lesson_id = $1 AND current;

-- name: CopyCaptions :exec
-- Copies captions from a recording of the same length, in languages the new one has no captions in.
INSERT INTO caption (asset_id, language, label, position, text)
SELECT sqlc.arg(to_asset), c.language, c.label, c.position + (SELECT COALESCE(MAX(n.position), 0) FROM caption AS n
	WHERE n.asset_id = sqlc.arg(to_asset)), c.text
FROM caption AS c
WHERE c.asset_id = sqlc.arg(from_asset) AND NOT EXISTS (SELECT 1 FROM caption AS n WHERE n.asset_id = sqlc.arg(to_asset)
	AND n.language = c.language);

-- name: CopyCaptionDrafts :exec
-- Overrides the origin, unless that is empty.
INSERT INTO caption_draft (asset_id, language, text, version, origin, account_id, updated_at)
SELECT sqlc.arg(to_asset), d.language, d.text, d.version,
	COALESCE(NULLIF(CAST(sqlc.arg(origin) AS TEXT), ''), d.origin), d.account_id, d.updated_at
FROM caption_draft AS d
WHERE d.asset_id = sqlc.arg(from_asset)
	AND NOT EXISTS (SELECT 1 FROM caption_draft AS n WHERE n.asset_id = sqlc.arg(to_asset) AND n.language = d.language);

-- name: CopyCaptionsAsDrafts :exec
-- Copies captions from a recording of another length: someone has to check the times before students see them.
INSERT INTO caption_draft (asset_id, language, text, version, origin, account_id, updated_at)
SELECT sqlc.arg(to_asset), c.language, c.text, 1, 'other_length', '', sqlc.arg(at)
FROM caption AS c
WHERE c.asset_id = sqlc.arg(from_asset) AND NOT EXISTS (SELECT 1 FROM caption AS n WHERE n.asset_id = sqlc.arg(to_asset)
	AND n.language = c.language)
	AND NOT EXISTS (SELECT 1 FROM caption_draft AS n WHERE n.asset_id = sqlc.arg(to_asset) AND n.language = c.language);

-- name: SelectFailedTranscription :one
SELECT id FROM job WHERE kind = sqlc.arg(kind) AND unique_key = sqlc.arg(asset) AND state = 'dead'
ORDER BY id DESC LIMIT 1;
