-- When and where. Owned by package timetable, to the end of the file. Dates and times are the college's civil ones.
CREATE TABLE term (
	id           TEXT   NOT NULL PRIMARY KEY, -- such as 2026-autumn: it stands in addresses
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	weeks        BIGINT NOT NULL
);

CREATE TABLE campus (
	id       TEXT   NOT NULL PRIMARY KEY,
	name     TEXT   NOT NULL,
	name_en  TEXT   NOT NULL,
	position BIGINT NOT NULL
);

CREATE TABLE period_scheme (
	id        TEXT NOT NULL PRIMARY KEY,
	campus_id TEXT NOT NULL REFERENCES campus (id),
	from_date TEXT NOT NULL,
	to_date   TEXT NOT NULL
);

CREATE TABLE period (
	scheme_id TEXT   NOT NULL REFERENCES period_scheme (id),
	number    BIGINT NOT NULL,
	starts    TEXT   NOT NULL,
	ends      TEXT   NOT NULL,
	PRIMARY KEY (scheme_id, number)
);

CREATE TABLE room (
	id        TEXT NOT NULL PRIMARY KEY,
	campus_id TEXT NOT NULL REFERENCES campus (id),
	name      TEXT NOT NULL,
	name_en   TEXT NOT NULL
);

CREATE UNIQUE INDEX room_name ON room (campus_id, name);

-- A rule: this group, weekday, hours and weeks. Hours are periods, or clock times when first_period is 0.
CREATE TABLE meeting (
	id           TEXT   NOT NULL PRIMARY KEY,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL, -- class, exam
	weekday      BIGINT NOT NULL, -- Monday is 1
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL, -- 00:00 with periods, as the next
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL, -- canonical: 1-16, 1-15 odd, 2,4,6-10
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL, -- empty: online
	teacher_id   TEXT   NOT NULL  -- empty: not known
);

CREATE INDEX meeting_group ON meeting (group_id);
CREATE INDEX meeting_room ON meeting (room_id);
CREATE INDEX meeting_teacher ON meeting (teacher_id);

-- Cancels, moves or adds one class. Rows are never edited and never deleted, only withdrawn: they are the history.
CREATE TABLE class_change (
	id           TEXT    NOT NULL PRIMARY KEY,
	group_id     TEXT    NOT NULL,
	class_id     TEXT    NOT NULL, -- the class concerned; empty for add
	action       TEXT    NOT NULL, -- cancel, move, add
	kind         TEXT    NOT NULL, -- for add: class, exam
	day          TEXT,             -- NULL: keep
	first_period BIGINT  NOT NULL, -- no hours at all: keep
	last_period  BIGINT  NOT NULL,
	starts       TEXT    NOT NULL,
	ends         TEXT    NOT NULL,
	campus_id    TEXT    NOT NULL, -- empty: keep, as the next
	room_id      TEXT    NOT NULL,
	online       BOOLEAN NOT NULL, -- from now on without a room
	teacher_id   TEXT    NOT NULL, -- empty: keep
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL  -- 0 while it holds
);

CREATE INDEX class_change_group ON class_change (group_id, published_at);
CREATE INDEX class_change_room ON class_change (room_id);
CREATE INDEX class_change_teacher ON class_change (teacher_id);

-- A date follows another teaching day, or is off.
CREATE TABLE day_mapping (
	id           TEXT    NOT NULL PRIMARY KEY,
	term_id      TEXT    NOT NULL REFERENCES term (id),
	date         TEXT    NOT NULL,
	off          BOOLEAN NOT NULL,
	week         BIGINT  NOT NULL, -- 0 when off, as the next
	weekday      BIGINT  NOT NULL,
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL
);

CREATE INDEX day_mapping_term ON day_mapping (term_id, date);

-- Dates off for the whole college.
CREATE TABLE holiday (
	id           TEXT   NOT NULL PRIMARY KEY,
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	from_date    TEXT   NOT NULL,
	to_date      TEXT   NOT NULL,
	published_at BIGINT NOT NULL,
	withdrawn_at BIGINT NOT NULL
);

CREATE INDEX holiday_dates ON holiday (to_date, from_date);
