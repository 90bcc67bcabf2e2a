-- The weeks of a term in which exams are held, both ends included. Owned by package timetable.
CREATE TABLE exam_weeks (
	term_id    TEXT   NOT NULL REFERENCES term (id),
	first_week BIGINT NOT NULL,
	last_week  BIGINT NOT NULL,
	PRIMARY KEY (term_id, first_week)
);
