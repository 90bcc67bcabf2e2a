-- Recordings that are published when they are ready, uploads that belong to a class, and messages to all students of a course.
-- The columns are owned by package media, the view by package message.
ALTER TABLE upload ADD COLUMN group_id TEXT NOT NULL DEFAULT '';   -- of a new lesson: the class it records; empty: none
ALTER TABLE upload ADD COLUMN class_id TEXT NOT NULL DEFAULT '';
ALTER TABLE upload ADD COLUMN publish BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE asset ADD COLUMN publish BOOLEAN NOT NULL DEFAULT FALSE; -- its lesson is published when it is ready

DROP VIEW message_audience;
CREATE VIEW message_audience AS
SELECT s.id AS student_id, 'all' AS audience, '' AS target FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'programme', s.programme_code FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT e.student_id, 'group', e.group_id FROM enrolment AS e WHERE e.state = 'confirmed'
UNION ALL
SELECT e.student_id, 'course', g.course_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id WHERE e.state = 'confirmed'
GROUP BY e.student_id, g.course_id -- once, whoever takes the course again
UNION ALL
SELECT s.id, 'student', s.id FROM student AS s;
