-- Which lessons are those of a teacher's own groups, from one day to another: what is recorded for one of them, and what is for all groups of its
-- course. Packages course, media and search ask it, so that what a teacher may watch is said once.
CREATE VIEW teacher_lesson AS
SELECT t.teacher_id, l.id AS lesson_id, l.course_id, t.from_day, t.until_day
FROM teacher_group AS t
JOIN course_group AS g ON g.id = t.group_id
JOIN lesson AS l ON l.course_id = g.course_id AND (l.group_id = '' OR l.group_id = g.id);
