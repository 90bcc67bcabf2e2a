-- The college's data, for the sheets it can be imported from again.

-- name: ExportPeriods :many
SELECT c.id AS campus_id, c.name, c.name_en, s.from_date, s.to_date, p.number, p.starts, p.ends
FROM campus AS c
JOIN period_scheme AS s ON s.campus_id = c.id
JOIN period AS p ON p.scheme_id = s.id
ORDER BY c.position, c.id, s.from_date, p.number;

-- name: ExportRooms :many
SELECT c.name AS campus, r.name, r.name_en, r.building, r.seats
FROM room AS r
JOIN campus AS c ON c.id = r.campus_id
ORDER BY c.position, c.id, r.name;

-- name: ExportProgrammes :many
SELECT * FROM programme ORDER BY code;

-- name: ExportTeachers :many
SELECT id, number, name, name_en FROM teacher ORDER BY number, name, id;

-- name: ExportCourses :many
SELECT * FROM course ORDER BY code;

-- name: ExportCourseTeachers :many
SELECT ct.course_id, ct.teacher_id, t.number, t.name
FROM course_teacher AS ct
JOIN teacher AS t ON t.id = ct.teacher_id
ORDER BY ct.course_id, ct.place;

-- name: ExportGroups :many
SELECT g.id, g.term_id, g.code, c.id AS course_id, c.code AS course, g.name, g.name_en
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id
ORDER BY g.term_id, g.code;

-- name: ExportEnrolments :many
SELECT s.id AS student_id, s.number, s.name, e.state, e.from_date, e.until_date
FROM enrolment AS e
JOIN student AS s ON s.id = e.student_id
WHERE e.group_id = $1
ORDER BY s.number;

-- name: ExportMeetings :many
SELECT g.term_id, g.code, m.kind, m.weekday, m.first_period, m.last_period, m.starts, m.ends, m.weeks,
	COALESCE(c.name, '') AS campus, COALESCE(r.name, '') AS room, COALESCE(t.number, '') AS teacher_number,
	COALESCE(t.name, '') AS teacher
FROM meeting AS m
JOIN course_group AS g ON g.id = m.group_id
LEFT JOIN campus AS c ON c.id = m.campus_id
LEFT JOIN room AS r ON r.id = m.room_id
LEFT JOIN teacher AS t ON t.id = m.teacher_id
ORDER BY g.term_id, g.code, m.weekday, m.first_period, m.starts, m.id;

-- name: ExportChangedGroups :many
SELECT DISTINCT g.id, g.term_id, g.code
FROM class_change AS ch
JOIN course_group AS g ON g.id = ch.group_id
WHERE ch.withdrawn_at = 0
ORDER BY g.term_id, g.code;

-- name: ExportHolidays :many
SELECT id, name, name_en, from_date, to_date, published_at, revision FROM holiday WHERE withdrawn_at = 0;

-- name: ExportMappings :many
SELECT * FROM day_mapping WHERE withdrawn_at = 0;

-- name: ExportExamGroups :many
SELECT g.id, g.term_id, g.code
FROM course_group AS g
WHERE EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.kind = 'exam')
	OR EXISTS (SELECT 1 FROM class_change AS ch WHERE ch.group_id = g.id AND ch.kind = 'exam' AND ch.withdrawn_at = 0)
ORDER BY g.term_id, g.code;

-- name: ExportSeats :many
-- Leaves out students who left the group.
SELECT x.class_id, x.room_id, x.seat, s.number, s.name
FROM exam_seat AS x
JOIN student AS s ON s.id = x.student_id
JOIN confirmed_enrolment AS e ON e.student_id = x.student_id AND e.group_id = x.group_id
WHERE x.group_id = $1
ORDER BY s.number, x.class_id;
