-- Timetable drafts and publications. Owned by package planning.

-- A timetable draft: one person's unpublished changes to a term.
CREATE TABLE planning_draft (
	id         TEXT   NOT NULL PRIMARY KEY,
	term_id    TEXT   NOT NULL,
	owner      TEXT   NOT NULL, -- account
	version    BIGINT NOT NULL, -- grows with every edit
	changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX planning_draft_owner ON planning_draft (term_id, owner);

-- A change in a draft, as in class_change, and the class's place when the line was added.
CREATE TABLE planning_line (
	id           TEXT    NOT NULL PRIMARY KEY, -- also of the published change
	draft_id     TEXT    NOT NULL REFERENCES planning_draft (id),
	position     BIGINT  NOT NULL,
	group_id     TEXT    NOT NULL,
	class_id     TEXT    NOT NULL,             -- empty for add
	action       TEXT    NOT NULL,
	kind         TEXT    NOT NULL,
	day          TEXT,
	first_period BIGINT  NOT NULL,
	last_period  BIGINT  NOT NULL,
	starts       TEXT    NOT NULL,
	ends         TEXT    NOT NULL,
	campus_id    TEXT    NOT NULL,
	room_id      TEXT    NOT NULL,
	online       BOOLEAN NOT NULL,
	teacher_id   TEXT    NOT NULL,
	note         TEXT    NOT NULL,             -- for students
	reason       TEXT    NOT NULL,             -- why a clash is accepted; for staff
	was_on       BOOLEAN NOT NULL,             -- false: the class was cancelled, or is new
	was_day      TEXT,
	was_first    BIGINT  NOT NULL,
	was_last     BIGINT  NOT NULL,
	was_starts   TEXT    NOT NULL,
	was_ends     TEXT    NOT NULL,
	was_campus   TEXT    NOT NULL,
	was_room     TEXT    NOT NULL,
	was_teacher  TEXT    NOT NULL,
	-- The teacher's request that the line grants. It is reopened when the line is removed, and published with it.
	request_id   TEXT    NOT NULL DEFAULT ''   -- empty: none
);
CREATE INDEX planning_line_draft ON planning_line (draft_id, position);

-- Changes that are published and withdrawn together.
CREATE TABLE planning_publication (
	id           TEXT   NOT NULL PRIMARY KEY,
	term_id      TEXT   NOT NULL,
	account      TEXT   NOT NULL,
	at           BIGINT NOT NULL,
	note         TEXT   NOT NULL,
	changes      BIGINT NOT NULL,
	told         BIGINT NOT NULL,          -- students who were notified
	withdrawn_at BIGINT NOT NULL,          -- 0: in force
	teachers     BIGINT NOT NULL DEFAULT 0 -- teachers who were notified
);
CREATE INDEX planning_publication_term ON planning_publication (term_id, at);

-- A change in a publication: its effect, and why its clashes were accepted.
CREATE TABLE planning_publication_change (
	publication_id TEXT    NOT NULL REFERENCES planning_publication (id),
	position       BIGINT  NOT NULL,
	change_id      TEXT    NOT NULL,
	request_id     TEXT    NOT NULL DEFAULT '',    -- as in planning_line
	reason         TEXT    NOT NULL DEFAULT '',
	group_id       TEXT    NOT NULL DEFAULT '',
	class_id       TEXT    NOT NULL DEFAULT '',
	action         TEXT    NOT NULL DEFAULT '',
	was_on         BOOLEAN NOT NULL DEFAULT FALSE, -- false: the class was cancelled, or is new
	was_day        TEXT,
	was_first      BIGINT  NOT NULL DEFAULT 0,
	was_last       BIGINT  NOT NULL DEFAULT 0,
	was_starts     TEXT    NOT NULL DEFAULT '00:00',
	was_ends       TEXT    NOT NULL DEFAULT '00:00',
	was_campus     TEXT    NOT NULL DEFAULT '',
	was_room       TEXT    NOT NULL DEFAULT '',
	was_teacher    TEXT    NOT NULL DEFAULT '',
	to_on          BOOLEAN NOT NULL DEFAULT FALSE, -- false: cancelled
	to_day         TEXT,
	to_first       BIGINT  NOT NULL DEFAULT 0,
	to_last        BIGINT  NOT NULL DEFAULT 0,
	to_starts      TEXT    NOT NULL DEFAULT '00:00',
	to_ends        TEXT    NOT NULL DEFAULT '00:00',
	to_campus      TEXT    NOT NULL DEFAULT '',
	to_room        TEXT    NOT NULL DEFAULT '',
	to_teacher     TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (publication_id, position)
);

-- A pending message about a publication or its withdrawal, to students of a group or to a teacher. The job that sends
-- one message per person deletes it.
CREATE TABLE planning_news (
	publication_id TEXT    NOT NULL REFERENCES planning_publication (id),
	position       BIGINT  NOT NULL,
	account_id     TEXT    NOT NULL, -- a teacher; empty: students of the group
	group_id       TEXT    NOT NULL,
	course         TEXT    NOT NULL,
	course_en      TEXT    NOT NULL,
	classes        BIGINT  NOT NULL, -- number of changed classes
	alone          BOOLEAN NOT NULL, -- one of them is today: a message by itself
	title          TEXT    NOT NULL, -- for people with no other news
	title_en       TEXT    NOT NULL,
	content        TEXT    NOT NULL,
	content_en     TEXT    NOT NULL,
	lines          TEXT    NOT NULL, -- for people with news of several groups: a line per class
	lines_en       TEXT    NOT NULL,
	avatar         TEXT    NOT NULL,
	link           TEXT    NOT NULL,
	PRIMARY KEY (publication_id, position)
);

-- A student whom such a message is for. None: all students of the group.
CREATE TABLE planning_news_student (
	publication_id TEXT   NOT NULL,
	position       BIGINT NOT NULL,
	student_id     TEXT   NOT NULL,
	PRIMARY KEY (publication_id, position, student_id)
);
