-- A search reads first what somebody may see, and then looks for words in that alone: by the courses, and by what everybody sees.
CREATE INDEX search_seen_course ON search_seen (course_id, group_id, document);
CREATE INDEX search_seen_preview ON search_seen (document) WHERE preview;
