-- What reaches people in the message centre. A message to many is one row: its audience is a rule, not a list.
CREATE TABLE message (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL, -- message, notice, todo
	tag          BIGINT  NOT NULL, -- 0 to 3; of notices and todos
	title        TEXT    NOT NULL,
	title_en     TEXT    NOT NULL,
	subtitle     TEXT    NOT NULL,
	subtitle_en  TEXT    NOT NULL,
	content      TEXT    NOT NULL,
	content_en   TEXT    NOT NULL,
	avatar       TEXT    NOT NULL,
	link         TEXT    NOT NULL, -- a path of the portal
	audience     TEXT    NOT NULL, -- all, programme, group, student, account
	target       TEXT    NOT NULL, -- which one; empty for all
	acknowledge  BOOLEAN NOT NULL, -- readers are asked to say that they have understood
	topic        TEXT    NOT NULL, -- what it is about, so that it is neither sent twice nor left when it is settled
	sender       TEXT    NOT NULL, -- account id
	sent_at      BIGINT  NOT NULL,
	expires_at   BIGINT  NOT NULL, -- 0: never
	withdrawn_at BIGINT  NOT NULL  -- 0: it stands
);

CREATE INDEX message_target ON message (audience, target, sent_at);
CREATE INDEX message_sent ON message (sent_at, id);
CREATE UNIQUE INDEX message_topic ON message (topic) WHERE topic <> '' AND withdrawn_at = 0;

-- Who has read what. No row: unread.
CREATE TABLE message_read (
	account_id      TEXT   NOT NULL,
	message_id      TEXT   NOT NULL REFERENCES message (id),
	read_at         BIGINT NOT NULL,
	acknowledged_at BIGINT NOT NULL, -- 0: not yet
	PRIMARY KEY (account_id, message_id)
);

CREATE INDEX message_read_message ON message_read (message_id);

-- The rule of who belongs to which audience, in one place: what a student sees and who is missing both follow from it.
-- Messages to many leave out those who have left the college.
CREATE VIEW message_audience AS
SELECT s.id AS student_id, 'all' AS audience, '' AS target FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'programme', s.programme_code FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT e.student_id, 'group', e.group_id FROM enrolment AS e WHERE e.state = 'confirmed'
UNION ALL
SELECT s.id, 'student', s.id FROM student AS s;
