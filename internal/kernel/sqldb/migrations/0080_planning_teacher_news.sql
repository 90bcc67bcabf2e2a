-- What each teacher is to be told of a publication or of its withdrawal, group by group, until the job has made one message of it. Owned by package planning.
CREATE TABLE planning_teacher_news (
	publication_id TEXT   NOT NULL REFERENCES planning_publication (id),
	account_id     TEXT   NOT NULL, -- the teacher's
	group_id       TEXT   NOT NULL,
	position       BIGINT NOT NULL,
	classes        BIGINT NOT NULL, -- how many have changed
	title          TEXT   NOT NULL, -- for those whom nothing else concerns
	title_en       TEXT   NOT NULL,
	content        TEXT   NOT NULL,
	content_en     TEXT   NOT NULL,
	lines          TEXT   NOT NULL, -- for those whom several groups concern: one line a class
	lines_en       TEXT   NOT NULL,
	avatar         TEXT   NOT NULL,
	link           TEXT   NOT NULL,
	PRIMARY KEY (publication_id, account_id, group_id)
);

ALTER TABLE planning_publication ADD COLUMN teachers BIGINT NOT NULL DEFAULT 0; -- who were told
