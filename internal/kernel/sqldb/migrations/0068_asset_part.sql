-- The files that a recording is joined of, in their order. A recording without rows here is one file. Owned by package media.
CREATE TABLE asset_part (
	asset_id    TEXT   NOT NULL REFERENCES asset (id),
	position    BIGINT NOT NULL, -- from 1
	id          TEXT   NOT NULL, -- of the upload or asset that it came as
	source      TEXT   NOT NULL, -- where its original is in the blob store; empty until it has arrived
	file        TEXT   NOT NULL,
	format      TEXT   NOT NULL, -- empty until it has arrived
	size        BIGINT NOT NULL,
	fingerprint TEXT   NOT NULL,
	modified_at BIGINT NOT NULL, -- 0: not known
	account_id  TEXT   NOT NULL, -- who brought it
	created_at  BIGINT NOT NULL,
	duration_ms BIGINT NOT NULL, -- 0 until the parts are joined
	PRIMARY KEY (asset_id, position)
);

CREATE UNIQUE INDEX asset_part_id ON asset_part (id);

-- What goes with a part, by its own times. The recording's captions and chapters are made of these.
CREATE TABLE part_caption (
	part_id  TEXT NOT NULL,
	language TEXT NOT NULL,
	label    TEXT NOT NULL,
	text     TEXT NOT NULL, -- WebVTT
	PRIMARY KEY (part_id, language)
);

CREATE TABLE part_chapter (
	part_id  TEXT   NOT NULL,
	position BIGINT NOT NULL,
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (part_id, position)
);
