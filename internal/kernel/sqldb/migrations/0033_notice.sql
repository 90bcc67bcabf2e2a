-- Notices that staff write: more audiences, a deadline, a time in the future, files, reminders. Owned by package message.
ALTER TABLE message ADD COLUMN acknowledge_by BIGINT NOT NULL DEFAULT 0;     -- until when it is to be acknowledged; 0: no deadline
ALTER TABLE message ADD COLUMN by_hand BOOLEAN NOT NULL DEFAULT FALSE;       -- staff wrote it; the others are made by the portal
ALTER TABLE message ADD COLUMN reminds TEXT NOT NULL DEFAULT '';             -- the notice of which it reminds those who have not acknowledged it
ALTER TABLE message ADD COLUMN attachments BIGINT NOT NULL DEFAULT 0;        -- how many files it has
UPDATE message SET by_hand = TRUE WHERE id IN (SELECT a.object FROM audit AS a WHERE a.action = 'message.publish');
CREATE INDEX message_by_hand ON message (sent_at, id) WHERE by_hand;
CREATE INDEX message_reminds ON message (reminds, sent_at) WHERE reminds <> '';

-- The figures of one notice are read from the index alone.
DROP INDEX message_read_message;
CREATE INDEX message_read_message ON message_read (message_id, account_id, read_at, acknowledged_at);

-- Whom a notice to a list of numbers is for: the audience 'list', whose target is the message itself.
CREATE TABLE message_recipient (
	message_id TEXT NOT NULL REFERENCES message (id),
	student_id TEXT NOT NULL,
	PRIMARY KEY (message_id, student_id)
);
CREATE INDEX message_recipient_student ON message_recipient (student_id, message_id);

CREATE TABLE message_attachment (
	id         TEXT   NOT NULL PRIMARY KEY,
	message_id TEXT   NOT NULL, -- empty until the notice is sent; what stays so is removed after a day
	position   BIGINT NOT NULL, -- within the notice, from 1
	name       TEXT   NOT NULL,
	type       TEXT   NOT NULL,
	size       BIGINT NOT NULL, -- 0 while it is being received
	key        TEXT   NOT NULL, -- in the blob store
	created_at BIGINT NOT NULL
);
CREATE INDEX message_attachment_message ON message_attachment (message_id, position);

DROP VIEW message_audience;
CREATE VIEW message_audience AS
SELECT s.id AS student_id, 'all' AS audience, '' AS target FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'campus', s.campus_id FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'programme', s.programme_code FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'year', CAST(s.entry_year AS TEXT) FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'class', s.class FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT e.student_id, 'group', e.group_id FROM enrolment AS e WHERE e.state = 'confirmed'
UNION ALL
SELECT e.student_id, 'course', g.course_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id WHERE e.state = 'confirmed'
GROUP BY e.student_id, g.course_id -- once, whoever takes the course again
UNION ALL
SELECT r.student_id, 'list', r.message_id FROM message_recipient AS r
UNION ALL
SELECT s.id, 'student', s.id FROM student AS s;
