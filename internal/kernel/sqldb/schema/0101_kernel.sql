-- What every part of the server uses. Each table belongs to the package of internal/kernel that its comment names.

-- A fact about the installation, such as when the sample college was loaded.
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
);

-- How often something has changed, so that an answer can be cached until it does. Package cache writes it.
CREATE TABLE revision (
	scope TEXT   NOT NULL PRIMARY KEY, -- id of a term, a group …; empty: the college as a whole
	n     BIGINT NOT NULL              -- what the college's number was when the scope last changed
);

-- A piece of work that is done outside of requests. Package job owns it.
CREATE TABLE job (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	unique_key   TEXT,                        -- only one waiting or running job of a kind has it
	payload      TEXT    NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
	due_at       BIGINT  NOT NULL,            -- waiting: not before this; running: free for others after this
	fence        BIGINT  NOT NULL DEFAULT 0,  -- grows with every claim; only the newest claim may finish
	attempts     BIGINT  NOT NULL DEFAULT 0,
	max_attempts BIGINT  NOT NULL,
	progress     BIGINT  NOT NULL DEFAULT 0,  -- percent
	cancel_asked BOOLEAN NOT NULL DEFAULT FALSE,
	error        TEXT    NOT NULL DEFAULT '', -- why the last attempt failed
	worker       TEXT    NOT NULL DEFAULT '', -- who claimed it last
	created_at   BIGINT  NOT NULL,
	finished_at  BIGINT  NOT NULL DEFAULT 0,
	cost         BIGINT  NOT NULL DEFAULT 1,  -- how many slots of a node it takes
	rank         BIGINT  NOT NULL DEFAULT 0,  -- the lower one is taken first
	begun_at     BIGINT  NOT NULL DEFAULT 0,  -- when it was claimed last; 0: never
	lost_by      TEXT    NOT NULL DEFAULT ''  -- the worker whose lease ran out before the last claim; empty: none
);
CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE state IN ('waiting', 'running');
CREATE INDEX job_state ON job (state, id);
CREATE INDEX job_next ON job (rank, due_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX job_lost_by ON job (lost_by) WHERE lost_by <> '';

-- Who did what to whom. Rows are only appended; each hash covers the row before. Package audit owns it.
CREATE TABLE audit (
	seq        BIGINT NOT NULL PRIMARY KEY, -- 1, 2, 3 … without a gap
	at         BIGINT NOT NULL,
	account_id TEXT   NOT NULL,             -- empty: a visitor
	role       TEXT   NOT NULL,
	session_id TEXT   NOT NULL,
	address    TEXT   NOT NULL,
	action     TEXT   NOT NULL,             -- feature.verb, such as account.login
	object     TEXT   NOT NULL,
	before     TEXT   NOT NULL,             -- JSON object, or empty
	after      TEXT   NOT NULL,
	hash       TEXT   NOT NULL
);
CREATE INDEX audit_object ON audit (object, seq);
-- Staff filter the log by person or action.
CREATE INDEX audit_account ON audit (account_id, seq);
CREATE INDEX audit_action ON audit (action, seq);

-- The last row of audit, so that rows cut off its end are noticed. The table has one row.
CREATE TABLE audit_head (
	id   BIGINT NOT NULL PRIMARY KEY,
	seq  BIGINT NOT NULL,
	hash TEXT   NOT NULL
);

-- A word by which staff find a student, course, group, teacher or room: any prefix of the token finds it. Package
-- lookup writes it. Tokens are bytes, so a prefix is a range of the key; the key also has the order of the list, so
-- only the rows shown are read.
CREATE TABLE lookup (
	kind  TEXT  NOT NULL CHECK (kind IN ('student', 'course', 'group', 'teacher', 'room')),
	token BYTEA NOT NULL,
	sort  BYTEA NOT NULL, -- the order of the list; of a student number_key
	id    TEXT  NOT NULL,
	PRIMARY KEY (kind, token, sort, id)
);
CREATE INDEX lookup_id ON lookup (id, kind);
