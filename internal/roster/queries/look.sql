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

-- What follows tells whether something outside the import hangs on an object that is about to be removed.

-- name: CountStudentUses :one
SELECT CAST((SELECT count(*) FROM enrolment AS e WHERE e.student_id = sqlc.arg(id))
	+ (SELECT count(*) FROM progress AS p WHERE p.student_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountAccountUses :one
SELECT CAST((SELECT count(*) FROM session AS s WHERE s.account_id = sqlc.arg(id))
	+ (SELECT count(*) FROM message_read AS r WHERE r.account_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountTeacherUses :one
SELECT CAST((SELECT count(*) FROM course_teacher AS t WHERE t.teacher_id = sqlc.arg(id))
	+ (SELECT count(*) FROM meeting AS m WHERE m.teacher_id = sqlc.arg(id))
	+ (SELECT count(*) FROM class_change AS h WHERE h.teacher_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountCourseUses :one
SELECT CAST((SELECT count(*) FROM course_group AS g WHERE g.course_id = sqlc.arg(id))
	+ (SELECT count(*) FROM lesson AS l WHERE l.course_id = sqlc.arg(id))
	+ (SELECT count(*) FROM progress AS p WHERE p.course_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountGroupUses :one
SELECT CAST((SELECT count(*) FROM enrolment AS e WHERE e.group_id = sqlc.arg(id))
	+ (SELECT count(*) FROM meeting AS m WHERE m.group_id = sqlc.arg(id))
	+ (SELECT count(*) FROM class_change AS h WHERE h.group_id = sqlc.arg(id))
	+ (SELECT count(*) FROM lesson AS l WHERE l.group_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountTermUses :one
SELECT CAST((SELECT count(*) FROM course_group AS g WHERE g.term_id = sqlc.arg(id))
	+ (SELECT count(*) FROM day_mapping AS m WHERE m.term_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountRoomUses :one
SELECT CAST((SELECT count(*) FROM meeting AS m WHERE m.room_id = sqlc.arg(id))
	+ (SELECT count(*) FROM class_change AS h WHERE h.room_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountCampusUses :one
SELECT CAST((SELECT count(*) FROM room AS o WHERE o.campus_id = sqlc.arg(id))
	+ (SELECT count(*) FROM period_scheme AS i WHERE i.campus_id = sqlc.arg(id))
	+ (SELECT count(*) FROM meeting AS m WHERE m.campus_id = sqlc.arg(id))
	+ (SELECT count(*) FROM student AS s WHERE s.campus_id = sqlc.arg(id)) AS BIGINT) AS uses;

-- name: CountProgrammeUses :one
SELECT count(*) FROM student WHERE programme_code = sqlc.arg(id);

-- What follows reads the row that a sheet's row is about, because an empty cell leaves what is there.

-- name: SelectTeacher :one
SELECT id, number, name, name_en FROM teacher WHERE id = $1;

-- name: SelectRoom :one
SELECT id, campus_id, name, name_en FROM room WHERE id = $1;

-- name: SelectProgramme :one
SELECT * FROM programme WHERE code = $1;
