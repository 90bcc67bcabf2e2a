-- How often the college's data has changed, so that an answer can be kept until it does. Written through package revision.
CREATE TABLE revision (
	scope TEXT   NOT NULL PRIMARY KEY, -- id of a term, a group …; empty: the college as a whole
	n     BIGINT NOT NULL              -- what the college's number was when the scope last changed
);

-- What is taught, by whom and to whom. Owned by package course, down to progress.
CREATE TABLE teacher (
	id      TEXT NOT NULL PRIMARY KEY,
	number  TEXT NOT NULL, -- the college's own number; empty when it gives none
	name    TEXT NOT NULL,
	name_en TEXT NOT NULL
);

CREATE UNIQUE INDEX teacher_number ON teacher (number) WHERE number <> '';
CREATE INDEX teacher_name ON teacher (name);

CREATE TABLE course (
	id         TEXT   NOT NULL PRIMARY KEY,
	code       TEXT   NOT NULL,
	name       TEXT   NOT NULL,
	name_en    TEXT   NOT NULL,
	credits    BIGINT NOT NULL, -- in tenths of a credit
	summary    TEXT   NOT NULL,
	summary_en TEXT   NOT NULL
);

CREATE UNIQUE INDEX course_code ON course (code);

CREATE TABLE course_teacher (
	course_id  TEXT   NOT NULL REFERENCES course (id),
	teacher_id TEXT   NOT NULL REFERENCES teacher (id),
	place      BIGINT NOT NULL, -- their order, from 1
	PRIMARY KEY (course_id, teacher_id)
);

CREATE INDEX course_teacher_teacher ON course_teacher (teacher_id);

-- The students taught together in one course in one term.
CREATE TABLE course_group (
	id        TEXT NOT NULL PRIMARY KEY,
	course_id TEXT NOT NULL REFERENCES course (id),
	term_id   TEXT NOT NULL,
	code      TEXT NOT NULL, -- the college's own, unique within a term
	name      TEXT NOT NULL,
	name_en   TEXT NOT NULL
);

CREATE UNIQUE INDEX course_group_code ON course_group (term_id, code);
CREATE INDEX course_group_course ON course_group (course_id);

CREATE TABLE enrolment (
	student_id TEXT   NOT NULL,
	group_id   TEXT   NOT NULL REFERENCES course_group (id),
	state      TEXT   NOT NULL, -- confirmed, pending, dropped
	changed_at BIGINT NOT NULL,
	PRIMARY KEY (student_id, group_id)
);

CREATE INDEX enrolment_group ON enrolment (group_id, state, student_id);

-- One unit of video, in order. What it plays belongs to package media.
CREATE TABLE lesson (
	id         TEXT    NOT NULL PRIMARY KEY,
	course_id  TEXT    NOT NULL REFERENCES course (id),
	position   BIGINT  NOT NULL, -- from 1 within the course
	title      TEXT    NOT NULL,
	title_en   TEXT    NOT NULL,
	group_id   TEXT    NOT NULL, -- of the class it records; empty otherwise
	class_id   TEXT    NOT NULL, -- the class it records; empty otherwise
	published  BOOLEAN NOT NULL,
	preview    BOOLEAN NOT NULL, -- open to visitors
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL
);

CREATE INDEX lesson_course ON lesson (course_id, position, id);
CREATE INDEX lesson_group ON lesson (group_id) WHERE class_id <> '';

-- How far a student is in a course.
CREATE TABLE progress (
	student_id TEXT   NOT NULL,
	course_id  TEXT   NOT NULL REFERENCES course (id),
	percent    BIGINT NOT NULL, -- 0 to 100
	at         BIGINT NOT NULL, -- when it was reached
	reset_at   BIGINT NOT NULL, -- what was reached before this instant no longer counts; 0 when nothing was reset
	PRIMARY KEY (student_id, course_id)
);
