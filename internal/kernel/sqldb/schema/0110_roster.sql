-- Imports from spreadsheets. Owned by package roster.

-- A spreadsheet that staff imported.
CREATE TABLE import (
	id          TEXT   NOT NULL PRIMARY KEY,
	kind        TEXT   NOT NULL,                   -- students, courses, groups, enrolments, timetable, changes …
	file        TEXT   NOT NULL,                   -- its name, without folders
	hash        TEXT   NOT NULL,                   -- SHA-256 of its bytes
	account     TEXT   NOT NULL,                   -- who did it
	at          BIGINT NOT NULL,
	created     BIGINT NOT NULL,                   -- rows by what happened to them, as the next three
	changed     BIGINT NOT NULL,
	unchanged   BIGINT NOT NULL,
	refused     BIGINT NOT NULL,
	undone_at   BIGINT NOT NULL,                   -- 0: not undone
	source      TEXT   NOT NULL DEFAULT 'command', -- browser, command
	removed     BIGINT NOT NULL DEFAULT 0,         -- meetings, periods or enrolments that are no longer there
	report      TEXT   NOT NULL DEFAULT '',        -- JSON: what staff were told of it
	undone_by   TEXT   NOT NULL DEFAULT '',        -- account
	-- The sheets that were read as one table, as a JSON list. Lines of the second count from 2 000 000.
	sheets      TEXT   NOT NULL DEFAULT '',        -- empty: one sheet, or a file without
	resolved_at BIGINT NOT NULL DEFAULT 0,         -- when staff marked its refused rows as resolved; 0: not
	resolved_by TEXT   NOT NULL DEFAULT ''         -- account
);
CREATE INDEX import_at ON import (at, id);

-- Something an import wrote, in order, so that it can be undone. Deleted when it is.
CREATE TABLE import_step (
	import_id TEXT   NOT NULL REFERENCES import (id),
	seq       BIGINT NOT NULL,
	line      BIGINT NOT NULL, -- of the file
	thing     TEXT   NOT NULL, -- student, account, course …
	object    TEXT   NOT NULL, -- its id; of an enrolment student and group, with a blank between
	before    BYTEA,           -- the rows as they were; NULL: there were none
	after     BYTEA,           -- a digest of the rows as they became; NULL: it was published and is to be withdrawn
	PRIMARY KEY (import_id, seq)
);
-- Which imports have written a record.
CREATE INDEX import_step_object ON import_step (object);

-- An import that staff want to undo. Deleted when it is undone.
CREATE TABLE import_undo (
	import_id TEXT   NOT NULL PRIMARY KEY REFERENCES import (id),
	state     TEXT   NOT NULL, -- previewing, ready, undoing, failed
	revision  BIGINT NOT NULL, -- grows with every start; a job works on one
	account   TEXT   NOT NULL, -- who asked
	at        BIGINT NOT NULL,
	preview   TEXT   NOT NULL, -- JSON: what undoing would do; empty: not known
	problem   TEXT   NOT NULL  -- JSON: the sentence that staff should read; empty: none
);

-- A row that an import refused. Staff are reminded of it until a later import takes it.
CREATE TABLE import_refused (
	import_id TEXT   NOT NULL REFERENCES import (id),
	line      BIGINT NOT NULL, -- of the file
	row_key   TEXT   NOT NULL, -- a digest of what the row is about, such as a student's number; empty: not known
	done_by   TEXT   NOT NULL, -- the later import that took the row in; empty: none
	PRIMARY KEY (import_id, line)
);
CREATE INDEX import_refused_done ON import_refused (done_by);

-- A spreadsheet that staff have uploaded and not imported yet. Deleted after a week.
CREATE TABLE import_draft (
	id         TEXT   NOT NULL PRIMARY KEY,
	blob       TEXT   NOT NULL, -- the file's key in the blob store; drafts of several of its sheets share it
	file       TEXT   NOT NULL, -- its name, without folders
	size       BIGINT NOT NULL, -- bytes
	hash       TEXT   NOT NULL, -- SHA-256 of its bytes
	account    TEXT   NOT NULL, -- who sent it
	at         BIGINT NOT NULL,
	until      BIGINT NOT NULL, -- when it is removed
	state      TEXT   NOT NULL, -- columns, previewing, ready, applying, applied, failed
	revision   BIGINT NOT NULL, -- grows with every change of what would be imported; a job works on one
	content    TEXT   NOT NULL, -- JSON: its sheets, and how staff want it read
	edits      BYTEA  NOT NULL, -- JSON, sealed: cells that staff have changed and rows that they leave out
	preview    TEXT   NOT NULL, -- JSON: what an import would do; empty: not known
	problem    TEXT   NOT NULL, -- JSON: the sentence that staff should read; empty: none
	applied_by TEXT   NOT NULL, -- account; empty: nobody
	codes      BYTEA,           -- JSON, sealed: first passwords to be handed out; NULL: none
	import_id  TEXT   NOT NULL  -- what it became; empty: nothing yet
);
CREATE INDEX import_draft_at ON import_draft (at, id);
CREATE INDEX import_draft_blob ON import_draft (blob);

-- What would happen to a row of a draft, in the order of the file.
CREATE TABLE import_draft_row (
	draft_id TEXT    NOT NULL REFERENCES import_draft (id),
	seq      BIGINT  NOT NULL,
	line     BIGINT  NOT NULL, -- of the file; 0: in the college, not in the file
	effect   TEXT    NOT NULL, -- created, changed, unchanged, refused, leftOut, gone
	fields   TEXT    NOT NULL, -- those that change or are wrong, each between blanks
	reasons  TEXT    NOT NULL, -- codes of what is wrong, each between blanks
	search   TEXT    NOT NULL, -- in lower case
	digest   BYTEA   NOT NULL, -- of what is shown
	differs  BOOLEAN NOT NULL, -- from what was shown before
	content  TEXT    NOT NULL, -- JSON: what is shown; private values masked
	PRIMARY KEY (draft_id, seq)
);
CREATE INDEX import_draft_row_effect ON import_draft_row (draft_id, effect, seq);

-- The columns that staff chose for a set of headers, for the next file that has them.
CREATE TABLE import_columns (
	kind       TEXT   NOT NULL,
	headers    TEXT   NOT NULL,           -- a hash of all headers of the file
	columns    TEXT   NOT NULL,           -- JSON: the field of every header
	account    TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	removed_at BIGINT NOT NULL DEFAULT 0, -- 0: it counts
	PRIMARY KEY (kind, headers)
);

-- A header that staff taught the portal, whatever the other headers are.
CREATE TABLE import_synonym (
	kind       TEXT   NOT NULL,
	header     TEXT   NOT NULL,           -- as headers are compared
	field      TEXT   NOT NULL,
	account    TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	removed_at BIGINT NOT NULL DEFAULT 0, -- 0: it counts
	PRIMARY KEY (kind, header)
);
