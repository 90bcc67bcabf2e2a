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

// TermPlan returns what all groups of a term share, inside the caller's transaction: a plan without
// meetings and changes.
func (s *Service) TermPlan(ctx context.Context, q sqldb.Querier, term string) (Plan, error) {
	f, err := loadShared(ctx, q, term)
	if err != nil {
		return Plan{}, err
	}
	return f.rules(), nil
}

// A WholeTerm is what all groups of a term are taught.
type WholeTerm struct {
	Rules    Plan // what all groups share: without meetings and changes
	Campuses []Campus
	Plans    map[string]*Plan // of the groups that have classes, by id
	// SeatRooms are the rooms in which part of an exam sits besides the room of its class, by class.
	SeatRooms SeatRooms
}

// SeatRooms are the further rooms of exams, by class.
type SeatRooms map[string][]string

// Of lists the further rooms of a class.
func (s SeatRooms) Of(c *Class) []string {
	if c.Kind != Exam {
		return nil
	}
	return s[c.ID]
}

// In reports whether a class takes a room, or part of it sits there.
func (s SeatRooms) In(c *Class, room string) bool {
	return room != "" && (c.Place.Room == room || slices.Contains(s.Of(c), room))
}

// Shared lists the rooms that two classes both take.
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

// WholeTerm reads what all groups of a term are taught, inside the caller's transaction. An empty term is the current
// one: timetable.no_term, timetable.no_terms.
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

// Off reports whether nothing is taught on a date.
func (p *Plan) Off(date civil.Date) bool {
	calendar := newCalendar(p)
	d := calendar.date(date)
	return d != nil && d.off
}

// Scheme returns the period scheme of a campus on a date, or nil.
func (p *Plan) Scheme(campus string, date civil.Date) *PeriodScheme {
	return schemeFor(p.Schemes, campus, date)
}

// At gives the periods of a place the clock times that they have on its day and campus.
func (p *Plan) At(place Place) Place {
	x := expansion{plan: p}
	x.fillHours(&place)
	return place
}

// InForce lists the day mappings and holidays that hold.
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

// GroupPlan returns the plan of one group as it is inside the caller's transaction: course.no_group.
func (s *Service) GroupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	return groupPlan(ctx, q, group)
}

// Concerned is how many a correction of a term or of period times concerns.
type Concerned struct {
	Classes  int `json:"classes" doc:"How many are at another time, or no more."`
	Groups   int `json:"groups"`
	Students int `json:"students" doc:"How many get a message."`
	Teachers int `json:"teachers" doc:"Who log in and have such a class ahead of them: each gets one message."`
}

// PreviewCalendarTerm says how many PutCalendarTerm would concern, and writes nothing. Staff only; it refuses
// what that refuses.
func (s *Service) PreviewCalendarTerm(
	ctx context.Context, who access.Actor, t Term, exams []WeekSpan,
) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarTerm(ctx, q, who, t, exams) })
}

// PreviewCalendarScheme says how many PutCalendarScheme would concern, and writes nothing. Staff only; it refuses what
// that refuses.
func (s *Service) PreviewCalendarScheme(ctx context.Context, who access.Actor, scheme PeriodScheme) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarScheme(ctx, q, who, scheme) })
}

// previewRules runs a correction, counts what it would announce, and takes it back: so it concerns exactly those whom
// saving concerns.
func (s *Service) previewRules(ctx context.Context, put func(s *Service, q sqldb.Querier) error) (Concerned, error) {
	var out Concerned
	err := s.database.Preview(ctx, func(q sqldb.Querier) error {
		out = Concerned{}
		groups := map[string]map[string]bool{} // by term
		counting := *s
		counting.announce = func(_ context.Context, _ sqldb.Querier, _ access.Actor, published []News) error {
			var all []*News
			for _, news := range published {
				all = append(all, &news)
				if groups[news.Term.ID] == nil {
					groups[news.Term.ID] = map[string]bool{}
				}
				groups[news.Term.ID][news.Group] = true
				out.Classes += len(news.Differences)
			}
			out.Teachers = s.countTeachers(all)
			return nil
		}
		if err := put(&counting, q); err != nil {
			return err
		}
		students := map[string]bool{}
		for term, of := range groups {
			out.Groups += len(of)
			enrolled, err := db.New(q).SelectEnrolledOfTerm(ctx, term)
			if err != nil {
				return fmt.Errorf("read enrolments: %w", err)
			}
			for _, row := range enrolled {
				if of[row.GroupID] {
					students[row.StudentID] = true
				}
			}
		}
		out.Students = len(students)
		return nil
	})
	return out, err
}
