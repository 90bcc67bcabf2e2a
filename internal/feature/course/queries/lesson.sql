-- name: SelectLessons :many
SELECT id, course_id, position, title, title_en, group_id, class_id, published, preview, created_at, updated_at, beside,
	length_ms
FROM lesson WHERE course_id = $1 ORDER BY position, id;

-- name: SelectLesson :one
SELECT id, course_id, position, title, title_en, group_id, class_id, published, preview, created_at, updated_at, beside,
	length_ms
FROM lesson WHERE id = $1;

-- name: SelectLastPosition :one
SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) AS position FROM lesson WHERE course_id = $1;

-- name: UpsertLesson :exec
INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview,
	created_at, updated_at, beside)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, title_en = excluded.title_en, group_id = excluded.group_id,
	class_id = excluded.class_id, published = excluded.published, preview = excluded.preview,
	updated_at = excluded.updated_at, beside = excluded.beside;

-- name: UpdatePosition :execrows
UPDATE lesson SET position = sqlc.arg(position) WHERE id = sqlc.arg(id) AND course_id = sqlc.arg(course);

-- name: DeleteLesson :exec
DELETE FROM lesson WHERE id = $1;

-- name: InsertRemovedLesson :exec
INSERT INTO removed_lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview,
	created_at, updated_at, beside, length_ms, removed_at, removed_by)
SELECT l.id, l.course_id, l.position, l.title, l.title_en, l.group_id, l.class_id, l.published, l.preview,
	l.created_at, l.updated_at, l.beside, l.length_ms, CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(account) AS TEXT)
FROM lesson AS l WHERE l.id = sqlc.arg(id);

-- name: SelectRemovedLesson :one
SELECT * FROM removed_lesson WHERE id = $1;

-- name: SelectExpiredLessons :many
SELECT id FROM removed_lesson WHERE removed_at <= $1 ORDER BY removed_at, id LIMIT 100;

-- name: InsertRestoredLesson :exec
INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview,
	created_at, updated_at, beside, length_ms)
SELECT r.id, r.course_id, r.position, r.title, r.title_en, r.group_id, r.class_id, r.published, r.preview,
	r.created_at, r.updated_at, r.beside, r.length_ms
FROM removed_lesson AS r WHERE r.id = $1;

-- name: DeleteRemovedLesson :exec
DELETE FROM removed_lesson WHERE id = $1;

-- name: UpdateLength :exec
UPDATE lesson SET length_ms = sqlc.arg(length_ms) WHERE id = sqlc.arg(id);

-- name: UpdateTitles :execrows
UPDATE lesson SET title = sqlc.arg(title), title_en = sqlc.arg(title_en), updated_at = sqlc.arg(at)
WHERE id = sqlc.arg(id);

-- name: SelectProgress :many
SELECT course_id, percent, at FROM student_progress WHERE student_id = $1 ORDER BY course_id;

-- name: UpsertProgress :one
-- Stores progress from watching, unless the student has started over since.
INSERT INTO progress (student_id, course_id, percent, at, reset_at, derived) VALUES ($1, $2, $3, $4, 0, TRUE)
ON CONFLICT (student_id, course_id) DO UPDATE SET
	percent = CASE WHEN excluded.at > progress.reset_at THEN excluded.percent ELSE progress.percent END,
	at = CASE WHEN excluded.at > progress.reset_at AND excluded.percent <> progress.percent
		THEN excluded.at ELSE progress.at END,
	derived = TRUE
RETURNING percent, at;

-- name: UpsertReportedProgress :exec
-- Stores progress reported by a device, for a course of the student that has never had anything to watch.
INSERT INTO progress (student_id, course_id, percent, at, reset_at)
SELECT sqlc.arg(student), c.id, CAST(sqlc.arg(percent) AS BIGINT), CAST(sqlc.arg(at) AS BIGINT), 0
FROM course AS c WHERE c.id = sqlc.arg(course) AND NOT EXISTS (SELECT 1 FROM lesson AS l WHERE l.course_id = c.id)
AND EXISTS (SELECT 1 FROM student_course AS s WHERE s.student_id = sqlc.arg(student) AND s.course_id = c.id)
ON CONFLICT (student_id, course_id) DO UPDATE SET percent = excluded.percent, at = excluded.at
WHERE NOT progress.derived AND excluded.at > progress.reset_at AND excluded.percent > progress.percent;

-- name: DropReportedProgress :exec
-- The course now has something to watch, so progress reported by devices no longer counts.
UPDATE progress SET percent = 0 WHERE course_id = $1 AND NOT derived AND percent > 0;

-- name: ResetProgress :one
INSERT INTO progress (student_id, course_id, percent, at, reset_at) VALUES ($1, $2, 0, $3, $3)
ON CONFLICT (student_id, course_id) DO UPDATE SET percent = 0, at = excluded.at, reset_at = excluded.reset_at
RETURNING percent, at;

-- name: SelectMyLessons :many
-- The published lessons of all courses of a student.
SELECT l.id, l.course_id, l.position, l.title, l.title_en, l.group_id, l.class_id, l.published, l.preview,
	l.created_at, l.updated_at, l.beside, l.length_ms
FROM lesson AS l
WHERE l.published AND l.course_id IN (SELECT s.course_id FROM student_course AS s WHERE s.student_id = $1)
ORDER BY l.course_id, l.position, l.id;

-- name: SelectTitles :many
SELECT a.title FROM lesson AS a WHERE a.course_id = sqlc.arg(course)
UNION
SELECT b.title_en FROM lesson AS b WHERE b.course_id = sqlc.arg(course) AND b.title_en <> '';
