-- A spreadsheet that staff have uploaded, on its way to become an import. Gone after a week. Owned by package roster.
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
	revision   BIGINT NOT NULL, -- grows with every change of what would be imported; a job works for one
	content    TEXT   NOT NULL, -- JSON: its sheets, and how staff want it read
	edits      BYTEA  NOT NULL, -- JSON, sealed: cells that staff have changed and rows that they leave out
	preview    TEXT   NOT NULL, -- JSON: what an import would do; empty: not known
	problem    TEXT   NOT NULL, -- JSON: the sentence that staff should read; empty: none
	applied_by TEXT   NOT NULL, -- account; empty: nobody
	codes      BYTEA,           -- JSON, sealed: first passwords to be handed out; NULL: none
	import_id  TEXT   NOT NULL  -- what it has become; empty: nothing yet
);

CREATE INDEX import_draft_at ON import_draft (at, id);
CREATE INDEX import_draft_blob ON import_draft (blob);

-- What becomes of each row of a draft, in the order of the file.
CREATE TABLE import_draft_row (
	draft_id TEXT    NOT NULL REFERENCES import_draft (id),
	seq      BIGINT  NOT NULL,
	line     BIGINT  NOT NULL, -- of the file; 0: the college has it and the file has not
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

-- What staff said of the columns of a set of headers, for the next file that has them.
CREATE TABLE import_columns (
	kind    TEXT   NOT NULL,
	headers TEXT   NOT NULL, -- a hash of all headers of the file
	columns TEXT   NOT NULL, -- JSON: the field of every header
	account TEXT   NOT NULL,
	at      BIGINT NOT NULL,
	PRIMARY KEY (kind, headers)
);

-- Headers that staff taught the portal, whatever else stands beside them.
CREATE TABLE import_synonym (
	kind    TEXT   NOT NULL,
	header  TEXT   NOT NULL, -- as headers are compared
	field   TEXT   NOT NULL,
	account TEXT   NOT NULL,
	at      BIGINT NOT NULL,
	PRIMARY KEY (kind, header)
);

ALTER TABLE import ADD COLUMN source    TEXT   NOT NULL DEFAULT 'command'; -- browser, command
ALTER TABLE import ADD COLUMN removed   BIGINT NOT NULL DEFAULT 0;         -- meetings, periods or enrolments that are no longer there
ALTER TABLE import ADD COLUMN report    TEXT   NOT NULL DEFAULT '';        -- JSON: what staff were told of it
ALTER TABLE import ADD COLUMN undone_by TEXT   NOT NULL DEFAULT '';        -- account
