-- The days of the single classes that a change gives to a teacher: the last day that a change names, else the make-up day, else that of the rule.
-- Of two changes that name a teacher for one class the later holds.
CREATE VIEW substitute_class AS
SELECT c.teacher_id, c.group_id,
	COALESCE(c.moved, c.added, (
		SELECT d.date FROM day_mapping AS d
		WHERE d.term_id = t.id AND NOT d.off AND d.withdrawn_at = 0 AND d.weekday = m.weekday
			AND d.week = CAST(substr(c.class_id, length(m.id) + 2) AS BIGINT)
		ORDER BY d.published_at DESC, d.id DESC LIMIT 1
	)) AS day, -- NULL: that of the rule
	t.first_monday,
	CAST(substr(c.class_id, length(m.id) + 2) AS BIGINT) AS week, -- NULL for a class that was added, as the next
	m.weekday
FROM (
	SELECT x.teacher_id, x.group_id, CASE WHEN x.action = 'add' THEN x.id ELSE x.class_id END AS class_id, CASE WHEN x.action = 'add' THEN x.day END AS added,
		(
			SELECT y.day FROM class_change AS y
			WHERE y.group_id = x.group_id AND y.class_id = CASE WHEN x.action = 'add' THEN x.id ELSE x.class_id END AND y.withdrawn_at = 0 AND y.day IS NOT NULL
			ORDER BY y.published_at DESC, y.id DESC LIMIT 1
		) AS moved
	FROM class_change AS x
	WHERE x.teacher_id <> '' AND x.withdrawn_at = 0 AND NOT EXISTS (
		SELECT 1 FROM class_change AS y
		WHERE y.group_id = x.group_id AND y.class_id = CASE WHEN x.action = 'add' THEN x.id ELSE x.class_id END AND y.withdrawn_at = 0 AND y.teacher_id <> ''
			AND (y.published_at > x.published_at OR y.published_at = x.published_at AND y.id > x.id)
	)
) AS c
JOIN course_group AS g ON g.id = c.group_id
JOIN term AS t ON t.id = g.term_id
LEFT JOIN meeting AS m ON m.group_id = c.group_id AND substr(c.class_id, 1, length(m.id) + 1) = m.id || '.';

-- Which groups a teacher teaches, from one day to another: those whose timetable names them; where no meeting names anybody, those of the own
-- courses; and as a substitute from a week before the class until a week after it. Days are numbered: 0001-01-01 is 1. Neither engine has
-- the other's functions of dates, so the number is computed (Fliegel and Van Flandern).
DROP VIEW teacher_group;

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
