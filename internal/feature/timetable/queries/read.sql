-- name: SelectTerms :many
SELECT * FROM term ORDER BY first_monday, id;

-- name: SelectTerm :one
SELECT * FROM term WHERE id = $1;

-- name: SelectTermAt :one
-- The former dates of a term at an instant. No row: they haven't changed since.
SELECT first_monday, weeks FROM term_past WHERE term_id = sqlc.arg(term) AND until > sqlc.arg(since)
ORDER BY revision LIMIT 1;

-- name: SelectCampuses :many
SELECT id, name, name_en FROM campus ORDER BY position, id;

-- name: SelectPeriods :many
-- All periods of the schemes in force on any date between the two.
SELECT s.id, s.campus_id, s.from_date, s.to_date, s.changed_at, s.revision, p.number, p.starts, p.ends
FROM period_scheme AS s
JOIN period AS p ON p.scheme_id = s.id
WHERE s.to_date >= sqlc.arg(first) AND s.from_date <= sqlc.arg(last)
ORDER BY s.campus_id, s.from_date, s.id, p.number;

-- name: SelectPastPeriods :many
-- SelectPeriods for former versions of schemes.
SELECT * FROM period_past WHERE to_date >= sqlc.arg(first) AND from_date <= sqlc.arg(last)
ORDER BY scheme_id, revision, number;

-- name: SelectMappings :many
SELECT id, date, off, week, weekday, note, published_at, withdrawn_at, revision FROM day_mapping WHERE term_id = $1
ORDER BY date, published_at, id;

-- name: SelectHolidays :many
SELECT id, name, name_en, from_date, to_date, published_at, withdrawn_at, revision
FROM holiday WHERE to_date >= sqlc.arg(first) AND from_date <= sqlc.arg(last)
ORDER BY from_date, id;

-- name: SelectEnrolments :many
-- All of a student's enrolments, with the revision of each group. Students who have left the college have no timetable.
SELECT g.id, g.code, g.term_id, e.state, c.id AS course_id, c.code AS course_code, c.name, c.name_en,
	CAST(COALESCE(r.n, 0) AS BIGINT) AS revision
FROM enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN course AS c ON c.id = g.course_id
LEFT JOIN revision AS r ON r.scope = g.id
WHERE e.student_id = $1
	AND NOT EXISTS (SELECT 1 FROM student AS s WHERE s.id = e.student_id AND s.status = 'withdrawn')
ORDER BY c.code, g.id;

-- name: SelectMeetingsOfStudent :many
SELECT sqlc.embed(m),
	CAST(COALESCE(r.name, '') AS TEXT) AS room, CAST(COALESCE(r.name_en, '') AS TEXT) AS room_en,
	CAST(COALESCE(r.campus_id, '') AS TEXT) AS room_campus,
	CAST(COALESCE(t.name, '') AS TEXT) AS teacher, CAST(COALESCE(t.name_en, '') AS TEXT) AS teacher_en
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN meeting AS m ON m.group_id = g.id
LEFT JOIN room AS r ON r.id = m.room_id
LEFT JOIN teacher AS t ON t.id = m.teacher_id
WHERE e.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term);

-- name: SelectPastMeetingsOfStudent :many
-- Former rules of a student's groups that were in force at an instant.
SELECT sqlc.embed(m)
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN meeting_past AS m ON m.group_id = g.id
WHERE e.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term)
	AND m.until > sqlc.arg(since) AND m.changed_at <= sqlc.arg(since);

-- name: SelectChangesOfStudent :many
SELECT sqlc.embed(x),
	CAST(COALESCE(r.name, '') AS TEXT) AS room, CAST(COALESCE(r.name_en, '') AS TEXT) AS room_en,
	CAST(COALESCE(r.campus_id, '') AS TEXT) AS room_campus,
	CAST(COALESCE(t.name, '') AS TEXT) AS teacher, CAST(COALESCE(t.name_en, '') AS TEXT) AS teacher_en
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN class_change AS x ON x.group_id = g.id
LEFT JOIN room AS r ON r.id = x.room_id
LEFT JOIN teacher AS t ON t.id = x.teacher_id
WHERE e.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term);

-- name: SelectRecordings :many
SELECT l.class_id, l.id
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN lesson AS l ON l.group_id = g.id
WHERE e.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term)
	AND l.class_id <> '' AND l.published
ORDER BY l.beside, l.position, l.id;

-- name: SelectTaughtRecordings :many
-- The recordings of a term's classes that a teacher may watch.
SELECT l.class_id, l.id
FROM lesson AS l
JOIN course_group AS g ON g.id = l.group_id
WHERE g.term_id = sqlc.arg(term) AND l.class_id <> '' AND l.published
	AND l.id IN (SELECT t.lesson_id FROM teacher_lesson AS t WHERE t.teacher_id = sqlc.arg(teacher)
		AND t.from_day <= sqlc.arg(today) AND t.until_day >= sqlc.arg(today))
ORDER BY l.beside, l.position, l.id;

-- name: SelectGroupTerm :one
SELECT term_id FROM course_group WHERE id = $1;

-- name: SelectMeetingsOfGroup :many
SELECT * FROM meeting WHERE group_id = $1;

-- name: SelectChangesOfGroup :many
SELECT * FROM class_change WHERE group_id = $1;

-- name: SelectMeetingsOfTerm :many
SELECT sqlc.embed(m) FROM meeting AS m JOIN course_group AS g ON g.id = m.group_id WHERE g.term_id = $1;

-- name: SelectChangesOfTerm :many
SELECT sqlc.embed(x) FROM class_change AS x JOIN course_group AS g ON g.id = x.group_id WHERE g.term_id = $1;

-- name: SelectLive :many
-- The classes of a student's term with a live source.
SELECT s.class_id
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN live_source AS s ON s.group_id = g.id
WHERE e.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term)
ORDER BY s.class_id;

-- name: SelectGroupOfClass :one
-- The group of a meeting, or of an added class.
SELECT m.group_id FROM meeting AS m WHERE m.id = sqlc.arg(meeting)
UNION ALL
SELECT m.group_id FROM meeting AS m WHERE m.series = sqlc.arg(meeting) AND m.series <> ''
UNION ALL
SELECT c.group_id FROM class_change AS c WHERE c.id = sqlc.arg(class) AND c.action = 'add'
LIMIT 1;

-- name: SelectTaughtGroups :many
-- The groups of a teacher, including those of single classes, with the revision of each.
SELECT g.id, g.code, g.term_id, CAST('confirmed' AS TEXT) AS state, c.id AS course_id,
	c.code AS course_code, c.name, c.name_en,
	CAST(COALESCE(r.n, 0) AS BIGINT) AS revision
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id
LEFT JOIN revision AS r ON r.scope = g.id
WHERE g.term_id = sqlc.arg(term)
	AND g.id IN (SELECT t.group_id FROM teacher_group AS t WHERE t.teacher_id = sqlc.arg(teacher))
ORDER BY c.code, g.id;

-- name: SelectPastMeetingsOfGroup :many
-- Former rules of a group that were in force at an instant.
SELECT * FROM meeting_past WHERE group_id = sqlc.arg(group_id) AND until > sqlc.arg(since)
	AND changed_at <= sqlc.arg(since);
