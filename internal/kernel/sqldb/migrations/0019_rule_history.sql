-- What the rules of the timetable were before they were corrected, and when that was: a calendar must learn that a class has
-- moved, whatever moved it. Owned by package timetable, to the end of the file.
--
-- changed_at is when a rule took its present form, 0 while it stands as it was first written. revision is the college's number
-- (table revision) at which a row last became different: what happens within one tick of the clock still has an order.
ALTER TABLE term ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0; -- when its first Monday last moved
ALTER TABLE term ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE period_scheme ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE period_scheme ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE meeting ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE meeting ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE class_change ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE day_mapping ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE holiday ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;

-- A meeting as it stood from changed_at until it was corrected or removed. Goes with its group.
CREATE TABLE meeting_past (
	id           TEXT   NOT NULL,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL,
	weekday      BIGINT NOT NULL,
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL,
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL,
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL,
	teacher_id   TEXT   NOT NULL,
	changed_at   BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- at which it ended
	PRIMARY KEY (id, revision)
);

CREATE INDEX meeting_past_group ON meeting_past (group_id, until);

-- A period of a scheme as it stood, in the same way. Goes with its campus.
CREATE TABLE period_past (
	scheme_id  TEXT   NOT NULL,
	campus_id  TEXT   NOT NULL,
	from_date  TEXT   NOT NULL,
	to_date    TEXT   NOT NULL,
	number     BIGINT NOT NULL,
	starts     TEXT   NOT NULL,
	ends       TEXT   NOT NULL,
	changed_at BIGINT NOT NULL,
	until      BIGINT NOT NULL,
	revision   BIGINT NOT NULL,
	PRIMARY KEY (scheme_id, revision, number)
);
