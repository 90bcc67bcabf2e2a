-- Staff find students, courses, groups, teachers and rooms by the beginning of a token. Written through package lookup. Tokens are bytes, so that
-- a beginning is a range of the index; the order in which things are shown is in it too, so that the first ones are known without reading the others.
CREATE TABLE lookup (
	kind  TEXT  NOT NULL CHECK (kind IN ('student', 'course', 'group', 'teacher', 'room')),
	token BYTEA NOT NULL,
	sort  BYTEA NOT NULL, -- of a student: number_key
	id    TEXT  NOT NULL,
	PRIMARY KEY (kind, token, sort, id)
);

INSERT INTO lookup (kind, token, sort, id)
SELECT 'student', t.token, s.number_key, s.id FROM student_search AS t JOIN student AS s ON s.id = t.student_id
ORDER BY t.token, t.student_id; -- as the old index is, and nearly as the new one

CREATE INDEX lookup_id ON lookup (id, kind);

DROP TABLE student_search;
