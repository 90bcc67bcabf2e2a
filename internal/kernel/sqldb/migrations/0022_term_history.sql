-- Where a term stood before its first Monday was moved, until when: a student must learn from which day a class has moved.
-- Owned by package timetable. Goes with its term.
CREATE TABLE term_past (
	term_id      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	weeks        BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- at which it ended
	PRIMARY KEY (term_id, revision)
);
