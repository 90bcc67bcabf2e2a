-- name: InsertPublication :exec
INSERT INTO planning_publication (id, term_id, account, at, note, changes, told, teachers, withdrawn_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0);

-- name: InsertPublicationChange :exec
INSERT INTO planning_publication_change (
	publication_id, position, change_id, request_id, reason, group_id, class_id, action,
	was_on, was_day, was_first, was_last, was_starts, was_ends, was_campus, was_room, was_teacher,
	to_on, to_day, to_first, to_last, to_starts, to_ends, to_campus, to_room, to_teacher
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
	$22, $23, $24, $25, $26);

-- name: SelectPublications :many
SELECT p.id, p.term_id, p.at, p.account, p.note, p.changes, p.told, p.teachers, p.withdrawn_at,
	COALESCE(a.name, '') AS account_name
FROM planning_publication AS p LEFT JOIN account AS a ON a.id = p.account
WHERE p.term_id = $1
ORDER BY p.at DESC, p.id DESC
LIMIT 200;

-- name: SelectPublication :one
SELECT p.id, p.term_id, p.at, p.account, p.note, p.changes, p.told, p.teachers, p.withdrawn_at,
	COALESCE(a.name, '') AS account_name
FROM planning_publication AS p LEFT JOIN account AS a ON a.id = p.account
WHERE p.id = $1;

-- name: SelectPublicationChanges :many
SELECT * FROM planning_publication_change WHERE publication_id = $1 ORDER BY position;

-- name: WithdrawPublication :execrows
UPDATE planning_publication SET withdrawn_at = @at WHERE id = @id AND withdrawn_at = 0;

-- name: InsertNews :exec
INSERT INTO planning_news (publication_id, position, account_id, group_id, course, course_en, classes, alone, title,
	title_en, content, content_en, lines, lines_en, avatar, link)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: InsertNewsStudent :exec
INSERT INTO planning_news_student (publication_id, position, student_id) VALUES ($1, $2, $3);

-- name: SelectNews :many
SELECT * FROM planning_news WHERE publication_id = $1 ORDER BY position;

-- name: DeleteNews :execrows
DELETE FROM planning_news WHERE publication_id = $1;

-- name: DeleteNewsStudents :exec
DELETE FROM planning_news_student WHERE publication_id = $1;

-- name: SelectStudentsOfNews :many
SELECT e.student_id, n.position
FROM planning_news AS n JOIN confirmed_enrolment AS e ON e.group_id = n.group_id
WHERE n.publication_id = $1 AND n.account_id = '' AND NOT EXISTS (
	SELECT 1 FROM planning_news_student AS s WHERE s.publication_id = n.publication_id AND s.position = n.position
)
UNION ALL
SELECT s.student_id, s.position FROM planning_news_student AS s WHERE s.publication_id = $1
ORDER BY 1, 2;
