-- Which page of the staff workspace somebody has open. A row is good for some seconds. Owned by package desk.
CREATE TABLE presence (
	account_id TEXT   NOT NULL,
	page       TEXT   NOT NULL,
	seen_at    BIGINT NOT NULL,
	PRIMARY KEY (page, account_id)
);

CREATE INDEX presence_seen ON presence (seen_at);
