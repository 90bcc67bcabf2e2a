-- Where a student sits in an exam. Owned by package timetable. told is the day of the exam as the student was told it the evening before.
CREATE TABLE exam_seat (
	class_id   TEXT NOT NULL,
	student_id TEXT NOT NULL,
	group_id   TEXT NOT NULL,
	room_id    TEXT NOT NULL DEFAULT '', -- empty: the room of the class
	seat       TEXT NOT NULL,
	told       TEXT NOT NULL DEFAULT '',
	changed_at BIGINT NOT NULL DEFAULT 0,
	revision   BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (class_id, student_id)
);
CREATE INDEX exam_seat_student ON exam_seat (student_id);
CREATE INDEX exam_seat_group ON exam_seat (group_id);
