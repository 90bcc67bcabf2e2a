-- The groups that a teacher teaches all the time, apart from those of a substitute: the search through lectures reads them first, because PostgreSQL plans what
-- finds the classes of substitutes for longer than it searches, and most teachers are not one. teacher_group says the same as before.
DROP VIEW teacher_lesson;
DROP VIEW teacher_group;

-- Those whose timetable names the teacher; where no meeting names anybody, those of the own courses.
CREATE VIEW teacher_regular_group AS
SELECT m.teacher_id, m.group_id FROM meeting AS m WHERE m.teacher_id <> ''
UNION
SELECT t.teacher_id, g.id FROM course_teacher AS t JOIN course_group AS g ON g.course_id = t.course_id
WHERE NOT EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.teacher_id <> '');

-- Which groups a teacher teaches, from one day to another: the regular ones, and as a substitute from a week before the class until a week after it. Days are
-- numbered: 0001-01-01 is 1. Neither engine has the other's functions of dates, so the number is computed (Fliegel and Van Flandern).
CREATE VIEW teacher_group AS
SELECT r.teacher_id, r.group_id, CAST(1 AS BIGINT) AS from_day, CAST(3652059 AS BIGINT) AS until_day FROM teacher_regular_group AS r
UNION
SELECT n.teacher_id, n.group_id, n.day - 7, n.day + 7 FROM (
	SELECT p.teacher_id, p.group_id, p.plus + p.d - 32075 + 1461 * (p.y + 4800 + (p.m - 14) / 12) / 4 + 367 * (p.m - 2 - (p.m - 14) / 12 * 12) / 12
		- 3 * ((p.y + 4900 + (p.m - 14) / 12) / 100) / 4 - 1721425 AS day
	FROM (
		SELECT s.teacher_id, s.group_id, CASE WHEN s.day IS NULL THEN (s.week - 1) * 7 + s.weekday - 1 ELSE 0 END AS plus,
			CAST(substr(COALESCE(s.day, s.first_monday), 1, 4) AS BIGINT) AS y, CAST(substr(COALESCE(s.day, s.first_monday), 6, 2) AS BIGINT) AS m,
			CAST(substr(COALESCE(s.day, s.first_monday), 9, 2) AS BIGINT) AS d
		FROM substitute_class AS s
		WHERE s.day IS NOT NULL OR s.week IS NOT NULL -- else the rule is gone, and the class with it
	) AS p
) AS n;

-- Which lessons are those of a teacher's own groups, from one day to another: what is recorded for one of them, and what is for all groups of its
-- course. Packages course, media and search ask it, so that what a teacher may watch is said once.
CREATE VIEW teacher_lesson AS
SELECT t.teacher_id, l.id AS lesson_id, l.course_id, t.from_day, t.until_day
FROM teacher_group AS t
JOIN course_group AS g ON g.id = t.group_id
JOIN lesson AS l ON l.course_id = g.course_id AND (l.group_id = '' OR l.group_id = g.id);
