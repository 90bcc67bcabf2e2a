-- What logs in. The student's own record belongs to package student; only its id stands here.
CREATE TABLE account (
	id                TEXT    NOT NULL PRIMARY KEY,
	phone             TEXT    NOT NULL UNIQUE, -- eleven digits for the mainland, +… for the rest of the world
	name              TEXT    NOT NULL,
	role              TEXT    NOT NULL,
	student_id        TEXT    NOT NULL, -- empty for staff
	enabled           BOOLEAN NOT NULL,
	nickname          TEXT    NOT NULL,
	email             TEXT    NOT NULL,
	country           TEXT    NOT NULL, -- ISO 3166-1 alpha-2
	area              TEXT    NOT NULL, -- six-digit region code
	location_name     TEXT    NOT NULL,
	introduction      TEXT    NOT NULL,
	website           TEXT    NOT NULL,
	job               TEXT    NOT NULL,
	job_name          TEXT    NOT NULL,
	organization      TEXT    NOT NULL,
	organization_name TEXT    NOT NULL,
	certification     TEXT    NOT NULL,
	avatar            TEXT    NOT NULL, -- key in the blob store
	registered_at     BIGINT  NOT NULL,
	login_at          BIGINT  NOT NULL  -- 0: never
);

CREATE UNIQUE INDEX account_student ON account (student_id) WHERE student_id <> '';

CREATE INDEX account_name ON account (name, id);

-- How an account proves itself.
CREATE TABLE credential (
	account_id   TEXT   NOT NULL PRIMARY KEY REFERENCES account (id),
	kind         TEXT   NOT NULL, -- own, last-six, code
	secret       TEXT   NOT NULL, -- argon2id in PHC form, or the keyed hash of a first password; never a password
	changed_at   BIGINT NOT NULL,
	code_until   BIGINT NOT NULL, -- a code is good until then; 0 for the other kinds
	code_session TEXT   NOT NULL, -- the session that used the code up
	totp         BYTEA  NOT NULL, -- sealed; empty: no second factor
	totp_pending BYTEA  NOT NULL, -- sealed; shown to its owner but not yet confirmed
	totp_step    BIGINT NOT NULL  -- the last time step used, so that a code works once
);

CREATE TABLE recovery_code (
	account_id TEXT  NOT NULL REFERENCES account (id),
	hash       BYTEA NOT NULL,
	PRIMARY KEY (account_id, hash)
);

-- A session outlives its end until its token could no longer be bound again.
CREATE TABLE session (
	id          TEXT   NOT NULL PRIMARY KEY,
	token_hash  BYTEA  NOT NULL UNIQUE,
	account_id  TEXT   NOT NULL REFERENCES account (id),
	device_hash BYTEA  NOT NULL, -- empty: the client has no cookies
	address     TEXT   NOT NULL,
	agent       TEXT   NOT NULL,
	created_at  BIGINT NOT NULL,
	seen_at     BIGINT NOT NULL, -- written lazily
	expires_at  BIGINT NOT NULL,
	token_until BIGINT NOT NULL, -- when the token stops being good for binding
	ended_at    BIGINT NOT NULL, -- 0: alive
	end_reason  TEXT   NOT NULL,
	changed_at  BIGINT NOT NULL  -- 0: as it was made; nodes poll for what changed
);

CREATE INDEX session_account ON session (account_id, ended_at);

CREATE INDEX session_changed ON session (changed_at);

CREATE INDEX session_device ON session (device_hash);

-- Which accounts have logged in on which device.
CREATE TABLE device (
	hash       BYTEA  NOT NULL,
	account_id TEXT   NOT NULL REFERENCES account (id),
	login_at   BIGINT NOT NULL,
	PRIMARY KEY (hash, account_id)
);

-- Buckets that bound guessing. Their names are keyed hashes: they tell no phone and no address.
CREATE TABLE throttle (
	bucket    TEXT   NOT NULL PRIMARY KEY,
	tries     BIGINT NOT NULL,
	delay     BIGINT NOT NULL,
	ready_at  BIGINT NOT NULL, -- no further try before; for a steady bucket its theoretical arrival time
	forget_at BIGINT NOT NULL  -- as if it had never been, from then on
);

CREATE INDEX throttle_forget ON throttle (forget_at);
