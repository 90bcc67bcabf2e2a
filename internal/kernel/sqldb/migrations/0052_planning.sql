-- The timetable desk. Owned by package planning, to the end of the file.
-- The changes that one person gathers for one term before they are published.
CREATE TABLE planning_draft (
	id         TEXT   NOT NULL PRIMARY KEY,
	term_id    TEXT   NOT NULL,
	owner      TEXT   NOT NULL, -- account
	version    BIGINT NOT NULL, -- grows with every edit
	changed_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX planning_draft_owner ON planning_draft (term_id, owner);

-- A change as in class_change, and where its class was when the line was put in.
CREATE TABLE planning_line (
	id           TEXT    NOT NULL PRIMARY KEY, -- of the change too, once it is published
	draft_id     TEXT    NOT NULL REFERENCES planning_draft (id),
	position     BIGINT  NOT NULL,
	group_id     TEXT    NOT NULL,
	class_id     TEXT    NOT NULL, -- empty for add
	action       TEXT    NOT NULL,
	kind         TEXT    NOT NULL,
	day          TEXT,
	first_period BIGINT  NOT NULL,
	last_period  BIGINT  NOT NULL,
	starts       TEXT    NOT NULL,
	ends         TEXT    NOT NULL,
	campus_id    TEXT    NOT NULL,
	room_id      TEXT    NOT NULL,
	online       BOOLEAN NOT NULL,
	teacher_id   TEXT    NOT NULL,
	note         TEXT    NOT NULL, -- students read it
	reason       TEXT    NOT NULL, -- why a hard clash may stand; staff read it
	was_on       BOOLEAN NOT NULL, -- false: the class was cancelled, or there was none
	was_day      TEXT,
	was_first    BIGINT  NOT NULL,
	was_last     BIGINT  NOT NULL,
	was_starts   TEXT    NOT NULL,
	was_ends     TEXT    NOT NULL,
	was_campus   TEXT    NOT NULL,
	was_room     TEXT    NOT NULL,
	was_teacher  TEXT    NOT NULL
);

CREATE INDEX planning_line_draft ON planning_line (draft_id, position);

-- What became public together, and is withdrawn together.
CREATE TABLE planning_publication (
	id           TEXT   NOT NULL PRIMARY KEY,
	term_id      TEXT   NOT NULL,
	account      TEXT   NOT NULL,
	at           BIGINT NOT NULL,
	note         TEXT   NOT NULL,
	changes      BIGINT NOT NULL,
	told         BIGINT NOT NULL, -- students
	withdrawn_at BIGINT NOT NULL  -- 0: it stands
);

CREATE INDEX planning_publication_term ON planning_publication (term_id, at);

CREATE TABLE planning_publication_change (
	publication_id TEXT   NOT NULL REFERENCES planning_publication (id),
	position       BIGINT NOT NULL,
	change_id      TEXT   NOT NULL,
	PRIMARY KEY (publication_id, position)
);

-- What each group is to be told of a publication or of its withdrawal, until the job has made one message per student of it.
CREATE TABLE planning_news (
	publication_id TEXT   NOT NULL REFERENCES planning_publication (id),
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
	PRIMARY KEY (publication_id, group_id)
);
