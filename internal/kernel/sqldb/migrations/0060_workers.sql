-- Work that is shared out among nodes. The columns of job are owned by package job, those of node by package system.
ALTER TABLE job ADD COLUMN cost BIGINT NOT NULL DEFAULT 1;     -- how many slots of a node it takes
ALTER TABLE job ADD COLUMN rank BIGINT NOT NULL DEFAULT 0;     -- the lower one is taken first
ALTER TABLE job ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0; -- when it was claimed last; 0: never
ALTER TABLE job ADD COLUMN lost_by TEXT NOT NULL DEFAULT '';   -- the worker whose lease ran out before the last claim; empty: none

DROP INDEX job_due;
CREATE INDEX job_next ON job (rank, due_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX job_lost_by ON job (lost_by) WHERE lost_by <> '';

ALTER TABLE node ADD COLUMN role TEXT NOT NULL DEFAULT 'all';          -- all: pages and jobs; pages; jobs
ALTER TABLE node ADD COLUMN kinds TEXT NOT NULL DEFAULT '';            -- the groups of jobs it takes, with blanks between
ALTER TABLE node ADD COLUMN slots BIGINT NOT NULL DEFAULT 0;           -- for recordings; 0: it prepares none
ALTER TABLE node ADD COLUMN cores BIGINT NOT NULL DEFAULT 0;           -- of the machine; 0: not known
ALTER TABLE node ADD COLUMN draining BOOLEAN NOT NULL DEFAULT FALSE;   -- it stops: it takes no job any more
