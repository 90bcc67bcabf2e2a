-- name: SelectGroupPage :many
-- A page of a term's groups, by code.
SELECT g.id, g.code, g.name, g.name_en, c.id AS course_id, c.code AS course_code,
	c.name AS course, c.name_en AS course_en,
	(SELECT count(*) FROM confirmed_enrolment AS e WHERE e.group_id = g.id) AS size
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id
WHERE g.term_id = sqlc.arg(term) AND g.code > sqlc.arg(after)
	AND (lower(g.code) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(g.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(g.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(c.code) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(c.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(c.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR EXISTS (SELECT 1 FROM course_teacher AS ct JOIN teacher AS t ON t.id = ct.teacher_id WHERE ct.course_id = c.id
			AND (lower(t.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
				OR lower(t.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')))
ORDER BY g.code
LIMIT sqlc.arg(size);

-- name: SelectTeachersOfGroup :many
-- The teachers in a group's timetable.
SELECT DISTINCT t.id, t.number, t.name, t.name_en
FROM meeting AS m
JOIN teacher AS t ON t.id = m.teacher_id
WHERE m.group_id = $1
ORDER BY t.name, t.id;

-- name: SelectStatusOfStudent :one
SELECT status FROM student WHERE id = $1;

-- name: SelectEnrolment :one
SELECT * FROM enrolment WHERE student_id = $1 AND group_id = $2;

-- name: UpsertEnrolment :exec
INSERT INTO enrolment (student_id, group_id, state, changed_at, from_date, until_date) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (student_id, group_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at,
	from_date = excluded.from_date,
	until_date = excluded.until_date;

-- name: SelectUsed :one
SELECT (SELECT count(*) FROM progress AS p WHERE p.student_id = sqlc.arg(student)) AS progress,
	(SELECT count(*) FROM watching AS w WHERE w.student_id = sqlc.arg(student)) AS watching,
	(SELECT count(*) FROM note AS n WHERE n.student_id = sqlc.arg(student)) AS notes;

-- name: SelectTermsOfStudent :many
SELECT DISTINCT t.id, t.first_monday, t.weeks
FROM enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN term AS t ON t.id = g.term_id
WHERE e.student_id = $1;

-- name: AddWatchedDays :exec
UPDATE watched_day SET ms = watched_day.ms + (SELECT o.ms FROM watched_day AS o WHERE o.student_id = sqlc.arg(other)
	AND o.day = watched_day.day)
WHERE watched_day.student_id = sqlc.arg(kept)
	AND EXISTS (SELECT 1 FROM watched_day AS o WHERE o.student_id = sqlc.arg(other) AND o.day = watched_day.day);
