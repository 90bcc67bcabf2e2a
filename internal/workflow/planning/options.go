package planning

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

const maxOptions = 50

// Options lists what a timetable can be opened for in a term: at most fifty whose name, code or number contains the
// text. Registrars only.
func (s *Service) Options(ctx context.Context, who access.Actor, term string, by By, search string) ([]Option, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return nil, err
	}
	key := fold.Key(search)
	if by == ByStudent {
		return s.studentOptions(ctx, key)
	}
	list := slices.DeleteFunc(options(x, by), func(o Option) bool {
		return !strings.Contains(fold.Key(o.Name), key) && !strings.Contains(fold.Key(o.NameEn), key) &&
			!strings.Contains(fold.Key(o.Detail), key)
	})
	slices.SortFunc(list, func(a, b Option) int {
		byName, byDetail := cmp.Compare(a.Name, b.Name), cmp.Compare(a.Detail, b.Detail)
		if by == ByTeacher {
			return cmp.Or(byName, byDetail, cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(byDetail, byName, cmp.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), maxOptions)], nil
}

func options(x *clash.Index, by By) []Option {
	var list []Option
	switch by {
	case ByGroup:
		for _, g := range x.Groups {
			list = append(list, Option{Named{g.ID, g.Course, g.CourseEn}, g.Code})
		}
	case ByCourse:
		known := map[string]bool{}
		for _, g := range x.Groups {
			if !known[g.CourseID] {
				known[g.CourseID] = true
				list = append(list, Option{Named{g.CourseID, g.Course, g.CourseEn}, g.CourseCode})
			}
		}
	case ByTeacher:
		for _, t := range x.Teachers {
			list = append(list, Option{Named{t.ID, t.Name, t.NameEn}, x.TeacherDetail(t.ID)})
		}
	case ByRoom:
		for _, r := range x.Rooms {
			list = append(list, Option{Named{r.ID, r.Name, r.NameEn}, r.Building})
		}
	case ByClass:
		known := map[string]bool{}
		for _, st := range x.Students {
			if st.Class != "" && !known[st.Class] {
				known[st.Class] = true
				list = append(list, Option{Named{st.Class, st.Class, st.Class}, ""})
			}
		}
	case ByStudent, ByRooms:
	}
	return list
}

// studentOptions finds students whose number or name begins with a text.
func (s *Service) studentOptions(ctx context.Context, key string) ([]Option, error) {
	from, to := fold.Range(key)
	return sqldb.Select(ctx, s.o.DB.Reader(), "find students", `SELECT id, name, name_latin, number, class FROM student
		WHERE number_key >= $1 AND number_key < $2 OR name_key >= $1 AND name_key < $2 OR latin_key >= $1 AND latin_key < $2
		ORDER BY number_key LIMIT $3`, []any{from, to, maxOptions}, func(row *sql.Rows, o *Option) error {
		var class string
		err := row.Scan(&o.ID, &o.Name, &o.NameEn, &o.Detail, &class)
		if class != "" {
			o.Detail += " · " + class
		}
		return err
	})
}
