-- What depends on an object about to be removed. Withdrawn things don't count, because they are removed too.

-- name: CountStudentDependents :one
SELECT (SELECT count(*) FROM enrolment AS e WHERE e.student_id = sqlc.arg(id)) AS enrolments,
	(SELECT count(*) FROM exam_seat AS x WHERE x.student_id = sqlc.arg(id)) AS seats,
	(SELECT count(*) FROM progress AS p WHERE p.student_id = sqlc.arg(id)) AS progress;

-- name: CountAccountDependents :one
SELECT (SELECT count(*) FROM session AS s WHERE s.account_id = sqlc.arg(id)) AS sessions,
	(SELECT count(*) FROM message_read AS r WHERE r.account_id = sqlc.arg(id)) AS messages;

-- name: CountTeacherDependents :one
SELECT (SELECT count(*) FROM course_teacher AS t WHERE t.teacher_id = sqlc.arg(id)) AS courses,
	(SELECT count(*) FROM meeting AS m WHERE m.teacher_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.teacher_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes;

-- name: CountCourseDependents :one
SELECT (SELECT count(*) FROM course_group AS g WHERE g.course_id = sqlc.arg(id)) AS groups,
	(SELECT count(*) FROM lesson AS l WHERE l.course_id = sqlc.arg(id)) AS lessons,
	(SELECT count(*) FROM progress AS p WHERE p.course_id = sqlc.arg(id)) AS progress;

-- name: CountGroupDependents :one
SELECT (SELECT count(*) FROM enrolment AS e WHERE e.group_id = sqlc.arg(id)) AS enrolments,
	(SELECT count(*) FROM meeting AS m WHERE m.group_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.group_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes,
	(SELECT count(*) FROM lesson AS l WHERE l.group_id = sqlc.arg(id)) AS lessons;

-- name: CountTermDependents :one
SELECT (SELECT count(*) FROM course_group AS g WHERE g.term_id = sqlc.arg(id)) AS groups,
	(SELECT count(*) FROM day_mapping AS m WHERE m.term_id = sqlc.arg(id) AND m.withdrawn_at = 0) AS mappings;

-- name: CountRoomDependents :one
SELECT (SELECT count(*) FROM meeting AS m WHERE m.room_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM class_change AS h WHERE h.room_id = sqlc.arg(id) AND h.withdrawn_at = 0) AS changes,
	(SELECT count(*) FROM exam_seat AS x WHERE x.room_id = sqlc.arg(id)) AS seats;

-- name: CountCampusDependents :one
SELECT (SELECT count(*) FROM room AS o WHERE o.campus_id = sqlc.arg(id)) AS rooms,
	(SELECT count(*) FROM period_scheme AS i WHERE i.campus_id = sqlc.arg(id)) AS schemes,
	(SELECT count(*) FROM meeting AS m WHERE m.campus_id = sqlc.arg(id)) AS meetings,
	(SELECT count(*) FROM student AS s WHERE s.campus_id = sqlc.arg(id)) AS students;

-- name: CountProgrammeDependents :one
SELECT count(*) FROM student WHERE programme_code = sqlc.arg(id);

-- The names that people know objects by.

-- name: SelectNameOfStudent :one
SELECT number FROM student WHERE id = $1;

-- name: SelectNameOfAccount :one
SELECT s.number FROM account AS a JOIN student AS s ON s.id = a.student_id WHERE a.id = $1;

-- name: SelectNameOfTeacher :one
SELECT CAST(CASE WHEN number <> '' THEN number ELSE name END AS TEXT) AS name FROM teacher WHERE id = $1;

-- name: SelectNameOfCourse :one
SELECT code FROM course WHERE id = $1;

-- name: SelectNameOfGroup :one
SELECT code FROM course_group WHERE id = $1;

-- name: SelectNameOfRoom :one
SELECT name FROM room WHERE id = $1;

-- name: SelectCourseOfGroup :one
SELECT course_id FROM course_group WHERE id = $1;

-- name: SelectStudentOfAccount :one
SELECT id FROM student WHERE account_id = $1;
