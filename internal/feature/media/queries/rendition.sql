-- name: InsertRendition :exec
INSERT INTO rendition (asset_id, name, state, percent, reason, reason_params, width, height, codec, peak, bytes,
	duration_ms, output, job_id)
VALUES ($1, $2, $3, $4, '', '', $5, $6, $7, $8, $9, $10, $11, $12);

-- name: SelectRenditions :many
-- Highest first.
SELECT * FROM rendition WHERE asset_id = $1 ORDER BY height DESC, name;

-- name: SelectRendition :one
SELECT * FROM rendition WHERE asset_id = $1 AND name = $2;

-- name: SelectRenditionByJob :one
SELECT asset_id, name FROM rendition WHERE job_id = $1 AND job_id <> '';

-- name: SelectStuckRenditions :many
-- Renditions that no job makes any longer: the job died with its worker, or was forgotten.
SELECT r.asset_id, r.name, r.job_id FROM rendition AS r
LEFT JOIN job AS j ON j.id = r.job_id
WHERE r.state IN ('waiting', 'preparing') AND (j.id IS NULL OR j.state IN ('dead', 'done', 'cancelled'))
ORDER BY r.asset_id, r.name;

-- name: UpdateRenditionBegun :execrows
UPDATE rendition SET state = 'preparing', percent = 0, reason = '', reason_params = ''
WHERE asset_id = sqlc.arg(asset) AND name = sqlc.arg(name) AND job_id = sqlc.arg(job)
	AND state IN ('waiting', 'preparing');

-- name: UpdateRenditionPercent :execrows
UPDATE rendition SET percent = sqlc.arg(percent)
WHERE asset_id = sqlc.arg(asset) AND name = sqlc.arg(name) AND job_id = sqlc.arg(job) AND state = 'preparing';

-- name: UpdateRenditionReady :execrows
UPDATE rendition SET state = 'ready', percent = 100, reason = '', reason_params = '', width = sqlc.arg(width),
	height = sqlc.arg(height),
	codec = sqlc.arg(codec), peak = sqlc.arg(peak), bytes = sqlc.arg(bytes), duration_ms = sqlc.arg(duration_ms),
	output = sqlc.arg(output)
WHERE asset_id = sqlc.arg(asset) AND name = sqlc.arg(name) AND job_id = sqlc.arg(job) AND state = 'preparing';

-- name: UpdateRenditionState :execrows
-- It failed or waits: the reason says why.
UPDATE rendition SET state = sqlc.arg(state), percent = 0, reason = sqlc.arg(reason), reason_params = sqlc.arg(params)
WHERE asset_id = sqlc.arg(asset) AND name = sqlc.arg(name) AND job_id = sqlc.arg(job)
	AND state IN ('waiting', 'preparing');

-- name: FailRenditionOfJob :execrows
UPDATE rendition SET state = 'failed', percent = 0, reason = sqlc.arg(reason), reason_params = sqlc.arg(params)
WHERE job_id = sqlc.arg(job) AND state IN ('waiting', 'preparing');

-- name: UpdateRenditionRetried :execrows
UPDATE rendition SET state = 'waiting', percent = 0, reason = '', reason_params = '', job_id = sqlc.arg(job)
WHERE asset_id = sqlc.arg(asset) AND name = sqlc.arg(name) AND state IN ('failed', 'cancelled');

-- name: DeleteRenditions :exec
DELETE FROM rendition WHERE asset_id = $1;
