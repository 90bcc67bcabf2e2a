-- How far students are in lessons, as their players report it and the server's clock allows it. Owned by package course, to the
-- end of the file.
CREATE TABLE watching (
	student_id  TEXT    NOT NULL,
	lesson_id   TEXT    NOT NULL,
	spans       TEXT    NOT NULL, -- what was watched, in ms, in order: 0-15000,20000-30500
	total_ms    BIGINT  NOT NULL, -- how much that is
	position_ms BIGINT  NOT NULL, -- where to go on
	percent     BIGINT  NOT NULL, -- of the lesson; never falls
	done        BOOLEAN NOT NULL, -- never taken back
	ledger      TEXT    NOT NULL, -- what the server said to which player when, so that it knows what it may believe
	at          BIGINT  NOT NULL, -- of the last report
	PRIMARY KEY (student_id, lesson_id)
);

CREATE INDEX watching_lesson ON watching (lesson_id);

-- How long a student watched on a day of the college's calendar, by the clock.
CREATE TABLE watched_day (
	student_id TEXT   NOT NULL,
	day        TEXT   NOT NULL, -- civil date
	ms         BIGINT NOT NULL,
	PRIMARY KEY (student_id, day)
);

-- A student's own notes at places of a lesson.
CREATE TABLE note (
	id         TEXT   NOT NULL PRIMARY KEY,
	student_id TEXT   NOT NULL,
	lesson_id  TEXT   NOT NULL,
	at_ms      BIGINT NOT NULL,
	text       TEXT   NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL
);

CREATE INDEX note_lesson ON note (student_id, lesson_id, at_ms, id);

-- Where a class can be seen while it is on.
CREATE TABLE live_source (
	class_id   TEXT   NOT NULL PRIMARY KEY,
	group_id   TEXT   NOT NULL,
	playlist   TEXT   NOT NULL, -- address of an HLS playlist
	updated_at BIGINT NOT NULL
);

CREATE INDEX live_source_group ON live_source (group_id);
