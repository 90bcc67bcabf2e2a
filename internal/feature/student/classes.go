package student

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// MaxClasses is how many home classes a search finds.
const MaxClasses = 50

// ClassName is a home class.
type ClassName struct {
	Name   string `json:"name" doc:"As in the records."`
	NameEn string `json:"nameEn" doc:"Empty: none, or the name needs no translation."`
}

// ClassNames lists the home classes that have an English name, as Record.ClassEn does. Staff and teachers only.
func (s *Service) ClassNames(ctx context.Context, who access.Actor) ([]ClassName, error) {
	if err := access.Working.Check(who); err != nil && who.Teacher == "" {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectClassProgrammes(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the names of classes: %w", err)
	}
	out := []ClassName{}
	for _, row := range rows {
		if en := classEn(row.Class, Named{Name: row.Name, NameEn: row.NameEn}); en != "" {
			out = append(out, ClassName{row.Class, en})
		}
	}
	return out, nil
}

// Classes finds home classes by a part of their names in either language, at most MaxClasses, sorted by name; for an
// adviser among the adviser's classes, all of them. Staff only.
func (s *Service) Classes(ctx context.Context, who access.Actor, text string) ([]ClassName, error) {
	if err := access.Advising.Check(who); err != nil {
		return nil, err
	}
	key := fold.Token(text)
	if who.Scope == access.Registrar {
		if key == "" {
			return s.classes(ctx, firstClasses)
		}
		first, end := fold.Range(key)
		return s.classes(ctx, lookup.Few(lookup.Class, 1, 2, MaxClasses), first, end)
	}
	own := slices.DeleteFunc(strings.Split(who.Classes, "\n"), func(class string) bool { return class == "" })
	if len(own) == 0 {
		return []ClassName{}, nil
	}
	places, args := sqldb.List(1, own)
	list, err := s.classes(ctx, "SELECT DISTINCT o.class AS id FROM student AS o WHERE o.class IN ("+places+")", args...)
	list = slices.DeleteFunc(list, func(c ClassName) bool {
		return !strings.Contains(fold.Key(c.Name), key) && !strings.Contains(fold.Key(c.NameEn), key)
	})
	return list, err
}

// firstClasses takes one step through the index for each class.
var firstClasses = `WITH RECURSIVE c(id, n) AS (
		SELECT CAST(min(o.class) AS TEXT), 1 FROM student AS o WHERE o.class > ''
		UNION ALL
		SELECT (SELECT CAST(min(o.class) AS TEXT) FROM student AS o WHERE o.class > c.id), c.n + 1 FROM c
		WHERE c.id IS NOT NULL AND c.n < ` + strconv.Itoa(MaxClasses) + `
	) SELECT c.id FROM c`

// classes names the classes of a query that have students, sorted by name. The English name is that of the programme
// of the first student.
func (s *Service) classes(ctx context.Context, query string, args ...any) ([]ClassName, error) {
	list := []ClassName{}
	err := sqldb.Each(ctx, s.database.Reader(), "list classes", `SELECT f.id, COALESCE(p.name_en, '')
		FROM (`+query+`) AS f
		LEFT JOIN programme AS p ON p.code = (
			SELECT s.programme_code FROM student AS s WHERE s.class = f.id ORDER BY s.number_key LIMIT 1
		)
		WHERE EXISTS (SELECT 1 FROM student AS x WHERE x.class = f.id)`, args, func(row *sql.Rows) error {
		var class string
		var programme Named
		err := row.Scan(&class, &programme.NameEn)
		list = append(list, ClassName{class, classEn(class, programme)})
		return err
	})
	slices.SortFunc(list, func(a, b ClassName) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}

// indexClass writes the search tokens of a student's class, unless it has some. Those of a class without students stay;
// searches skip it.
func indexClass(ctx context.Context, q sqldb.Querier, class, programme string) error {
	if class == "" {
		return nil
	}
	var there int
	err := q.QueryRowContext(ctx, `SELECT 1 FROM lookup WHERE id = $1 AND kind = $2 LIMIT 1`, class,
		string(lookup.Class)).Scan(&there)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var named Named
	err = q.QueryRowContext(ctx, `SELECT name_en FROM programme WHERE code = $1`, programme).Scan(&named.NameEn)
	if sqldb.IgnoreMissing(err) != nil {
		return fmt.Errorf("read the programme of a class: %w", err)
	}
	return lookup.Put(ctx, q, lookup.Class, class, []byte(class), lookup.Parts(class, classEn(class, named)))
}

// indexClassesOf writes the tokens of a programme's classes after its English name has changed.
func indexClassesOf(ctx context.Context, q sqldb.Querier, programme string) error {
	classes, err := sqldb.Select(ctx, q, "list the classes of a programme", `SELECT c.class
		FROM (SELECT DISTINCT s.class FROM student AS s WHERE s.programme_code = $1 AND s.class <> '') AS c
		WHERE $1 = (SELECT f.programme_code FROM student AS f WHERE f.class = c.class ORDER BY f.number_key LIMIT 1)`,
		[]any{programme}, func(row *sql.Rows, class *string) error { return row.Scan(class) })
	if err != nil {
		return err
	}
	for _, class := range classes {
		if err := lookup.Delete(ctx, q, lookup.Class, class); err != nil {
			return err
		}
		if err := indexClass(ctx, q, class, programme); err != nil {
			return err
		}
	}
	return nil
}
