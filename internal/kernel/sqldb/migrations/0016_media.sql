-- What lessons play. Owned by package media, to the end of the file. Lessons themselves belong to package course.
CREATE TABLE asset (
	id            TEXT    NOT NULL PRIMARY KEY,
	lesson_id     TEXT    NOT NULL, -- empty until it is linked
	state         TEXT    NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent       BIGINT  NOT NULL, -- of the preparing
	reason        TEXT    NOT NULL, -- why it failed: the code of a sentence; empty otherwise
	reason_params TEXT    NOT NULL, -- what is filled into the sentence, a JSON object; empty otherwise
	file          TEXT    NOT NULL, -- the name that the person who gave it calls it by
	format        TEXT    NOT NULL, -- what its first bytes say: mp4, matroska, mpegts …
	size          BIGINT  NOT NULL, -- of the file as given, in bytes
	source        TEXT    NOT NULL, -- its key in the blob store
	output        TEXT    NOT NULL, -- where its renditions begin in the blob store; empty while there are none
	parts         TEXT    NOT NULL, -- which of them there are: hls audio poster sprite, with blanks between
	duration_ms   BIGINT  NOT NULL, -- 0 while nobody knows
	width         BIGINT  NOT NULL, -- of the picture; 0 when there is none
	height        BIGINT  NOT NULL,
	current       BOOLEAN NOT NULL, -- the one that its lesson plays
	job_id        TEXT    NOT NULL, -- of the preparing; empty when nothing was to prepare
	account_id    TEXT    NOT NULL, -- who gave it
	created_at    BIGINT  NOT NULL,
	updated_at    BIGINT  NOT NULL
);

-- A lesson plays one asset or none.
CREATE UNIQUE INDEX asset_current ON asset (lesson_id) WHERE current;
CREATE INDEX asset_lesson ON asset (lesson_id, created_at, id);

-- Captions as WebVTT. They are text and small, so they live and die with the row.
CREATE TABLE caption (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	language TEXT   NOT NULL, -- zh-CN, en-US …
	label    TEXT   NOT NULL,
	position BIGINT NOT NULL, -- the first is the default
	text     TEXT   NOT NULL,
	PRIMARY KEY (asset_id, language)
);

CREATE TABLE chapter (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	position BIGINT NOT NULL, -- from 1
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (asset_id, position)
);

-- Slides and papers beside a lesson: they stay when its recording is replaced.
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

-- Uploads under way. How much has arrived is the length of the file on the node that takes it, not a number here.
CREATE TABLE upload (
	id         TEXT   NOT NULL PRIMARY KEY,
	account_id TEXT   NOT NULL,
	file       TEXT   NOT NULL,
	size       BIGINT NOT NULL,
	lesson_id  TEXT   NOT NULL, -- where it goes; or a new lesson of this course with this title
	course_id  TEXT   NOT NULL,
	title      TEXT   NOT NULL,
	asset_id   TEXT   NOT NULL, -- what became of it; empty while it is under way
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL
);

CREATE INDEX upload_expires ON upload (expires_at);
