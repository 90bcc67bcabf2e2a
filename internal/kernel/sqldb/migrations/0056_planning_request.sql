-- The teacher's request that a line grants, so that the request follows the line: open again when the line goes, published with it, reverted when
-- the publication is withdrawn. Empty: none. Owned by package planning.
ALTER TABLE planning_line ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
