-- The search index of captions, files and other texts. Owned by package search. It can be rebuilt from the tables of
-- packages course and media.

CREATE TABLE search_document (
	number     BIGINT NOT NULL PRIMARY KEY, -- higher numbers first: kind, age of the lesson, random bits
	source     TEXT   NOT NULL,             -- title, chapters:ASSET, captions:ASSET:LANGUAGE, file:ID, note:ID
	kind       TEXT   NOT NULL CHECK (kind IN ('title', 'chapter', 'file', 'note', 'caption')),
	lesson_id  TEXT   NOT NULL,
	student_id TEXT   NOT NULL,             -- only this student can find it; empty: everyone who may see the lesson
	language   TEXT   NOT NULL,             -- of captions; empty otherwise
	hash       TEXT   NOT NULL              -- of the text, to skip unchanged documents
);
CREATE UNIQUE INDEX search_document_source ON search_document (lesson_id, source);
CREATE INDEX search_document_student ON search_document (student_id) WHERE student_id <> '';

-- A line of a document to show as a result: a cue, a chapter, a name.
CREATE TABLE search_line (
	document BIGINT NOT NULL,
	first    BIGINT NOT NULL, -- position of its first word
	at_ms    BIGINT NOT NULL,
	text     TEXT   NOT NULL,
	PRIMARY KEY (document, first)
);

-- The positions of a word in a document. Tokens are bytes, so that both engines compare them alike.
CREATE TABLE search_word (
	token      BYTEA  NOT NULL, -- a character, two characters, a word, or the start of one followed by '*'
	student_id TEXT   NOT NULL, -- as in search_document, so that other students' notes aren't even read
	document   BIGINT NOT NULL,
	places     BYTEA  NOT NULL, -- positions as differences, varint
	PRIMARY KEY (token, student_id, document)
);
CREATE INDEX search_word_document ON search_word (document);

-- Who may see a document. All columns are in the key, so that a search only reads the index. Documents of unpublished
-- lessons have no row.
CREATE TABLE search_seen (
	document  BIGINT  NOT NULL,
	course_id TEXT    NOT NULL, -- as in lesson, like group_id and preview
	group_id  TEXT    NOT NULL,
	preview   BOOLEAN NOT NULL,
	PRIMARY KEY (document, course_id, group_id, preview)
);
-- A search starts with the documents that someone may see: by course, and those visible to everyone.
CREATE INDEX search_seen_course ON search_seen (course_id, group_id, document);
CREATE INDEX search_seen_preview ON search_seen (document) WHERE preview;
