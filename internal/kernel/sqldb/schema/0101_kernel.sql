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
	losses       BIGINT  NOT NULL DEFAULT 0,  -- claims that ended with their process; not attempts
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

-- The audit log. Changes append entries; a background job then seals them into a chain, in which each hash covers the
-- previous entry. Only seq and hash ever change, once. Owned by package audit.
CREATE TABLE audit (
	id         TEXT   NOT NULL PRIMARY KEY, -- in the order of appending, as far as the nodes' clocks agree
	seq        BIGINT,                      -- place in the chain: 1, 2, 3 … without a gap; NULL: not sealed yet
	at         BIGINT NOT NULL,
	account_id TEXT   NOT NULL,             -- empty: a visitor
	role       TEXT   NOT NULL,
	session_id TEXT   NOT NULL,
	address    TEXT   NOT NULL,
	action     TEXT   NOT NULL,             -- feature.verb, such as account.login
	object     TEXT   NOT NULL,
	before     TEXT   NOT NULL,             -- JSON object, or empty
	after      TEXT   NOT NULL,
	hash       TEXT   NOT NULL DEFAULT ''   -- empty: not sealed yet
);
CREATE UNIQUE INDEX audit_seq ON audit (seq);
CREATE INDEX audit_unsealed ON audit (id) WHERE seq IS NULL;
CREATE INDEX audit_object ON audit (object, id);
-- Staff filter the log by person or action.
CREATE INDEX audit_account ON audit (account_id, id);
CREATE INDEX audit_action ON audit (action, id);

-- The last sealed entry, to notice entries cut off the end of the chain, and the lock of the job that seals. One row.
CREATE TABLE audit_head (
	id        BIGINT NOT NULL PRIMARY KEY,
	seq       BIGINT NOT NULL,
	hash      TEXT   NOT NULL,
	sealed_at BIGINT NOT NULL -- when nothing was left to seal, half a minute old at most; 0: never
);

-- How far the chain is verified, and the last result. One row.
CREATE TABLE audit_check (
	id          BIGINT NOT NULL PRIMARY KEY,
	seq         BIGINT NOT NULL, -- the last entry compared since started_at
	hash        TEXT   NOT NULL, -- its hash
	entries     BIGINT NOT NULL, -- compared since started_at
	found       BIGINT NOT NULL, -- the first broken entry since started_at; 0: none
	started_at  BIGINT NOT NULL, -- when the verification started at the first entry
	verified    BIGINT NOT NULL, -- result: the number of entries
	broken      BIGINT NOT NULL, -- result: the first broken entry; 0: none
	verified_at BIGINT NOT NULL, -- when the end of the chain was last reached; 0: never
	whole_at    BIGINT NOT NULL  -- started_at of the last verification that reached the end; 0: none
);

-- Search tokens of students, accounts, home classes, courses, groups, teachers and rooms, which match by prefix. Owned
-- by package lookup. Tokens are bytes, so that a prefix is a range of the key. The key also has the sort order, so that
-- only the rows shown are read.
CREATE TABLE lookup (
	kind  TEXT  NOT NULL CHECK (kind IN ('student', 'account', 'class', 'course', 'group', 'teacher', 'room')),
	token BYTEA NOT NULL,
	sort  BYTEA NOT NULL, -- sort key of the list; for students number_key
	id    TEXT  NOT NULL,
	PRIMARY KEY (kind, token, sort, id)
);
CREATE INDEX lookup_id ON lookup (id, kind);
