-- name: ListTerms :many
SELECT id, name, name_en, first_monday, weeks FROM term ORDER BY first_monday DESC, id;

-- name: ListCourses :many
-- Of a term; also those without groups that still have rows.
SELECT g.course_id FROM course_group AS g WHERE g.term_id = sqlc.arg(term)
UNION
SELECT s.course_id FROM watching_summary AS s WHERE s.term_id = sqlc.arg(term) AND s.course_id <> ''
ORDER BY course_id;

-- name: ListPlaying :many
-- What the students of a course are to watch; the class of another group is left out later.
SELECT l.id, l.group_id, l.position, a.duration_ms
FROM lesson AS l
JOIN asset AS a ON a.lesson_id = l.id AND a.current
WHERE l.course_id = $1 AND l.published
ORDER BY l.position, l.id;

-- name: SelectLessonsOf :one
SELECT fingerprint FROM watching_course WHERE course_id = sqlc.arg(course) AND term_id = sqlc.arg(term);

-- name: UpsertLessonsOf :exec
INSERT INTO watching_course (course_id, term_id, fingerprint) VALUES ($1, $2, $3)
ON CONFLICT (course_id, term_id) DO UPDATE SET fingerprint = excluded.fingerprint;

-- name: ListChangedGroups :many
-- Groups of a term with other students since an instant, or that changed after a revision.
SELECT g.id FROM course_group AS g
WHERE g.term_id = sqlc.arg(term) AND g.id IN (
	SELECT e.group_id FROM enrolment AS e WHERE e.changed_at >= sqlc.arg(since)
	UNION
	SELECT m.group_id FROM student AS s JOIN enrolment AS m ON m.student_id = s.id
	WHERE s.updated_at >= sqlc.arg(since)
	UNION
	SELECT r.scope FROM revision AS r WHERE r.n > sqlc.arg(revision)
);

-- name: ListNewlyWatched :many
-- Lessons of groups whose students have watched since an instant.
SELECT DISTINCT e.group_id, w.lesson_id
FROM watching AS w
JOIN lesson AS l ON l.id = w.lesson_id
JOIN enrolment AS e ON e.student_id = w.student_id AND e.state = 'confirmed'
JOIN course_group AS g ON g.id = e.group_id AND g.course_id = l.course_id
WHERE w.at >= sqlc.arg(since) AND g.term_id = sqlc.arg(term);

-- name: ListWatched :many
SELECT s.id, s.class, s.number_key, CAST(COALESCE(w.spans, '') AS TEXT) AS spans,
	CAST(COALESCE(w.total_ms, 0) AS BIGINT) AS total_ms,
	CAST(COALESCE(w.percent, 0) AS BIGINT) AS percent, COALESCE(w.done, FALSE) AS done,
	CAST(COALESCE(w.at, 0) AS BIGINT) AS at
FROM confirmed_enrolment AS e
JOIN student AS s ON s.id = e.student_id
LEFT JOIN watching AS w ON w.student_id = e.student_id AND w.lesson_id = sqlc.arg(lesson)
WHERE e.group_id = sqlc.arg(group_id)
ORDER BY s.id;

-- name: ListWritten :many
-- What was computed of a course, with what tells whether it has changed.
SELECT DISTINCT w.group_id, w.lesson_id, w.fingerprint FROM watching_count AS w
WHERE w.course_id = sqlc.arg(course) AND w.term_id = sqlc.arg(term)
	AND (CAST(sqlc.arg(one) AS TEXT) = '' OR w.group_id = sqlc.arg(one));

-- name: ListGone :many
-- Deleted groups. It reads one row of each group.
WITH RECURSIVE c(id) AS (
	SELECT CAST(min(group_id) AS TEXT) FROM watching_count
	UNION ALL
	SELECT (SELECT CAST(min(w.group_id) AS TEXT) FROM watching_count AS w WHERE w.group_id > c.id) FROM c
	WHERE c.id IS NOT NULL
)
SELECT CAST(c.id AS TEXT) AS id FROM c
WHERE c.id <> '' AND NOT EXISTS (SELECT 1 FROM course_group AS g WHERE g.id = c.id);

-- name: ListCoursesOfGone :many
SELECT DISTINCT course_id FROM watching_count WHERE group_id = $1;

-- name: DeleteRows :exec
DELETE FROM watching_row WHERE group_id = sqlc.arg(group_id) AND lesson_id = sqlc.arg(lesson);

-- name: DeleteLesson :exec
DELETE FROM watching_count WHERE group_id = sqlc.arg(group_id) AND lesson_id = sqlc.arg(lesson);

-- name: DeleteRowsOfGroup :exec
DELETE FROM watching_row WHERE group_id = $1;

-- name: DeleteLessonsOfGroup :exec
DELETE FROM watching_count WHERE group_id = $1;

-- name: SumCourse :many
SELECT w.class, CAST(SUM(w.students) AS BIGINT) AS lessons, CAST(SUM(w.started) AS BIGINT) AS started,
	CAST(SUM(w.done) AS BIGINT) AS done, CAST(SUM(w.seconds) AS BIGINT) AS seconds
FROM watching_count AS w
WHERE w.course_id = sqlc.arg(course) AND w.term_id = sqlc.arg(term)
GROUP BY w.class;

-- name: CountStudents :many
-- Of a course, or of all; those in groups with something to watch.
SELECT s.class, count(DISTINCT e.student_id) AS students
FROM course_group AS g
JOIN confirmed_enrolment AS e ON e.group_id = g.id
JOIN student AS s ON s.id = e.student_id
WHERE g.term_id = sqlc.arg(term) AND (CAST(sqlc.arg(course) AS TEXT) = '' OR g.course_id = sqlc.arg(course))
	AND EXISTS (SELECT 1 FROM watching_count AS w WHERE w.group_id = g.id)
GROUP BY s.class;

-- name: SumClasses :many
SELECT w.class, CAST(SUM(w.lessons) AS BIGINT) AS lessons, CAST(SUM(w.started) AS BIGINT) AS started,
	CAST(SUM(w.done) AS BIGINT) AS done, CAST(SUM(w.seconds) AS BIGINT) AS seconds
FROM watching_summary AS w
WHERE w.term_id = $1 AND w.course_id <> ''
GROUP BY w.class;

-- name: ListCounted :many
-- The students of each class at the last computation.
SELECT w.class, w.students FROM watching_summary AS w WHERE w.term_id = $1 AND w.course_id = '';

-- name: DeleteSummary :exec
DELETE FROM watching_summary WHERE term_id = sqlc.arg(term) AND course_id = sqlc.arg(course);

-- name: SelectComputed :one
SELECT as_of, revision FROM watching_run WHERE scope = '';

-- name: UpsertComputed :exec
INSERT INTO watching_run (scope, as_of, asked_at, revision) VALUES ($1, $2, $2, $3)
ON CONFLICT (scope) DO UPDATE SET as_of = excluded.as_of, revision = excluded.revision;

-- name: UpsertAsked :exec
INSERT INTO watching_run (scope, as_of, asked_at, revision) VALUES ($1, 0, $2, 0)
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

-- name: ListGroupsWithRows :many
SELECT DISTINCT group_id FROM watching_row WHERE student_id = $1 ORDER BY group_id;

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
