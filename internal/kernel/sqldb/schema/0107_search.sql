-- The index of what is said and written in lectures. Owned by package search. It can be made again from the tables
-- of packages course and media.

-- A text that can be found.
CREATE TABLE search_document (
	number     BIGINT NOT NULL PRIMARY KEY, -- larger ones come first: kind, age of the lesson, random bits
	source     TEXT   NOT NULL,             -- title, chapters:ASSET, captions:ASSET:LANGUAGE, file:ID, note:ID
	kind       TEXT   NOT NULL CHECK (kind IN ('title', 'chapter', 'file', 'note', 'caption')),
	lesson_id  TEXT   NOT NULL,
	student_id TEXT   NOT NULL,             -- the only one who can find it; empty: everyone who may see the lesson
	language   TEXT   NOT NULL,             -- of captions; empty otherwise
	hash       TEXT   NOT NULL              -- of the text, so that what has not changed is not written again
);
CREATE UNIQUE INDEX search_document_source ON search_document (lesson_id, source);
CREATE INDEX search_document_student ON search_document (student_id) WHERE student_id <> '';

-- A line of a document, shown around what was found: a cue, a chapter, a name.
CREATE TABLE search_line (
	document BIGINT NOT NULL,
	first    BIGINT NOT NULL, -- the place of its first word
	at_ms    BIGINT NOT NULL,
	text     TEXT   NOT NULL,
	PRIMARY KEY (document, first)
);

-- Where a word is in a document. Tokens are bytes, so that both engines compare them alike.
CREATE TABLE search_word (
	token      BYTEA  NOT NULL, -- a character, two characters, a word, or the beginning of one followed by '*'
	student_id TEXT   NOT NULL, -- as in search_document: other students' notes are not even read
	document   BIGINT NOT NULL,
	places     BYTEA  NOT NULL, -- where it stands, as differences, varint
	PRIMARY KEY (token, student_id, document)
);
CREATE INDEX search_word_document ON search_word (document);

-- Who may see a document. All columns are in the key, so a search reads its index alone. Documents of lessons that
-- are not published have no row.
CREATE TABLE search_seen (
	document  BIGINT  NOT NULL,
	course_id TEXT    NOT NULL, -- this and the next two are as in lesson
	group_id  TEXT    NOT NULL,
	preview   BOOLEAN NOT NULL,
	PRIMARY KEY (document, course_id, group_id, preview)
);
-- A search first reads what somebody may see: by course, and what everybody sees.
CREATE INDEX search_seen_course ON search_seen (course_id, group_id, document);
CREATE INDEX search_seen_preview ON search_seen (document) WHERE preview;
