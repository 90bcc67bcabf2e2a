-- Viewing records for teachers and staff. Owned by package watching. A job computes them from enrolment and watching.

-- How much of a lesson a student of a group has watched.
CREATE TABLE watching_row (
	group_id   TEXT    NOT NULL,
	lesson_id  TEXT    NOT NULL,
	student_id TEXT    NOT NULL,
	course_id  TEXT    NOT NULL,
	term_id    TEXT    NOT NULL,
	class      TEXT    NOT NULL, -- the student's class at that time
	number_key BYTEA   NOT NULL, -- the student's, for sorting, like position
	position   BIGINT  NOT NULL, -- of the lesson in the course
	seconds    BIGINT  NOT NULL, -- watched, each second counted once
	percent    BIGINT  NOT NULL,
	done       BOOLEAN NOT NULL,
	seen_at    BIGINT  NOT NULL, -- last report; 0: never opened
	PRIMARY KEY (group_id, lesson_id, student_id)
);
CREATE INDEX watching_row_course ON watching_row (course_id, term_id, number_key, position, lesson_id, group_id);
CREATE INDEX watching_row_term ON watching_row (term_id, number_key, position, lesson_id, group_id);
CREATE INDEX watching_row_student ON watching_row (student_id);

-- The progress of an administrative class's students of a group in a lesson.
CREATE TABLE watching_count (
	group_id    TEXT   NOT NULL,
	lesson_id   TEXT   NOT NULL,
	class       TEXT   NOT NULL, -- empty: none
	course_id   TEXT   NOT NULL,
	term_id     TEXT   NOT NULL,
	duration_ms BIGINT NOT NULL, -- of the recording
	students    BIGINT NOT NULL,
	started     BIGINT NOT NULL,
	done        BIGINT NOT NULL,
	seconds     BIGINT NOT NULL, -- total of all students
	curve       TEXT   NOT NULL, -- number of students who watched each part of the lesson: 12,12,9,…
	fingerprint TEXT   NOT NULL, -- of all rows of the group and lesson, to skip unchanged ones
	PRIMARY KEY (group_id, lesson_id, class)
);
CREATE INDEX watching_count_course ON watching_count (course_id, term_id);

-- Sums over a term.
CREATE TABLE watching_summary (
	term_id   TEXT   NOT NULL,
	course_id TEXT   NOT NULL, -- empty: all courses of the class
	class     TEXT   NOT NULL, -- empty: students without a class
	students  BIGINT NOT NULL,
	lessons   BIGINT NOT NULL, -- rows: students × lessons
	started   BIGINT NOT NULL, -- rows
	done      BIGINT NOT NULL, -- rows
	seconds   BIGINT NOT NULL,
	PRIMARY KEY (term_id, course_id, class)
);

-- The lessons of a course when its rows were computed.
CREATE TABLE watching_course (
	course_id   TEXT NOT NULL,
	term_id     TEXT NOT NULL,
	fingerprint TEXT NOT NULL, -- of all lessons that play, to recognize another list
	PRIMARY KEY (course_id, term_id)
);

-- When the rows were last computed.
CREATE TABLE watching_run (
	scope    TEXT   NOT NULL PRIMARY KEY, -- id of a group computed separately; empty: all
	as_of    BIGINT NOT NULL,             -- includes reports until then; 0: never computed
	asked_at BIGINT NOT NULL,             -- when a job was last queued
	revision BIGINT NOT NULL              -- of the college at as_of
);

-- A reminder about a course, so that students aren't reminded twice within a short time.
CREATE TABLE watching_reminder (
	student_id TEXT   NOT NULL,
	course_id  TEXT   NOT NULL,
	message_id TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (student_id, course_id)
);
