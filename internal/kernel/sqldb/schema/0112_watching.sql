-- Who has watched what, for teachers and staff. Owned by package watching. A job computes all of it from enrolment
-- and watching.

-- How much of a lesson a student of a group has watched.
CREATE TABLE watching_row (
	group_id   TEXT    NOT NULL,
	lesson_id  TEXT    NOT NULL,
	student_id TEXT    NOT NULL,
	course_id  TEXT    NOT NULL,
	term_id    TEXT    NOT NULL,
	class      TEXT    NOT NULL, -- of the student when it was computed
	number_key BYTEA   NOT NULL, -- of the student, as the next for the order of the list
	position   BIGINT  NOT NULL, -- of the lesson in its course
	seconds    BIGINT  NOT NULL, -- watched, each second of the lesson once
	percent    BIGINT  NOT NULL,
	done       BOOLEAN NOT NULL,
	seen_at    BIGINT  NOT NULL, -- of the last report; 0: the lesson was never opened
	PRIMARY KEY (group_id, lesson_id, student_id)
);
CREATE INDEX watching_row_course ON watching_row (course_id, term_id, number_key, position, lesson_id, group_id);
CREATE INDEX watching_row_term ON watching_row (term_id, number_key, position, lesson_id, group_id);
CREATE INDEX watching_row_student ON watching_row (student_id);

-- How far the students of a class (administrative) in a group are in a lesson.
CREATE TABLE watching_count (
	group_id    TEXT   NOT NULL,
	lesson_id   TEXT   NOT NULL,
	class       TEXT   NOT NULL, -- empty: none
	course_id   TEXT   NOT NULL,
	term_id     TEXT   NOT NULL,
	duration_ms BIGINT NOT NULL, -- of what the lesson played
	students    BIGINT NOT NULL,
	started     BIGINT NOT NULL,
	done        BIGINT NOT NULL,
	seconds     BIGINT NOT NULL, -- of all of them together
	curve       TEXT   NOT NULL, -- how many of them have watched each part of the lesson: 12,12,9,…
	fingerprint TEXT   NOT NULL, -- of all rows of the group and lesson: what has not changed is not written again
	PRIMARY KEY (group_id, lesson_id, class)
);
CREATE INDEX watching_count_course ON watching_count (course_id, term_id);

-- Sums over the rows of a term.
CREATE TABLE watching_summary (
	term_id   TEXT   NOT NULL,
	course_id TEXT   NOT NULL, -- empty: all courses of the class
	class     TEXT   NOT NULL, -- empty: of no class
	students  BIGINT NOT NULL,
	lessons   BIGINT NOT NULL, -- rows: students × lessons
	started   BIGINT NOT NULL, -- of the rows
	done      BIGINT NOT NULL, -- of the rows
	seconds   BIGINT NOT NULL,
	PRIMARY KEY (term_id, course_id, class)
);

-- When the rows were last computed.
CREATE TABLE watching_run (
	scope    TEXT   NOT NULL PRIMARY KEY, -- id of a group that was computed alone; empty: all
	as_of    BIGINT NOT NULL,             -- what was reported until then is in the rows; 0: never computed
	asked_at BIGINT NOT NULL              -- when a job was added last
);

-- A student who was reminded of a course, so that nobody is reminded twice in a short time.
CREATE TABLE watching_reminder (
	student_id TEXT   NOT NULL,
	course_id  TEXT   NOT NULL,
	message_id TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (student_id, course_id)
);
