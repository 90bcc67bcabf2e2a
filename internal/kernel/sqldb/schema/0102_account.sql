-- Accounts, logins and devices. Owned by package account.

-- A person who can log in. A student's record is in table student.
CREATE TABLE account (
	id                TEXT    NOT NULL PRIMARY KEY,
	phone             TEXT    NOT NULL UNIQUE,    -- eleven digits in mainland China, +… elsewhere
	name              TEXT    NOT NULL,
	role              TEXT    NOT NULL,
	student_id        TEXT    NOT NULL,           -- empty for staff
	enabled           BOOLEAN NOT NULL,
	nickname          TEXT    NOT NULL,
	email             TEXT    NOT NULL,
	country           TEXT    NOT NULL,           -- ISO 3166-1 alpha-2
	area              TEXT    NOT NULL,           -- six-digit region code
	location_name     TEXT    NOT NULL,
	introduction      TEXT    NOT NULL,
	website           TEXT    NOT NULL,
	job               TEXT    NOT NULL,
	job_name          TEXT    NOT NULL,
	organization      TEXT    NOT NULL,
	organization_name TEXT    NOT NULL,
	certification     TEXT    NOT NULL,
	avatar            TEXT    NOT NULL,           -- key in the blob store
	registered_at     BIGINT  NOT NULL,
	login_at          BIGINT  NOT NULL,           -- 0: never
	-- The responsibility of a member of staff; for an adviser also the classes (行政班), one per line. Empty for
	-- students.
	scope             TEXT    NOT NULL DEFAULT '',
	classes           TEXT    NOT NULL DEFAULT '',
	-- Why staff closed the account; shown at login.
	closed_reason     TEXT    NOT NULL DEFAULT '',
	-- The teacher this account belongs to.
	teacher_id        TEXT    NOT NULL DEFAULT '' -- empty: does not teach
);
CREATE UNIQUE INDEX account_student ON account (student_id) WHERE student_id <> '';
CREATE INDEX account_name ON account (name, id);
-- The accounts that aren't only a student's are few, also in a large college.
CREATE INDEX account_few ON account (name, id) WHERE role = 'admin' OR teacher_id <> '' OR student_id = '';
-- The few accounts that were never used can be found without scanning the rest.
CREATE INDEX account_never ON account (id, enabled) WHERE login_at = 0;
CREATE UNIQUE INDEX account_teacher ON account (teacher_id) WHERE teacher_id <> '';

-- The password and second factor of an account.
CREATE TABLE credential (
	account_id   TEXT   NOT NULL PRIMARY KEY REFERENCES account (id),
	kind         TEXT   NOT NULL, -- own, last-six, code
	secret       TEXT   NOT NULL, -- argon2id in PHC form, or the keyed hash of a first password; never a password
	changed_at   BIGINT NOT NULL,
	code_until   BIGINT NOT NULL, -- expiry of a one-time code; 0 for the other kinds
	code_session TEXT   NOT NULL, -- the session that used the code
	totp         BYTEA  NOT NULL, -- sealed; empty: no second factor
	totp_pending BYTEA  NOT NULL, -- sealed; not confirmed yet
	totp_step    BIGINT NOT NULL  -- the last time step used, so that a code works once
);
CREATE INDEX credential_first ON credential (account_id) WHERE kind <> 'own';

-- A single-use code that replaces the second factor.
CREATE TABLE recovery_code (
	account_id TEXT  NOT NULL REFERENCES account (id),
	hash       BYTEA NOT NULL,
	PRIMARY KEY (account_id, hash)
);

-- A login on a device. An ended session stays until its token can no longer be used to log in again.
CREATE TABLE session (
	id             TEXT   NOT NULL PRIMARY KEY,
	token_hash     BYTEA  NOT NULL UNIQUE,
	account_id     TEXT   NOT NULL REFERENCES account (id),
	device_hash    BYTEA  NOT NULL,            -- empty: the client has no cookies
	address        TEXT   NOT NULL,
	agent          TEXT   NOT NULL,
	created_at     BIGINT NOT NULL,
	seen_at        BIGINT NOT NULL,            -- written lazily
	expires_at     BIGINT NOT NULL,
	token_until    BIGINT NOT NULL,            -- until when the token can be used to log in
	ended_at       BIGINT NOT NULL,            -- 0: alive
	end_reason     TEXT   NOT NULL,
	-- Student view: the member of staff, their session and the reason.
	viewer_account TEXT   NOT NULL DEFAULT '', -- empty: an ordinary session
	viewer_session TEXT   NOT NULL DEFAULT '',
	view_reason    TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX session_account ON session (account_id, ended_at);
CREATE INDEX session_device ON session (device_hash);

-- An account that has logged in on a device.
CREATE TABLE device (
	hash       BYTEA   NOT NULL,
	account_id TEXT    NOT NULL REFERENCES account (id),
	login_at   BIGINT  NOT NULL,
	-- Several accounts have logged in here, so it is no one's own device, even after one of them is forgotten.
	shared     BOOLEAN NOT NULL DEFAULT FALSE,
	-- Failed logins since the account's last login here; after some, it no longer counts as the owner's device.
	failures   BIGINT  NOT NULL DEFAULT 0,
	PRIMARY KEY (hash, account_id)
);

-- A limit on guessing. The bucket is a keyed hash that reveals no phone number or address.
CREATE TABLE throttle (
	bucket    TEXT   NOT NULL PRIMARY KEY,
	tries     BIGINT NOT NULL,
	delay     BIGINT NOT NULL,
	ready_at  BIGINT NOT NULL, -- earliest next try; for a steady bucket its theoretical arrival time
	forget_at BIGINT NOT NULL  -- when the row expires
);
CREATE INDEX throttle_forget ON throttle (forget_at);

-- The failed logins of an account, for its owner, staff and the audit log. It has no reference to account, so that an
-- import can be undone after failed logins.
CREATE TABLE guess (
	account_id TEXT   NOT NULL PRIMARY KEY, -- empty: phones without an account
	tries      BIGINT NOT NULL,             -- on other devices
	own_tries  BIGINT NOT NULL,             -- on the owner's own devices
	first_at   BIGINT NOT NULL,
	last_at    BIGINT NOT NULL,
	reported   BIGINT NOT NULL              -- 0, 10, 100 …: the number last written to the audit log
);

-- The failed logins from one network on one day.
CREATE TABLE guess_network (
	network  TEXT   NOT NULL, -- 203.0.113.0/24, 2001:db8:7::/48
	day      BIGINT NOT NULL, -- start of the day in UTC
	tries    BIGINT NOT NULL,
	reported BIGINT NOT NULL,
	PRIMARY KEY (network, day)
);
CREATE INDEX guess_network_day ON guess_network (day);
