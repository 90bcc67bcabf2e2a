-- name: UpsertTerm :execrows
INSERT INTO term (id, name, name_en, first_monday, first_day, weeks) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_en = excluded.name_en,
	first_monday = excluded.first_monday, first_day = excluded.first_day, weeks = excluded.weeks
WHERE term.name <> excluded.name OR term.name_en <> excluded.name_en OR term.first_monday <> excluded.first_monday
	OR term.weeks <> excluded.weeks;

-- name: SelectCampus :one
SELECT id, name, name_en, position FROM campus WHERE id = $1;

-- name: UpsertCampus :execrows
INSERT INTO campus (id, name, name_en, position) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_en = excluded.name_en, position = excluded.position
WHERE campus.name <> excluded.name OR campus.name_en <> excluded.name_en OR campus.position <> excluded.position;

-- name: SelectWeeksOfTerm :many
SELECT m.weeks FROM meeting AS m JOIN course_group AS g ON g.id = m.group_id WHERE g.term_id = $1;

-- name: SelectAddedDays :many
SELECT x.day FROM class_change AS x JOIN course_group AS g ON g.id = x.group_id
WHERE g.term_id = $1 AND x.action = 'add' AND x.withdrawn_at = 0;

-- name: StampTerm :exec
UPDATE term SET changed_at = $2, revision = $3 WHERE id = $1;

-- name: InsertPastTerm :exec
INSERT INTO term_past (term_id, first_monday, weeks, until, revision) VALUES ($1, $2, $3, $4, $5);

-- name: SelectAllPeriods :many
SELECT s.id, s.campus_id, s.from_date, s.to_date, s.changed_at, s.revision, p.number, p.starts, p.ends
FROM period_scheme AS s
JOIN period AS p ON p.scheme_id = s.id
ORDER BY s.campus_id, s.from_date, s.id, p.number;

-- name: UpsertScheme :exec
INSERT INTO period_scheme (id, campus_id, from_date, to_date) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET campus_id = excluded.campus_id, from_date = excluded.from_date,
	to_date = excluded.to_date;

-- name: StampScheme :exec
UPDATE period_scheme SET changed_at = $2, revision = $3 WHERE id = $1;

-- name: InsertPastPeriod :exec
INSERT INTO period_past (scheme_id, campus_id, from_date, to_date, number, starts, ends, changed_at, until, revision)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: SelectMeetingsOfCampus :many
SELECT sqlc.embed(m), sqlc.embed(t), g.code
FROM meeting AS m
JOIN course_group AS g ON g.id = m.group_id
JOIN term AS t ON t.id = g.term_id
WHERE m.campus_id = $1 AND m.first_period > 0
ORDER BY g.code, m.id;

-- name: CountMeetingsOfCampus :one
SELECT count(*) FROM meeting WHERE campus_id = $1;

-- name: DeletePeriods :exec
DELETE FROM period WHERE scheme_id = $1;

-- name: DeleteScheme :execrows
DELETE FROM period_scheme WHERE id = $1;

-- name: InsertPeriod :exec
INSERT INTO period (scheme_id, number, starts, ends) VALUES ($1, $2, $3, $4);

-- name: SelectRoomID :one
SELECT id FROM room WHERE campus_id = $1 AND name = $2;

-- name: SelectRoomsByName :many
SELECT id, campus_id FROM room WHERE name = $1 ORDER BY campus_id LIMIT 2;

-- name: SelectRoom :one
SELECT id, campus_id, name, name_en, building, seats FROM room WHERE id = $1;

-- name: UpsertRoom :execrows
INSERT INTO room (id, campus_id, name, name_en, building, seats) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET campus_id = excluded.campus_id, name = excluded.name, name_en = excluded.name_en,
	building = excluded.building, seats = excluded.seats
WHERE room.campus_id <> excluded.campus_id OR room.name <> excluded.name OR room.name_en <> excluded.name_en
	OR room.building <> excluded.building OR room.seats <> excluded.seats;

-- name: SelectGroupsOfRoom :many
SELECT m.group_id FROM meeting AS m WHERE m.room_id = sqlc.arg(room)
UNION
SELECT x.group_id FROM class_change AS x WHERE x.room_id = sqlc.arg(room);

-- name: SelectCampusExists :one
SELECT count(*) FROM campus WHERE id = $1;

-- name: SelectTeacherExists :one
SELECT count(*) FROM teacher WHERE id = $1;

-- name: UpsertMeeting :execrows
INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
	campus_id, room_id, teacher_id, series)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (id) DO UPDATE SET group_id = excluded.group_id, kind = excluded.kind, weekday = excluded.weekday,
	first_period = excluded.first_period, last_period = excluded.last_period,
	starts = excluded.starts, ends = excluded.ends,
	weeks = excluded.weeks, campus_id = excluded.campus_id, room_id = excluded.room_id, teacher_id = excluded.teacher_id
WHERE meeting.group_id <> excluded.group_id OR meeting.kind <> excluded.kind OR meeting.weekday <> excluded.weekday
	OR meeting.first_period <> excluded.first_period OR meeting.last_period <> excluded.last_period
	OR meeting.starts <> excluded.starts OR meeting.ends <> excluded.ends OR meeting.weeks <> excluded.weeks
	OR meeting.campus_id <> excluded.campus_id OR meeting.room_id <> excluded.room_id
	OR meeting.teacher_id <> excluded.teacher_id;

-- name: DeleteMeeting :execrows
DELETE FROM meeting WHERE id = $1;

-- name: StampMeeting :exec
UPDATE meeting SET changed_at = $2, revision = $3 WHERE id = $1;

-- name: InsertPastMeeting :exec
INSERT INTO meeting_past (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
	campus_id, room_id, teacher_id,
	changed_at, until, revision, series)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: CountPastMeetings :one
SELECT count(*) FROM meeting_past WHERE group_id = $1;

-- name: InsertChange :execrows
INSERT INTO class_change (id, group_id, class_id, action, kind, day, day_number, first_period, last_period,
	starts, ends, campus_id, room_id, online, teacher_id, note, published_at, revision, withdrawn_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 0)
ON CONFLICT (id) DO NOTHING;

-- name: SelectChange :one
SELECT * FROM class_change WHERE id = $1;

-- name: WithdrawChange :execrows
UPDATE class_change SET withdrawn_at = sqlc.arg(at), revision = sqlc.arg(revision)
WHERE id = sqlc.arg(id) AND withdrawn_at = 0;

-- name: InsertMapping :execrows
INSERT INTO day_mapping (id, term_id, date, day_number, off, week, weekday, note, published_at, revision,
	withdrawn_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
ON CONFLICT (id) DO NOTHING;

-- name: SelectMapping :one
SELECT * FROM day_mapping WHERE id = $1;

-- name: WithdrawMapping :execrows
UPDATE day_mapping SET withdrawn_at = sqlc.arg(at), revision = sqlc.arg(revision)
WHERE id = sqlc.arg(id) AND withdrawn_at = 0;

-- name: InsertHoliday :execrows
INSERT INTO holiday (id, name, name_en, from_date, to_date, published_at, revision, withdrawn_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
ON CONFLICT (id) DO NOTHING;

-- name: SelectHoliday :one
SELECT * FROM holiday WHERE id = $1;

-- name: WithdrawHoliday :execrows
UPDATE holiday SET withdrawn_at = sqlc.arg(at), revision = sqlc.arg(revision)
WHERE id = sqlc.arg(id) AND withdrawn_at = 0;

-- These queries delete the history of objects that are removed.

-- name: DeleteWithdrawnChanges :exec
DELETE FROM class_change WHERE group_id = $1 AND withdrawn_at <> 0;

-- name: DeletePastMeetings :exec
DELETE FROM meeting_past WHERE group_id = $1;

-- name: DeleteWithdrawnMappings :exec
DELETE FROM day_mapping WHERE term_id = $1 AND withdrawn_at <> 0;

-- name: DeletePastTerms :exec
DELETE FROM term_past WHERE term_id = $1;

-- name: SelectWithdrawnHolidays :many
SELECT id, from_date, to_date FROM holiday WHERE withdrawn_at <> 0;

-- name: DeleteHoliday :exec
DELETE FROM holiday WHERE id = $1;

-- name: DeletePastPeriods :exec
DELETE FROM period_past WHERE campus_id = $1;
