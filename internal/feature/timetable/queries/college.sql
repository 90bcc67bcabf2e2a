-- name: SelectExamWeeks :many
SELECT term_id, first_week, last_week FROM exam_weeks ORDER BY term_id, first_week;

-- name: DeleteExamWeeks :exec
DELETE FROM exam_weeks WHERE term_id = $1;

-- name: InsertExamWeeks :exec
INSERT INTO exam_weeks (term_id, first_week, last_week) VALUES ($1, $2, $3);

-- name: SelectCampusWays :many
SELECT campus_id, other_id, minutes FROM campus_way ORDER BY campus_id, other_id;

-- name: DeleteCampusWays :exec
DELETE FROM campus_way;

-- name: InsertCampusWay :exec
INSERT INTO campus_way (campus_id, other_id, minutes) VALUES ($1, $2, $3);

-- name: SelectEnrolledOfTerm :many
-- Students and their groups in a term, by student.
SELECT e.student_id, e.group_id FROM confirmed_enrolment AS e JOIN course_group AS g ON g.id = e.group_id
WHERE g.term_id = $1 ORDER BY e.student_id;

-- name: SelectSeatsOfStudent :many
SELECT s.class_id, s.room_id, s.seat, s.changed_at, s.revision,
	CAST(COALESCE(r.name, '') AS TEXT) AS room, CAST(COALESCE(r.name_en, '') AS TEXT) AS room_en,
	CAST(COALESCE(r.campus_id, '') AS TEXT) AS room_campus
FROM exam_seat AS s
JOIN course_group AS g ON g.id = s.group_id
LEFT JOIN room AS r ON r.id = s.room_id
WHERE s.student_id = sqlc.arg(student) AND g.term_id = sqlc.arg(term)
ORDER BY s.class_id;

-- name: SelectHeldSeats :many
-- All stored seats of a student, including groups that they have left.
SELECT s.class_id, s.seat, s.changed_at, g.term_id, g.code, g.name, g.name_en,
	CAST(COALESCE(r.name, '') AS TEXT) AS room, CAST(COALESCE(r.name_en, '') AS TEXT) AS room_en
FROM exam_seat AS s
JOIN course_group AS g ON g.id = s.group_id
LEFT JOIN room AS r ON r.id = s.room_id
WHERE s.student_id = $1
ORDER BY g.term_id, g.code, s.class_id;

-- name: SelectSeatsOfTerm :many
-- Students who left the group have no seat.
SELECT s.class_id, s.student_id, s.room_id, s.seat
FROM exam_seat AS s
JOIN course_group AS g ON g.id = s.group_id
JOIN confirmed_enrolment AS e ON e.student_id = s.student_id AND e.group_id = s.group_id
WHERE g.term_id = $1;

-- name: SelectSeatRooms :many
-- Rooms with seats besides the room of the class.
SELECT DISTINCT s.class_id, s.room_id
FROM exam_seat AS s
JOIN course_group AS g ON g.id = s.group_id
JOIN confirmed_enrolment AS e ON e.student_id = s.student_id AND e.group_id = s.group_id
WHERE g.term_id = $1 AND s.room_id <> '' ORDER BY s.class_id, s.room_id;

-- name: SelectSeatsOfClass :many
-- The seats of an exam, with the campus of rooms besides that of the class.
SELECT s.student_id, s.room_id, s.seat, CAST(COALESCE(r.campus_id, '') AS TEXT) AS room_campus
FROM exam_seat AS s
JOIN confirmed_enrolment AS e ON e.student_id = s.student_id AND e.group_id = s.group_id
LEFT JOIN room AS r ON r.id = s.room_id
WHERE s.class_id = $1 ORDER BY s.student_id;

-- name: SelectStudentsOfGroup :many
SELECT student_id FROM confirmed_enrolment WHERE group_id = $1 ORDER BY student_id;

-- name: UpsertSeat :execrows
INSERT INTO exam_seat (class_id, student_id, group_id, room_id, seat, changed_at, revision)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (class_id, student_id) DO UPDATE SET room_id = excluded.room_id, seat = excluded.seat, told = '',
	changed_at = excluded.changed_at, revision = excluded.revision
WHERE exam_seat.room_id <> excluded.room_id OR exam_seat.seat <> excluded.seat;

-- name: DeleteSeat :execrows
DELETE FROM exam_seat WHERE class_id = sqlc.arg(class) AND student_id = sqlc.arg(student);

-- name: SelectStudentName :one
SELECT name FROM student WHERE id = $1;

-- name: SelectEnrolled :one
SELECT count(*) FROM confirmed_enrolment WHERE student_id = sqlc.arg(student) AND group_id = sqlc.arg(grp);

-- name: SelectGroupsWithSeats :many
-- Groups of a term with students who haven't been notified of their exam on a day.
SELECT DISTINCT s.group_id FROM exam_seat AS s JOIN course_group AS g ON g.id = s.group_id
WHERE g.term_id = sqlc.arg(term) AND s.told <> sqlc.arg(day) ORDER BY s.group_id;

-- name: SelectUntoldSeats :many
SELECT s.student_id, s.room_id, s.seat FROM exam_seat AS s
JOIN confirmed_enrolment AS e ON e.student_id = s.student_id AND e.group_id = s.group_id
WHERE s.class_id = sqlc.arg(class) AND s.told <> sqlc.arg(day) ORDER BY s.student_id;

-- name: UpdateSeatsTold :exec
UPDATE exam_seat SET told = sqlc.arg(day) WHERE class_id = sqlc.arg(class);

-- name: MoveSeats :execrows
UPDATE exam_seat SET student_id = sqlc.arg(kept) WHERE exam_seat.student_id = sqlc.arg(other)
	AND NOT EXISTS (SELECT 1 FROM exam_seat AS o WHERE o.student_id = sqlc.arg(kept) AND o.class_id = exam_seat.class_id);

-- name: DeleteSeatsOfStudent :execrows
DELETE FROM exam_seat WHERE student_id = $1;
