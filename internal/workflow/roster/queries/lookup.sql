-- name: SelectTeachers :many
SELECT id, number, name, name_en FROM teacher;

-- name: SelectCourseCodes :many
SELECT id, code, name FROM course;

-- name: SelectGroups :many
SELECT g.id, g.term_id, g.code, g.name, c.code AS course, c.name AS course_name
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id;

-- name: SelectClassesOfGroups :many
-- The home classes of the students in a term's groups.
SELECT DISTINCT e.group_id, s.class
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN student AS s ON s.id = e.student_id
WHERE g.term_id = sqlc.arg(term_id)
ORDER BY e.group_id, s.class;

-- name: SelectTeachersOfGroups :many
SELECT g.id AS group_id, t.teacher_id
FROM course_group AS g
JOIN course_teacher AS t ON t.course_id = g.course_id;

-- name: SelectRooms :many
SELECT id, campus_id, name, name_en, building FROM room;

-- name: SelectCampuses :many
SELECT id, name, name_en, position FROM campus ORDER BY position, id;

-- name: SelectStudentNumbers :many
SELECT id, number, name, name_latin FROM student;

-- name: SelectEnrolmentsOfGroup :many
SELECT student_id, state, changed_at FROM enrolment WHERE group_id = $1;

-- name: SelectStudentClasses :many
-- Students who might be missing from a file.
SELECT number, name, class, entry_year FROM student WHERE status NOT IN ('graduated', 'withdrawn') ORDER BY number;

-- name: SelectEnrolledOfGroup :many
SELECT e.student_id, e.state, s.name, s.number, g.code
FROM enrolment AS e
JOIN student AS s ON s.id = e.student_id
JOIN course_group AS g ON g.id = e.group_id
WHERE e.group_id = $1 AND e.state <> 'dropped' AND s.status <> 'withdrawn'
ORDER BY s.number;

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

-- The current rows of the objects that a sheet's rows are about: an empty cell changes nothing.

-- name: SelectTeacher :one
SELECT id, number, name, name_en FROM teacher WHERE id = $1;

-- name: SelectRoom :one
SELECT * FROM room WHERE id = $1;

-- name: SelectProgramme :one
SELECT * FROM programme WHERE code = $1;

-- name: SelectEnrolmentState :one
SELECT state FROM enrolment WHERE student_id = $1 AND group_id = $2;

-- name: SelectAccountEnabled :one
SELECT enabled FROM account WHERE id = $1;
