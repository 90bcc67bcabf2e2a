-- Recordings and files of lessons. Owned by package media.

-- A recording.
CREATE TABLE asset (
	id              TEXT    NOT NULL PRIMARY KEY,
	lesson_id       TEXT    NOT NULL,               -- empty until it is linked
	state           TEXT    NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent         BIGINT  NOT NULL,               -- of the preparing
	reason          TEXT    NOT NULL,               -- why it failed: the code of a sentence; empty otherwise
	reason_params   TEXT    NOT NULL,               -- what is filled into the sentence, a JSON object; empty otherwise
	file            TEXT    NOT NULL,               -- its name where it came from
	format          TEXT    NOT NULL,               -- what its first bytes say: mp4, matroska, mpegts …
	size            BIGINT  NOT NULL,               -- of the file as given, in bytes
	source          TEXT    NOT NULL,               -- its key in the blob store
	output          TEXT    NOT NULL,               -- where its renditions begin in the blob store; empty: none
	parts           TEXT    NOT NULL,               -- the renditions: hls audio poster sprite, separated by blanks
	duration_ms     BIGINT  NOT NULL,               -- 0 while nobody knows
	width           BIGINT  NOT NULL,               -- of the picture; 0 when there is none
	height          BIGINT  NOT NULL,
	current         BOOLEAN NOT NULL,               -- the one that its lesson plays
	job_id          TEXT    NOT NULL,               -- of the preparing; empty when nothing was to prepare
	account_id      TEXT    NOT NULL,               -- who uploaded it
	created_at      BIGINT  NOT NULL,
	updated_at      BIGINT  NOT NULL,
	publish         BOOLEAN NOT NULL DEFAULT FALSE, -- publish the lesson when it is ready
	-- How the same file is recognized when its folder is dropped again: a hash of its first and last bytes, and its time.
	fingerprint     TEXT    NOT NULL DEFAULT '',
	modified_at     BIGINT  NOT NULL DEFAULT 0,     -- 0: not known
	-- A deleted recording can be restored for a while. It belongs to no lesson until then.
	deleted_at      BIGINT  NOT NULL DEFAULT 0,     -- 0: it is not deleted
	deleted_lesson  TEXT    NOT NULL DEFAULT '',    -- where it belonged
	deleted_current BOOLEAN NOT NULL DEFAULT FALSE  -- its lesson played it
);
-- A lesson plays one asset at most.
CREATE UNIQUE INDEX asset_current ON asset (lesson_id) WHERE current;
CREATE INDEX asset_lesson ON asset (lesson_id, created_at, id);

-- One of the files that a recording is joined from. A recording without rows here is one file.
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
	account_id  TEXT   NOT NULL, -- who uploaded it
	created_at  BIGINT NOT NULL,
	duration_ms BIGINT NOT NULL, -- 0 until the parts are joined
	PRIMARY KEY (asset_id, position)
);
CREATE UNIQUE INDEX asset_part_id ON asset_part (id);

-- Captions of a part, in the part's own times. The captions of the recording are made from them.
CREATE TABLE part_caption (
	part_id  TEXT NOT NULL,
	language TEXT NOT NULL,
	label    TEXT NOT NULL,
	text     TEXT NOT NULL, -- WebVTT
	PRIMARY KEY (part_id, language)
);

-- A chapter of a part, in the part's own times.
CREATE TABLE part_chapter (
	part_id  TEXT   NOT NULL,
	position BIGINT NOT NULL,
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (part_id, position)
);

-- A version of a recording, such as 720 lines or the sound alone, prepared by a job of its own. A recording without
-- rows here has a playlist beside its renditions.
CREATE TABLE rendition (
	asset_id      TEXT   NOT NULL REFERENCES asset (id),
	name          TEXT   NOT NULL, -- v720: 720 lines; audio: the sound
	state         TEXT   NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent       BIGINT NOT NULL,
	reason        TEXT   NOT NULL, -- why it failed or what it waits for, as in asset
	reason_params TEXT   NOT NULL,
	width         BIGINT NOT NULL, -- 0 for sound
	height        BIGINT NOT NULL,
	codec         TEXT   NOT NULL, -- as RFC 6381 names it; empty until it is ready
	peak          BIGINT NOT NULL, -- bits a second of the heaviest segment
	bytes         BIGINT NOT NULL,
	duration_ms   BIGINT NOT NULL,
	output        TEXT   NOT NULL, -- where it begins in the blob store; empty until it is ready
	job_id        TEXT   NOT NULL, -- empty for what the preparing itself made
	PRIMARY KEY (asset_id, name)
);
CREATE INDEX rendition_job ON rendition (job_id);

-- The captions of a recording in one language.
CREATE TABLE caption (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	language TEXT   NOT NULL, -- zh-CN, en-US …
	label    TEXT   NOT NULL,
	position BIGINT NOT NULL, -- the first is the default
	text     TEXT   NOT NULL,
	PRIMARY KEY (asset_id, language)
);

-- Captions that somebody is editing; students see those in caption.
CREATE TABLE caption_draft (
	asset_id   TEXT   NOT NULL REFERENCES asset (id),
	language   TEXT   NOT NULL, -- zh-CN, en-US …
	text       TEXT   NOT NULL, -- WebVTT
	version    BIGINT NOT NULL, -- counts saves, so that nobody overwrites what they have not seen
	origin     TEXT   NOT NULL CHECK (origin IN ('edited', 'transcribed', 'other_length')),
	account_id TEXT   NOT NULL, -- who saved it last; empty: the server
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (asset_id, language)
);

-- A chapter of a recording.
CREATE TABLE chapter (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	position BIGINT NOT NULL, -- from 1
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (asset_id, position)
);

-- Slides or papers of a lesson. They stay when its recording is replaced.
CREATE TABLE attachment (
	id         TEXT   NOT NULL PRIMARY KEY,
	lesson_id  TEXT   NOT NULL,
	name       TEXT   NOT NULL,
	type       TEXT   NOT NULL, -- media type
	size       BIGINT NOT NULL,
	key        TEXT   NOT NULL, -- in the blob store
	created_at BIGINT NOT NULL
);
CREATE INDEX attachment_lesson ON attachment (lesson_id, created_at, id);

-- An upload under way. How much has arrived is the length of the file on the server that receives it.
CREATE TABLE upload (
	id          TEXT    NOT NULL PRIMARY KEY,
	account_id  TEXT    NOT NULL,
	file        TEXT    NOT NULL,
	size        BIGINT  NOT NULL,
	lesson_id   TEXT    NOT NULL,               -- where it goes; or a new lesson of this course with this title
	course_id   TEXT    NOT NULL,
	title       TEXT    NOT NULL,
	asset_id    TEXT    NOT NULL,               -- what it became; empty while it is under way
	created_at  BIGINT  NOT NULL,
	expires_at  BIGINT  NOT NULL,
	-- tusd receives uploads, on any server that has their bytes.
	store_id    TEXT    NOT NULL DEFAULT '',    -- what tusd's store calls it
	lock_owner  TEXT    NOT NULL DEFAULT '',    -- the request that has the lock; empty: none
	lock_until  BIGINT  NOT NULL DEFAULT 0,     -- when the lock of a request that died is free again
	lock_asked  BOOLEAN NOT NULL DEFAULT FALSE, -- another request waits for the lock
	group_id    TEXT    NOT NULL DEFAULT '',    -- of a new lesson: the class that it records; empty: none
	class_id    TEXT    NOT NULL DEFAULT '',
	publish     BOOLEAN NOT NULL DEFAULT FALSE,
	fingerprint TEXT    NOT NULL DEFAULT '',
	modified_at BIGINT  NOT NULL DEFAULT 0,
	beside      BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX upload_expires ON upload (expires_at);
