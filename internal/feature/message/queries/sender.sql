-- name: InsertMessage :execrows
INSERT INTO message (
	id, kind, tag, title, title_en, subtitle, subtitle_en, content, content_en, avatar, link,
	audience, target, acknowledge, acknowledge_by, topic, sender, by_hand, reminds, attachments, sent_at,
	expires_at, withdrawn_at, several, several_en
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
	$25)
ON CONFLICT (topic) WHERE topic <> '' AND withdrawn_at = 0 DO NOTHING;

-- name: SelectByTopic :one
SELECT id FROM message WHERE topic = sqlc.arg(topic) AND topic <> '' AND withdrawn_at = 0;

-- name: UpdateWithdrawn :execrows
-- A notice and its reminders.
UPDATE message SET withdrawn_at = sqlc.arg(now)
WHERE (id = sqlc.arg(id) OR (reminds = sqlc.arg(id) AND reminds <> '')) AND withdrawn_at = 0;

-- name: UpdateRestored :execrows
-- Not if another message with its topic is in force.
UPDATE message SET withdrawn_at = 0 WHERE message.id = sqlc.arg(id) AND message.withdrawn_at > 0
	AND NOT EXISTS (SELECT 1 FROM message AS o WHERE o.topic = message.topic AND o.topic <> '' AND o.withdrawn_at = 0);

-- name: UpdateWithdrawnTopic :execrows
UPDATE message SET withdrawn_at = sqlc.arg(now) WHERE topic = sqlc.arg(topic) AND topic <> '' AND withdrawn_at = 0;

-- name: SelectSent :many
SELECT sqlc.embed(m)
FROM message AS m
WHERE (m.sent_at < sqlc.arg(before) OR (m.sent_at = sqlc.arg(before) AND m.id < sqlc.arg(before_id)))
  AND (m.sender <> 'system' OR m.audience <> 'account') -- thousands of to-dos about passwords are of no interest here
  AND m.reminds = ''
  AND NOT (m.by_hand AND CAST(sqlc.arg(portal) AS BOOLEAN))
  AND (CAST(sqlc.arg(state) AS TEXT) = '' OR sqlc.arg(state) = CASE WHEN m.withdrawn_at > 0 THEN 'withdrawn'
	WHEN m.sent_at > sqlc.arg(now) THEN 'scheduled'
	WHEN m.expires_at > 0 AND m.expires_at <= sqlc.arg(now) THEN 'expired' ELSE 'sent' END)
  AND (CAST(sqlc.arg(sender) AS TEXT) = '' OR m.sender = CAST(sqlc.arg(sender) AS TEXT))
  AND (CAST(sqlc.arg(pattern) AS TEXT) = '' OR lower(m.title) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR lower(m.title_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')
ORDER BY m.sent_at DESC, m.id DESC
LIMIT sqlc.arg(size);

-- name: SelectByHand :many
-- SelectSent for messages that staff wrote, which have their own index.
SELECT sqlc.embed(m)
FROM message AS m
WHERE m.by_hand
  AND (m.sent_at < sqlc.arg(before) OR (m.sent_at = sqlc.arg(before) AND m.id < sqlc.arg(before_id)))
  AND m.reminds = ''
  AND (CAST(sqlc.arg(state) AS TEXT) = '' OR sqlc.arg(state) = CASE WHEN m.withdrawn_at > 0 THEN 'withdrawn'
	WHEN m.sent_at > sqlc.arg(now) THEN 'scheduled'
	WHEN m.expires_at > 0 AND m.expires_at <= sqlc.arg(now) THEN 'expired' ELSE 'sent' END)
  AND (CAST(sqlc.arg(sender) AS TEXT) = '' OR m.sender = CAST(sqlc.arg(sender) AS TEXT))
  AND (CAST(sqlc.arg(pattern) AS TEXT) = '' OR lower(m.title) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
	OR lower(m.title_en) LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')
ORDER BY m.sent_at DESC, m.id DESC
LIMIT sqlc.arg(size);

-- name: SelectSentMessage :one
SELECT sqlc.embed(m) FROM message AS m WHERE m.id = sqlc.arg(id);

-- name: SelectAccountName :one
SELECT name FROM account WHERE id = $1;

-- name: SelectTargetName :one
-- The name of an audience. No row: it was deleted, or its target is its name.
SELECT '' AS code, p.name, p.name_en FROM programme AS p WHERE CAST(sqlc.arg(audience) AS TEXT) = 'programme'
	AND p.code = sqlc.arg(target)
UNION ALL
SELECT '', c.name, c.name_en FROM campus AS c WHERE CAST(sqlc.arg(audience) AS TEXT) = 'campus'
	AND c.id = sqlc.arg(target)
UNION ALL
SELECT g.code, g.name, g.name_en FROM course_group AS g WHERE CAST(sqlc.arg(audience) AS TEXT) = 'group'
	AND g.id = sqlc.arg(target)
UNION ALL
SELECT k.code, k.name, k.name_en FROM course AS k WHERE CAST(sqlc.arg(audience) AS TEXT) = 'course'
	AND k.id = sqlc.arg(target)
UNION ALL
SELECT s.number, s.name, s.name_latin FROM student AS s WHERE CAST(sqlc.arg(audience) AS TEXT) = 'student'
	AND s.id = sqlc.arg(target)
UNION ALL
SELECT '', a.name, '' FROM account AS a WHERE CAST(sqlc.arg(audience) AS TEXT) = 'account' AND a.id = sqlc.arg(target);

-- name: CountTarget :one
-- Whether an audience exists: a group without students does, an unknown group doesn't.
SELECT (SELECT count(*) FROM student AS s WHERE CAST(sqlc.arg(audience) AS TEXT) = 'student'
	AND s.id = sqlc.arg(target))
     + (SELECT count(*) FROM programme AS p WHERE CAST(sqlc.arg(audience) AS TEXT) = 'programme'
	AND p.code = sqlc.arg(target))
     + (SELECT count(*) FROM campus AS c WHERE CAST(sqlc.arg(audience) AS TEXT) = 'campus' AND c.id = sqlc.arg(target))
     + (SELECT count(*) FROM (SELECT 1 FROM student AS s WHERE CAST(sqlc.arg(audience) AS TEXT) = 'class'
	AND s.class = sqlc.arg(target) LIMIT 1) AS c)
     + (SELECT count(*) FROM (SELECT 1 FROM student AS s WHERE CAST(sqlc.arg(audience) AS TEXT) = 'year'
	AND s.entry_year = sqlc.arg(year) LIMIT 1) AS y)
     + (SELECT count(*) FROM course_group AS g WHERE CAST(sqlc.arg(audience) AS TEXT) = 'group'
	AND g.id = sqlc.arg(target))
     + (SELECT count(*) FROM course AS c WHERE CAST(sqlc.arg(audience) AS TEXT) = 'course' AND c.id = sqlc.arg(target))
     + (SELECT count(*) FROM account AS a WHERE CAST(sqlc.arg(audience) AS TEXT) = 'account'
	AND a.id = sqlc.arg(target)) AS found;

-- name: CountAudience :one
SELECT count(*) FROM message_audience AS v WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target);

-- name: SelectAudience :many
-- Without an order: sorting hundreds of thousands for a few names would cost too much.
SELECT s.id, s.number, s.name, s.name_latin, s.class
FROM message_audience AS v
JOIN student AS s ON s.id = v.student_id
WHERE v.audience = sqlc.arg(audience) AND v.target = sqlc.arg(target)
LIMIT sqlc.arg(size);

-- name: SelectRecipients :many
SELECT student_id FROM message_recipient WHERE message_id = $1;

-- name: CountRecipients :one
SELECT count(*) FROM message_recipient WHERE message_id = $1;

-- name: CountTeaches :one
SELECT count(*) FROM teacher_group
WHERE teacher_id = sqlc.arg(teacher) AND group_id = sqlc.arg(group_id) AND from_day <= sqlc.arg(today)
	AND until_day >= sqlc.arg(today);

-- name: SelectSignature :one
SELECT c.name AS course, c.name_en AS course_en, t.name AS teacher, t.name_en AS teacher_en
FROM course_group AS g
JOIN course AS c ON c.id = g.course_id
JOIN teacher AS t ON t.id = sqlc.arg(teacher)
WHERE g.id = sqlc.arg(group_id);
