-- name: InsertPart :exec
INSERT INTO asset_part (asset_id, position, id, source, file, format, size, fingerprint, modified_at, account_id,
	created_at, duration_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0);

-- name: SelectParts :many
SELECT * FROM asset_part WHERE asset_id = $1 ORDER BY position;

-- name: SelectPart :one
SELECT * FROM asset_part WHERE id = $1;

-- name: SelectLostParts :many
-- Parts that have not arrived and whose upload no longer exists.
SELECT p.id FROM asset_part AS p
LEFT JOIN upload AS u ON u.id = p.id AND u.asset_id = '' AND u.expires_at > 0
JOIN asset AS a ON a.id = p.asset_id AND a.state = 'waiting'
WHERE p.source = '' AND u.id IS NULL ORDER BY p.id;

-- name: UpdatePartArrived :execrows
UPDATE asset_part SET source = sqlc.arg(source), format = sqlc.arg(format), fingerprint = sqlc.arg(fingerprint)
WHERE id = sqlc.arg(id) AND source = '';

-- name: UpdatePartLength :exec
UPDATE asset_part SET duration_ms = sqlc.arg(duration_ms) WHERE id = sqlc.arg(id);

-- name: DeletePart :exec
DELETE FROM asset_part WHERE id = $1;

-- name: DeletePartCaptions :exec
DELETE FROM part_caption WHERE part_id = $1;

-- name: DeletePartChapters :exec
DELETE FROM part_chapter WHERE part_id = $1;

-- name: UpdateQueued :execrows
-- Queues it when all parts have arrived, or stores which one it waits for.
UPDATE asset SET job_id = sqlc.arg(job), reason = sqlc.arg(reason), reason_params = sqlc.arg(params),
	updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: UpdateJoined :execrows
-- The parts are now one file.
UPDATE asset SET source = sqlc.arg(source), format = sqlc.arg(format) WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job)
	AND state = 'preparing';

-- name: UpsertPartCaption :exec
INSERT INTO part_caption (part_id, language, label, text) VALUES ($1, $2, $3, $4)
ON CONFLICT (part_id, language) DO UPDATE SET label = excluded.label, text = excluded.text;

-- name: InsertPartCaption :exec
INSERT INTO part_caption (part_id, language, label, text) VALUES ($1, $2, $3, $4)
ON CONFLICT (part_id, language) DO NOTHING;

-- name: SelectPartCaptions :many
-- The captions of all parts of a recording, by language and in order.
SELECT p.id, c.language, c.label, c.text FROM part_caption AS c JOIN asset_part AS p ON p.id = c.part_id
WHERE p.asset_id = $1 ORDER BY c.language, p.position;

-- name: CopyCaptionsToPart :exec
INSERT INTO part_caption (part_id, language, label, text)
SELECT c.asset_id, c.language, c.label, c.text FROM caption AS c WHERE c.asset_id = $1
ON CONFLICT (part_id, language) DO UPDATE SET label = excluded.label, text = excluded.text;

-- name: InsertPartChapter :exec
INSERT INTO part_chapter (part_id, position, start_ms, end_ms, title, title_en) VALUES ($1, $2, $3, $4, $5, $6);

-- name: SelectPartChapters :many
SELECT p.id, c.start_ms, c.end_ms, c.title, c.title_en FROM part_chapter AS c JOIN asset_part AS p ON p.id = c.part_id
WHERE p.asset_id = $1 ORDER BY p.position, c.position;

-- name: CountPartChapters :one
SELECT count(*) FROM part_chapter WHERE part_id = $1;

-- name: CopyChaptersToPart :exec
INSERT INTO part_chapter (part_id, position, start_ms, end_ms, title, title_en)
SELECT h.asset_id, h.position, h.start_ms, h.end_ms, h.title, h.title_en FROM chapter AS h WHERE h.asset_id = $1;

-- name: CopyCaptionsFromPart :exec
INSERT INTO caption (asset_id, language, label, position, text)
SELECT c.part_id, c.language, c.label, 1, c.text FROM part_caption AS c WHERE c.part_id = $1
ON CONFLICT (asset_id, language) DO NOTHING;

-- name: CopyChaptersFromPart :exec
INSERT INTO chapter (asset_id, position, start_ms, end_ms, title, title_en)
SELECT h.part_id, h.position, h.start_ms, h.end_ms, h.title, h.title_en FROM part_chapter AS h
WHERE h.part_id = $1 AND NOT EXISTS (SELECT 1 FROM chapter AS n WHERE n.asset_id = $1);

-- name: SelectAssetBySource :one
SELECT count(*) FROM asset WHERE source = $1;
