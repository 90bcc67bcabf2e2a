-- name: ListTerms :many
SELECT id, name, name_en, first_monday, weeks FROM term ORDER BY first_monday DESC, id;

-- name: ListUnits :many
-- What the students of a group are to watch: what plays and records no class of another group.
SELECT g.id AS group_id, g.course_id, g.term_id, l.id AS lesson_id, l.position, a.duration_ms
FROM course_group AS g
JOIN lesson AS l ON l.course_id = g.course_id AND l.published AND (l.group_id = '' OR l.group_id = g.id)
JOIN asset AS a ON a.lesson_id = l.id AND a.current
WHERE g.term_id = sqlc.arg(term) AND (CAST(sqlc.arg(one) AS TEXT) = '' OR g.id = sqlc.arg(one))
ORDER BY g.id, l.position, l.id;

-- name: ListWatched :many
SELECT s.id, s.class, s.number_key, CAST(COALESCE(w.spans, '') AS TEXT) AS spans,
	CAST(COALESCE(w.total_ms, 0) AS BIGINT) AS total_ms,
	CAST(COALESCE(w.percent, 0) AS BIGINT) AS percent, COALESCE(w.done, FALSE) AS done,
	CAST(COALESCE(w.at, 0) AS BIGINT) AS at
FROM enrolment AS e
JOIN student AS s ON s.id = e.student_id
LEFT JOIN watching AS w ON w.student_id = e.student_id AND w.lesson_id = sqlc.arg(lesson)
WHERE e.group_id = sqlc.arg(group_id) AND e.state = 'confirmed'
ORDER BY s.id;

-- name: ListWritten :many
-- What stands there, with what tells whether it has changed.
SELECT DISTINCT w.group_id, w.lesson_id, w.fingerprint FROM watching_count AS w
WHERE (w.term_id = sqlc.arg(term) AND (CAST(sqlc.arg(one) AS TEXT) = '' OR w.group_id = sqlc.arg(one)));

-- name: ListGone :many
-- Groups that are no more.
SELECT DISTINCT w.group_id FROM watching_count AS w
WHERE NOT EXISTS (SELECT 1 FROM course_group AS g WHERE g.id = w.group_id);

-- name: DeleteRows :exec
DELETE FROM watching_row WHERE group_id = sqlc.arg(group_id) AND lesson_id = sqlc.arg(lesson);

-- name: DeleteLesson :exec
DELETE FROM watching_count WHERE group_id = sqlc.arg(group_id) AND lesson_id = sqlc.arg(lesson);

-- name: DeleteRowsOfGroup :exec
DELETE FROM watching_row WHERE group_id = $1;

-- name: DeleteLessonsOfGroup :exec
DELETE FROM watching_count WHERE group_id = $1;

-- name: SumCourses :many
SELECT r.course_id, r.class, count(DISTINCT r.student_id) AS students, count(*) AS lessons,
	CAST(SUM(CASE WHEN r.seconds > 0 THEN 1 ELSE 0 END) AS BIGINT) AS started,
	CAST(SUM(CASE WHEN r.done THEN 1 ELSE 0 END) AS BIGINT) AS done,
	CAST(SUM(r.seconds) AS BIGINT) AS seconds
FROM watching_row AS r
WHERE r.term_id = sqlc.arg(term) AND (CAST(sqlc.arg(course) AS TEXT) = '' OR r.course_id = sqlc.arg(course))
GROUP BY r.course_id, r.class;

-- name: SumClasses :many
SELECT r.class, count(DISTINCT r.student_id) AS students, count(*) AS lessons,
	CAST(SUM(CASE WHEN r.seconds > 0 THEN 1 ELSE 0 END) AS BIGINT) AS started,
	CAST(SUM(CASE WHEN r.done THEN 1 ELSE 0 END) AS BIGINT) AS done,
	CAST(SUM(r.seconds) AS BIGINT) AS seconds
FROM watching_row AS r
WHERE r.term_id = $1
GROUP BY r.class;

-- name: DeleteSummary :exec
DELETE FROM watching_summary WHERE term_id = sqlc.arg(term)
	AND (CAST(sqlc.arg(course) AS TEXT) = '' OR course_id = sqlc.arg(course));

-- name: UpsertComputed :exec
INSERT INTO watching_run (scope, as_of, asked_at) VALUES ($1, $2, $2)
ON CONFLICT (scope) DO UPDATE SET as_of = excluded.as_of;

-- name: UpsertAsked :exec
INSERT INTO watching_run (scope, as_of, asked_at) VALUES ($1, 0, $2)
ON CONFLICT (scope) DO UPDATE SET asked_at = excluded.asked_at;

-- name: SelectAsOf :one
SELECT CAST(COALESCE(MAX(as_of), 0) AS BIGINT) AS as_of FROM watching_run WHERE scope = '' OR scope = sqlc.arg(scope);

-- name: SelectAsked :one
SELECT CAST(COALESCE(MAX(asked_at), 0) AS BIGINT) AS asked_at FROM watching_run WHERE scope = '';

-- name: CountComputing :one
SELECT count(*) FROM job WHERE kind = sqlc.arg(kind) AND state IN ('waiting', 'running')
	AND (unique_key = sqlc.arg(every) OR unique_key = sqlc.arg(one));

-- name: ListTermsWithRows :many
SELECT DISTINCT term_id FROM watching_summary;

-- name: ListSummary :many
-- Small: one row for each course and class.
SELECT s.course_id, CAST(COALESCE(c.code, '') AS TEXT) AS code, CAST(COALESCE(c.name, '') AS TEXT) AS name,
	CAST(COALESCE(c.name_en, '') AS TEXT) AS name_en,
	s.class, s.students, s.lessons, s.started, s.done, s.seconds
FROM watching_summary AS s
LEFT JOIN course AS c ON c.id = s.course_id
WHERE s.term_id = $1
ORDER BY code, s.course_id, s.class;

-- name: ListLessons :many
-- Of a course, or of one group of it.
SELECT l.id, l.position, l.title, l.title_en, l.group_id AS only_group, w.group_id, w.class, w.duration_ms, w.students,
	w.started, w.done, w.seconds, w.curve
FROM watching_count AS w
JOIN lesson AS l ON l.id = w.lesson_id
WHERE w.course_id = sqlc.arg(course) AND w.term_id = sqlc.arg(term)
	AND (CAST(sqlc.arg(one) AS TEXT) = '' OR w.group_id = sqlc.arg(one))
ORDER BY l.position, l.id, w.group_id, w.class;

-- name: SelectCourse :one
SELECT id, code, name, name_en FROM course WHERE id = $1;

-- name: SelectGroup :one
SELECT id, course_id, term_id, code, name, name_en FROM course_group WHERE id = $1;

-- name: ListGroupsOf :many
SELECT id, code, name, name_en FROM course_group WHERE course_id = sqlc.arg(course)
	AND term_id = sqlc.arg(term) ORDER BY code, id;

-- name: SelectLesson :one
SELECT id, course_id, title, title_en FROM lesson WHERE id = $1;

-- name: CountTeaches :one
SELECT count(*) FROM teacher_group
WHERE teacher_id = sqlc.arg(teacher) AND group_id = sqlc.arg(group_id) AND from_day <= sqlc.arg(today)
	AND until_day >= sqlc.arg(today);

-- name: UpsertReminder :exec
INSERT INTO watching_reminder (student_id, course_id, message_id, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (student_id, course_id) DO UPDATE SET message_id = excluded.message_id, at = excluded.at;

-- name: SelectSent :one
-- A message that was sent under an id, and to how many. What is noted of a reminder may have been replaced by
-- a later one.
SELECT m.sender, m.topic, (SELECT count(*) FROM message_recipient AS r WHERE r.message_id = m.id) AS students
FROM message AS m WHERE m.id = $1;

-- name: ListOwnReminders :many
SELECT m.course_id, CAST(COALESCE(c.code, '') AS TEXT) AS code, CAST(COALESCE(c.name, '') AS TEXT) AS name,
	CAST(COALESCE(c.name_en, '') AS TEXT) AS name_en, m.at
FROM watching_reminder AS m
LEFT JOIN course AS c ON c.id = m.course_id
WHERE m.student_id = $1
ORDER BY m.at, m.course_id;
