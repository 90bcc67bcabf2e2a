package desk

import (
	"context"
	"database/sql"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// Found is a search result. Package student searches students.
type Found struct {
	Kind           string // course, group, teacher, room
	ID             string
	Code           string
	Name, NameEn   string
	Where, WhereEn string // the term of a group, the campus of a room
	Course         string // id of a group's course
}

// maxEach limits the results of each kind.
const maxEach = 6

var searchStatement = func() string {
	few := func(kind lookup.Kind) string { return `(` + lookup.Few(kind, 1, 2, maxEach) + `) AS few` }
	return `SELECT 'course' AS kind, 1 AS place, c.id AS id, c.code AS code, c.name AS name, c.name_en AS name_en,
		'' AS part, '' AS part_en, '' AS course
		FROM ` + few(lookup.Course) + ` JOIN course AS c ON c.id = few.id
	UNION ALL
	SELECT 'group', 2, g.id, g.code, c.name, c.name_en, t.name, t.name_en, c.id
		FROM ` + few(lookup.Group) + ` JOIN course_group AS g ON g.id = few.id JOIN course AS c ON c.id = g.course_id
	JOIN term AS t ON t.id = g.term_id
	UNION ALL
	SELECT 'teacher', 3, t.id, t.number, t.name, t.name_en, '', '', ''
	FROM ` + few(lookup.Teacher) + ` JOIN teacher AS t ON t.id = few.id
	UNION ALL
	SELECT 'room', 4, r.id, '', r.name, r.name_en, k.name, k.name_en, ''
		FROM ` + few(lookup.Room) + ` JOIN room AS r ON r.id = few.id JOIN campus AS k ON k.id = r.campus_id
	ORDER BY place, code, name`
}()

// Search finds courses, groups, teachers and rooms by a part of their code or name. Staff only.
func (s *Service) Search(ctx context.Context, who access.Actor, text string) (list []Found, err error) {
	if err := access.Working.Check(who); err != nil {
		return nil, err
	}
	key := fold.Token(text)
	if key == "" {
		return nil, nil
	}
	first, end := fold.Range(key)
	return sqldb.Select(ctx, s.database.Reader(), "search", searchStatement, []any{first, end},
		func(row *sql.Rows, f *Found) error {
			var place int
			return row.Scan(&f.Kind, &place, &f.ID, &f.Code, &f.Name, &f.NameEn, &f.Where, &f.WhereEn, &f.Course)
		})
}
