-- The same views, but what they looked up in subqueries is joined: PostgreSQL repeats a column's subquery wherever the column is used, and the number of
-- a day uses it 33 times. A search by a teacher then had 66 subqueries to get ready, before it asked for anything.
DROP VIEW teacher_lesson;
DROP VIEW teacher_group;
DROP VIEW substitute_class;

-- The days of the single classes that a change gives to a teacher: the last day that a change names, else the make-up day, else that of the rule.
-- Of two changes that name a teacher for one class the later holds.
CREATE VIEW substitute_class AS
SELECT c.teacher_id, c.group_id, COALESCE(moved.day, c.added, made_up.date) AS day, -- NULL: that of the rule
	t.first_monday,
	CAST(substr(c.class_id, length(m.id) + 2) AS BIGINT) AS week, -- NULL for a class that was added, as the next
	m.weekday
FROM (
	SELECT x.teacher_id, x.group_id, x.published_at, x.id, CASE WHEN x.action = 'add' THEN x.id ELSE x.class_id END AS class_id,
		CASE WHEN x.action = 'add' THEN x.day END AS added
	FROM class_change AS x WHERE x.teacher_id <> '' AND x.withdrawn_at = 0
) AS c
JOIN course_group AS g ON g.id = c.group_id
JOIN term AS t ON t.id = g.term_id
LEFT JOIN meeting AS m ON m.group_id = c.group_id AND substr(c.class_id, 1, length(m.id) + 1) = m.id || '.'
LEFT JOIN class_change AS moved ON moved.group_id = c.group_id AND moved.class_id = c.class_id AND moved.withdrawn_at = 0 AND moved.day IS NOT NULL
	AND NOT EXISTS (
		SELECT 1 FROM class_change AS y
		WHERE y.group_id = moved.group_id AND y.class_id = moved.class_id AND y.withdrawn_at = 0 AND y.day IS NOT NULL
			AND (y.published_at > moved.published_at OR y.published_at = moved.published_at AND y.id > moved.id)
	)
LEFT JOIN day_mapping AS made_up ON made_up.term_id = t.id AND NOT made_up.off AND made_up.withdrawn_at = 0 AND made_up.weekday = m.weekday
	AND made_up.week = CAST(substr(c.class_id, length(m.id) + 2) AS BIGINT)
	AND NOT EXISTS (
		SELECT 1 FROM day_mapping AS y
		WHERE y.term_id = made_up.term_id AND NOT y.off AND y.withdrawn_at = 0 AND y.weekday = made_up.weekday AND y.week = made_up.week
			AND (y.published_at > made_up.published_at OR y.published_at = made_up.published_at AND y.id > made_up.id)
	)
WHERE NOT EXISTS (
	SELECT 1 FROM class_change AS y
	WHERE y.group_id = c.group_id AND y.class_id = c.class_id AND y.withdrawn_at = 0 AND y.teacher_id <> ''
		AND (y.published_at > c.published_at OR y.published_at = c.published_at AND y.id > c.id)
);

-- Which groups a teacher teaches, from one day to another: those whose timetable names them; where no meeting names anybody, those of the own
-- courses; and as a substitute from a week before the class until a week after it. Days are numbered: 0001-01-01 is 1. Neither engine has
-- the other's functions of dates, so the number is computed (Fliegel and Van Flandern).
CREATE VIEW teacher_group AS
SELECT m.teacher_id, m.group_id, CAST(1 AS BIGINT) AS from_day, CAST(3652059 AS BIGINT) AS until_day FROM meeting AS m WHERE m.teacher_id <> ''
UNION
SELECT t.teacher_id, g.id, CAST(1 AS BIGINT), CAST(3652059 AS BIGINT) FROM course_teacher AS t JOIN course_group AS g ON g.course_id = t.course_id
WHERE NOT EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.teacher_id <> '')
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
