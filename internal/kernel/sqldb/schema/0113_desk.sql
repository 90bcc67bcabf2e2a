-- The staff workspace. Owned by package desk.

-- A page of the staff workspace that somebody has open. The row counts for some seconds.
CREATE TABLE presence (
	account_id TEXT   NOT NULL,
	page       TEXT   NOT NULL,
	seen_at    BIGINT NOT NULL,
	PRIMARY KEY (page, account_id)
);
CREATE INDEX presence_seen ON presence (seen_at);
