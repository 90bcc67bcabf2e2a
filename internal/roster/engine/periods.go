package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lectern/internal/fault"
	"lectern/internal/roster/db"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// periods makes campuses and their period schemes: the rows with the same campus and dates are one scheme, written as a whole.
type periods struct {
	*run
	order   []string
	schemes map[string]*scheme
}

type scheme struct {
	timetable.PeriodScheme
	campus, campusEn string
	rows             []*row
}

func (p *periods) row(_ context.Context, r *row) error {
	campus, from, to := r.need("campusId"), r.date("from"), r.date("to")
	r.need("from")
	r.need("to")
	key := nameKey(campus) + " " + from.String() + " " + to.String()
	s := p.schemes[key]
	if s == nil {
		s = &scheme{PeriodScheme: timetable.PeriodScheme{Campus: campus, From: from, To: to}}
		p.schemes[key] = s
		p.order = append(p.order, key)
	}
	s.campus, s.campusEn = cmp.Or(r.text("campus"), s.campus), cmp.Or(r.text("campusEn"), s.campusEn)
	if r.need("number") != "" && r.need("starts") != "" && r.need("ends") != "" {
		period := timetable.Period{Number: parsed(r, "number", wholeNumber), Starts: parsed(r, "starts", clock), Ends: parsed(r, "ends", clock)}
		s.Periods = append(s.Periods, period)
	}
	s.rows = append(s.rows, r)
	return nil
}

func (p *periods) finish(ctx context.Context) error {
	// The earlier one first: an old scheme may be shortened in the file that brings the next.
	slices.SortStableFunc(p.order, func(a, b string) int { return p.schemes[a].From.Compare(p.schemes[b].From) })
	for _, key := range p.order {
		s := p.schemes[key]
		s.check()
		if !allGoodOrRefused(s.rows) {
			if err := p.settleAll(s.rows); err != nil {
				return err
			}
			continue
		}
		effect, err := p.put(ctx, s)
		if err != nil {
			return err
		}
		if len(s.rows[0].problems) > 0 {
			for _, r := range s.rows[1:] {
				for _, problem := range s.rows[0].problems {
					r.refuse(problem.field, problem.Reason)
				}
			}
		}
		for _, r := range s.rows {
			if err := p.settle(r, effect); err != nil {
				return err
			}
		}
	}
	return nil
}

// check looks at the periods before they are written, because only here it is known in which row each of them stands. What is
// wrong with all of them, such as their dates, is wrong in every row.
func (s *scheme) check() {
	for _, r := range s.rows {
		if !r.good() {
			return
		}
	}
	for _, f := range fault.All(s.Check()) {
		for i := len(s.rows) - 1; i >= 0; i-- { // of two rows that contradict each other, the later one is refused
			one, p := true, s.Periods[i]
			switch f.Code {
			case "timetable.periods_overlap":
				one = itoa(p.Number) == f.Params["second"]
			case "timetable.period_number":
				one = itoa(p.Number) == f.Params["period"]
			case "timetable.past_midnight":
				one = p.Starts.String() == f.Params["starts"] && p.Ends.String() == f.Params["ends"]
			}
			if !one {
				continue
			}
			s.rows[i].refuse("", f)
			if f.Code != "timetable.dates_reversed" {
				break
			}
		}
	}
}

// put writes a campus that is new and the scheme. What is wrong with them is noted in the first row.
func (p *periods) put(ctx context.Context, s *scheme) (student.Effect, error) {
	r := s.rows[0]
	campuses, err := db.New(p.q).SelectCampuses(ctx)
	if err != nil {
		return student.Unchanged, fmt.Errorf("list campuses: %w", err)
	}
	campus, position := timetable.Campus{ID: s.Campus, Name: cmp.Or(s.campus, s.Campus), NameEn: s.campusEn}, len(campuses)+1
	for _, c := range campuses {
		if nameKey(c.ID) == nameKey(s.Campus) {
			campus, position = timetable.Campus{ID: c.ID, Name: cmp.Or(s.campus, c.Name), NameEn: cmp.Or(s.campusEn, c.NameEn)}, int(c.Position)
		}
	}
	s.Campus = campus.ID
	_, err = p.write(ctx, r, string(timetable.CampusRows), timetable.Rows(timetable.CampusRows), campus.ID, func() (string, error) {
		return campus.ID, p.Timetable.PutCampus(ctx, p.q, p.who, campus, position)
	})
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	schemes, err := db.New(p.q).SelectSchemes(ctx)
	if err != nil {
		return student.Unchanged, fmt.Errorf("list period schemes: %w", err)
	}
	s.ID = s.Campus + "-" + s.From.String()
	for _, other := range schemes { // one that was made otherwise has another id
		if other.CampusID == s.Campus && other.FromDate == s.From.String() {
			s.ID = other.ID
		}
	}
	was, err := p.Timetable.Scheme(ctx, p.q, s.ID)
	if err != nil {
		return student.Unchanged, err
	}
	effect, err := p.write(ctx, r, string(timetable.SchemeRows), timetable.Rows(timetable.SchemeRows), s.ID, func() (string, error) {
		return s.ID, p.Timetable.PutScheme(ctx, p.q, p.who, s.PeriodScheme)
	})
	if err == nil && r.good() {
		p.comparePeriods(s, was)
	}
	return effect, err
}
