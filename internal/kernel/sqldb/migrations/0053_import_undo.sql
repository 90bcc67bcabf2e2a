-- What staff taught about headers can be removed, and brought back for a day.
ALTER TABLE import_columns ADD COLUMN removed_at BIGINT NOT NULL DEFAULT 0; -- 0: it counts
ALTER TABLE import_synonym ADD COLUMN removed_at BIGINT NOT NULL DEFAULT 0; -- 0: it counts

-- An import that staff want to undo. Gone once it is undone. Owned by package roster.
CREATE TABLE import_undo (
	import_id TEXT   NOT NULL PRIMARY KEY REFERENCES import (id),
	state     TEXT   NOT NULL, -- previewing, ready, undoing, failed
	revision  BIGINT NOT NULL, -- grows with every beginning; a job works for one
	account   TEXT   NOT NULL, -- who asked
	at        BIGINT NOT NULL,
	preview   TEXT   NOT NULL, -- JSON: what undoing would do; empty: not known
	problem   TEXT   NOT NULL  -- JSON: the sentence that staff should read; empty: none
);
