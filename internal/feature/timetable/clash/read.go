package clash

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Index returns a whole term from the cache. An empty term means the current one. It doesn't check permissions. Errors:
// timetable.no_term, timetable.no_terms.
func (s *Service) Index(ctx context.Context, term string) (*Index, error) {
	if term == "" {
		_, current, err := s.timetables.Terms(ctx)
		if err != nil {
			return nil, err
		}
		if term = current; term == "" {
			return nil, fault.New(fault.NotFound, "timetable.no_terms")
		}
	}
	return s.indexes.Get(ctx, term, func(ctx context.Context) (out *Index, err error) {
		err = s.database.Read(ctx, func(q sqldb.Querier) error {
			out, err = s.ReadIndex(ctx, q, term)
			return err
		})
		return out, err
	})
}

// ReadIndex reads a whole term in the caller's transaction, so that it includes uncommitted writes.
func (s *Service) ReadIndex(ctx context.Context, q sqldb.Querier, term string) (*Index, error) {
	count, err := cache.RevisionOf(ctx, q, "")
	if err != nil {
		return nil, err
	}
	whole, err := s.timetables.WholeTerm(ctx, q, term)
	if err != nil {
		return nil, err
	}
	x := &Index{
		Revision: count,
		Term:     whole.Rules.Term, Whole: whole, Classes: whole.Classes(), At: s.database.Now(),
		Groups: map[string]*Group{}, Rooms: map[string]timetable.Room{}, Teachers: map[string]timetable.Teacher{},
		Teaches: map[string]map[string]bool{}, numbers: map[string]string{}, ways: Ways{},
	}
	if err := x.readNames(ctx, q); err != nil {
		return nil, err
	}
	if err := x.readStudents(ctx, q); err != nil {
		return nil, err
	}
	x.buildLookups()
	x.accepted, err = readAccepted(ctx, q, x.Term.ID)
	return x, err
}

func (x *Index) readNames(ctx context.Context, q sqldb.Querier) error {
	return errors.Join(
		sqldb.Each(ctx, q, "read a term", `SELECT g.id, g.code, c.id, c.code, c.name, c.name_en
			FROM course_group AS g JOIN course AS c ON c.id = g.course_id WHERE g.term_id = $1`,
			[]any{x.Term.ID}, func(row *sql.Rows) error {
				g := &Group{}
				err := row.Scan(&g.ID, &g.Code, &g.CourseID, &g.CourseCode, &g.Course, &g.CourseEn)
				x.Groups[g.ID] = g
				return err
			}),
		sqldb.Each(ctx, q, "read a term", `SELECT id, campus_id, name, name_en, building, seats FROM room`,
			nil, func(row *sql.Rows) error {
				var r timetable.Room
				err := row.Scan(&r.ID, &r.Campus, &r.Name, &r.NameEn, &r.Building, &r.Seats)
				x.Rooms[r.ID] = r
				return err
			}),
		sqldb.Each(ctx, q, "read a term", `SELECT id, number, name, name_en FROM teacher`, nil, func(row *sql.Rows) error {
			var t timetable.Teacher
			var number string
			err := row.Scan(&t.ID, &number, &t.Name, &t.NameEn)
			x.Teachers[t.ID], x.numbers[t.ID] = t, number
			return err
		}),
		sqldb.Each(ctx, q, "read a term", `SELECT campus_id, other_id, minutes FROM campus_way`,
			nil, func(row *sql.Rows) error {
				var a, b string
				var minutes int
				err := row.Scan(&a, &b, &minutes)
				x.ways[[2]string{min(a, b), max(a, b)}] = minutes
				return err
			}),
		sqldb.Each(ctx, q, "read a term", `SELECT course_id, teacher_id FROM course_teacher`, nil, func(row *sql.Rows) error {
			var course, teacher string
			err := row.Scan(&course, &teacher)
			x.addTeacher(course, teacher)
			return err
		}),
	)
}

// usualGroups is enough for most students.
const usualGroups = 8

// readStudents reads the enrolments. RawBytes saves a string per row: students and groups repeat.
func (x *Index) readStudents(ctx context.Context, q sqldb.Querier) error {
	var student, group, class sql.RawBytes
	return sqldb.Each(ctx, q, "read a term", `SELECT e.student_id, e.group_id, COALESCE(s.class, '')
		FROM confirmed_enrolment AS e JOIN course_group AS g ON g.id = e.group_id
		LEFT JOIN student AS s ON s.id = e.student_id WHERE g.term_id = $1
		ORDER BY e.student_id`, []any{x.Term.ID}, func(row *sql.Rows) error {
		if err := row.Scan(&student, &group, &class); err != nil {
			return err
		}
		if n := len(x.Students); n == 0 || x.Students[n-1].ID != string(student) {
			x.Students = append(x.Students,
				Student{ID: string(student), Class: string(class), Groups: make([]string, 0, usualGroups)})
		}
		at, g := len(x.Students)-1, x.Groups[string(group)]
		x.Students[at].Groups = append(x.Students[at].Groups, g.ID)
		g.Students = append(g.Students, at)
		return nil
	})
}
