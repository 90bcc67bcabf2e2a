-- name: UpsertClock :exec
INSERT INTO watch_clock (student_id, clock) VALUES ($1, $2)
ON CONFLICT (student_id) DO UPDATE SET clock = excluded.clock;

-- name: SelectWatchable :one
-- Everything needed about a lesson and a student before they watch it. No joins: SQLite plans a join again whenever a
-- parameter differs, which takes longer than the lookup.
SELECT l.course_id, l.published, l.preview,
	CAST(COALESCE((SELECT a.duration_ms FROM asset AS a WHERE a.lesson_id = l.id AND a.current),
		0) AS BIGINT) AS duration_ms,
	EXISTS (
		SELECT 1 FROM enrolment AS e
		WHERE e.student_id = sqlc.arg(student) AND e.state = 'confirmed'
			AND (SELECT g.course_id FROM course_group AS g WHERE g.id = e.group_id) = l.course_id
	) AS enrolled
FROM lesson AS l
WHERE l.id = sqlc.arg(lesson);

-- name: SelectReported :one
-- The part that is the same for all reports about a lesson, so that one transaction reads it once.
SELECT l.course_id, l.published, l.preview,
	CAST(COALESCE((SELECT a.duration_ms FROM asset AS a WHERE a.lesson_id = l.id AND a.current),
		0) AS BIGINT) AS duration_ms
FROM lesson AS l
WHERE l.id = $1;

-- name: SelectWatched :one
-- The rest that a report needs, in one statement and without joins as above: every report waits for it.
SELECT w.spans, w.position_ms, w.percent, w.done, w.acks,
	EXISTS (
		SELECT 1 FROM enrolment AS e
		WHERE e.student_id = sqlc.arg(student) AND e.state = 'confirmed'
			AND (SELECT g.course_id FROM course_group AS g WHERE g.id = e.group_id) = sqlc.arg(course)
	) AS enrolled,
	CAST(COALESCE((SELECT c.clock FROM watch_clock AS c WHERE c.student_id = sqlc.arg(student)), '') AS TEXT) AS clock,
	CAST(COALESCE((SELECT p.percent FROM student_progress AS p WHERE p.student_id = sqlc.arg(student)
		AND p.course_id = sqlc.arg(course)), 0) AS BIGINT) AS progress
FROM watching AS w
WHERE w.student_id = sqlc.arg(student) AND w.lesson_id = sqlc.arg(lesson);

-- name: SelectUnwatched :one
-- The same for a student who hasn't opened the lesson yet.
SELECT EXISTS (
		SELECT 1 FROM enrolment AS e
		WHERE e.student_id = sqlc.arg(student) AND e.state = 'confirmed'
			AND (SELECT g.course_id FROM course_group AS g WHERE g.id = e.group_id) = sqlc.arg(course)
	) AS enrolled,
	CAST(COALESCE((SELECT c.clock FROM watch_clock AS c WHERE c.student_id = sqlc.arg(student)), '') AS TEXT) AS clock,
	CAST(COALESCE((SELECT p.percent FROM student_progress AS p WHERE p.student_id = sqlc.arg(student)
		AND p.course_id = sqlc.arg(course)), 0) AS BIGINT) AS progress;

-- name: SelectWatching :one
SELECT spans, position_ms, percent, done, acks, at FROM watching WHERE student_id = $1 AND lesson_id = $2;

-- name: InsertWatching :exec
-- The first opening of a lesson: its clock now runs for the student.
INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
VALUES ($1, $2, '', 0, 0, 0, FALSE, $3, $4)
ON CONFLICT (student_id, lesson_id) DO NOTHING;

-- name: UpsertWatching :exec
INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (student_id, lesson_id) DO UPDATE SET spans = excluded.spans, total_ms = excluded.total_ms,
	position_ms = excluded.position_ms,
	percent = excluded.percent, done = excluded.done, acks = excluded.acks, at = excluded.at;

-- name: UpsertWatchedDay :exec
INSERT INTO watched_day (student_id, day, ms) VALUES ($1, $2, $3)
ON CONFLICT (student_id, day) DO UPDATE SET ms = watched_day.ms + excluded.ms;

-- name: SelectWatchedDays :many
SELECT day, ms FROM watched_day WHERE student_id = sqlc.arg(student) AND day >= sqlc.arg(first)
	AND day <= sqlc.arg(last) ORDER BY day;

-- name: SelectCourseWatched :one
-- How much of a course a student has watched; finished lessons count fully. Uses the percentage of a lesson, because
-- its milliseconds may be of a replaced recording. No joins, as above.
SELECT CAST(COALESCE(SUM(x.duration_ms), 0) AS BIGINT) AS duration_ms,
	CAST(COALESCE(SUM(x.duration_ms * x.percent / 100), 0) AS BIGINT) AS watched_ms
FROM (
	SELECT (SELECT a.duration_ms FROM asset AS a WHERE a.lesson_id = l.id AND a.current) AS duration_ms,
		COALESCE((
			SELECT CASE WHEN w.done THEN 100 ELSE w.percent END FROM watching AS w
			WHERE w.student_id = sqlc.arg(student) AND w.lesson_id = l.id
		), 0) AS percent
	FROM lesson AS l
	WHERE l.course_id = sqlc.arg(course) AND l.published
) AS x
WHERE x.duration_ms IS NOT NULL;

-- name: SelectProgressOf :one
SELECT percent FROM student_progress WHERE student_id = $1 AND course_id = $2;

-- name: ResetWatching :exec
-- Starts the lessons of a course over. Earlier acks no longer count for any player.
UPDATE watching SET spans = '', total_ms = 0, position_ms = 0, percent = 0, done = FALSE,
	acks = sqlc.arg(acks), at = sqlc.arg(at)
WHERE watching.student_id = sqlc.arg(student)
	AND watching.lesson_id IN (SELECT l.id FROM lesson AS l WHERE l.course_id = sqlc.arg(course));

-- name: DeleteWatchingOf :exec
DELETE FROM watching WHERE lesson_id = $1;

-- name: DeleteEarlierOf :exec
DELETE FROM watching_earlier WHERE lesson_id = $1;

-- name: ResetEarlier :exec
DELETE FROM watching_earlier WHERE watching_earlier.student_id = sqlc.arg(student)
	AND watching_earlier.lesson_id IN (SELECT l.id FROM lesson AS l WHERE l.course_id = sqlc.arg(course));

-- name: SelectPlayingLength :one
SELECT duration_ms FROM asset WHERE lesson_id = $1 AND current;

-- name: CountWatchers :one
SELECT count(*) FROM watching WHERE lesson_id = $1 AND total_ms > 0;

-- name: ArchiveWatching :exec
-- What was watched of a recording of this length no longer counts.
INSERT INTO watching_earlier (student_id, lesson_id, length_ms, spans, total_ms, position_ms, percent, done, at)
SELECT w.student_id, w.lesson_id, CAST(sqlc.arg(length_ms) AS BIGINT), w.spans, w.total_ms, w.position_ms, w.percent,
	w.done, w.at
FROM watching AS w WHERE w.lesson_id = sqlc.arg(lesson) AND w.total_ms > 0
ON CONFLICT (student_id, lesson_id, length_ms) DO UPDATE SET spans = excluded.spans, total_ms = excluded.total_ms,
	position_ms = excluded.position_ms, percent = excluded.percent, done = excluded.done, at = excluded.at;

-- name: SelectEarlierLengths :many
SELECT DISTINCT length_ms FROM watching_earlier WHERE lesson_id = $1 ORDER BY length_ms;

-- name: RestoreWatching :exec
INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
SELECT e.student_id, e.lesson_id, e.spans, e.total_ms, e.position_ms, e.percent, e.done, CAST(sqlc.arg(acks) AS TEXT),
	e.at
FROM watching_earlier AS e WHERE e.lesson_id = sqlc.arg(lesson) AND e.length_ms = sqlc.arg(length_ms);

-- name: DeleteEarlier :exec
DELETE FROM watching_earlier WHERE lesson_id = sqlc.arg(lesson) AND length_ms = sqlc.arg(length_ms);

-- name: DeleteNotesOf :exec
DELETE FROM note WHERE lesson_id = $1;

-- name: SelectStates :many
-- What each lesson of a course plays and the student's progress. If none plays, the state is that of the newest asset.
SELECT l.id, CAST(COALESCE(c.duration_ms, 0) AS BIGINT) AS duration_ms,
	CAST(CASE WHEN c.id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS playable,
	CAST(COALESCE((SELECT n.state FROM asset AS n WHERE n.lesson_id = l.id ORDER BY n.created_at DESC, n.id DESC
		LIMIT 1), '') AS TEXT) AS newest,
	CAST(COALESCE(w.percent, 0) AS BIGINT) AS percent, COALESCE(w.done, FALSE) AS done
FROM lesson AS l
LEFT JOIN asset AS c ON c.lesson_id = l.id AND c.current
LEFT JOIN watching AS w ON w.lesson_id = l.id AND w.student_id = sqlc.arg(student)
WHERE l.course_id = sqlc.arg(course);

-- name: SelectMyStates :many
-- The same for the published lessons of all courses of a student.
SELECT l.id, CAST(COALESCE(c.duration_ms, 0) AS BIGINT) AS duration_ms,
	CAST(COALESCE(w.percent, 0) AS BIGINT) AS percent, COALESCE(w.done, FALSE) AS done
FROM lesson AS l
LEFT JOIN asset AS c ON c.lesson_id = l.id AND c.current
LEFT JOIN watching AS w ON w.lesson_id = l.id AND w.student_id = sqlc.arg(student)
WHERE l.published
	AND l.course_id IN (SELECT s.course_id FROM student_course AS s WHERE s.student_id = sqlc.arg(student));

-- name: SelectRecent :many
-- The lessons a student has started: unfinished ones first, then the latest.
SELECT l.id, l.title, l.title_en, c.id AS course_id, c.code, c.name, c.name_en, a.duration_ms,
	w.position_ms, w.percent, w.done, w.at
FROM watching AS w
JOIN lesson AS l ON l.id = w.lesson_id
JOIN course AS c ON c.id = l.course_id
JOIN asset AS a ON a.lesson_id = l.id AND a.current
WHERE w.student_id = sqlc.arg(student) AND w.total_ms > 0 AND l.published
	AND (l.preview OR EXISTS (SELECT 1 FROM student_course AS s WHERE s.student_id = w.student_id
		AND s.course_id = l.course_id))
ORDER BY CASE WHEN w.done THEN 1 ELSE 0 END, w.at DESC, l.id
LIMIT sqlc.arg(most);

-- name: SelectPreviews :many
SELECT l.id, l.title, l.title_en, c.id AS course_id, c.code, c.name, c.name_en, a.duration_ms
FROM lesson AS l
JOIN course AS c ON c.id = l.course_id
JOIN asset AS a ON a.lesson_id = l.id AND a.current
WHERE l.published AND l.preview
ORDER BY c.code, l.position, l.id
LIMIT sqlc.arg(most);

-- name: SelectNotes :many
SELECT id, student_id, lesson_id, at_ms, text, created_at, updated_at FROM note WHERE student_id = $1
	AND lesson_id = $2 ORDER BY at_ms, id;

-- name: CountNotes :one
SELECT count(*) FROM note WHERE student_id = $1 AND lesson_id = $2;

-- name: InsertNote :exec
INSERT INTO note (id, student_id, lesson_id, at_ms, text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: UpdateNote :one
UPDATE note SET at_ms = $4, text = $5, updated_at = $6 WHERE student_id = $1 AND lesson_id = $2 AND id = $3
RETURNING id, student_id, lesson_id, at_ms, text, created_at, updated_at;

-- name: DeleteNote :execrows
DELETE FROM note WHERE student_id = $1 AND lesson_id = $2 AND id = $3;

-- name: SelectLessonOfClass :one
-- The lesson that records a class: published ones first, the main recording before additional ones.
SELECT id FROM lesson WHERE class_id = $1 AND class_id <> '' ORDER BY published DESC, beside, position, id LIMIT 1;

-- name: SelectOwnLessonOfClass :one
-- The lesson for the next recording of a class.
SELECT id FROM lesson WHERE class_id = $1 AND class_id <> '' AND NOT beside
ORDER BY published DESC, position, id LIMIT 1;

-- name: SelectLive :one
SELECT class_id, group_id, playlist, updated_at FROM live_source WHERE class_id = $1;

-- name: UpsertLive :exec
INSERT INTO live_source (class_id, group_id, playlist, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (class_id) DO UPDATE SET group_id = excluded.group_id, playlist = excluded.playlist,
	updated_at = excluded.updated_at;

-- name: DeleteLive :execrows
DELETE FROM live_source WHERE class_id = $1;

-- name: SelectTaughtLessons :many
-- The lessons of a course that belong to a teacher's groups.
SELECT DISTINCT lesson_id FROM teacher_lesson
WHERE teacher_id = sqlc.arg(teacher) AND course_id = sqlc.arg(course) AND from_day <= sqlc.arg(today)
	AND until_day >= sqlc.arg(today);

-- name: CountTeaches :one
SELECT count(*) FROM teacher_group
WHERE teacher_id = sqlc.arg(teacher) AND group_id = sqlc.arg(group_id) AND from_day <= sqlc.arg(today)
	AND until_day >= sqlc.arg(today);

-- name: CountMember :one
SELECT count(*) FROM confirmed_enrolment WHERE student_id = $1 AND group_id = $2;

-- name: SelectAllWatching :many
SELECT w.lesson_id, CAST(COALESCE(l.title, '') AS TEXT) AS title, CAST(COALESCE(l.title_en, '') AS TEXT) AS title_en,
	CAST(COALESCE(c.id, '') AS TEXT) AS course_id, CAST(COALESCE(c.code, '') AS TEXT) AS code,
	CAST(COALESCE(c.name, '') AS TEXT) AS name,
	CAST(COALESCE(c.name_en, '') AS TEXT) AS name_en,
	CAST(COALESCE((SELECT a.duration_ms FROM asset AS a WHERE a.lesson_id = w.lesson_id AND a.current),
		0) AS BIGINT) AS duration_ms,
	w.spans, w.position_ms, w.percent, w.done, w.at
FROM watching AS w
LEFT JOIN lesson AS l ON l.id = w.lesson_id
LEFT JOIN course AS c ON c.id = l.course_id
WHERE w.student_id = $1 ORDER BY w.at, w.lesson_id;

-- name: SelectAllDays :many
SELECT day, ms FROM watched_day WHERE student_id = $1 ORDER BY day;

-- name: SelectAllNotes :many
SELECT id, student_id, lesson_id, at_ms, text, created_at, updated_at FROM note WHERE student_id = $1
ORDER BY lesson_id, at_ms, id;

-- name: SelectPlayable :one
-- Whether a lesson is published and has a recording to play.
SELECT count(*) FROM lesson AS l JOIN asset AS a ON a.lesson_id = l.id AND a.current WHERE l.id = $1 AND l.published;
