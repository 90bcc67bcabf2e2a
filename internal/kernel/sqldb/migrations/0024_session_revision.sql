-- Nodes learn of changed sessions by the number of the scope "sessions" in the table revision, no longer by a clock.
DROP INDEX session_changed;
ALTER TABLE session DROP COLUMN changed_at;
