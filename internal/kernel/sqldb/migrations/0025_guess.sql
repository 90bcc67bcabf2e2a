-- A device that several accounts have logged in on is nobody's own. It stays so when one of them is forgotten there.
ALTER TABLE device ADD COLUMN shared BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE device SET shared = TRUE WHERE hash IN (SELECT d.hash FROM device AS d GROUP BY d.hash HAVING count(*) > 1);

-- Failed tries there since the account's last login there: after some, somebody else has the device.
ALTER TABLE device ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;

-- Failed tries at one account, for its owner, the staff and the audit log. No reference to account: an import can still be undone
-- after somebody has guessed.
CREATE TABLE guess (
	account_id TEXT   NOT NULL PRIMARY KEY, -- empty: phones that nobody has
	tries      BIGINT NOT NULL,             -- on devices that are not the owner's own
	own_tries  BIGINT NOT NULL,             -- on those that are
	first_at   BIGINT NOT NULL,
	last_at    BIGINT NOT NULL,
	reported   BIGINT NOT NULL              -- 0, 10, 100 …: how many of them were written to the audit log
);

-- Failed tries from one network on one day.
CREATE TABLE guess_network (
	network  TEXT   NOT NULL, -- 203.0.113.0/24, 2001:db8:7::/48
	day      BIGINT NOT NULL, -- when it begins in UTC
	tries    BIGINT NOT NULL,
	reported BIGINT NOT NULL,
	PRIMARY KEY (network, day)
);

CREATE INDEX guess_network_day ON guess_network (day);
