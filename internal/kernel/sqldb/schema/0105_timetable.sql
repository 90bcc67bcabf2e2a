-- When and where classes take place. Owned by package timetable. Dates and times are local to the college: 2026-09-07,
-- 08:30.
--
-- changed_at is when a rule was last corrected, or 0. revision is the college's revision (table revision) at a row's
-- last change; it orders changes within one tick of the clock. The _past tables have former versions of rules, to
-- notify calendars and students of moved classes.

-- A term of the college. Its weeks count from first_monday.
CREATE TABLE term (
	id           TEXT   NOT NULL PRIMARY KEY, -- part of addresses, such as 2026-autumn
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	first_day    BIGINT NOT NULL,             -- first_monday as a number of days, 0001-01-01 being 1, for views
	weeks        BIGINT NOT NULL,
	changed_at   BIGINT NOT NULL DEFAULT 0,   -- when its first Monday last moved
	revision     BIGINT NOT NULL DEFAULT 0
);

-- The former dates of a term whose first Monday moved. Deleted with the term.
CREATE TABLE term_past (
	term_id      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	weeks        BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- of the change that replaced it
	PRIMARY KEY (term_id, revision)
);

-- A site of the college with its own rooms and period times.
CREATE TABLE campus (
	id       TEXT   NOT NULL PRIMARY KEY,
	name     TEXT   NOT NULL,
	name_en  TEXT   NOT NULL,
	position BIGINT NOT NULL
);

-- The travel time between two campuses; campus_id is the smaller id. Pairs without a row aren't checked.
CREATE TABLE campus_way (
	campus_id TEXT   NOT NULL REFERENCES campus (id),
	other_id  TEXT   NOT NULL REFERENCES campus (id),
	minutes   BIGINT NOT NULL,
	PRIMARY KEY (campus_id, other_id)
);

CREATE TABLE room (
	id        TEXT   NOT NULL PRIMARY KEY,
	campus_id TEXT   NOT NULL REFERENCES campus (id),
	name      TEXT   NOT NULL,
	name_en   TEXT   NOT NULL,
	building  TEXT   NOT NULL DEFAULT '',
	seats     BIGINT NOT NULL DEFAULT 0 -- 0: unknown
);
CREATE UNIQUE INDEX room_name ON room (campus_id, name);

-- The period times of a campus between two dates, such as summer times.
CREATE TABLE period_scheme (
	id         TEXT   NOT NULL PRIMARY KEY,
	campus_id  TEXT   NOT NULL REFERENCES campus (id),
	from_date  TEXT   NOT NULL,
	to_date    TEXT   NOT NULL,
	changed_at BIGINT NOT NULL DEFAULT 0,
	revision   BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE period (
	scheme_id TEXT   NOT NULL REFERENCES period_scheme (id),
	number    BIGINT NOT NULL,
	starts    TEXT   NOT NULL,
	ends      TEXT   NOT NULL,
	PRIMARY KEY (scheme_id, number)
);

-- A period of a former version of a scheme. Deleted with the campus.
CREATE TABLE period_past (
	scheme_id  TEXT   NOT NULL,
	campus_id  TEXT   NOT NULL,
	from_date  TEXT   NOT NULL,
	to_date    TEXT   NOT NULL,
	number     BIGINT NOT NULL,
	starts     TEXT   NOT NULL,
	ends       TEXT   NOT NULL,
	changed_at BIGINT NOT NULL,
	until      BIGINT NOT NULL,
	revision   BIGINT NOT NULL,
	PRIMARY KEY (scheme_id, revision, number)
);

-- A rule: this group, weekday, hours and weeks. The hours are periods, or clock times if first_period is 0.
CREATE TABLE meeting (
	id           TEXT   NOT NULL PRIMARY KEY,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL, -- class, exam
	weekday      BIGINT NOT NULL, -- Monday is 1
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL, -- 00:00 with periods, like ends
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL, -- canonical: 1-16, 1-15 odd, 2,4,6-10
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL, -- empty: online
	teacher_id   TEXT   NOT NULL, -- empty: unknown
	changed_at   BIGINT NOT NULL DEFAULT 0,
	revision     BIGINT NOT NULL DEFAULT 0,
	-- A meeting that changes during the term becomes two rows: the weeks that are over, and those to come. The second
	-- has the id of the first as its series, so that its classes keep their ids.
	series       TEXT   NOT NULL DEFAULT '' -- empty: its own id
);
CREATE INDEX meeting_series ON meeting (series) WHERE series <> '';
CREATE INDEX meeting_group ON meeting (group_id);
CREATE INDEX meeting_room ON meeting (room_id);
CREATE INDEX meeting_teacher ON meeting (teacher_id);

-- A former version of a meeting. Deleted with the group.
CREATE TABLE meeting_past (
	id           TEXT   NOT NULL,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL,
	weekday      BIGINT NOT NULL,
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL,
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL,
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL,
	teacher_id   TEXT   NOT NULL,
	changed_at   BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- of the change that replaced it
	series       TEXT   NOT NULL DEFAULT '',
	PRIMARY KEY (id, revision)
);
CREATE INDEX meeting_past_group ON meeting_past (group_id, until);

-- Cancels, moves or adds one class. Rows are history: they are withdrawn, never edited or deleted.
CREATE TABLE class_change (
	id           TEXT    NOT NULL PRIMARY KEY,
	group_id     TEXT    NOT NULL,
	class_id     TEXT    NOT NULL, -- the class to change; empty for add
	action       TEXT    NOT NULL, -- cancel, move, add
	kind         TEXT    NOT NULL, -- for add: class, exam
	day          TEXT,             -- NULL: unchanged
	day_number   BIGINT  NOT NULL, -- day as a number, like term.first_day; 0: unchanged
	first_period BIGINT  NOT NULL, -- no hours at all: unchanged
	last_period  BIGINT  NOT NULL,
	starts       TEXT    NOT NULL,
	ends         TEXT    NOT NULL,
	campus_id    TEXT    NOT NULL, -- empty: unchanged, like room_id
	room_id      TEXT    NOT NULL,
	online       BOOLEAN NOT NULL, -- moved online: no room
	teacher_id   TEXT    NOT NULL, -- empty: unchanged
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL, -- 0: in force
	revision     BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX class_change_group ON class_change (group_id, published_at);
CREATE INDEX class_change_room ON class_change (room_id);
CREATE INDEX class_change_teacher ON class_change (teacher_id);

-- A date that follows another teaching day or is off.
CREATE TABLE day_mapping (
	id           TEXT    NOT NULL PRIMARY KEY,
	term_id      TEXT    NOT NULL REFERENCES term (id),
	date         TEXT    NOT NULL,
	day_number   BIGINT  NOT NULL, -- date as a number, like term.first_day
	off          BOOLEAN NOT NULL,
	week         BIGINT  NOT NULL, -- 0 if off, like weekday
	weekday      BIGINT  NOT NULL,
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL, -- 0: in force
	revision     BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX day_mapping_term ON day_mapping (term_id, date);

-- Dates off for the whole college, both included.
CREATE TABLE holiday (
	id           TEXT   NOT NULL PRIMARY KEY,
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	from_date    TEXT   NOT NULL,
	to_date      TEXT   NOT NULL,
	published_at BIGINT NOT NULL,
	withdrawn_at BIGINT NOT NULL, -- 0: in force
	revision     BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX holiday_dates ON holiday (to_date, from_date);

-- Exam weeks of a term, both included.
CREATE TABLE exam_weeks (
	term_id    TEXT   NOT NULL REFERENCES term (id),
	first_week BIGINT NOT NULL,
	last_week  BIGINT NOT NULL,
	PRIMARY KEY (term_id, first_week)
);

-- A student's seat in an exam.
CREATE TABLE exam_seat (
	class_id   TEXT   NOT NULL,
	student_id TEXT   NOT NULL,
	group_id   TEXT   NOT NULL,
	room_id    TEXT   NOT NULL DEFAULT '', -- empty: the room of the class
	seat       TEXT   NOT NULL,
	told       TEXT   NOT NULL DEFAULT '', -- the exam date for which the student was notified
	changed_at BIGINT NOT NULL DEFAULT 0,
	revision   BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (class_id, student_id)
);
CREATE INDEX exam_seat_student ON exam_seat (student_id);
CREATE INDEX exam_seat_group ON exam_seat (group_id);

-- The secret address of a calendar feed. The secret isn't stored: it is derived from the nonce and the installation's
-- keys, and looked up by its hash.
CREATE TABLE calendar_feed (
	owner_id    TEXT   NOT NULL PRIMARY KEY, -- student or teacher
	nonce       TEXT   NOT NULL,
	secret_hash BYTEA  NOT NULL,             -- SHA-256
	language    TEXT   NOT NULL,             -- of its texts
	created_at  BIGINT NOT NULL,
	fetched_at  BIGINT NOT NULL DEFAULT 0    -- when a calendar app last asked, up to ten minutes old; 0: never
);
CREATE UNIQUE INDEX calendar_feed_secret ON calendar_feed (secret_hash);

-- A clash that staff have accepted, such as joint classes of two groups. Owned by package clash.
CREATE TABLE clash_accepted (
	id           TEXT   NOT NULL PRIMARY KEY,
	term_id      TEXT   NOT NULL,
	kind         TEXT   NOT NULL, -- room, teacher, group
	object       TEXT   NOT NULL, -- id of the room, teacher or group
	first_group  TEXT   NOT NULL, -- the smaller id
	second_group TEXT   NOT NULL, -- equal to first_group for a group with two classes at once
	reason       TEXT   NOT NULL,
	account      TEXT   NOT NULL,
	at           BIGINT NOT NULL
);
CREATE UNIQUE INDEX clash_accepted_pair ON clash_accepted (term_id, kind, object, first_group, second_group);

-- A teacher's request for a change. Owned by package teaching.
CREATE TABLE change_request (
	id           TEXT   NOT NULL PRIMARY KEY,
	teacher_id   TEXT   NOT NULL,
	account_id   TEXT   NOT NULL, -- who asked and gets the answer
	group_id     TEXT   NOT NULL,
	class_id     TEXT   NOT NULL,
	action       TEXT   NOT NULL, -- cancel, move
	day          TEXT,            -- NULL: unchanged, like hours that are 0
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	reason       TEXT   NOT NULL,
	state        TEXT   NOT NULL, -- open, accepted, declined, withdrawn
	answer       TEXT   NOT NULL,
	answered_by  TEXT   NOT NULL, -- account; empty while it is open
	answered_at  BIGINT NOT NULL,
	created_at   BIGINT NOT NULL
);
CREATE INDEX change_request_state ON change_request (state, created_at);
CREATE INDEX change_request_teacher ON change_request (teacher_id, created_at);

-- The days of single classes that a change gives to a teacher: the last day set by a change, else the make-up day, else
-- the meeting's day (each, if its series has several). If two changes name a teacher for one class, the later one wins.
CREATE VIEW substitute_class AS
SELECT c.teacher_id, c.group_id, COALESCE(moved.day_number, c.added, made_up.day_number,
	t.first_day + (CAST(substr(c.class_id, length(COALESCE(NULLIF(m.series, ''), m.id)) + 2) AS BIGINT) - 1) * 7
		+ m.weekday - 1
) AS day -- NULL if the meeting and so the class no longer exist
FROM (
	SELECT x.teacher_id, x.group_id, x.published_at, x.id, CASE WHEN x.action = 'add' THEN x.id
		ELSE x.class_id END AS class_id,
		CASE WHEN x.action = 'add' THEN x.day_number END AS added
	FROM class_change AS x WHERE x.teacher_id <> '' AND x.withdrawn_at = 0
) AS c
JOIN course_group AS g ON g.id = c.group_id
JOIN term AS t ON t.id = g.term_id
LEFT JOIN meeting AS m ON m.group_id = c.group_id
	AND substr(c.class_id, 1, length(COALESCE(NULLIF(m.series, ''), m.id)) + 1) =
		COALESCE(NULLIF(m.series, ''), m.id) || '.'
LEFT JOIN class_change AS moved ON moved.group_id = c.group_id AND moved.class_id = c.class_id
	AND moved.withdrawn_at = 0 AND moved.day IS NOT NULL
	AND NOT EXISTS (
		SELECT 1 FROM class_change AS y
		WHERE y.group_id = moved.group_id AND y.class_id = moved.class_id AND y.withdrawn_at = 0 AND y.day IS NOT NULL
			AND (y.published_at > moved.published_at OR y.published_at = moved.published_at AND y.id > moved.id)
	)
LEFT JOIN day_mapping AS made_up ON made_up.term_id = t.id AND NOT made_up.off AND made_up.withdrawn_at = 0
	AND made_up.weekday = m.weekday
	AND made_up.week = CAST(substr(c.class_id, length(COALESCE(NULLIF(m.series, ''), m.id)) + 2) AS BIGINT)
	AND NOT EXISTS (
		SELECT 1 FROM day_mapping AS y
		WHERE y.term_id = made_up.term_id AND NOT y.off AND y.withdrawn_at = 0 AND y.weekday = made_up.weekday
			AND y.week = made_up.week
			AND (y.published_at > made_up.published_at OR y.published_at = made_up.published_at AND y.id > made_up.id)
	)
WHERE NOT EXISTS (
	SELECT 1 FROM class_change AS y
	WHERE y.group_id = c.group_id AND y.class_id = c.class_id AND y.withdrawn_at = 0 AND y.teacher_id <> ''
		AND (y.published_at > c.published_at OR y.published_at = c.published_at AND y.id > c.id)
);

-- The groups whose meetings name the teacher; if no meeting names one, the groups of the teacher's courses.
CREATE VIEW teacher_regular_group AS
SELECT m.teacher_id, m.group_id FROM meeting AS m WHERE m.teacher_id <> ''
UNION
SELECT t.teacher_id, g.id FROM course_teacher AS t JOIN course_group AS g ON g.course_id = t.course_id
WHERE NOT EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.teacher_id <> '');

-- The groups a teacher teaches between two days: regular ones always, and as a substitute from a week before the class
-- to a week after it.
CREATE VIEW teacher_group AS
SELECT r.teacher_id, r.group_id, CAST(1 AS BIGINT) AS from_day, CAST(3652059 AS BIGINT) AS until_day
FROM teacher_regular_group AS r
UNION
SELECT s.teacher_id, s.group_id, s.day - 7, s.day + 7 FROM substitute_class AS s WHERE s.day IS NOT NULL;

-- The lessons of a teacher's groups between two days: recordings of these groups, and lessons for all groups of the
-- course.
CREATE VIEW teacher_lesson AS
SELECT t.teacher_id, l.id AS lesson_id, l.course_id, t.from_day, t.until_day
FROM teacher_group AS t
JOIN course_group AS g ON g.id = t.group_id
JOIN lesson AS l ON l.course_id = g.course_id AND (l.group_id = '' OR l.group_id = g.id);
