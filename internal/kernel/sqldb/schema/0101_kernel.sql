-- Tables of the kernel. Each comment names the package of internal/kernel that owns the table.

-- A fact about the installation, such as when the sample college was loaded.
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
);

-- Counts changes, so that responses can be cached until something changes. Owned by package cache.
CREATE TABLE revision (
	scope TEXT   NOT NULL PRIMARY KEY, -- id of a term, a group …; empty: the whole college
	n     BIGINT NOT NULL              -- the college's count when the scope last changed
);

-- A background job. Owned by package job.
CREATE TABLE job (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	unique_key   TEXT,                        -- unique among the waiting and running jobs of a kind
	payload      TEXT    NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
	due_at       BIGINT  NOT NULL,            -- waiting: earliest start; running: when others may claim it
	fence        BIGINT  NOT NULL DEFAULT 0,  -- grows with every claim; only the latest claim may finish the job
	attempts     BIGINT  NOT NULL DEFAULT 0,
	max_attempts BIGINT  NOT NULL,
	progress     BIGINT  NOT NULL DEFAULT 0,  -- percent
	cancel_asked BOOLEAN NOT NULL DEFAULT FALSE,
	error        TEXT    NOT NULL DEFAULT '', -- of the last failed attempt
	worker       TEXT    NOT NULL DEFAULT '', -- the last to claim it
	created_at   BIGINT  NOT NULL,
	finished_at  BIGINT  NOT NULL DEFAULT 0,
	cost         BIGINT  NOT NULL DEFAULT 1,  -- slots of a node it takes
	rank         BIGINT  NOT NULL DEFAULT 0,  -- lower ranks run first
	begun_at     BIGINT  NOT NULL DEFAULT 0,  -- last claim; 0: never
	lost_by      TEXT    NOT NULL DEFAULT ''  -- the worker whose lease expired before the last claim; empty: none
);
CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE state IN ('waiting', 'running');
CREATE INDEX job_state ON job (state, id);
CREATE INDEX job_next ON job (rank, due_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX job_lost_by ON job (lost_by) WHERE lost_by <> '';

-- The audit log. Rows are only appended, and each hash covers the previous row. Owned by package audit.
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

-- The last row of audit, to notice rows cut off its end. The table has one row.
CREATE TABLE audit_head (
	id   BIGINT NOT NULL PRIMARY KEY,
	seq  BIGINT NOT NULL,
	hash TEXT   NOT NULL
);

-- Search tokens of students, courses, groups, teachers and rooms, which match by prefix. Owned by package lookup.
-- Tokens are bytes, so that a prefix is a range of the key. The key also has the sort order, so that only the rows
-- shown are read.
CREATE TABLE lookup (
	kind  TEXT  NOT NULL CHECK (kind IN ('student', 'course', 'group', 'teacher', 'room')),
	token BYTEA NOT NULL,
	sort  BYTEA NOT NULL, -- sort key of the list; for students number_key
	id    TEXT  NOT NULL,
	PRIMARY KEY (kind, token, sort, id)
);
CREATE INDEX lookup_id ON lookup (id, kind);
