-- Notifications on devices. Owned by package push.

-- A browser that gets notifications.
CREATE TABLE push_subscription (
	id         TEXT    NOT NULL PRIMARY KEY,
	endpoint   TEXT    NOT NULL UNIQUE, -- address at the browser's push service; anyone who knows it can reach the device
	account_id TEXT    NOT NULL,
	session_id TEXT    NOT NULL,        -- notified while this session lives
	p256dh     TEXT    NOT NULL,        -- messages are encrypted for this key
	auth       TEXT    NOT NULL,
	language   TEXT    NOT NULL,
	changes    BOOLEAN NOT NULL,        -- wants to be told of changes to the timetable,
	recordings BOOLEAN NOT NULL,        -- of new recordings,
	notices    BOOLEAN NOT NULL,        -- of everything else
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id, updated_at);
CREATE INDEX push_subscription_session ON push_subscription (session_id);
