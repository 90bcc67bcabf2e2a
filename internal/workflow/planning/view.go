package planning

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// By is the kind of timetable shown.
type By string

// The kinds of timetable.
const (
	ByGroup   By = "group"
	ByCourse  By = "course"
	ByTeacher By = "teacher"
	ByRoom    By = "room"
	ByClass   By = "class" // a home class
	ByStudent By = "student"
	ByRooms   By = "rooms" // all rooms on one day
)

const maxViewDays = 7

// ViewQuery selects a part of a timetable.
type ViewQuery struct {
	Term     string
	By       By
	ID       string
	Campus   string     // for ByRooms; empty: all
	From, To civil.Date // zero: the whole term
}

// SizedGroup is a group and its number of students.
type SizedGroup struct {
	timetable.Group
	Size int `json:"size" doc:"Number of enrolled students."`
}

// ViewClass is a class with the draft applied.
type ViewClass struct {
	timetable.Class
	Line    string // the line of the draft that changes it
	Clashes int    // number of classes that need its room, teacher or group
	// SeatRooms are the other rooms in which part of an exam sits.
	SeatRooms []string
}

// View is a part of a timetable, with everything it refers to.
type View struct {
	Term     timetable.Term
	From, To civil.Date
	Title    Named
	Campuses []timetable.Campus
	Schemes  []timetable.PeriodScheme
	Rooms    []timetable.Room
	Teachers []timetable.Teacher
	Groups   []SizedGroup
	Mappings []timetable.DayMapping
	Holidays []timetable.Holiday
	Classes  []ViewClass
}

// View returns part of a timetable with the caller's draft applied. Registrars only. Errors: planning.no_object,
// planning.too_long, timetable.dates_reversed.
func (s *Service) View(ctx context.Context, who access.Actor, in ViewQuery) (View, error) {
	x, own, err := s.openDraft(ctx, who, in.Term)
	if err != nil {
		return View{}, err
	}
	out := View{
		Term: x.Term, From: x.Term.FirstMonday, To: x.Term.LastDay(), Campuses: x.Whole.Campuses,
		Schemes: x.Whole.Rules.Schemes,
	}
	if !in.From.IsZero() || !in.To.IsZero() || in.By == ByRooms {
		days := maxViewDays
		if in.By == ByRooms {
			days = 1
		}
		if err := checkSpan(in.From, in.To, days); err != nil {
			return View{}, err
		}
		out.From, out.To = in.From, in.To
	}
	view := x.With(changesOf(own))
	fits, err := s.classFilter(ctx, x, in, &out.Title)
	if err != nil {
		return View{}, err
	}
	out.Mappings, out.Holidays = x.Whole.Rules.InForce()
	out.collect(view, fits)
	if in.By == ByRooms { // including free rooms
		out.Rooms = nil
		for _, r := range x.Rooms {
			if in.Campus == "" || r.Campus == in.Campus {
				out.Rooms = append(out.Rooms, r)
			}
		}
	}
	slices.SortFunc(out.Rooms, func(a, b timetable.Room) int {
		return cmp.Or(cmp.Compare(a.Building, b.Building), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// collect adds the classes that fits accepts, and everything they refer to.
func (out *View) collect(v *clash.View, fits func(*timetable.Class) bool) {
	rooms, teachers, groups := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for c := range v.All() {
		was := c.Was != nil && !c.Was.Day.Before(out.From) && !c.Was.Day.After(out.To)
		if (c.Place.Day.Before(out.From) || c.Place.Day.After(out.To)) && !was || !fits(c) {
			continue
		}
		one := ViewClass{Class: *c, SeatRooms: v.Whole.SeatRooms.Of(c)}
		if c.State != timetable.Cancelled {
			one.Clashes = v.CountHard(c)
		}
		one.Line = v.LastChange(c.ID)
		out.Classes = append(out.Classes, one)
		for _, room := range one.SeatRooms {
			rooms[room] = true
		}
		rooms[c.Place.Room], teachers[c.Place.Teacher], groups[c.Group] = true, true, true
		if c.Was != nil {
			rooms[c.Was.Room], teachers[c.Was.Teacher] = true, true
		}
	}
	slices.SortFunc(out.Classes, func(a, b ViewClass) int { return a.Class.Compare(&b.Class) })
	for id := range rooms {
		if r, known := v.Rooms[id]; known {
			out.Rooms = append(out.Rooms, r)
		}
	}
	for id := range teachers {
		if t, known := v.Teachers[id]; known {
			out.Teachers = append(out.Teachers, t)
		}
	}
	for id := range groups {
		g := v.Group(id)
		out.Groups = append(out.Groups, SizedGroup{
			timetable.Group{
				ID: g.ID, Code: g.Code, Course: g.CourseID, CourseCode: g.CourseCode, Name: g.Course,
				NameEn: g.CourseEn,
			}, len(g.Students),
		})
	}
	slices.SortFunc(out.Teachers, func(a, b timetable.Teacher) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Groups, func(a, b SizedGroup) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.ID, b.ID))
	})
}

// classFilter returns a filter for the classes of the timetable, and its title. A class that the draft moves away
// from a room or teacher is still included.
func (s *Service) classFilter(
	ctx context.Context, x *clash.Index, in ViewQuery, title *Named,
) (func(*timetable.Class) bool, error) {
	ofGroups := func(groups map[string]bool) func(*timetable.Class) bool {
		return func(c *timetable.Class) bool { return groups[c.Group] }
	}
	switch in.By {
	case ByGroup:
		if g := x.Groups[in.ID]; g != nil {
			*title = Named{g.ID, g.Course + " " + g.Code, g.CourseEn + " " + g.Code}
			return ofGroups(map[string]bool{in.ID: true}), nil
		}
	case ByCourse:
		groups := map[string]bool{}
		for id, g := range x.Groups {
			if g.CourseID == in.ID {
				groups[id], *title = true, Named{in.ID, g.Course, g.CourseEn}
			}
		}
		if len(groups) > 0 {
			return ofGroups(groups), nil
		}
	case ByTeacher:
		if t, known := x.Teachers[in.ID]; known {
			*title = Named{t.ID, t.Name, t.NameEn}
			return func(c *timetable.Class) bool {
				return c.Place.Teacher == in.ID || c.Was != nil && c.Was.Teacher == in.ID
			}, nil
		}
	case ByRoom:
		if r, known := x.Rooms[in.ID]; known {
			*title = Named{r.ID, r.Name, r.NameEn}
			return func(c *timetable.Class) bool {
				return x.Whole.SeatRooms.In(c, in.ID) || c.Was != nil && c.Was.Room == in.ID
			}, nil
		}
	case ByRooms:
		inside := func(room string) bool { return room != "" && (in.Campus == "" || x.Rooms[room].Campus == in.Campus) }
		// Only what uses a room on that day: not what is cancelled or has moved to another day.
		return func(c *timetable.Class) bool {
			return c.State != timetable.Cancelled && c.Place.Day == in.From &&
				(inside(c.Place.Room) || slices.ContainsFunc(x.Whole.SeatRooms.Of(c), inside))
		}, nil
	case ByClass, ByStudent:
		groups, found := map[string]bool{}, false
		for _, st := range x.Students {
			if in.By == ByClass && st.Class == in.ID && in.ID != "" || in.By == ByStudent && st.ID == in.ID {
				found = true
				for _, g := range st.Groups {
					groups[g] = true
				}
			}
		}
		*title = Named{in.ID, in.ID, in.ID}
		if in.By == ByStudent {
			var err error
			if *title, err = s.studentName(ctx, in.ID); err != nil {
				return nil, err
			}
			found = true
		}
		if found {
			return ofGroups(groups), nil
		}
	}
	return nil, fault.New(fault.NotFound, "planning.no_object")
}

func (s *Service) studentName(ctx context.Context, id string) (out Named, err error) {
	out.ID = id
	err = s.o.DB.Reader().QueryRowContext(ctx, `SELECT name, name_latin FROM student WHERE id = $1`,
		id).Scan(&out.Name, &out.NameEn)
	if err != nil {
		return out, sqldb.Missing(err, "planning.no_object")
	}
	return out, nil
}
