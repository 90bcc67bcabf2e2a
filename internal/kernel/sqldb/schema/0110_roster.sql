-- Imports from spreadsheets. Owned by package roster.

-- A spreadsheet that staff imported.
CREATE TABLE import (
	id          TEXT   NOT NULL PRIMARY KEY,
	kind        TEXT   NOT NULL,                   -- students, courses, groups, enrolments, timetable, changes …
	file        TEXT   NOT NULL,                   -- file name without folders
	hash        TEXT   NOT NULL,                   -- SHA-256 of its bytes
	account     TEXT   NOT NULL,                   -- who imported it
	at          BIGINT NOT NULL,
	created     BIGINT NOT NULL,                   -- number of rows by effect, like the next three
	changed     BIGINT NOT NULL,
	unchanged   BIGINT NOT NULL,
	refused     BIGINT NOT NULL,
	undone_at   BIGINT NOT NULL,                   -- 0: not undone
	source      TEXT   NOT NULL DEFAULT 'command', -- browser, command
	removed     BIGINT NOT NULL DEFAULT 0,         -- meetings, periods or enrolments that were removed
	report      TEXT   NOT NULL DEFAULT '',        -- JSON: the report shown to staff
	undone_by   TEXT   NOT NULL DEFAULT '',        -- account
	-- The sheets that were read as one table, as a JSON list. Lines of the second sheet count from 2 000 000.
	sheets      TEXT   NOT NULL DEFAULT '',        -- empty: one sheet, or a file without sheets
	resolved_at BIGINT NOT NULL DEFAULT 0,         -- when staff marked its refused rows as resolved; 0: not resolved
	resolved_by TEXT   NOT NULL DEFAULT ''         -- account
);
CREATE INDEX import_at ON import (at, id);

-- Something that an import wrote, in order, to undo it. Deleted when undone.
CREATE TABLE import_step (
	import_id TEXT   NOT NULL REFERENCES import (id),
	seq       BIGINT NOT NULL,
	line      BIGINT NOT NULL, -- of the file
	thing     TEXT   NOT NULL, -- student, account, course …
	object    TEXT   NOT NULL, -- its id; for an enrolment student and group, separated by a space
	before    BYTEA,           -- the former rows; NULL: none
	after     BYTEA,           -- digest of the new rows; NULL: published, so undoing withdraws it
	PRIMARY KEY (import_id, seq)
);
-- To find the imports that wrote a record.
CREATE INDEX import_step_object ON import_step (object);

-- An undo in progress. Deleted when done.
CREATE TABLE import_undo (
	import_id TEXT   NOT NULL PRIMARY KEY REFERENCES import (id),
	state     TEXT   NOT NULL, -- previewing, ready, undoing, failed
	revision  BIGINT NOT NULL, -- grows with every start; a job only works on one
	account   TEXT   NOT NULL, -- who asked
	at        BIGINT NOT NULL,
	preview   TEXT   NOT NULL, -- JSON: what undoing would do; empty: unknown
	problem   TEXT   NOT NULL  -- JSON: the error shown to staff; empty: none
);

-- A row that an import refused. Staff are reminded until a later import includes it.
CREATE TABLE import_refused (
	import_id TEXT   NOT NULL REFERENCES import (id),
	line      BIGINT NOT NULL, -- of the file
	row_key   TEXT   NOT NULL, -- digest of the row's key, such as a student's number; empty: unknown
	done_by   TEXT   NOT NULL, -- the later import that included it; empty: none
	PRIMARY KEY (import_id, line)
);
CREATE INDEX import_refused_done ON import_refused (done_by);

-- An import draft. Deleted after a week.
CREATE TABLE import_draft (
	id         TEXT   NOT NULL PRIMARY KEY,
	blob       TEXT   NOT NULL, -- blob key of the file; drafts of several sheets of one file share it
	file       TEXT   NOT NULL, -- file name without folders
	size       BIGINT NOT NULL, -- bytes
	hash       TEXT   NOT NULL, -- SHA-256 of its bytes
	account    TEXT   NOT NULL, -- uploader
	at         BIGINT NOT NULL,
	until      BIGINT NOT NULL, -- expiry
	state      TEXT   NOT NULL, -- columns, previewing, ready, applying, applied, failed
	revision   BIGINT NOT NULL, -- grows with every change to the import; a job only works on one
	content    TEXT   NOT NULL, -- JSON: the sheets and how to read them
	edits      BYTEA  NOT NULL, -- JSON, sealed: edited cells and skipped rows
	preview    TEXT   NOT NULL, -- JSON: what the import would do; empty: unknown
	problem    TEXT   NOT NULL, -- JSON: the error shown to staff; empty: none
	applied_by TEXT   NOT NULL, -- account; empty: not applied
	codes      BYTEA,           -- JSON, sealed: first passwords to hand out; NULL: none
	import_id  TEXT   NOT NULL  -- the resulting import; empty: none yet
);
CREATE INDEX import_draft_at ON import_draft (at, id);
CREATE INDEX import_draft_blob ON import_draft (blob);

-- The effect of a row of a draft, in the order of the file.
CREATE TABLE import_draft_row (
	draft_id TEXT    NOT NULL REFERENCES import_draft (id),
	seq      BIGINT  NOT NULL,
	line     BIGINT  NOT NULL, -- of the file; 0: only in the college, not in the file
	effect   TEXT    NOT NULL, -- created, changed, unchanged, refused, leftOut, gone
	fields   TEXT    NOT NULL, -- changed or wrong fields, with a space around each
	reasons  TEXT    NOT NULL, -- error codes, with a space around each
	search   TEXT    NOT NULL, -- lower case
	digest   BYTEA   NOT NULL, -- of content
	differs  BOOLEAN NOT NULL, -- from the content shown before
	content  TEXT    NOT NULL, -- JSON: what is shown, with private values masked
	PRIMARY KEY (draft_id, seq)
);
CREATE INDEX import_draft_row_effect ON import_draft_row (draft_id, effect, seq);

-- The columns that staff chose for a set of headers, for later files with the same headers.
CREATE TABLE import_columns (
	kind       TEXT   NOT NULL,
	headers    TEXT   NOT NULL,           -- hash of all headers of the file
	columns    TEXT   NOT NULL,           -- JSON: header → field
	account    TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	removed_at BIGINT NOT NULL DEFAULT 0, -- 0: in use
	PRIMARY KEY (kind, headers)
);

-- A header that staff assigned to a field, regardless of the other headers.
CREATE TABLE import_synonym (
	kind       TEXT   NOT NULL,
	header     TEXT   NOT NULL,           -- normalised
	field      TEXT   NOT NULL,
	account    TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	removed_at BIGINT NOT NULL DEFAULT 0, -- 0: in use
	PRIMARY KEY (kind, header)
);
