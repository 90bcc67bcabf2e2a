-- From when to when staff say that a student is in a group. Imports give no dates.
ALTER TABLE enrolment ADD COLUMN from_date  TEXT NOT NULL DEFAULT ''; -- civil date; empty: not said
ALTER TABLE enrolment ADD COLUMN until_date TEXT NOT NULL DEFAULT ''; -- the last day, of one that was dropped; empty: not said
