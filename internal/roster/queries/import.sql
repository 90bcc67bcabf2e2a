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

-- name: SelectTouched :many
-- What imports that stand wrote of a student: the record, its account and its enrolments, whose steps are named by student and group.
SELECT i.id, i.kind, i.file, i.account, i.at, s.line, s.thing, CAST(s.before IS NULL AS BOOLEAN) AS created,
	CAST(COALESCE((SELECT a.name FROM account AS a WHERE a.id = i.account), '') AS TEXT) AS account_name
FROM import_step AS s
JOIN import AS i ON i.id = s.import_id
WHERE (s.thing = 'student' AND s.object = sqlc.arg(student))
	OR (s.thing = 'account' AND s.object = sqlc.arg(student_account))
	OR (s.thing = 'enrolment' AND s.object IN (SELECT e.student_id || ' ' || e.group_id FROM enrolment AS e WHERE e.student_id = sqlc.arg(student)))
ORDER BY i.at DESC, i.id DESC, s.seq
LIMIT sqlc.arg(size);

-- name: SelectAccountOfStudent :one
SELECT account_id FROM student WHERE id = $1;
