-- Staff find students among hundreds of thousands. Owned by package student.
-- Every text that a student is found by: the beginning of a token finds it. Tokens are bytes, so that a prefix is a range of the index.
CREATE TABLE student_search (
	token      BYTEA NOT NULL,
	student_id TEXT  NOT NULL,
	PRIMARY KEY (token, student_id)
);
CREATE INDEX student_search_student ON student_search (student_id);

-- Pages of the list go through one of these, whichever filter is set.
DROP INDEX student_programme;
CREATE INDEX student_by_programme ON student (programme_code, number_key);
CREATE INDEX student_by_class     ON student (class, number_key);
CREATE INDEX student_by_year      ON student (entry_year, number_key);
CREATE INDEX student_by_campus    ON student (campus_id, number_key);
CREATE INDEX student_by_status    ON student (status, number_key);
DROP INDEX student_name;
CREATE INDEX student_by_name      ON student (name_key, number_key);
DROP INDEX student_latin;
