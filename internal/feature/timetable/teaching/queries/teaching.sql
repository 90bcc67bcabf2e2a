-- name: ListGroups :many
SELECT g.id, g.code, g.name, g.name_en, g.term_id, c.id AS course_id, c.code AS course_code,
	c.name AS course, c.name_en AS course_en,
	(SELECT count(*) FROM confirmed_enrolment AS e WHERE e.group_id = g.id) AS students
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id
WHERE g.term_id = sqlc.arg(term) AND g.id IN (
	SELECT t.group_id FROM teacher_group AS t WHERE t.teacher_id = sqlc.arg(teacher) AND t.from_day <= sqlc.arg(today)
		AND t.until_day >= sqlc.arg(today)
)
ORDER BY g.code, g.id;

-- name: SelectTeaches :one
SELECT count(*) FROM teacher_group
WHERE teacher_id = sqlc.arg(teacher) AND group_id = sqlc.arg(group_id) AND from_day <= sqlc.arg(today)
	AND until_day >= sqlc.arg(today);

-- name: ListStudents :many
-- Deliberately without phone and national ID.
SELECT s.id, s.number, s.name, s.name_latin, s.class, s.photo
FROM confirmed_enrolment AS e
JOIN student AS s ON s.id = e.student_id
WHERE e.group_id = sqlc.arg(group_id)
ORDER BY s.number, s.id;

-- name: SelectPhoto :one
SELECT s.photo
FROM confirmed_enrolment AS e
JOIN student AS s ON s.id = e.student_id
WHERE e.group_id = sqlc.arg(group_id) AND e.student_id = sqlc.arg(student);

-- name: InsertRequest :exec
INSERT INTO change_request (id, teacher_id, account_id, group_id, class_id, action, day, first_period,
	last_period, reason, state, answer,
	answered_by, answered_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', '', '', 0, $11);

-- name: SelectRequest :one
SELECT sqlc.embed(r), g.code, g.term_id, c.name AS course, c.name_en AS course_en,
	t.name AS teacher, t.name_en AS teacher_en
FROM change_request AS r
JOIN course_group AS g ON g.id = r.group_id
JOIN course AS c ON c.id = g.course_id
JOIN teacher AS t ON t.id = r.teacher_id
WHERE r.id = sqlc.arg(id);

-- name: CountOpenRequests :one
SELECT count(*) FROM change_request WHERE class_id = sqlc.arg(class) AND teacher_id = sqlc.arg(teacher)
	AND state IN ('open', 'accepted');

-- name: ListRequestsOfTeacher :many
SELECT sqlc.embed(r), g.code, g.term_id, c.name AS course, c.name_en AS course_en,
	t.name AS teacher, t.name_en AS teacher_en
FROM change_request AS r
JOIN course_group AS g ON g.id = r.group_id
JOIN course AS c ON c.id = g.course_id
JOIN teacher AS t ON t.id = r.teacher_id
WHERE r.teacher_id = sqlc.arg(teacher)
ORDER BY r.created_at DESC, r.id LIMIT 100;

-- name: ListRequests :many
SELECT sqlc.embed(r), g.code, g.term_id, c.name AS course, c.name_en AS course_en,
	t.name AS teacher, t.name_en AS teacher_en
FROM change_request AS r
JOIN course_group AS g ON g.id = r.group_id
JOIN course AS c ON c.id = g.course_id
JOIN teacher AS t ON t.id = r.teacher_id
WHERE r.state = sqlc.arg(state)
ORDER BY r.created_at, r.id LIMIT 200;

-- name: AnswerRequest :execrows
UPDATE change_request SET state = sqlc.arg(state), answer = sqlc.arg(answer), answered_by = sqlc.arg(account),
	answered_at = sqlc.arg(now)
WHERE id = sqlc.arg(id) AND state = sqlc.arg(from_state);
