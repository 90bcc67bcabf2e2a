package timetable

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// TermsIn lists all terms inside the caller's transaction, the earliest first.
func (s *Service) TermsIn(ctx context.Context, q sqldb.Querier) ([]Term, error) {
	return loadTerms(ctx, q)
}

// TermPlan returns a term's plan without meetings and changes, inside the caller's transaction.
func (s *Service) TermPlan(ctx context.Context, q sqldb.Querier, term string) (Plan, error) {
	f, err := loadShared(ctx, q, term)
	if err != nil {
		return Plan{}, err
	}
	return f.rules(), nil
}

// WholeTerm holds the plans of all groups of a term.
type WholeTerm struct {
	Rules    Plan // without meetings and changes
	Campuses []Campus
	Plans    map[string]*Plan // of the groups that have classes, by id
	// By class, the rooms besides its own that have exam seats.
	SeatRooms SeatRooms
}

// SeatRooms lists, by class, the further rooms of exams.
type SeatRooms map[string][]string

// Of lists the further rooms of a class.
func (s SeatRooms) Of(c *Class) []string {
	if c.Kind != Exam {
		return nil
	}
	return s[c.ID]
}

// In reports whether a class uses a room, also with only part of an exam.
func (s SeatRooms) In(c *Class, room string) bool {
	return room != "" && (c.Place.Room == room || slices.Contains(s.Of(c), room))
}

// Shared lists the rooms that both classes use.
func (s SeatRooms) Shared(a, b *Class) (rooms []string) {
	if s.In(b, a.Place.Room) {
		rooms = append(rooms, a.Place.Room)
	}
	for _, room := range s.Of(a) {
		if room != a.Place.Room && s.In(b, room) {
			rooms = append(rooms, room)
		}
	}
	return rooms
}

// Classes expands the term, in the order of Expand.
func (w *WholeTerm) Classes() []Class {
	all := w.Rules
	for _, group := range slices.Sorted(maps.Keys(w.Plans)) {
		all.Meetings = append(all.Meetings, w.Plans[group].Meetings...)
		all.Changes = append(all.Changes, w.Plans[group].Changes...)
	}
	return Expand(all)
}

// WholeTerm reads the plans of all groups of a term, inside the caller's transaction. An empty term means the current
// one. Errors: timetable.no_term, timetable.no_terms.
func (s *Service) WholeTerm(ctx context.Context, q sqldb.Querier, term string) (*WholeTerm, error) {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return nil, err
	}
	if term == "" {
		now, ok := CurrentTerm(terms, s.Today())
		if !ok {
			return nil, fault.New(fault.NotFound, "timetable.no_terms")
		}
		term = now.ID
	}
	shared, err := loadShared(ctx, q, term)
	if err != nil {
		return nil, err
	}
	plans, err := plansByGroup(ctx, q, shared)
	if err != nil {
		return nil, err
	}
	seats, err := seatRooms(ctx, q, term)
	return &WholeTerm{Rules: shared.rules(), Campuses: shared.campuses, Plans: plans, SeatRooms: seats}, err
}

// Off reports whether a date has no teaching.
func (p *Plan) Off(date civil.Date) bool {
	calendar := newCalendar(p)
	d := calendar.date(date)
	return d != nil && d.off
}

// Scheme returns the period scheme of a campus on a date, or nil.
func (p *Plan) Scheme(campus string, date civil.Date) *PeriodScheme {
	return schemeFor(p.Schemes, campus, date)
}

// At fills in the clock times of the periods on the day and campus of a place.
func (p *Plan) At(place Place) Place {
	x := expansion{plan: p}
	x.fillHours(&place)
	return place
}

// InForce lists the day mappings and holidays in force.
func (p *Plan) InForce() (mappings []DayMapping, holidays []Holiday) {
	for _, m := range p.Mappings {
		if m.Life.active() {
			mappings = append(mappings, m)
		}
	}
	for _, h := range p.Holidays {
		if h.Life.active() {
			holidays = append(holidays, h)
		}
	}
	return mappings, holidays
}

// GroupPlan returns a group's plan inside the caller's transaction. Errors: course.no_group.
func (s *Service) GroupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	return groupPlan(ctx, q, group)
}

// Concerned counts the people and classes that a correction of a term or of period times affects.
type Concerned struct {
	Classes  int `json:"classes" doc:"Classes at another time, or removed."`
	Groups   int `json:"groups"`
	Students int `json:"students" doc:"Students who get a message."`
	Teachers int `json:"teachers" doc:"Teachers with a login and an affected class that is still to come; each gets one message."`
}

// PreviewCalendarTerm counts what PutCalendarTerm would affect, without writing anything. Staff only. Errors: the same.
func (s *Service) PreviewCalendarTerm(
	ctx context.Context, who access.Actor, t Term, exams []WeekSpan,
) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarTerm(ctx, q, who, t, exams) })
}

// PreviewCalendarScheme counts what PutCalendarScheme would affect, without writing anything. Staff only. Errors: the
// same.
func (s *Service) PreviewCalendarScheme(ctx context.Context, who access.Actor, scheme PeriodScheme) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarScheme(ctx, q, who, scheme) })
}

// previewRules runs the correction, counts what it would announce and rolls back, so the numbers are exactly those of
// saving.
func (s *Service) previewRules(ctx context.Context, put func(s *Service, q sqldb.Querier) error) (Concerned, error) {
	var out Concerned
	err := s.database.Preview(ctx, func(q sqldb.Querier) error {
		out = Concerned{}
		counting := *s
		counting.announce = func(ctx context.Context, q sqldb.Querier, _ access.Actor, published []News) (err error) {
			out, err = s.concerned(ctx, q, published)
			return err
		}
		return put(&counting, q)
	})
	return out, err
}

// concerned counts who gets a message about corrected rules, and the classes behind it.
func (s *Service) concerned(ctx context.Context, q sqldb.Querier, published []News) (out Concerned, err error) {
	today, clock := s.Clock()
	students, groups := map[string]bool{}, map[string]map[string]bool{} // groups by term, whose students are told
	var all []*News
	for i := range published {
		n := &published[i]
		if n.Times != nil {
			for _, list := range n.Times.Students {
				for _, student := range list {
					students[student] = true
				}
			}
			continue
		}
		all = append(all, n)
		out.Classes += len(n.Differences)
		out.Groups++
		if n.Days || len(Ahead(n.Differences, today, clock)) == 0 {
			continue
		}
		if groups[n.Term.ID] == nil {
			groups[n.Term.ID] = map[string]bool{}
		}
		groups[n.Term.ID][n.Group] = true
	}
	out.Teachers = s.countTeachers(all)
	for term, of := range groups {
		enrolled, err := db.New(q).SelectEnrolledOfTerm(ctx, term)
		if err != nil {
			return out, fmt.Errorf("read enrolments: %w", err)
		}
		for _, row := range enrolled {
			if of[row.GroupID] {
				students[row.StudentID] = true
			}
		}
	}
	out.Students = len(students)
	return out, nil
}
