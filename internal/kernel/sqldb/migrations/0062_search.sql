-- Finding what is said and written in lectures. Owned by package search, to the end of the file. It holds copies alone: what is indexed belongs to
-- packages course and media, and everything here can be made again from it.
CREATE TABLE search_document (
	number     BIGINT NOT NULL PRIMARY KEY, -- larger ones are shown first: kind, then when the lesson was made, then random bits
	source     TEXT   NOT NULL, -- what is indexed: title, chapters:ASSET, captions:ASSET:LANGUAGE, file:ID, note:ID
	kind       TEXT   NOT NULL CHECK (kind IN ('title', 'chapter', 'file', 'note', 'caption')),
	lesson_id  TEXT   NOT NULL,
	student_id TEXT   NOT NULL, -- who alone may find it; empty: everybody who may see the lesson
	language   TEXT   NOT NULL, -- of captions; empty otherwise
	hash       TEXT   NOT NULL  -- of the text, so that what has not changed is not written again
);

CREATE UNIQUE INDEX search_document_source ON search_document (lesson_id, source);
CREATE INDEX search_document_student ON search_document (student_id) WHERE student_id <> '';

-- The lines of a document, to show around what was found: cues, chapters, names.
CREATE TABLE search_line (
	document BIGINT NOT NULL,
	first    BIGINT NOT NULL, -- the place of its first word
	at_ms    BIGINT NOT NULL,
	text     TEXT   NOT NULL,
	PRIMARY KEY (document, first)
);

-- Where each word is. Tokens are bytes, so that both engines compare them alike.
CREATE TABLE search_word (
	token      BYTEA  NOT NULL, -- a character, two characters, a word, or the beginning of one followed by '*'
	student_id TEXT   NOT NULL, -- as in search_document: other people's notes are not even read
	document   BIGINT NOT NULL,
	places     BYTEA  NOT NULL, -- where it stands, as differences, varint
	PRIMARY KEY (token, student_id, document)
);

CREATE INDEX search_word_document ON search_word (document);
