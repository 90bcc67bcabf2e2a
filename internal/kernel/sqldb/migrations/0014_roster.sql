-- What staff imported from spreadsheets. Owned by package roster.
CREATE TABLE import (
	id        TEXT   NOT NULL PRIMARY KEY,
	kind      TEXT   NOT NULL, -- students, courses, groups, enrolments, timetable, changes …
	file      TEXT   NOT NULL, -- its name, without folders
	hash      TEXT   NOT NULL, -- SHA-256 of its bytes
	account   TEXT   NOT NULL, -- who did it
	at        BIGINT NOT NULL,
	created   BIGINT NOT NULL, -- rows by what became of them, as the next three
	changed   BIGINT NOT NULL,
	unchanged BIGINT NOT NULL,
	refused   BIGINT NOT NULL,
	undone_at BIGINT NOT NULL  -- 0: it stands
);

CREATE INDEX import_at ON import (at, id);

-- What an import wrote, in order, so that it can be undone. Gone once it is.
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
