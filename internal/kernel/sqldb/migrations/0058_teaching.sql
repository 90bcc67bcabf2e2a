-- Whoever teaches may log in as that teacher; the role on the wire stays what it is. Owned by package account.
ALTER TABLE account ADD COLUMN teacher_id TEXT NOT NULL DEFAULT ''; -- empty: none
CREATE UNIQUE INDEX account_teacher ON account (teacher_id) WHERE teacher_id <> '';

-- Which groups a teacher teaches: those whose timetable names them, as substitute too; where no meeting names anybody, those of the own courses.
CREATE VIEW teacher_group AS
SELECT m.teacher_id, m.group_id FROM meeting AS m WHERE m.teacher_id <> ''
UNION
SELECT x.teacher_id, x.group_id FROM class_change AS x WHERE x.teacher_id <> '' AND x.withdrawn_at = 0
UNION
SELECT t.teacher_id, g.id FROM course_teacher AS t JOIN course_group AS g ON g.course_id = t.course_id
WHERE NOT EXISTS (SELECT 1 FROM meeting AS m WHERE m.group_id = g.id AND m.teacher_id <> '');

-- What a teacher asks to have changed. Owned by package teaching.
CREATE TABLE change_request (
	id           TEXT   NOT NULL PRIMARY KEY,
	teacher_id   TEXT   NOT NULL,
	account_id   TEXT   NOT NULL, -- who asked, and is told the answer
	group_id     TEXT   NOT NULL,
	class_id     TEXT   NOT NULL,
	action       TEXT   NOT NULL, -- cancel, move
	day          TEXT,            -- NULL: as it is, as no hours
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

-- Teachers have a calendar feed too. Owned by package timetable.
ALTER TABLE calendar_feed RENAME COLUMN student_id TO owner_id; -- id of a student or of a teacher
