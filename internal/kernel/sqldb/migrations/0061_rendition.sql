-- The renditions of recordings that were prepared piece by piece: the lowest first, the others by jobs of their own. A recording without rows
-- here has a playlist of its own beside its renditions. Owned by package media.
CREATE TABLE rendition (
	asset_id      TEXT    NOT NULL REFERENCES asset (id),
	name          TEXT    NOT NULL, -- v720, of 720 lines; audio is the sound
	state         TEXT    NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent       BIGINT  NOT NULL,
	reason        TEXT    NOT NULL, -- why it failed or what it waits for, as in asset
	reason_params TEXT    NOT NULL,
	width         BIGINT  NOT NULL, -- 0 for sound
	height        BIGINT  NOT NULL,
	codec         TEXT    NOT NULL, -- as RFC 6381 names it; empty until it is ready
	peak          BIGINT  NOT NULL, -- bits a second of the heaviest segment
	bytes         BIGINT  NOT NULL,
	duration_ms   BIGINT  NOT NULL,
	output        TEXT    NOT NULL, -- where it begins in the blob store; empty until it is ready
	job_id        TEXT    NOT NULL, -- empty for what the preparing itself made
	PRIMARY KEY (asset_id, name)
);

CREATE INDEX rendition_job ON rendition (job_id);
