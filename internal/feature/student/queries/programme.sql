-- name: SelectProgrammes :many
SELECT code, name, name_en, college, college_en FROM programme ORDER BY code;

-- name: SelectProgramme :one
SELECT code, name, name_en, college, college_en FROM programme WHERE code = sqlc.arg(code);

-- name: UpsertProgramme :exec
INSERT INTO programme (code, name, name_en, college, college_en)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (code) DO UPDATE SET
	name = excluded.name, name_en = excluded.name_en, college = excluded.college, college_en = excluded.college_en;
