-- name: SelectCourses :many
SELECT id, code, name, name_en, credits, summary, summary_en FROM course ORDER BY code, id;

-- name: SelectCourse :one
SELECT id, code, name, name_en, credits, summary, summary_en FROM course WHERE id = $1;

-- name: SelectCourseID :one
SELECT id FROM course WHERE code = $1;

-- name: UpsertCourse :execrows
-- Writes nothing if nothing differs, so that repeating an import changes nothing.
INSERT INTO course (id, code, name, name_en, credits, summary, summary_en) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET code = excluded.code, name = excluded.name, name_en = excluded.name_en,
	credits = excluded.credits, summary = excluded.summary, summary_en = excluded.summary_en
WHERE course.code <> excluded.code OR course.name <> excluded.name OR course.name_en <> excluded.name_en
	OR course.credits <> excluded.credits OR course.summary <> excluded.summary
	OR course.summary_en <> excluded.summary_en;

-- name: SelectCourseTeachers :many
SELECT ct.course_id, t.id, t.number, t.name, t.name_en
FROM course_teacher AS ct
JOIN teacher AS t ON t.id = ct.teacher_id
ORDER BY ct.course_id, ct.place, t.id;

-- name: SelectTeachersOf :many
SELECT t.id, t.number, t.name, t.name_en
FROM course_teacher AS ct
JOIN teacher AS t ON t.id = ct.teacher_id
WHERE ct.course_id = $1
ORDER BY ct.place, t.id;

-- name: DeleteCourseTeachers :exec
DELETE FROM course_teacher WHERE course_id = $1;

-- name: InsertCourseTeacher :exec
INSERT INTO course_teacher (course_id, teacher_id, place) VALUES ($1, $2, $3);

-- name: SelectTeacherByNumber :one
SELECT id FROM teacher WHERE number = $1 AND number <> '';

-- name: SelectTeachersByName :many
SELECT id, number FROM teacher WHERE lower(name) = lower(sqlc.arg(name)) OR lower(name_en) = lower(sqlc.arg(name))
ORDER BY number, id LIMIT 6;

-- name: SelectTeacher :one
SELECT id, number, name, name_en FROM teacher WHERE id = $1;

-- name: UpsertTeacher :execrows
INSERT INTO teacher (id, number, name, name_en) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET number = excluded.number, name = excluded.name, name_en = excluded.name_en
WHERE teacher.number <> excluded.number OR teacher.name <> excluded.name OR teacher.name_en <> excluded.name_en;

-- name: SelectGroupsOfTeacher :many
-- The groups whose timetables show the teacher's name.
SELECT m.group_id FROM meeting AS m WHERE m.teacher_id = sqlc.arg(teacher)
UNION
SELECT x.group_id FROM class_change AS x WHERE x.teacher_id = sqlc.arg(teacher);

-- name: SelectGroup :one
SELECT id, course_id, term_id, code, name, name_en FROM course_group WHERE id = $1;

-- name: SelectGroupID :one
SELECT id FROM course_group WHERE term_id = $1 AND code = $2;

-- name: SelectGroupsOfCourse :many
SELECT id FROM course_group WHERE course_id = $1;

-- name: SelectGroupsOfTerm :many
SELECT id, course_id, term_id, code, name, name_en FROM course_group WHERE term_id = $1 ORDER BY code, id;

-- name: UpsertGroup :execrows
INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET course_id = excluded.course_id, term_id = excluded.term_id, code = excluded.code,
	name = excluded.name, name_en = excluded.name_en
WHERE course_group.course_id <> excluded.course_id OR course_group.term_id <> excluded.term_id
	OR course_group.code <> excluded.code OR course_group.name <> excluded.name
	OR course_group.name_en <> excluded.name_en;

-- name: SelectMine :many
SELECT c.id AS course_id, c.code, c.name, c.name_en, c.credits, g.id AS group_id, g.code AS group_code, g.term_id,
	e.state, e.from_date, e.until_date, e.changed_at,
	CAST(COALESCE(p.percent, 0) AS BIGINT) AS percent, CAST(COALESCE(p.at, 0) AS BIGINT) AS at
FROM enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
JOIN course AS c ON c.id = g.course_id
LEFT JOIN student_progress AS p ON p.student_id = e.student_id AND p.course_id = c.id
WHERE e.student_id = $1
ORDER BY c.code, g.term_id, g.id;

-- name: SelectIsEnrolled :one
SELECT count(*) FROM student_course WHERE student_id = sqlc.arg(student) AND course_id = sqlc.arg(course);

-- name: SelectStudied :many
SELECT DISTINCT course_id FROM student_course WHERE student_id = $1;

-- name: SelectMembers :many
SELECT student_id FROM confirmed_enrolment WHERE group_id = $1 ORDER BY student_id;
