-- What the timetable desk needs to know of places. Owned by package timetable.
ALTER TABLE room ADD COLUMN building TEXT NOT NULL DEFAULT '';
ALTER TABLE room ADD COLUMN seats BIGINT NOT NULL DEFAULT 0; -- 0: not known

-- How long the way from one campus to another takes, the lesser id first. A pair that is not here is not checked.
CREATE TABLE campus_way (
	campus_id TEXT   NOT NULL REFERENCES campus (id),
	other_id  TEXT   NOT NULL REFERENCES campus (id),
	minutes   BIGINT NOT NULL,
	PRIMARY KEY (campus_id, other_id)
);
