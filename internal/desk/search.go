package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"lectern/internal/access"
	"lectern/internal/fold"
	"lectern/internal/sqldb"
)

// A Found is something that a search found, but for students, who have an index of their own in package student.
type Found struct {
	Kind           string // course, group, teacher, room
	ID             string
	Code           string
	Name, NameEn   string
	Where, WhereEn string // of a group: its term; of a room: its campus
	Course         string // of a group: the id of its course
}

// maxEach is how many of a kind are found.
const maxEach = 6

// These tables have some thousands of rows in a large college: looking into each of them is fast enough.
const searchStatement = `SELECT kind, id, code, name, name_en, place, place_en, course FROM (
	SELECT * FROM (SELECT 'course' AS kind, 1 AS sort, c.id AS id, c.code AS code, c.name AS name, c.name_en AS name_en, '' AS place, '' AS place_en, '' AS course FROM course AS c
		WHERE lower(c.code) LIKE $1 ESCAPE '!' OR lower(c.name) LIKE $1 ESCAPE '!' OR lower(c.name_en) LIKE $1 ESCAPE '!' ORDER BY c.code LIMIT $2) AS courses
	UNION ALL
	SELECT * FROM (SELECT 'group', 2, g.id, g.code, c.name, c.name_en, t.name, t.name_en, c.id FROM course_group AS g
		JOIN course AS c ON c.id = g.course_id JOIN term AS t ON t.id = g.term_id
		WHERE lower(g.code) LIKE $1 ESCAPE '!' OR lower(g.name) LIKE $1 ESCAPE '!' ORDER BY g.term_id DESC, g.code LIMIT $2) AS found_groups
	UNION ALL
	SELECT * FROM (SELECT 'teacher', 3, t.id, t.number, t.name, t.name_en, '', '', '' FROM teacher AS t
		WHERE lower(t.number) LIKE $1 ESCAPE '!' OR lower(t.name) LIKE $1 ESCAPE '!' OR lower(t.name_en) LIKE $1 ESCAPE '!' ORDER BY t.name, t.id LIMIT $2) AS teachers
	UNION ALL
	SELECT * FROM (SELECT 'room', 4, r.id, '', r.name, r.name_en, k.name, k.name_en, '' FROM room AS r JOIN campus AS k ON k.id = r.campus_id
		WHERE lower(r.name) LIKE $1 ESCAPE '!' OR lower(r.name_en) LIKE $1 ESCAPE '!' ORDER BY r.name, r.id LIMIT $2) AS rooms
) AS everything ORDER BY sort, code, name`

// Search finds courses, groups, teachers and rooms by a part of their code or name. Staff only.
func (s *Service) Search(ctx context.Context, who access.Actor, text string) (list []Found, err error) {
	if err := access.Working.Check(who); err != nil {
		return nil, err
	}
	text = strings.ToLower(strings.TrimSpace(fold.Width(text)))
	if text == "" {
		return nil, nil
	}
	pattern := sqldb.Contains(text)
	rows, err := s.database.Reader().QueryContext(ctx, searchStatement, pattern, maxEach)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var f Found
		if err := rows.Scan(&f.Kind, &f.ID, &f.Code, &f.Name, &f.NameEn, &f.Where, &f.WhereEn, &f.Course); err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		list = append(list, f)
	}
	return list, rows.Err()
}
