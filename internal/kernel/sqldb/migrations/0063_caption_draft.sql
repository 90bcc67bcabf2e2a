-- Captions that are being worked on. Students see those in the table caption. Owned by package media.
CREATE TABLE caption_draft (
	asset_id   TEXT   NOT NULL REFERENCES asset (id),
	language   TEXT   NOT NULL, -- zh-CN, en-US …
	text       TEXT   NOT NULL, -- WebVTT
	version    BIGINT NOT NULL, -- counts the saves, so that nobody overwrites what they have not seen
	origin     TEXT   NOT NULL CHECK (origin IN ('edited', 'transcribed', 'other_length')), -- how it came to be
	account_id TEXT   NOT NULL, -- who saved it last; empty: the server
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (asset_id, language)
);
