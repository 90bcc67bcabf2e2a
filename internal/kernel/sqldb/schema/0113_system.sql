-- The server processes of this installation. Owned by package system.

-- A process and its last report.
CREATE TABLE node (
	id         TEXT    NOT NULL PRIMARY KEY,   -- new at each start
	name       TEXT    NOT NULL,               -- of the machine, as in job.worker
	version    TEXT    NOT NULL,
	started_at BIGINT  NOT NULL,
	seen_at    BIGINT  NOT NULL,
	hashing    BIGINT  NOT NULL,               -- logins whose password is being checked
	waiting    BIGINT  NOT NULL,               -- logins that wait for a check
	places     BIGINT  NOT NULL,               -- limit of both together; more are refused
	disk_free  BIGINT  NOT NULL,               -- of the data folder, in bytes
	disk_size  BIGINT  NOT NULL,
	role       TEXT    NOT NULL DEFAULT 'all', -- all: pages and jobs; pages; jobs
	kinds      TEXT    NOT NULL DEFAULT '',    -- groups of jobs it takes, separated by spaces
	slots      BIGINT  NOT NULL DEFAULT 0,     -- for preparing recordings; 0: none
	cores      BIGINT  NOT NULL DEFAULT 0,     -- of the machine; 0: unknown
	draining   BOOLEAN NOT NULL DEFAULT FALSE  -- stopping, takes no more jobs
);
