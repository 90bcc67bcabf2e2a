-- Where course progress comes from. What a device says counts only while there is nothing to watch in a course; as soon as there is,
-- progress is made of what was watched. Owned by package course, to the end of the file.
ALTER TABLE progress ADD COLUMN derived BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE progress SET derived = TRUE WHERE course_id IN (SELECT course_id FROM lesson);

-- How much of the server's clock a student has used up with watching, over all lessons and devices together.
CREATE TABLE watch_clock (
	student_id TEXT NOT NULL PRIMARY KEY,
	clock      TEXT NOT NULL -- one text, because every report reads and writes it; package course knows it
);
