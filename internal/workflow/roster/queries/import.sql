-- name: InsertImport :exec
INSERT INTO import (id, kind, file, hash, account, at, created, changed, unchanged, refused, undone_at, source, sheets)
VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, 0, $7, $8);

-- name: UpdateCounts :exec
UPDATE import SET created = $2, changed = $3, unchanged = $4, refused = $5, removed = $6, report = $7 WHERE id = $1;

-- name: SelectImport :one
SELECT * FROM import WHERE id = $1;

-- name: SelectHistory :many
-- Imports, newest first; before is the ID and time of the last one on the previous page. State filters them: rejected
-- rows in an import that wasn't undone, those that need attention, or undone.
SELECT i.id, i.kind, i.file, i.account, i.at, i.created, i.changed, i.unchanged, i.refused, i.removed, i.source,
	i.undone_at, i.resolved_at,
	CAST((SELECT count(*) FROM import_refused AS r WHERE r.import_id = i.id AND r.done_by = '' AND i.resolved_at = 0
		AND i.undone_at = 0) AS BIGINT) AS open,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.resolved_by), i.resolved_by) AS TEXT) AS resolved_by,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.account), '') AS TEXT) AS account_name,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.undone_by), i.undone_by) AS TEXT) AS undone_by
FROM import AS i
WHERE (i.at < sqlc.arg(at) OR (i.at = sqlc.arg(at) AND i.id < sqlc.arg(id)))
  AND (CAST(sqlc.arg(state) AS TEXT) = ''
    OR (CAST(sqlc.arg(state) AS TEXT) = 'refused' AND i.refused > 0 AND i.undone_at = 0)
    OR (CAST(sqlc.arg(state) AS TEXT) = 'open' AND i.refused > 0 AND i.undone_at = 0 AND i.resolved_at = 0
      AND EXISTS (SELECT 1 FROM import_refused AS r WHERE r.import_id = i.id AND r.done_by = ''))
    OR (CAST(sqlc.arg(state) AS TEXT) = 'undone' AND i.undone_at > 0))
  AND lower(i.file) LIKE CAST(sqlc.arg(file) AS TEXT) ESCAPE '!'
ORDER BY i.at DESC, i.id DESC LIMIT sqlc.arg(size);

-- name: SelectPast :one
SELECT i.id, i.kind, i.file, i.account, i.at, i.created, i.changed, i.unchanged, i.refused, i.removed, i.source,
	i.undone_at, i.resolved_at, i.report,
	CAST((SELECT count(*) FROM import_refused AS r WHERE r.import_id = i.id AND r.done_by = '' AND i.resolved_at = 0
		AND i.undone_at = 0) AS BIGINT) AS open,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.resolved_by), i.resolved_by) AS TEXT) AS resolved_by,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.account), '') AS TEXT) AS account_name,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.undone_by), i.undone_by) AS TEXT) AS undone_by
FROM import AS i WHERE i.id = sqlc.arg(id);

-- name: SelectReports :many
-- Reports of a kind's imports since an instant that weren't undone, newest first, without the current one.
SELECT report FROM import WHERE kind = sqlc.arg(kind) AND id <> sqlc.arg(id) AND undone_at = 0 AND report <> ''
	AND at >= sqlc.arg(since)
ORDER BY at DESC, id DESC LIMIT sqlc.arg(size);

-- name: UpdateUndone :exec
UPDATE import SET undone_at = sqlc.arg(at), undone_by = sqlc.arg(account) WHERE id = sqlc.arg(id);

-- name: SelectOpenRefused :many
-- Rejected rows of a kind's imports that weren't undone, except the current one.
SELECT r.import_id, r.line, r.row_key FROM import_refused AS r
JOIN import AS i ON i.id = r.import_id
WHERE r.done_by = '' AND r.row_key <> '' AND i.kind = sqlc.arg(kind) AND i.undone_at = 0 AND i.id <> sqlc.arg(id);

-- name: UpdateRefusedDone :exec
UPDATE import_refused SET done_by = sqlc.arg(done_by) WHERE import_id = sqlc.arg(import_id) AND line = sqlc.arg(line);

-- name: UpdateRefusedOpen :exec
-- Rejected rows that an import fixed are open again once it is undone.
UPDATE import_refused SET done_by = '' WHERE done_by = sqlc.arg(done_by);

-- name: UpdateResolved :exec
UPDATE import SET resolved_at = sqlc.arg(at), resolved_by = sqlc.arg(account) WHERE id = sqlc.arg(id);

-- name: SelectSteps :many
SELECT * FROM import_step WHERE import_id = sqlc.arg(import_id) AND seq < sqlc.arg(before)
ORDER BY seq DESC LIMIT sqlc.arg(size);

-- name: DeleteSteps :exec
DELETE FROM import_step WHERE import_id = $1;

-- name: SelectTouched :many
-- What imports that weren't undone wrote for a student: the record, its account, and its enrolments, whose steps are
-- keyed by student and group.
SELECT i.id, i.kind, i.file, i.account, i.at, i.sheets, s.line, s.thing, CAST(s.before IS NULL AS BOOLEAN) AS created,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.account), '') AS TEXT) AS account_name
FROM import_step AS s
JOIN import AS i ON i.id = s.import_id
WHERE (s.thing = 'student' AND s.object = sqlc.arg(student))
	OR (s.thing = 'account' AND s.object = sqlc.arg(student_account))
	OR (s.thing = 'enrolment' AND s.object IN (SELECT e.student_id || ' ' || e.group_id FROM enrolment AS e
		WHERE e.student_id = sqlc.arg(student)))
ORDER BY i.at DESC, i.id DESC, s.seq
LIMIT sqlc.arg(size);

-- name: SelectAccountOfStudent :one
SELECT account_id FROM student WHERE id = $1;

-- name: CountSteps :one
SELECT COUNT(*) FROM import_step WHERE import_id = $1;

-- name: SelectUndo :one
SELECT * FROM import_undo WHERE import_id = $1;

-- name: UpsertUndo :exec
INSERT INTO import_undo (import_id, state, revision, account, at, preview, problem) VALUES ($1, $2, $3, $4, $5, $6, '')
ON CONFLICT (import_id) DO UPDATE SET state = excluded.state, revision = excluded.revision, account = excluded.account,
	at = excluded.at, preview = excluded.preview, problem = '';

-- name: UpdateUndo :execrows
UPDATE import_undo SET state = sqlc.arg(state), preview = sqlc.arg(preview), problem = sqlc.arg(problem)
WHERE import_id = sqlc.arg(import_id) AND revision = sqlc.arg(revision);

-- name: DeleteUndo :exec
DELETE FROM import_undo WHERE import_id = $1;

-- name: DeleteOldUndos :exec
DELETE FROM import_undo WHERE at < sqlc.arg(before) AND state IN ('ready', 'failed');

-- name: SelectStuckUndos :many
-- Undos whose job no longer exists.
SELECT u.import_id, u.revision, u.preview FROM import_undo AS u
WHERE u.state IN ('previewing', 'undoing') AND NOT EXISTS (
	SELECT 1 FROM job AS j WHERE j.kind IN ('roster.undo_preview', 'roster.undo')
		AND j.unique_key = u.import_id || ' ' || CAST(u.revision AS TEXT) AND j.state IN ('waiting', 'running'));
