-- Notifications on devices. Owned by package push.

-- A browser that gets notifications.
CREATE TABLE push_subscription (
	id         TEXT    NOT NULL PRIMARY KEY,
	endpoint   TEXT    NOT NULL UNIQUE, -- URL at the browser's push service; anyone who knows it can reach the device
	account_id TEXT    NOT NULL,
	session_id TEXT    NOT NULL,        -- notified while this session lasts
	p256dh     TEXT    NOT NULL,        -- the key that messages are encrypted for
	auth       TEXT    NOT NULL,
	language   TEXT    NOT NULL,
	changes    BOOLEAN NOT NULL,        -- subscribed to timetable changes
	recordings BOOLEAN NOT NULL,        -- subscribed to new recordings
	notices    BOOLEAN NOT NULL,        -- subscribed to everything else
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id, updated_at);
CREATE INDEX push_subscription_session ON push_subscription (session_id);
