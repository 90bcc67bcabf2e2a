-- The servers of this installation. Owned by package system.

-- A server, as it last reported.
CREATE TABLE node (
	id         TEXT    NOT NULL PRIMARY KEY,   -- of one start of one process
	name       TEXT    NOT NULL,               -- of the machine, as jobs name their worker
	version    TEXT    NOT NULL,
	started_at BIGINT  NOT NULL,
	seen_at    BIGINT  NOT NULL,
	hashing    BIGINT  NOT NULL,               -- logins whose password is being checked
	waiting    BIGINT  NOT NULL,               -- logins that wait for that
	places     BIGINT  NOT NULL,               -- how many may be checked or wait; more are refused
	disk_free  BIGINT  NOT NULL,               -- of the data folder, in bytes
	disk_size  BIGINT  NOT NULL,
	role       TEXT    NOT NULL DEFAULT 'all', -- all: pages and jobs; pages; jobs
	kinds      TEXT    NOT NULL DEFAULT '',    -- the groups of jobs it takes, with blanks between
	slots      BIGINT  NOT NULL DEFAULT 0,     -- for recordings; 0: it prepares none
	cores      BIGINT  NOT NULL DEFAULT 0,     -- of the machine; 0: not known
	draining   BOOLEAN NOT NULL DEFAULT FALSE  -- it is stopping and takes no more jobs
);
