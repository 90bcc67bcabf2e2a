-- Who may see what is indexed of published lessons. Owned by package search, as all that is named search_. A search asks this of every document that has
-- its words, and of most of them nothing else; all columns are in the key, so that its index is all that is read. A document has one row, or none as
-- long as its lesson is not published.
CREATE TABLE search_seen (
	document  BIGINT  NOT NULL,
	course_id TEXT    NOT NULL, -- this and the next two are as in lesson
	group_id  TEXT    NOT NULL,
	preview   BOOLEAN NOT NULL,
	PRIMARY KEY (document, course_id, group_id, preview)
);

INSERT INTO search_seen (document, course_id, group_id, preview)
SELECT d.number, l.course_id, l.group_id, l.preview FROM search_document AS d JOIN lesson AS l ON l.id = d.lesson_id WHERE l.published;
