-- Courses, groups, lessons and what students have watched. Owned by package course.

CREATE TABLE teacher (
	id      TEXT NOT NULL PRIMARY KEY,
	number  TEXT NOT NULL, -- the college's number; empty: none
	name    TEXT NOT NULL,
	name_en TEXT NOT NULL
);
CREATE UNIQUE INDEX teacher_number ON teacher (number) WHERE number <> '';
CREATE INDEX teacher_name ON teacher (name);

-- A course, independent of the term.
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
	place      BIGINT NOT NULL, -- order of the teachers, from 1
	PRIMARY KEY (course_id, teacher_id)
);
CREATE INDEX course_teacher_teacher ON course_teacher (teacher_id);

-- The students taught together in one course in one term.
CREATE TABLE course_group (
	id        TEXT NOT NULL PRIMARY KEY,
	course_id TEXT NOT NULL REFERENCES course (id),
	term_id   TEXT NOT NULL,
	code      TEXT NOT NULL, -- the college's code, unique within a term
	name      TEXT NOT NULL,
	name_en   TEXT NOT NULL
);
CREATE UNIQUE INDEX course_group_code ON course_group (term_id, code);
CREATE INDEX course_group_course ON course_group (course_id);

CREATE TABLE enrolment (
	student_id TEXT   NOT NULL,
	group_id   TEXT   NOT NULL REFERENCES course_group (id),
	state      TEXT   NOT NULL,            -- confirmed, pending, dropped
	changed_at BIGINT NOT NULL,
	-- Set by staff only; imports have no dates.
	from_date  TEXT   NOT NULL DEFAULT '', -- civil date; empty: unknown
	until_date TEXT   NOT NULL DEFAULT '', -- last day of a dropped enrolment; empty: unknown
	PRIMARY KEY (student_id, group_id)
);
CREATE INDEX enrolment_group ON enrolment (group_id, state, student_id);
CREATE INDEX enrolment_changed ON enrolment (changed_at);

-- Who is in a group: class lists, numbers, seats, clashes, messages and reminders all ask here. Students who have left
-- the college keep their enrolments, in case they return, but are in no group.
CREATE VIEW confirmed_enrolment AS
SELECT e.student_id, e.group_id FROM enrolment AS e
WHERE e.state = 'confirmed'
	AND NOT EXISTS (SELECT 1 FROM student AS s WHERE s.id = e.student_id AND s.status = 'withdrawn');

-- The courses of a student in any term, once per group.
CREATE VIEW student_course AS
SELECT e.student_id, g.course_id FROM confirmed_enrolment AS e JOIN course_group AS g ON g.id = e.group_id;

-- A unit of a course that students watch. Its recording is in table asset.
CREATE TABLE lesson (
	id         TEXT    NOT NULL PRIMARY KEY,
	course_id  TEXT    NOT NULL REFERENCES course (id),
	position   BIGINT  NOT NULL, -- from 1 within the course
	title      TEXT    NOT NULL,
	title_en   TEXT    NOT NULL,
	group_id   TEXT    NOT NULL, -- group of the recorded class; empty otherwise
	class_id   TEXT    NOT NULL, -- the recorded class; empty otherwise
	published  BOOLEAN NOT NULL,
	preview    BOOLEAN NOT NULL, -- visitors may watch it
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL,
	-- An additional recording of its class, which the next file for the class doesn't replace.
	beside     BOOLEAN NOT NULL DEFAULT FALSE,
	-- Length of the recording that table watching measures; 0: it has not played anything yet.
	length_ms  BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX lesson_course ON lesson (course_id, position, id);
CREATE INDEX lesson_group ON lesson (group_id) WHERE class_id <> '';

-- Deleted lessons, which can be restored for a day. Their media, viewing records and notes stay until then.
CREATE TABLE removed_lesson (
	id         TEXT    NOT NULL PRIMARY KEY,
	course_id  TEXT    NOT NULL REFERENCES course (id),
	position   BIGINT  NOT NULL,
	title      TEXT    NOT NULL,
	title_en   TEXT    NOT NULL,
	group_id   TEXT    NOT NULL,
	class_id   TEXT    NOT NULL,
	published  BOOLEAN NOT NULL,
	preview    BOOLEAN NOT NULL,
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL,
	beside     BOOLEAN NOT NULL,
	length_ms  BIGINT  NOT NULL,
	removed_at BIGINT  NOT NULL,
	removed_by TEXT    NOT NULL -- account; empty: the server
);
CREATE INDEX removed_lesson_at ON removed_lesson (removed_at);

-- Where a class can be watched while it takes place.
CREATE TABLE live_source (
	class_id   TEXT   NOT NULL PRIMARY KEY,
	group_id   TEXT   NOT NULL,
	playlist   TEXT   NOT NULL, -- address of an HLS playlist
	updated_at BIGINT NOT NULL
);
CREATE INDEX live_source_group ON live_source (group_id);

-- How much of a lesson a student has watched, as reported by players and limited by the server's clock.
CREATE TABLE watching (
	student_id  TEXT    NOT NULL,
	lesson_id   TEXT    NOT NULL,
	spans       TEXT    NOT NULL, -- watched intervals in ms, sorted: 0-15000,20000-30500
	total_ms    BIGINT  NOT NULL, -- total of the intervals
	position_ms BIGINT  NOT NULL, -- where to resume
	percent     BIGINT  NOT NULL, -- of the lesson; never falls
	done        BOOLEAN NOT NULL, -- never reset to false
	acks        TEXT    NOT NULL, -- the last answer to each player and its time, to check the next report
	at          BIGINT  NOT NULL, -- last report
	PRIMARY KEY (student_id, lesson_id)
);
CREATE INDEX watching_lesson ON watching (lesson_id);
-- For what was watched since the viewing records were computed.
CREATE INDEX watching_at ON watching (at);

-- What students had watched of a recording that one of another length replaced. It counts again if a recording of this
-- length plays again.
CREATE TABLE watching_earlier (
	student_id  TEXT    NOT NULL,
	lesson_id   TEXT    NOT NULL,
	length_ms   BIGINT  NOT NULL, -- of the recording
	spans       TEXT    NOT NULL, -- as in watching
	total_ms    BIGINT  NOT NULL,
	position_ms BIGINT  NOT NULL,
	percent     BIGINT  NOT NULL,
	done        BOOLEAN NOT NULL,
	at          BIGINT  NOT NULL,
	PRIMARY KEY (student_id, lesson_id, length_ms)
);
CREATE INDEX watching_earlier_lesson ON watching_earlier (lesson_id, length_ms);

-- How much time a student has used for watching, across all lessons and devices.
CREATE TABLE watch_clock (
	student_id TEXT NOT NULL PRIMARY KEY,
	clock      TEXT NOT NULL -- one text, because every report reads and writes all of it; parsed by package course
);

-- How long a student watched on one day.
CREATE TABLE watched_day (
	student_id TEXT   NOT NULL,
	day        TEXT   NOT NULL, -- civil date
	ms         BIGINT NOT NULL,
	PRIMARY KEY (student_id, day)
);

-- A student's progress in a course. A device's report counts only while the course has nothing to watch; later the
-- progress is computed from what was watched.
CREATE TABLE progress (
	student_id TEXT    NOT NULL,
	course_id  TEXT    NOT NULL REFERENCES course (id),
	percent    BIGINT  NOT NULL, -- 0 to 100
	at         BIGINT  NOT NULL, -- when it was reached
	reset_at   BIGINT  NOT NULL, -- progress before this instant doesn't count; 0: never reset
	derived    BOOLEAN NOT NULL DEFAULT FALSE,
	PRIMARY KEY (student_id, course_id)
);

-- A student's private note at a moment of a lesson.
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
