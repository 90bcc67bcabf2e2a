-- name: SelectTeachers :many
SELECT id, number, name, name_en FROM teacher;

-- name: SelectCourseCodes :many
SELECT id, code FROM course;

-- name: SelectGroups :many
SELECT g.id, g.term_id, g.code, g.name, c.code AS course
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id;

-- name: SelectRooms :many
SELECT id, campus_id, name, name_en FROM room;

-- name: SelectCampuses :many
SELECT id, name, name_en, position FROM campus ORDER BY position, id;

-- name: SelectStudentNumbers :many
SELECT id, number, name, name_latin FROM student;

-- name: SelectEnrolmentsOfGroup :many
SELECT student_id, state, changed_at FROM enrolment WHERE group_id = $1;

-- name: SelectSchemes :many
SELECT id, campus_id, from_date, to_date FROM period_scheme;

-- name: SelectChangeLife :one
SELECT withdrawn_at FROM class_change WHERE id = $1;

-- name: SelectMappingLife :one
SELECT withdrawn_at FROM day_mapping WHERE id = $1;

-- name: SelectHolidayLife :one
SELECT withdrawn_at FROM holiday WHERE id = $1;

-- name: SelectProgrammes :many
SELECT code, name, name_en FROM programme;

-- What follows tells what hangs on an object that is about to be removed. What was withdrawn hangs on nothing: it goes along.

-- name: CountStudentUses :one
SELECT (SELECT count(*) FROM enrolment AS e WHERE e.student_id = sqlc.arg(id)) AS enrolments,
	(SELECT count(*) FROM progress AS p WHERE p.student_id = sqlc.arg(id)) AS progress;

-- name: CountAccountUses :one
SELECT (SELECT count(*) FROM session AS s WHERE s.account_id = sqlc.arg(id)) AS sessions,
	(SELECT count(*) FROM message_read AS r WHERE r.account_id = sqlc.arg(id)) AS messages;

-- name: CountTeacherUses :one
SELECT (SELECT count(*) FROM course_teacher AS t WHERE t.teacher_id = sqlc.arg(id)) AS courses,
	(SELECT count(*) FROM meeting AS m WHERE m.teacher_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.teacher_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes;

-- name: CountCourseUses :one
SELECT (SELECT count(*) FROM course_group AS g WHERE g.course_id = sqlc.arg(id)) AS groups,
	(SELECT count(*) FROM lesson AS l WHERE l.course_id = sqlc.arg(id)) AS lessons,
	(SELECT count(*) FROM progress AS p WHERE p.course_id = sqlc.arg(id)) AS progress;

-- name: CountGroupUses :one
SELECT (SELECT count(*) FROM enrolment AS e WHERE e.group_id = sqlc.arg(id)) AS enrolments,
	(SELECT count(*) FROM meeting AS m WHERE m.group_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.group_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes,
	(SELECT count(*) FROM lesson AS l WHERE l.group_id = sqlc.arg(id)) AS lessons;

-- name: CountTermUses :one
SELECT (SELECT count(*) FROM course_group AS g WHERE g.term_id = sqlc.arg(id)) AS groups,
	(SELECT count(*) FROM day_mapping AS m WHERE m.term_id = sqlc.arg(id) AND m.withdrawn_at = 0) AS mappings;

-- name: CountRoomUses :one
SELECT (SELECT count(*) FROM meeting AS m WHERE m.room_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.room_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes;

-- name: CountCampusUses :one
SELECT (SELECT count(*) FROM room AS o WHERE o.campus_id = sqlc.arg(id)) AS rooms,
	(SELECT count(*) FROM period_scheme AS i WHERE i.campus_id = sqlc.arg(id)) AS schemes,
	(SELECT count(*) FROM meeting AS m WHERE m.campus_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM student AS s WHERE s.campus_id = sqlc.arg(id)) AS students;

-- name: CountProgrammeUses :one
SELECT count(*) FROM student WHERE programme_code = sqlc.arg(id);

-- What follows is what people call an object.

-- name: SelectNameOfStudent :one
SELECT number FROM student WHERE id = $1;

-- name: SelectNameOfAccount :one
SELECT s.number FROM account AS a JOIN student AS s ON s.id = a.student_id WHERE a.id = $1;

-- name: SelectNameOfTeacher :one
SELECT CAST(CASE WHEN number <> '' THEN number ELSE name END AS TEXT) AS called FROM teacher WHERE id = $1;

-- name: SelectNameOfCourse :one
SELECT code FROM course WHERE id = $1;

-- name: SelectNameOfGroup :one
SELECT code FROM course_group WHERE id = $1;

-- name: SelectNameOfRoom :one
SELECT name FROM room WHERE id = $1;

-- What follows reads the row that a sheet's row is about, because an empty cell leaves what is there.

-- name: SelectTeacher :one
SELECT id, number, name, name_en FROM teacher WHERE id = $1;

-- name: SelectRoom :one
SELECT id, campus_id, name, name_en FROM room WHERE id = $1;

-- name: SelectProgramme :one
SELECT * FROM programme WHERE code = $1;
