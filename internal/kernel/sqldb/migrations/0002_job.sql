-- The queue of work that is done outside of requests. Package job owns it.
CREATE TABLE job (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	unique_key   TEXT,                              -- at most one waiting or running job of a kind has it
	payload      TEXT    NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
	due_at       BIGINT  NOT NULL,                  -- waiting: not before this; running: free for others after this
	fence        BIGINT  NOT NULL DEFAULT 0,        -- grows with every claim; only the newest claim may finish
	attempts     BIGINT  NOT NULL DEFAULT 0,
	max_attempts BIGINT  NOT NULL,
	progress     BIGINT  NOT NULL DEFAULT 0,        -- percent
	cancel_asked BOOLEAN NOT NULL DEFAULT FALSE,
	error        TEXT    NOT NULL DEFAULT '',       -- why the last attempt failed
	worker       TEXT    NOT NULL DEFAULT '',       -- who claimed it last
	created_at   BIGINT  NOT NULL,
	finished_at  BIGINT  NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE state IN ('waiting', 'running');

CREATE INDEX job_due ON job (due_at, id) WHERE state IN ('waiting', 'running');

CREATE INDEX job_state ON job (state, id);
