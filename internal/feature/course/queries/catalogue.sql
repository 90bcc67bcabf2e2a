-- What staff see of the courses.

-- name: CountCourses :one
SELECT count(*) FROM course AS c
WHERE (lower(c.code) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR lower(c.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR lower(c.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR EXISTS (SELECT 1 FROM course_teacher AS ct JOIN teacher AS t ON t.id = ct.teacher_id WHERE ct.course_id = c.id
		AND (lower(t.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
			OR lower(t.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')))
	AND (CAST(sqlc.arg(term) AS TEXT) = ''
		OR EXISTS (SELECT 1 FROM course_group AS g WHERE g.course_id = c.id AND g.term_id = CAST(sqlc.arg(term) AS TEXT)));

-- name: SelectCoursePage :many
SELECT c.id, c.code, c.name, c.name_en, c.credits,
	(SELECT count(*) FROM course_group AS g WHERE g.course_id = c.id
		AND (CAST(sqlc.arg(term) AS TEXT) = '' OR g.term_id = CAST(sqlc.arg(term) AS TEXT))) AS groups,
	(SELECT count(DISTINCT e.student_id) FROM course_group AS g JOIN confirmed_enrolment AS e ON e.group_id = g.id
		WHERE g.course_id = c.id
			AND (CAST(sqlc.arg(term) AS TEXT) = '' OR g.term_id = CAST(sqlc.arg(term) AS TEXT))) AS students,
	(SELECT count(*) FROM lesson AS l WHERE l.course_id = c.id) AS lessons
FROM course AS c
WHERE c.code > sqlc.arg(after)
	AND (lower(c.code) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
		OR lower(c.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR lower(c.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR EXISTS (SELECT 1 FROM course_teacher AS ct JOIN teacher AS t ON t.id = ct.teacher_id WHERE ct.course_id = c.id
		AND (lower(t.name) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
			OR lower(t.name_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')))
	AND (CAST(sqlc.arg(term) AS TEXT) = ''
		OR EXISTS (SELECT 1 FROM course_group AS g WHERE g.course_id = c.id AND g.term_id = CAST(sqlc.arg(term) AS TEXT)))
ORDER BY c.code LIMIT sqlc.arg(size);

-- name: SelectTeachersBetween :many
-- The teachers of a page of courses.
SELECT ct.course_id, t.id, t.number, t.name, t.name_en
FROM course AS c
JOIN course_teacher AS ct ON ct.course_id = c.id
JOIN teacher AS t ON t.id = ct.teacher_id
WHERE c.code >= sqlc.arg(first) AND c.code <= sqlc.arg(last)
ORDER BY ct.course_id, ct.place, t.id;

-- name: SelectGroupsWithSize :many
SELECT g.id, g.term_id, g.code, g.name, g.name_en,
	(SELECT count(*) FROM confirmed_enrolment AS e WHERE e.group_id = g.id) AS students
FROM course_group AS g
LEFT JOIN term AS t ON t.id = g.term_id
WHERE g.course_id = $1
ORDER BY t.first_monday DESC, g.code, g.id;

-- name: SelectMemberPage :many
SELECT s.id, s.number, s.name, s.name_latin, s.class,
	CAST(CASE WHEN s.status = 'withdrawn' AND e.state = 'confirmed' THEN 'left' ELSE e.state END AS TEXT) AS state
FROM enrolment AS e
JOIN student AS s ON s.id = e.student_id
WHERE e.group_id = sqlc.arg(group_id) AND s.number > sqlc.arg(after)
ORDER BY s.number LIMIT sqlc.arg(size);
