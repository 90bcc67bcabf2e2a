-- name: InsertMessage :execrows
INSERT INTO message (
	id, kind, tag, title, title_en, subtitle, subtitle_en, content, content_en, avatar, link,
	audience, target, acknowledge, topic, sender, sent_at, expires_at, withdrawn_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
ON CONFLICT (topic) WHERE topic <> '' AND withdrawn_at = 0 DO NOTHING;

-- name: SelectByTopic :one
SELECT id FROM message WHERE topic = sqlc.arg(topic) AND topic <> '' AND withdrawn_at = 0;

-- name: UpdateWithdrawn :execrows
UPDATE message SET withdrawn_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND withdrawn_at = 0;

-- name: UpdateWithdrawnTopic :execrows
UPDATE message SET withdrawn_at = sqlc.arg(now) WHERE topic = sqlc.arg(topic) AND topic <> '' AND withdrawn_at = 0;

-- name: SelectSent :many
SELECT sqlc.embed(m)
FROM message AS m
WHERE (m.sent_at < sqlc.arg(before) OR (m.sent_at = sqlc.arg(before) AND m.id < sqlc.arg(before_id)))
  AND (m.sender <> 'system' OR m.audience <> 'account') -- thousands of todos about passwords are no news of the college
ORDER BY m.sent_at DESC, m.id DESC
LIMIT sqlc.arg(size);

-- name: SelectSentMessage :one
SELECT sqlc.embed(m) FROM message AS m WHERE m.id = sqlc.arg(id);

-- name: CountReach :one
-- How many students a message is for, how many of them have read it and how many acknowledged it.
SELECT count(*) AS students,
	CAST(coalesce(sum(CASE WHEN r.message_id IS NOT NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS readers,
	CAST(coalesce(sum(CASE WHEN r.acknowledged_at > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS acknowledged
FROM message AS m
JOIN message_audience AS v ON v.audience = m.audience AND v.target = m.target
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = s.account_id AND s.account_id <> ''
WHERE m.id = sqlc.arg(id);

-- name: SelectMissing :many
SELECT s.id, s.number, s.number_key, s.name, s.name_latin, s.class, r.read_at
FROM message AS m
JOIN message_audience AS v ON v.audience = m.audience AND v.target = m.target
JOIN student AS s ON s.id = v.student_id
LEFT JOIN message_read AS r ON r.message_id = m.id AND r.account_id = s.account_id AND s.account_id <> ''
WHERE m.id = sqlc.arg(id)
  AND (r.acknowledged_at IS NULL OR r.acknowledged_at = 0)
  AND s.number_key > sqlc.arg(after)
ORDER BY s.number_key
LIMIT sqlc.arg(size);

-- name: CountTarget :one
-- Whether an audience exists: a group without students does, a group that nobody made does not.
SELECT (SELECT count(*) FROM student AS s WHERE CAST(sqlc.arg(audience) AS TEXT) = 'student' AND s.id = sqlc.arg(target))
     + (SELECT count(*) FROM programme AS p WHERE CAST(sqlc.arg(audience) AS TEXT) = 'programme' AND p.code = sqlc.arg(target))
     + (SELECT count(*) FROM course_group AS g WHERE CAST(sqlc.arg(audience) AS TEXT) = 'group' AND g.id = sqlc.arg(target))
     + (SELECT count(*) FROM course AS c WHERE CAST(sqlc.arg(audience) AS TEXT) = 'course' AND c.id = sqlc.arg(target))
     + (SELECT count(*) FROM account AS a WHERE CAST(sqlc.arg(audience) AS TEXT) = 'account' AND a.id = sqlc.arg(target)) AS found;
