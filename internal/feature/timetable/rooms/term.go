package rooms

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A term is all classes of the college in one, expanded once for everybody.
type term struct {
	plan      timetable.Plan // what all groups share
	campuses  []timetable.Campus
	classes   []timetable.Class // in the order of timetable.Expand
	byRoom    map[string][]int
	byTeacher map[string][]int
	rooms     map[string]timetable.Room
	teachers  map[string]timetable.Teacher
	groups    map[string]timetable.Group
}

// term returns a term from memory while nothing in the college has changed. An empty one is the current one.
func (s *Service) term(ctx context.Context, id string) (*term, error) {
	if id == "" {
		_, current, err := s.o.Timetables.Terms(ctx)
		if err != nil {
			return nil, err
		}
		if id = current; id == "" {
			return nil, fault.New(fault.NotFound, "timetable.no_terms")
		}
	}
	return s.terms.Get(ctx, id, func(ctx context.Context) (out *term, err error) {
		err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
			out, err = s.readTerm(ctx, q, id)
			return err
		})
		return out, err
	})
}

// termOf returns the term that a day lies in, or nil.
func (s *Service) termOf(ctx context.Context, day civil.Date) (*term, error) {
	terms, _, err := s.o.Timetables.Terms(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(terms, func(t timetable.Term) bool { return t.Contains(day) })
	if i < 0 {
		return nil, nil
	}
	return s.term(ctx, terms[i].ID)
}

func (s *Service) readTerm(ctx context.Context, q sqldb.Querier, id string) (*term, error) {
	whole, err := s.o.Timetables.WholeTerm(ctx, q, id)
	if err != nil {
		return nil, err
	}
	plan, classes := whole.Rules, whole.Classes()
	out := &term{
		plan: plan, classes: classes, byRoom: map[string][]int{}, byTeacher: map[string][]int{},
		rooms: map[string]timetable.Room{}, teachers: map[string]timetable.Teacher{}, groups: map[string]timetable.Group{},
	}
	for i := range classes {
		place := &classes[i].Place
		if place.Room != "" {
			out.byRoom[place.Room] = append(out.byRoom[place.Room], i)
		}
		for _, room := range whole.SeatRooms.Of(&classes[i]) {
			if room != place.Room {
				out.byRoom[room] = append(out.byRoom[room], i)
			}
		}
		if place.Teacher != "" {
			out.byTeacher[place.Teacher] = append(out.byTeacher[place.Teacher], i)
		}
	}
	return out, out.readNames(ctx, q)
}

// readNames reads what the classes refer to.
func (t *term) readNames(ctx context.Context, q sqldb.Querier) error {
	var err error
	if t.campuses, err = readCampuses(ctx, q); err != nil {
		return err
	}
	rooms, err := readRooms(ctx, q)
	if err != nil {
		return err
	}
	for _, r := range rooms {
		t.rooms[r.ID] = r
	}
	err = sqldb.Each(ctx, q, "list teachers", `SELECT id, name, name_en FROM teacher`, nil, func(row *sql.Rows) error {
		var one timetable.Teacher
		err := row.Scan(&one.ID, &one.Name, &one.NameEn)
		t.teachers[one.ID] = one
		return err
	})
	if err != nil {
		return err
	}
	text := `SELECT g.id, g.code, c.id, c.code, c.name, c.name_en FROM course_group AS g JOIN course AS c ON c.id = g.course_id WHERE g.term_id = $1`
	return sqldb.Each(ctx, q, "list groups", text, []any{t.plan.Term.ID}, func(row *sql.Rows) error {
		var g timetable.Group
		err := row.Scan(&g.ID, &g.Code, &g.Course, &g.CourseCode, &g.Name, &g.NameEn)
		t.groups[g.ID] = g
		return err
	})
}

// off reports whether nothing is taught on a day.
func (t *term) off(day civil.Date) bool {
	_, found := slices.BinarySearchFunc(t.classes, day, func(c timetable.Class, d civil.Date) int { return c.Place.Day.Compare(d) })
	if !found {
		return true
	}
	return !slices.ContainsFunc(t.classes, func(c timetable.Class) bool { return c.Place.Day == day && c.State != timetable.Cancelled })
}

// begins is when the first period of a day starts, on any campus.
func (t *term) begins(day civil.Date) civil.Time {
	best, _ := civil.NewTime(8, 0)
	if t == nil {
		return best
	}
	found := false
	for i := range t.plan.Schemes {
		s := &t.plan.Schemes[i]
		if len(s.Periods) > 0 && s.Covers(s.Campus, day) && (!found || s.Periods[0].Starts < best) {
			best, found = s.Periods[0].Starts, true
		}
	}
	return best
}

// taken lists when a room is taken on a day, by the beginning. A class whose clock times nobody knows takes the day: its span ends at zero.
func (t *term) taken(room string, day civil.Date) []Span {
	if t == nil {
		return nil
	}
	var out []Span
	for _, i := range t.byRoom[room] {
		if c := &t.classes[i]; c.Place.Day == day && c.State != timetable.Cancelled {
			out = append(out, Span{c.Place.Hours.Starts, c.Place.Hours.Ends})
		}
	}
	return out
}

// table is the timetable of some classes, in the form of a student's.
func (t *term) table(indexes []int, teachers, notes bool) Table {
	out := Table{Timetable: timetable.Timetable{Term: t.plan.Term, Campuses: t.campuses, Schemes: t.plan.Schemes}}
	groups, rooms, people := map[string]bool{}, map[string]bool{}, map[string]bool{}
	hide := func(p *timetable.Place) {
		if !teachers {
			p.Teacher = ""
		}
		rooms[p.Room], people[p.Teacher] = true, true
	}
	for _, i := range indexes {
		c := t.classes[i]
		hide(&c.Place)
		if c.Was != nil {
			was := *c.Was
			hide(&was)
			c.Was = &was
		}
		if !notes {
			c.Note = ""
		}
		groups[c.Group] = true
		out.Classes = append(out.Classes, c)
	}
	out.Mappings, out.Holidays = t.plan.InForce()
	out.Groups, out.Rooms, out.Teachers = pick(groups, t.groups), pick(rooms, t.rooms), pick(people, t.teachers)
	return out
}

// pick returns the named ones, by id.
func pick[T any](wanted map[string]bool, all map[string]T) []T {
	var out []T
	for _, id := range slices.Sorted(maps.Keys(wanted)) {
		if one, known := all[id]; known {
			out = append(out, one)
		}
	}
	return out
}

func readCampuses(ctx context.Context, q sqldb.Querier) ([]timetable.Campus, error) {
	return sqldb.Select(ctx, q, "list campuses", `SELECT id, name, name_en FROM campus ORDER BY position, id`, nil,
		func(row *sql.Rows, c *timetable.Campus) error { return row.Scan(&c.ID, &c.Name, &c.NameEn) })
}

// readRooms lists the rooms by campus, building and name, numbers by their value: A9 before A10.
func readRooms(ctx context.Context, q sqldb.Querier) ([]timetable.Room, error) {
	return sqldb.Select(ctx, q, "list rooms", `SELECT r.id, r.campus_id, r.name, r.name_en, r.building, r.seats
		FROM room AS r JOIN campus AS c ON c.id = r.campus_id ORDER BY c.position, c.id, r.building, length(r.name), r.name, r.id`, nil,
		func(row *sql.Rows, r *timetable.Room) error {
			return row.Scan(&r.ID, &r.Campus, &r.Name, &r.NameEn, &r.Building, &r.Seats)
		})
}
