-- The rows that an import refused, so that staff are told of them until they are in. Owned by package roster.
CREATE TABLE import_refused (
	import_id TEXT   NOT NULL REFERENCES import (id),
	line      BIGINT NOT NULL, -- of the file
	row_key   TEXT   NOT NULL, -- a digest of what the row is about, such as a student's number; empty: not known
	done_by   TEXT   NOT NULL, -- the later import that took the row in; empty: none
	PRIMARY KEY (import_id, line)
);

CREATE INDEX import_refused_done ON import_refused (done_by);

-- Of older imports nobody knows which rows they were: one row stands for all of them until somebody says that they are dealt with.
INSERT INTO import_refused (import_id, line, row_key, done_by) SELECT id, 0, '', '' FROM import WHERE refused > 0;

ALTER TABLE import ADD COLUMN resolved_at BIGINT NOT NULL DEFAULT 0; -- when somebody said that its refused rows are dealt with; 0: nobody did
ALTER TABLE import ADD COLUMN resolved_by TEXT   NOT NULL DEFAULT ''; -- account
