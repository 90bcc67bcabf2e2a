-- Who did what to whom: only ever appended to. Each row's hash covers the row before it.
CREATE TABLE audit (
	seq        BIGINT NOT NULL PRIMARY KEY, -- 1, 2, 3 … without a gap
	at         BIGINT NOT NULL,
	account_id TEXT   NOT NULL, -- empty: a visitor
	role       TEXT   NOT NULL,
	session_id TEXT   NOT NULL,
	address    TEXT   NOT NULL,
	action     TEXT   NOT NULL, -- feature.verb, such as account.login
	object     TEXT   NOT NULL,
	before     TEXT   NOT NULL, -- JSON object, or empty
	after      TEXT   NOT NULL,
	hash       TEXT   NOT NULL
);

CREATE INDEX audit_object ON audit (object, seq);

-- The end of the chain, so that rows cut off its tail are missed.
CREATE TABLE audit_head (
	id   BIGINT NOT NULL PRIMARY KEY,
	seq  BIGINT NOT NULL,
	hash TEXT   NOT NULL
);
