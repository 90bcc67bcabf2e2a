package rooms

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// day holds the use of rooms on a day. Outside terms there are no classes.
type day struct {
	begins civil.Time             // the earliest first period on any campus
	taken  map[string][]TimeRange // by room, sorted by start
	off    bool
}

// read reads a day. A class without clock times takes its room all day: its range ends at zero.
func (s *Service) read(ctx context.Context, date civil.Date) (day, error) {
	begins, _ := civil.NewTime(8, 0)
	out := day{begins: begins, taken: map[string][]TimeRange{}, off: true}
	terms, _, err := s.o.Timetables.Terms(ctx)
	if err != nil {
		return out, err
	}
	i := slices.IndexFunc(terms, func(t timetable.Term) bool { return t.Contains(date) })
	if i < 0 {
		return out, nil
	}
	x, err := s.o.Clashes.Index(ctx, terms[i].ID)
	if err != nil {
		return out, err
	}
	out.begins = firstPeriod(x.Whole.Rules.Schemes, date, begins)
	classes := x.Day(date)
	for i := range classes {
		c := &classes[i]
		if c.State == timetable.Cancelled {
			continue
		}
		out.off = false
		for _, room := range x.RoomsOf(c) {
			out.taken[room] = append(out.taken[room], TimeRange{c.Place.Hours.Starts, c.Place.Hours.Ends})
		}
	}
	return out, nil
}

// firstPeriod returns the earliest start of the first period on any campus, or otherwise if there are no periods.
func firstPeriod(schemes []timetable.PeriodScheme, date civil.Date, otherwise civil.Time) civil.Time {
	best, found := otherwise, false
	for i := range schemes {
		s := &schemes[i]
		if len(s.Periods) > 0 && s.Covers(s.Campus, date) && (!found || s.Periods[0].Starts < best) {
			best, found = s.Periods[0].Starts, true
		}
	}
	return best
}

// table returns a timetable of some classes, in the form of a student's. It modifies the classes.
func table(x *clash.Index, classes []timetable.Class, teachers, notes bool) Table {
	rules := &x.Whole.Rules
	out := Table{Timetable: timetable.Timetable{
		Term: rules.Term, Campuses: x.Whole.Campuses, Schemes: rules.Schemes, Classes: classes,
	}}
	groups, rooms, people := map[string]bool{}, map[string]bool{}, map[string]bool{}
	hide := func(p *timetable.Place) {
		if !teachers {
			p.Teacher = ""
		}
		rooms[p.Room], people[p.Teacher] = true, true
	}
	for i := range classes {
		c := &classes[i]
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
	}
	out.Mappings, out.Holidays = rules.InForce()
	for _, id := range slices.Sorted(maps.Keys(groups)) {
		if g := x.Groups[id]; g != nil {
			out.Groups = append(out.Groups, timetable.Group{
				ID: g.ID, Code: g.Code, Course: g.CourseID, CourseCode: g.CourseCode, Name: g.Course, NameEn: g.CourseEn,
			})
		}
	}
	out.Rooms, out.Teachers = pick(rooms, x.Rooms), pick(people, x.Teachers)
	return out
}

// pick returns the wanted entries, sorted by id.
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

// readRooms lists the rooms by campus, building and name. Numbers in names sort by value: A9 before A10.
func readRooms(ctx context.Context, q sqldb.Querier) ([]timetable.Room, error) {
	return sqldb.Select(ctx, q, "list rooms", `SELECT r.id, r.campus_id, r.name, r.name_en, r.building, r.seats
		FROM room AS r JOIN campus AS c ON c.id = r.campus_id ORDER BY c.position, c.id, r.building, length(r.name), r.name,
		r.id`, nil, func(row *sql.Rows, r *timetable.Room) error {
		return row.Scan(&r.ID, &r.Campus, &r.Name, &r.NameEn, &r.Building, &r.Seats)
	})
}
