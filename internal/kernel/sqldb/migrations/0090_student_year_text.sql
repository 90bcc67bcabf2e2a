-- A message to a year of entry names it as text, as all audiences are. Without an index on that text PostgreSQL starts two more processes to read all
-- students, also to look at a message to a class: the processes learn only then that there is nothing for them to do.
CREATE INDEX student_by_year_text ON student ((CAST(entry_year AS TEXT)));
