-- The nodes that serve, as each last said of itself. Owned by package system.
CREATE TABLE node (
	id         TEXT   NOT NULL PRIMARY KEY, -- of one start of one process
	name       TEXT   NOT NULL,             -- of the machine, as jobs name their worker
	version    TEXT   NOT NULL,
	started_at BIGINT NOT NULL,
	seen_at    BIGINT NOT NULL,
	hashing    BIGINT NOT NULL,             -- logins whose password is being checked
	waiting    BIGINT NOT NULL,             -- logins that wait for that
	places     BIGINT NOT NULL,             -- how many may hash or wait; more are refused
	disk_free  BIGINT NOT NULL,             -- of the data folder, in bytes
	disk_size  BIGINT NOT NULL
);
