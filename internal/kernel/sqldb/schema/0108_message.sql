-- The message centre. Owned by package message.

-- A message. Even a message to many is one row: its audience is a rule, not a list.
CREATE TABLE message (
	id             TEXT    NOT NULL PRIMARY KEY,
	kind           TEXT    NOT NULL,               -- message, notice, todo
	tag            BIGINT  NOT NULL,               -- 0 to 3; for notices and todos
	title          TEXT    NOT NULL,
	title_en       TEXT    NOT NULL,
	subtitle       TEXT    NOT NULL,
	subtitle_en    TEXT    NOT NULL,
	content        TEXT    NOT NULL,
	content_en     TEXT    NOT NULL,
	avatar         TEXT    NOT NULL,
	link           TEXT    NOT NULL,               -- a path in the portal
	audience       TEXT    NOT NULL,               -- all, campus, programme, year, class, course, group, list, student …
	target         TEXT    NOT NULL,               -- id, code, year or name; empty for all
	acknowledge    BOOLEAN NOT NULL,               -- readers are asked to acknowledge it
	topic          TEXT    NOT NULL,               -- what it is about: not sent twice, withdrawn when settled
	sender         TEXT    NOT NULL,               -- account id
	sent_at        BIGINT  NOT NULL,
	expires_at     BIGINT  NOT NULL,               -- 0: never
	withdrawn_at   BIGINT  NOT NULL,               -- 0: not withdrawn
	-- For notices by staff:
	acknowledge_by BIGINT  NOT NULL DEFAULT 0,     -- deadline; 0: none
	by_hand        BOOLEAN NOT NULL DEFAULT FALSE, -- written by staff, not by the portal
	reminds        TEXT    NOT NULL DEFAULT '',    -- the notice it reminds students of
	attachments    BIGINT  NOT NULL DEFAULT 0,     -- number of files
	-- For a message that collects the news of a day, see message_part:
	several        TEXT    NOT NULL DEFAULT '',    -- its title once it has several parts, with {count}
	several_en     TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX message_target ON message (audience, target, sent_at);
CREATE INDEX message_sent ON message (sent_at, id);
CREATE UNIQUE INDEX message_topic ON message (topic) WHERE topic <> '' AND withdrawn_at = 0;
CREATE INDEX message_by_hand ON message (sent_at, id) WHERE by_hand;
CREATE INDEX message_reminds ON message (reminds, sent_at) WHERE reminds <> '';

-- A part of a message that collects the news of a day.
CREATE TABLE message_part (
	message_id TEXT   NOT NULL,
	position   BIGINT NOT NULL, -- from 1, the oldest first
	topic      TEXT   NOT NULL, -- what it is about: not sent twice, removed when settled; empty: nothing of the kind
	things     BIGINT NOT NULL, -- how many things it is about, such as changed classes
	title      TEXT   NOT NULL,
	title_en   TEXT   NOT NULL,
	content    TEXT   NOT NULL,
	content_en TEXT   NOT NULL,
	PRIMARY KEY (message_id, position)
);
CREATE INDEX message_part_topic ON message_part (topic) WHERE topic <> '';

-- A read mark. No row: unread.
CREATE TABLE message_read (
	account_id      TEXT   NOT NULL,
	message_id      TEXT   NOT NULL REFERENCES message (id),
	read_at         BIGINT NOT NULL,
	acknowledged_at BIGINT NOT NULL, -- 0: not yet
	PRIMARY KEY (account_id, message_id)
);
CREATE INDEX message_read_message ON message_read (message_id, account_id, read_at, acknowledged_at);

-- A recipient of a notice to a list. The audience is 'list' and its target is the message itself.
CREATE TABLE message_recipient (
	message_id TEXT NOT NULL REFERENCES message (id),
	student_id TEXT NOT NULL,
	PRIMARY KEY (message_id, student_id)
);
CREATE INDEX message_recipient_student ON message_recipient (student_id, message_id);

CREATE TABLE message_attachment (
	id         TEXT   NOT NULL PRIMARY KEY,
	message_id TEXT   NOT NULL, -- empty until the notice is sent; unsent files are deleted after a day
	position   BIGINT NOT NULL, -- within the notice, from 1
	name       TEXT   NOT NULL,
	type       TEXT   NOT NULL,
	size       BIGINT NOT NULL, -- 0 until received
	key        TEXT   NOT NULL, -- blob key
	created_at BIGINT NOT NULL,
	owner      TEXT   NOT NULL  -- account that uploaded it, the only one that may send it
);
CREATE INDEX message_attachment_message ON message_attachment (message_id, position);

-- The students of each audience, which decides what a student sees and who hasn't read a notice. Messages to many
-- exclude students who have left the college.
CREATE VIEW message_audience AS
SELECT s.id AS student_id, 'all' AS audience, '' AS target
FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'campus', s.campus_id FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'programme', s.programme_code FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'year', CAST(s.entry_year AS TEXT) FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'class', s.class FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT e.student_id, 'group', e.group_id FROM confirmed_enrolment AS e
UNION ALL
SELECT e.student_id, 'course', g.course_id
FROM confirmed_enrolment AS e
JOIN course_group AS g ON g.id = e.group_id
GROUP BY e.student_id, g.course_id -- once for students who repeat the course
UNION ALL
SELECT r.student_id, 'list', r.message_id FROM message_recipient AS r
UNION ALL
SELECT s.id, 'student', s.id FROM student AS s;
