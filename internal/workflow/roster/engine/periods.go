package engine

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// periods writes campuses and their period times: rows with the same campus and dates form one scheme, written as a
// whole.
type periods struct {
	*run
	order   []string
	schemes map[string]*scheme
}

// mainCampus is the name of a college's first campus if the sheet names none.
const mainCampus = "主校区"

type scheme struct {
	timetable.PeriodScheme
	campus, campusEn string
	rows             []*row
}

func (p *periods) row(ctx context.Context, r *row) error {
	campus, err := p.campusOf(ctx, r)
	if err != nil {
		return err
	}
	from, to, err := p.datesOf(ctx, r, campus)
	if err != nil {
		return err
	}
	key := parse.NameKey(campus) + " " + from.String() + " " + to.String()
	s := p.schemes[key]
	if s == nil {
		s = &scheme{PeriodScheme: timetable.PeriodScheme{Campus: campus, From: from, To: to}}
		p.schemes[key] = s
		p.order = append(p.order, key)
	}
	s.campus, s.campusEn = cmp.Or(p.campusText(r), s.campus), cmp.Or(r.text("campusEn"), s.campusEn)
	if r.need("number") != "" {
		starts, ends := p.times(r)
		s.Periods = append(s.Periods, timetable.Period{Number: parsed(r, "number", periodNumber), Starts: starts, Ends: ends})
	}
	s.rows = append(s.rows, r)
	return nil
}

// campusText returns the campus that a row names. In a sheet with a campus column, an empty cell repeats the one above:
// people often fill in only the first.
func (x *run) campusText(r *row) string {
	if text := r.text("campus"); text != "" {
		x.campusAbove = text
	}
	return x.campusAbove
}

// campusOf returns the ID of a row's campus. A new campus without an ID is identified by its name.
func (p *periods) campusOf(ctx context.Context, r *row) (string, error) {
	if id := r.text("campusId"); id != "" {
		return id, nil
	}
	name := p.campusText(r)
	if name == "" {
		id, err := p.lookup.onlyCampus(ctx)
		if err != nil && len(p.lookup.campuses.exact) == 0 {
			return mainCampus, nil
		}
		return id, r.refuseOrFail("campus", err)
	}
	id, err := p.lookup.campus(ctx, name)
	if fault.Code(err) == "timetable.unknown_campus" {
		return name, nil
	}
	return id, err
}

// datesOf reads the dates between which a row applies. Without dates, they are those of the campus's only scheme, or
// span all terms.
func (p *periods) datesOf(ctx context.Context, r *row, campus string) (from, to civil.Date, err error) {
	from, to = r.date("from"), r.date("to")
	if !r.good() || !from.IsZero() && !to.IsZero() {
		return from, to, nil
	}
	terms, err := p.Timetable.TermsIn(ctx, p.q)
	if err != nil {
		return from, to, err
	}
	schemes, err := db.New(p.q).SelectSchemes(ctx)
	if err != nil {
		return from, to, fmt.Errorf("list period schemes: %w", err)
	}
	schemes = slices.DeleteFunc(schemes, func(s db.SelectSchemesRow) bool {
		return parse.NameKey(s.CampusID) != parse.NameKey(campus)
	})
	if len(schemes) > 1 || len(schemes)+len(terms) == 0 { // ambiguous
		r.refuse("from", fault.New(fault.Invalid, "roster.periods_from"))
		return from, to, nil
	}
	first, last := from, to
	for _, term := range terms {
		first, last = earlier(first, term.FirstMonday), later(last, term.LastDay())
	}
	for _, s := range schemes {
		begun, _ := civil.ParseDate(s.FromDate)
		ended, _ := civil.ParseDate(s.ToDate)
		first, last = begun, later(last, ended)
	}
	if from.IsZero() {
		from = first
	}
	if to.IsZero() {
		to = last
	}
	return from, to, nil
}

func earlier(a, b civil.Date) civil.Date {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func later(a, b civil.Date) civil.Date {
	if a.IsZero() || b.After(a) {
		return b
	}
	return a
}

// times reads the start and end of a period, from two cells or from one: 8:00-8:45.
func (p *periods) times(r *row) (starts, ends civil.Time) {
	span := "times"
	if r.text(span) == "" && r.text("ends") == "" {
		span = "starts"
	}
	if text := r.text(span); text != "" &&
		(span == "times" || parse.ClockSpan.MatchString(parse.Dashes.Replace(fold.Width(text)))) {
		h := parsed(r, span, parse.Hours)
		if h.FirstPeriod > 0 {
			r.refuse(span, fault.New(fault.Invalid, "roster.bad_time"))
		}
		return h.Starts, h.Ends
	}
	starts, ends = parsed(r, "starts", parse.Clock), parsed(r, "ends", parse.Clock)
	if r.text("times") == "" {
		r.need("starts")
		r.need("ends")
	}
	return starts, ends
}

// periodNumber reads 1, 第1节 and 第一节.
func periodNumber(text string) (int, error) {
	first, last, ok := parse.Periods(text)
	if !ok || first != last {
		return 0, fault.New(fault.Invalid, "roster.one_period", "value", parse.Clip(text))
	}
	return first, nil
}

var breakWords = regexp.MustCompile(`^(?:早读|早自习|早操|早餐|午餐|晚餐|午休|午间|午间休息|午饭|晚饭|课间|大课间|课间操|休息|晚自习\d*|晚休|熄灯|起床|预备|眼保健操)$`)

// isBreak reports whether a row is a break or meal between periods.
func (r *row) isBreak() bool {
	return r.layout.Kind == columns.Periods && breakWords.MatchString(parse.NameKey(r.text("number")))
}

func (p *periods) finish(ctx context.Context) error {
	// Earlier schemes first: the file may shorten an old one to make room for the next.
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

// check validates the periods before writing, because only here the row of each is known. An error that all share, such
// as in the dates, is reported in every row.
func (s *scheme) check() {
	for _, r := range s.rows {
		if !r.good() {
			return
		}
	}
	for _, f := range fault.All(s.Check()) {
		for i := len(s.rows) - 1; i >= 0; i-- { // of two conflicting rows, the later one is rejected
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

// put writes the scheme, and its campus if new. Errors go to the first row.
func (p *periods) put(ctx context.Context, s *scheme) (student.Effect, error) {
	r := s.rows[0]
	campuses, err := db.New(p.q).SelectCampuses(ctx)
	if err != nil {
		return student.Unchanged, fmt.Errorf("list campuses: %w", err)
	}
	campus, position := timetable.Campus{
		ID: s.Campus, Name: cmp.Or(s.campus, s.Campus),
		NameEn: s.campusEn,
	}, len(campuses)+1
	for _, c := range campuses {
		if parse.NameKey(c.ID) == parse.NameKey(s.Campus) {
			campus, position = timetable.Campus{ID: c.ID, Name: cmp.Or(s.campus, c.Name), NameEn: cmp.Or(s.campusEn, c.NameEn)},
				int(c.Position)
		}
	}
	s.Campus = campus.ID
	_, err = p.write(ctx, r, string(timetable.CampusRows), timetable.Rows(timetable.CampusRows),
		campus.ID, func() (string, error) {
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
	for _, other := range schemes { // one created elsewhere has a different ID
		if other.CampusID == s.Campus && other.FromDate == s.From.String() {
			s.ID = other.ID
		}
	}
	was, err := p.Timetable.Scheme(ctx, p.q, s.ID)
	if err != nil {
		return student.Unchanged, err
	}
	effect, err := p.write(ctx, r, string(timetable.SchemeRows), timetable.Rows(timetable.SchemeRows),
		s.ID, func() (string, error) {
			return s.ID, p.Timetable.PutScheme(ctx, p.q, p.who, s.PeriodScheme)
		})
	if err == nil && r.good() {
		p.comparePeriods(s, was)
	}
	return effect, err
}
