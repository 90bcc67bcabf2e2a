-- Recordings and files of lessons. Owned by package media.

-- A recording.
CREATE TABLE asset (
	id              TEXT    NOT NULL PRIMARY KEY,
	lesson_id       TEXT    NOT NULL,               -- empty until linked
	state           TEXT    NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent         BIGINT  NOT NULL,               -- progress of the preparation
	reason          TEXT    NOT NULL,               -- code of the error; empty: none
	reason_params   TEXT    NOT NULL,               -- parameters of the error, a JSON object; empty: none
	file            TEXT    NOT NULL,               -- original name
	format          TEXT    NOT NULL,               -- detected from the first bytes: mp4, matroska, mpegts …
	size            BIGINT  NOT NULL,               -- of the original file, in bytes
	source          TEXT    NOT NULL,               -- blob key of the original
	output          TEXT    NOT NULL,               -- blob prefix of the renditions; empty: none
	parts           TEXT    NOT NULL,               -- renditions, separated by spaces: hls audio poster sprite
	duration_ms     BIGINT  NOT NULL,               -- 0: unknown
	width           BIGINT  NOT NULL,               -- of the video; 0: no video
	height          BIGINT  NOT NULL,
	current         BOOLEAN NOT NULL,               -- the lesson plays it
	job_id          TEXT    NOT NULL,               -- of the preparation; empty: nothing to prepare
	account_id      TEXT    NOT NULL,               -- uploader
	created_at      BIGINT  NOT NULL,
	updated_at      BIGINT  NOT NULL,
	publish         BOOLEAN NOT NULL DEFAULT FALSE, -- publish the lesson when the recording is ready
	-- To recognise the same file when its folder is dropped again: a hash of its first and last bytes, and its time.
	fingerprint     TEXT    NOT NULL DEFAULT '',
	modified_at     BIGINT  NOT NULL DEFAULT 0,     -- 0: unknown
	-- A deleted recording can be restored for a while. Until then it has no lesson.
	deleted_at      BIGINT  NOT NULL DEFAULT 0,     -- 0: not deleted
	deleted_lesson  TEXT    NOT NULL DEFAULT '',    -- its former lesson
	deleted_current BOOLEAN NOT NULL DEFAULT FALSE, -- the lesson played it
	-- A replaced recording stays with its lesson, which can play it again for a while.
	replaced_at     BIGINT  NOT NULL DEFAULT 0,     -- 0: not replaced
	replaced_by     TEXT    NOT NULL DEFAULT '',    -- the recording that plays instead
	removed_by      TEXT    NOT NULL DEFAULT ''     -- account that deleted or replaced it
);
CREATE UNIQUE INDEX asset_current ON asset (lesson_id) WHERE current;
-- The sweep asks which blobs have a row.
CREATE INDEX asset_source ON asset (source);
CREATE INDEX asset_output ON asset (output);
CREATE INDEX asset_lesson ON asset (lesson_id, created_at, id);
CREATE INDEX asset_deleted ON asset (deleted_at) WHERE deleted_at > 0;
CREATE INDEX asset_replaced ON asset (replaced_at) WHERE replaced_at > 0;

-- A file of a recording joined from several. Recordings without rows here are one file.
CREATE TABLE asset_part (
	asset_id    TEXT   NOT NULL REFERENCES asset (id),
	position    BIGINT NOT NULL, -- from 1
	id          TEXT   NOT NULL, -- of the upload or asset it was
	source      TEXT   NOT NULL, -- blob key of the original; empty until it has arrived
	file        TEXT   NOT NULL,
	format      TEXT   NOT NULL, -- empty until it has arrived
	size        BIGINT NOT NULL,
	fingerprint TEXT   NOT NULL,
	modified_at BIGINT NOT NULL, -- 0: unknown
	account_id  TEXT   NOT NULL, -- uploader
	created_at  BIGINT NOT NULL,
	duration_ms BIGINT NOT NULL, -- 0 until joined
	PRIMARY KEY (asset_id, position)
);
CREATE UNIQUE INDEX asset_part_id ON asset_part (id);
CREATE INDEX asset_part_source ON asset_part (source);

-- Captions of a part, with times relative to the part. The recording's captions are made from them.
CREATE TABLE part_caption (
	part_id  TEXT NOT NULL,
	language TEXT NOT NULL,
	label    TEXT NOT NULL,
	text     TEXT NOT NULL, -- WebVTT
	PRIMARY KEY (part_id, language)
);

-- A chapter of a part, with times relative to the part.
CREATE TABLE part_chapter (
	part_id  TEXT   NOT NULL,
	position BIGINT NOT NULL,
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (part_id, position)
);

-- A rendition of a recording, such as 720 lines or sound alone, prepared by its own job. Recordings without rows here
-- have a playlist beside their renditions.
CREATE TABLE rendition (
	asset_id      TEXT   NOT NULL REFERENCES asset (id),
	name          TEXT   NOT NULL, -- v720: 720 lines; audio: the sound
	state         TEXT   NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent       BIGINT NOT NULL,
	reason        TEXT   NOT NULL, -- why it failed or is waiting, as in asset
	reason_params TEXT   NOT NULL,
	width         BIGINT NOT NULL, -- 0 for sound
	height        BIGINT NOT NULL,
	codec         TEXT   NOT NULL, -- RFC 6381 name; empty until ready
	peak          BIGINT NOT NULL, -- highest bit rate of a segment
	bytes         BIGINT NOT NULL,
	duration_ms   BIGINT NOT NULL,
	output        TEXT   NOT NULL, -- blob prefix; empty until ready
	job_id        TEXT   NOT NULL, -- empty if prepared with the recording
	PRIMARY KEY (asset_id, name)
);
CREATE INDEX rendition_job ON rendition (job_id);
CREATE INDEX rendition_output ON rendition (output);

-- The captions of a recording in one language.
CREATE TABLE caption (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	language TEXT   NOT NULL, -- zh-CN, en-US …
	label    TEXT   NOT NULL,
	position BIGINT NOT NULL, -- the first is the default
	text     TEXT   NOT NULL,
	PRIMARY KEY (asset_id, language)
);

-- A caption draft; students see the captions in caption.
CREATE TABLE caption_draft (
	asset_id   TEXT   NOT NULL REFERENCES asset (id),
	language   TEXT   NOT NULL, -- zh-CN, en-US …
	text       TEXT   NOT NULL, -- WebVTT
	version    BIGINT NOT NULL, -- grows with every save, to detect conflicting edits
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

-- A file of a lesson, such as slides. It stays when the recording is replaced.
CREATE TABLE attachment (
	id         TEXT   NOT NULL PRIMARY KEY,
	lesson_id  TEXT   NOT NULL,
	name       TEXT   NOT NULL,
	type       TEXT   NOT NULL, -- media type
	size       BIGINT NOT NULL,
	key        TEXT   NOT NULL, -- blob key
	created_at BIGINT NOT NULL
);
CREATE INDEX attachment_key ON attachment (key);
CREATE INDEX attachment_lesson ON attachment (lesson_id, created_at, id);

-- An upload in progress. The received length is the size of the file on the server that receives it.
CREATE TABLE upload (
	id          TEXT    NOT NULL PRIMARY KEY,
	account_id  TEXT    NOT NULL,
	file        TEXT    NOT NULL,
	size        BIGINT  NOT NULL,
	lesson_id   TEXT    NOT NULL,               -- target; or a new lesson of course_id with title
	course_id   TEXT    NOT NULL,
	title       TEXT    NOT NULL,
	asset_id    TEXT    NOT NULL,               -- the resulting asset; empty while uploading
	created_at  BIGINT  NOT NULL,
	expires_at  BIGINT  NOT NULL,
	-- For tusd, which may receive an upload on any server that has its bytes.
	store_id    TEXT    NOT NULL DEFAULT '',    -- id in tusd's store
	lock_owner  TEXT    NOT NULL DEFAULT '',    -- the request holding the lock; empty: none
	lock_until  BIGINT  NOT NULL DEFAULT 0,     -- when the lock expires if its request died
	lock_asked  BOOLEAN NOT NULL DEFAULT FALSE, -- another request is waiting for the lock
	group_id    TEXT    NOT NULL DEFAULT '',    -- group of the recorded class, for a new lesson; empty: none
	class_id    TEXT    NOT NULL DEFAULT '',
	publish     BOOLEAN NOT NULL DEFAULT FALSE,
	fingerprint TEXT    NOT NULL DEFAULT '',
	modified_at BIGINT  NOT NULL DEFAULT 0,
	beside      BOOLEAN NOT NULL DEFAULT FALSE,
	stopped     BOOLEAN NOT NULL DEFAULT FALSE, -- the sender was logged out; only a new request may finish it
	title_en    TEXT    NOT NULL DEFAULT ''     -- of a new lesson
);
CREATE INDEX upload_expires ON upload (expires_at);

-- The progress of a student in a course, here because it needs what lessons play. Owned by package course. Once the
-- student has watched anything, it is computed from the lessons whenever it is read, so it agrees with them after every
-- change to the course: a new lesson lowers it. Finished lessons count fully. Without anything to watch, the last
-- percentage stays.
CREATE VIEW student_progress AS
SELECT p.student_id, p.course_id, p.at, CAST(CASE WHEN p.derived THEN COALESCE((
		SELECT 100 * CAST(SUM(a.duration_ms * COALESCE((
			SELECT CASE WHEN w.done THEN 100 ELSE w.percent END FROM watching AS w
			WHERE w.student_id = p.student_id AND w.lesson_id = l.id
		), 0) / 100) AS BIGINT) / NULLIF(CAST(SUM(a.duration_ms) AS BIGINT), 0)
		FROM lesson AS l JOIN asset AS a ON a.lesson_id = l.id AND a.current
		WHERE l.course_id = p.course_id AND l.published
	), p.percent) ELSE p.percent END AS BIGINT) AS percent
FROM progress AS p;
