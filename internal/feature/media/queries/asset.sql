-- name: InsertAsset :exec
INSERT INTO asset (id, lesson_id, state, percent, reason, reason_params, file, format, size, source,
	output, parts, duration_ms,
	width, height, current, publish, job_id, account_id, created_at, updated_at, fingerprint, modified_at)
VALUES ($1, $2, $3, $4, '', '', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20);

-- name: SelectAsset :one
SELECT * FROM asset WHERE id = $1;

-- name: SelectServed :one
SELECT lesson_id, state, source, output FROM asset WHERE id = $1;

-- name: SelectPlaying :one
-- What a lesson plays, or else the newest recording for it.
SELECT * FROM asset WHERE lesson_id = $1 AND state <> 'cancelled'
ORDER BY current DESC, created_at DESC, id DESC
LIMIT 1;

-- name: SelectAssetByJob :one
SELECT id FROM asset WHERE job_id = $1 AND job_id <> '';

-- name: UpdateBegun :execrows
-- Preparing starts, or restarts after a crash.
UPDATE asset SET state = 'preparing', percent = 0, reason = '', reason_params = '', updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job) AND state IN ('waiting', 'preparing');

-- name: UpdatePercent :execrows
UPDATE asset SET percent = sqlc.arg(percent) WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job) AND state = 'preparing';

-- name: UpdateReady :execrows
UPDATE asset SET state = 'ready', percent = 100, reason = '', reason_params = '', output = sqlc.arg(output),
	parts = sqlc.arg(parts),
	duration_ms = sqlc.arg(duration_ms), width = sqlc.arg(width), height = sqlc.arg(height), updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job) AND state = 'preparing';

-- name: UpdateFailed :execrows
UPDATE asset SET state = 'failed', reason = sqlc.arg(reason), reason_params = sqlc.arg(params),
	updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job) AND state IN ('waiting', 'preparing');

-- name: FailAssetOfJob :execrows
UPDATE asset SET state = 'failed', reason = sqlc.arg(reason), reason_params = sqlc.arg(params),
	updated_at = sqlc.arg(at)
WHERE job_id = sqlc.arg(job) AND state IN ('waiting', 'preparing');

-- name: UpdateWaits :execrows
-- It waits for something else; the reason says what.
UPDATE asset SET state = 'waiting', percent = 0, reason = sqlc.arg(reason), reason_params = sqlc.arg(params),
	updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND job_id = sqlc.arg(job) AND state = 'preparing';

-- name: UpdateCancelled :execrows
UPDATE asset SET state = 'cancelled', reason = '', reason_params = '', updated_at = sqlc.arg(at) WHERE id = sqlc.arg(id)
	AND state IN ('waiting', 'preparing');

-- name: UpdateRetried :execrows
UPDATE asset SET state = 'waiting', percent = 0, reason = '', reason_params = '', job_id = sqlc.arg(job),
	updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND state IN ('failed', 'cancelled');

-- name: UpdateReplaced :exec
UPDATE asset SET current = FALSE, replaced_at = sqlc.arg(at), replaced_by = sqlc.arg(asset),
	removed_by = sqlc.arg(account), updated_at = sqlc.arg(at)
WHERE lesson_id = sqlc.arg(lesson) AND current;

-- name: UpdateReplacedOne :exec
-- It was restored, but its lesson plays another recording by now.
UPDATE asset SET replaced_at = sqlc.arg(at), replaced_by = sqlc.arg(asset), removed_by = sqlc.arg(account)
WHERE id = sqlc.arg(id);

-- name: UpdateCurrent :exec
UPDATE asset SET current = TRUE, replaced_at = 0, replaced_by = '', removed_by = '', updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id);

-- name: DeleteAsset :execrows
DELETE FROM asset WHERE id = $1;

-- name: SelectAssetsOfLesson :many
SELECT id, state, job_id FROM asset WHERE lesson_id = $1;

-- name: SelectStuck :many
-- Assets that no job prepares any longer: the job died with its worker, or was forgotten.
SELECT a.id, a.job_id FROM asset AS a
LEFT JOIN job AS j ON j.id = a.job_id
WHERE a.state IN ('waiting', 'preparing') AND (j.id IS NULL OR j.state IN ('dead', 'done', 'cancelled'))
	AND NOT EXISTS (SELECT 1 FROM asset_part AS p WHERE p.asset_id = a.id AND p.source = '')
ORDER BY a.id;

-- name: SelectRemoved :many
-- What was deleted or replaced until a time and not restored.
SELECT d.id FROM asset AS d WHERE d.deleted_at > 0 AND d.deleted_at <= sqlc.arg(until)
UNION
SELECT r.id FROM asset AS r
WHERE r.replaced_at > 0 AND r.replaced_at <= sqlc.arg(until) AND r.deleted_at = 0 AND NOT r.current
LIMIT 200;

-- name: SelectRefusedAssets :many
-- Recordings that were refused for their content before a time: their files are useless.
SELECT id, source FROM asset
WHERE state = 'failed' AND source <> '' AND reason IN ('media.unreadable', 'media.nothing_inside', 'media.too_long')
	AND updated_at < $1
ORDER BY id;

-- name: ClearRefusedSource :execrows
-- Nobody has retried it, so its file can go.
UPDATE asset SET source = '' WHERE id = $1 AND state = 'failed';

-- name: SelectGroupOfCourse :one
SELECT count(*) FROM course_group WHERE id = $1 AND course_id = $2;

-- name: SelectCourseExists :one
SELECT count(*) FROM course WHERE id = $1;

-- name: SelectLessonExists :one
SELECT count(*) FROM lesson WHERE id = $1;

-- name: UpdateLesson :execrows
-- Moves it to another lesson, which doesn't play it yet.
UPDATE asset SET lesson_id = sqlc.arg(lesson), current = FALSE, publish = sqlc.arg(publish), replaced_at = 0,
	replaced_by = '', removed_by = '', updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND deleted_at = 0;

-- name: UpdatePublish :exec
UPDATE asset SET publish = sqlc.arg(publish), updated_at = sqlc.arg(at) WHERE id = sqlc.arg(id);

-- name: UpdateDeleted :execrows
UPDATE asset SET deleted_at = sqlc.arg(at), deleted_lesson = lesson_id, deleted_current = current, lesson_id = '',
	current = FALSE, replaced_at = 0, replaced_by = '', removed_by = sqlc.arg(account), updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND deleted_at = 0;

-- name: UpdateRestored :execrows
UPDATE asset SET deleted_at = 0, lesson_id = deleted_lesson, deleted_lesson = '', deleted_current = FALSE,
	removed_by = '', updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND deleted_at > 0;

-- name: SelectCurrentOf :one
SELECT id, file, duration_ms FROM asset WHERE lesson_id = $1 AND current AND lesson_id <> '';
