-- name: InsertDraft :exec
INSERT INTO import_draft (id, blob, file, size, hash, account, at, until, state, revision, content, edits, preview,
	problem, applied_by, import_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, '', '', '', '');

-- name: SelectDrafts :many
SELECT d.id, d.file, d.account, d.at, d.until, d.state, d.content, d.preview, d.import_id,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = d.account), '') AS TEXT) AS account_name
FROM import_draft AS d WHERE d.until > sqlc.arg(now) ORDER BY d.at DESC, d.id DESC LIMIT sqlc.arg(size);

-- name: SelectDraft :one
SELECT d.*, CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = d.account), '') AS TEXT) AS account_name
FROM import_draft AS d WHERE d.id = sqlc.arg(id) AND d.until > sqlc.arg(now);

-- name: UpdateDraft :execrows
-- Reads the file differently and discards the preview, unless the draft is being applied.
UPDATE import_draft SET content = sqlc.arg(content), edits = sqlc.arg(edits), preview = sqlc.arg(preview),
	state = sqlc.arg(state), problem = '', revision = revision + 1
WHERE id = sqlc.arg(id) AND revision = sqlc.arg(revision) AND state NOT IN ('applying', 'applied');

-- name: UpdatePreviewed :execrows
UPDATE import_draft SET preview = sqlc.arg(preview), state = sqlc.arg(state), problem = sqlc.arg(problem)
WHERE id = sqlc.arg(id) AND revision = sqlc.arg(revision)
	AND state IN ('columns', 'previewing', 'ready', 'applying', 'failed');

-- name: UpdateDraftState :execrows
UPDATE import_draft SET state = sqlc.arg(state), problem = sqlc.arg(problem)
WHERE id = sqlc.arg(id) AND revision = sqlc.arg(revision) AND state = sqlc.arg(was);

-- name: UpdateApplied :execrows
UPDATE import_draft SET state = 'applied', problem = '', import_id = sqlc.arg(import),
	applied_by = sqlc.arg(account), codes = sqlc.arg(codes)
WHERE id = sqlc.arg(id) AND revision = sqlc.arg(revision) AND state = 'applying';

-- name: DeleteDraftCodes :exec
UPDATE import_draft SET codes = NULL WHERE id = $1;

-- name: DeleteDraft :execrows
DELETE FROM import_draft WHERE id = sqlc.arg(id) AND state <> 'applying';

-- name: DeleteDraftRows :exec
DELETE FROM import_draft_row WHERE draft_id = $1;

-- name: CountDraftsOfBlob :one
SELECT COUNT(*) FROM import_draft WHERE blob = $1;

-- name: SelectOldDrafts :many
SELECT id, blob FROM import_draft WHERE until <= sqlc.arg(now) AND state <> 'applying' LIMIT 100;

-- name: SelectStuckDrafts :many
-- Drafts whose job no longer exists.
SELECT d.id, d.revision, d.state FROM import_draft AS d
WHERE d.state IN ('previewing', 'applying') AND NOT EXISTS (
	SELECT 1 FROM job AS j WHERE j.kind IN ('roster.preview', 'roster.apply')
		AND j.unique_key = d.id || ' ' || CAST(d.revision AS TEXT) AND j.state IN ('waiting', 'running'));

-- name: SelectDigests :many
SELECT line, digest FROM import_draft_row WHERE draft_id = $1 AND line > 0 ORDER BY seq;

-- name: SelectDraftRows :many
SELECT seq, differs, content FROM import_draft_row
WHERE draft_id = sqlc.arg(draft) AND seq > sqlc.arg(after)
	AND (CAST(sqlc.arg(effect) AS TEXT) = '' OR effect = sqlc.arg(effect))
	AND (CAST(sqlc.arg(field) AS TEXT) = '' OR fields LIKE sqlc.arg(field))
	AND (CAST(sqlc.arg(reason) AS TEXT) = '' OR reasons LIKE sqlc.arg(reason))
	AND (CAST(sqlc.arg(search) AS TEXT) = '' OR search LIKE sqlc.arg(search) ESCAPE '!')
ORDER BY seq LIMIT sqlc.arg(size);

-- name: CountDraftRows :one
SELECT COUNT(*) FROM import_draft_row
WHERE draft_id = sqlc.arg(draft)
	AND (CAST(sqlc.arg(effect) AS TEXT) = '' OR effect = sqlc.arg(effect))
	AND (CAST(sqlc.arg(field) AS TEXT) = '' OR fields LIKE sqlc.arg(field))
	AND (CAST(sqlc.arg(reason) AS TEXT) = '' OR reasons LIKE sqlc.arg(reason))
	AND (CAST(sqlc.arg(search) AS TEXT) = '' OR search LIKE sqlc.arg(search) ESCAPE '!');

-- name: SelectRefusedRows :many
SELECT line, content FROM import_draft_row WHERE draft_id = $1 AND effect = 'refused' ORDER BY seq;

-- name: SelectColumns :one
SELECT c.columns, c.at,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = c.account), '') AS TEXT) AS account_name
FROM import_columns AS c WHERE c.kind = $1 AND c.headers = $2 AND c.removed_at = 0;

-- name: SelectAllColumns :many
SELECT c.kind, c.headers, c.columns, c.at, c.removed_at,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = c.account), '') AS TEXT) AS account_name
FROM import_columns AS c;

-- name: UpsertColumns :exec
INSERT INTO import_columns (kind, headers, columns, account, at, removed_at) VALUES ($1, $2, $3, $4, $5, 0)
ON CONFLICT (kind, headers) DO UPDATE SET columns = excluded.columns, account = excluded.account,
	at = excluded.at, removed_at = 0;

-- name: UpdateColumnsRemoved :exec
UPDATE import_columns SET removed_at = sqlc.arg(removed_at) WHERE kind = sqlc.arg(kind) AND headers = sqlc.arg(headers);

-- name: DeleteRemovedColumns :exec
DELETE FROM import_columns WHERE removed_at > 0 AND removed_at < sqlc.arg(before);

-- name: SelectSynonyms :many
SELECT s.kind, s.header, s.field, s.at, s.removed_at,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = s.account), '') AS TEXT) AS account_name
FROM import_synonym AS s;

-- name: UpsertSynonym :exec
INSERT INTO import_synonym (kind, header, field, account, at, removed_at) VALUES ($1, $2, $3, $4, $5, 0)
ON CONFLICT (kind, header) DO UPDATE SET field = excluded.field, account = excluded.account,
	at = excluded.at, removed_at = 0;

-- name: UpdateSynonymRemoved :exec
UPDATE import_synonym SET removed_at = sqlc.arg(removed_at) WHERE kind = sqlc.arg(kind) AND header = sqlc.arg(header);

-- name: DeleteRemovedSynonyms :exec
DELETE FROM import_synonym WHERE removed_at > 0 AND removed_at < sqlc.arg(before);

-- name: SelectFilled :one
-- Which kinds the college already has.
SELECT
	CAST(EXISTS (SELECT 1 FROM term) AS BOOLEAN) AS terms,
	CAST(EXISTS (SELECT 1 FROM period_scheme) AS BOOLEAN) AS periods,
	CAST(EXISTS (SELECT 1 FROM room) AS BOOLEAN) AS rooms, CAST(EXISTS (SELECT 1 FROM programme) AS BOOLEAN) AS programmes,
	CAST(EXISTS (SELECT 1 FROM teacher) AS BOOLEAN) AS teachers,
	CAST(EXISTS (SELECT 1 FROM student) AS BOOLEAN) AS students,
	CAST(EXISTS (SELECT 1 FROM course) AS BOOLEAN) AS courses,
	CAST(EXISTS (SELECT 1 FROM course_group) AS BOOLEAN) AS groups,
	CAST(EXISTS (SELECT 1 FROM enrolment) AS BOOLEAN) AS enrolments,
	CAST(EXISTS (SELECT 1 FROM meeting) AS BOOLEAN) AS timetable,
	CAST(EXISTS (SELECT 1 FROM class_change) AS BOOLEAN) AS changes,
	CAST(EXISTS (SELECT 1 FROM class_change AS c WHERE c.kind = 'exam' AND c.withdrawn_at = 0)
		OR EXISTS (SELECT 1 FROM exam_seat) AS BOOLEAN) AS exams;
