-- What the server told which player when has one name everywhere: acks. Owned by package course.
ALTER TABLE watching RENAME COLUMN ledger TO acks;
