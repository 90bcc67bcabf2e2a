-- name: SelectStudent :one
SELECT sqlc.embed(s), p.name AS programme, p.name_en AS programme_en, p.college, p.college_en,
	c.name AS campus, c.name_en AS campus_en,
	-- The record has the adviser's name in Chinese. If several teachers have that name, there is no English name.
	CAST((SELECT CASE WHEN count(*) = 1 THEN max(t.name_en) ELSE '' END FROM teacher AS t
		WHERE t.name = s.adviser) AS TEXT) AS adviser_en
FROM student AS s
LEFT JOIN programme AS p ON p.code = s.programme_code
LEFT JOIN campus AS c ON c.id = s.campus_id
WHERE s.id = sqlc.arg(id);

-- name: SelectStudentID :one
SELECT id FROM student WHERE number_key = sqlc.arg(number_key);

-- name: SelectStudentByNationalID :one
SELECT id FROM student WHERE national_id_index = sqlc.arg(national_id_index);

-- name: SelectNationalID :one
SELECT national_id FROM student WHERE id = sqlc.arg(id);

-- name: SelectTaken :many
-- Students who already have the number, phone or national ID of a record.
SELECT name, number_key, phone, national_id_index
FROM student
WHERE id <> sqlc.arg(id)
  AND (number_key = sqlc.arg(number_key)
    OR (phone = sqlc.arg(phone) AND phone <> '')
    OR national_id_index = sqlc.arg(national_id_index));

-- name: InsertStudent :exec
INSERT INTO student (
	id, account_id, number, name, name_latin, gender, photo, phone, national_id, national_id_index, campus_id,
	programme_code, class, entry_year, study_mode, status, graduation, adviser, credits_earned, credits_required,
	native_place, emergency_name, emergency_phone, email, address, number_key, name_key, latin_key, created_at, updated_at
) VALUES (
	$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
	$21, $22, $23, $24, $25, $26, $27, $28, $29, $30
);

-- name: UpdateStudent :exec
UPDATE student SET
	account_id = $2, number = $3, name = $4, name_latin = $5, gender = $6, photo = $7, phone = $8, national_id = $9,
	national_id_index = $10, campus_id = $11, programme_code = $12, class = $13, entry_year = $14, study_mode = $15,
	status = $16, graduation = $17, adviser = $18, credits_earned = $19, credits_required = $20, native_place = $21,
	emergency_name = $22, emergency_phone = $23, email = $24, address = $25, number_key = $26, name_key = $27,
	latin_key = $28, created_at = $29, updated_at = $30
WHERE id = $1;

-- name: UpdateNumberKey :exec
UPDATE student SET number_key = sqlc.arg(number_key) WHERE id = sqlc.arg(id);

-- name: UpdatePhoto :exec
UPDATE student SET photo = sqlc.arg(photo), updated_at = sqlc.arg(updated_at) WHERE id = sqlc.arg(id);

-- name: UpdateAccount :execrows
UPDATE student SET account_id = sqlc.arg(account_id), updated_at = sqlc.arg(updated_at) WHERE id = sqlc.arg(id);

-- name: SelectCampuses :many
SELECT id, name, name_en FROM campus ORDER BY id;

-- name: SelectYears :many
-- Each year is one step through the index, regardless of the number of students.
WITH RECURSIVE y(year) AS (
	SELECT CAST(max(entry_year) AS BIGINT) FROM student
	UNION ALL
	SELECT (SELECT CAST(max(s.entry_year) AS BIGINT) FROM student AS s WHERE s.entry_year < y.year) FROM y
	WHERE y.year IS NOT NULL
)
SELECT CAST(y.year AS BIGINT) AS year FROM y WHERE y.year > 0;

-- name: SelectClassProgrammes :many
-- Each class, with the programme of its first student.
WITH RECURSIVE c(class) AS (
	SELECT CAST(min(class) AS TEXT) FROM student WHERE class > ''
	UNION ALL
	SELECT (SELECT CAST(min(s.class) AS TEXT) FROM student AS s WHERE s.class > c.class) FROM c WHERE c.class IS NOT NULL
)
SELECT CAST(c.class AS TEXT) AS class, p.name, p.name_en
FROM c
JOIN programme AS p ON p.code = (
	SELECT s.programme_code FROM student AS s WHERE s.class = c.class ORDER BY s.number_key LIMIT 1
)
WHERE c.class > '' AND p.name_en <> '';

-- name: DeleteStudent :exec
DELETE FROM student WHERE id = $1;

-- name: SelectStudentsAfter :many
SELECT * FROM student WHERE number_key > $1 ORDER BY number_key LIMIT $2;
