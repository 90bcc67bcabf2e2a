-- What students and teachers are to be told of a publication stands in one table. Owned by package planning.
INSERT INTO planning_teacher_news (publication_id, account_id, group_id, position, classes, title, title_en, content, content_en, lines, lines_en, avatar, link)
SELECT publication_id, '', group_id, position, classes, title, title_en, content, content_en, lines, lines_en, avatar, link FROM planning_news;

DROP TABLE planning_news;

ALTER TABLE planning_teacher_news RENAME TO planning_news; -- account_id is a teacher's; empty: for the students of the group
