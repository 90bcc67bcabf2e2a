-- The secret address of a student's calendar feed. Owned by package timetable. The secret itself is not here: it follows
-- from the nonce and the installation's keys, and a request is looked up by its hash.
CREATE TABLE calendar_feed (
	student_id  TEXT   NOT NULL PRIMARY KEY,
	nonce       TEXT   NOT NULL,
	secret_hash BYTEA  NOT NULL, -- SHA-256
	language    TEXT   NOT NULL, -- of the texts in it
	created_at  BIGINT NOT NULL
);

CREATE UNIQUE INDEX calendar_feed_secret ON calendar_feed (secret_hash);
