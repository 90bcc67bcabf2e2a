-- Clashes that may stand: two groups that want a room or a teacher at the same time on purpose, such as joint classes. Owned by package clash.
CREATE TABLE clash_accepted (
	id           TEXT   NOT NULL PRIMARY KEY,
	term_id      TEXT   NOT NULL,
	kind         TEXT   NOT NULL, -- room, teacher, group
	object       TEXT   NOT NULL, -- id of the room, teacher or group
	first_group  TEXT   NOT NULL, -- the smaller id
	second_group TEXT   NOT NULL, -- the same one again when a group is to be at two places
	reason       TEXT   NOT NULL,
	account      TEXT   NOT NULL,
	at           BIGINT NOT NULL
);

CREATE UNIQUE INDEX clash_accepted_pair ON clash_accepted (term_id, kind, object, first_group, second_group);

-- What a line of a publication changed and why its clashes may stand, as it was published. Owned by package planning. Publications from before
-- have an empty action.
ALTER TABLE planning_publication_change ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN group_id TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN class_id TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN action TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN was_on BOOLEAN NOT NULL DEFAULT FALSE; -- false: the class was not on
ALTER TABLE planning_publication_change ADD COLUMN was_day TEXT;
ALTER TABLE planning_publication_change ADD COLUMN was_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE planning_publication_change ADD COLUMN was_last BIGINT NOT NULL DEFAULT 0;
ALTER TABLE planning_publication_change ADD COLUMN was_starts TEXT NOT NULL DEFAULT '00:00';
ALTER TABLE planning_publication_change ADD COLUMN was_ends TEXT NOT NULL DEFAULT '00:00';
ALTER TABLE planning_publication_change ADD COLUMN was_campus TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN was_room TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN was_teacher TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN to_on BOOLEAN NOT NULL DEFAULT FALSE; -- false: it is cancelled
ALTER TABLE planning_publication_change ADD COLUMN to_day TEXT;
ALTER TABLE planning_publication_change ADD COLUMN to_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE planning_publication_change ADD COLUMN to_last BIGINT NOT NULL DEFAULT 0;
ALTER TABLE planning_publication_change ADD COLUMN to_starts TEXT NOT NULL DEFAULT '00:00';
ALTER TABLE planning_publication_change ADD COLUMN to_ends TEXT NOT NULL DEFAULT '00:00';
ALTER TABLE planning_publication_change ADD COLUMN to_campus TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN to_room TEXT NOT NULL DEFAULT '';
ALTER TABLE planning_publication_change ADD COLUMN to_teacher TEXT NOT NULL DEFAULT '';
