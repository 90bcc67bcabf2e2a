package timetable

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// DayState describes a date of the calendar: which teaching day takes place on it, or why there is no teaching.
type DayState struct {
	Date    civil.Date    `json:"date" format:"date"`
	Week    int           `json:"week" doc:"The teaching day that takes place on the date …"`
	Weekday civil.Weekday `json:"weekday" doc:"… Monday is 1; both are 0 if there is none."`
	Off     bool          `json:"off"`
	Cause   Cause         `json:"cause" enum:",mapping,holiday"`
	Name    string        `json:"name" doc:"Of the holiday."`
	NameEn  string        `json:"nameEn"`
	Classes int           `json:"classes" doc:"Classes that take place, in the whole college."`
}

// WeekPreview compares a week before and after publishing.
type WeekPreview struct {
	Term   string     `json:"term"`
	Number int        `json:"number"`
	Before []DayState `json:"before" doc:"Monday first."`
	After  []DayState `json:"after"`
}

// LostDay is a teaching day that would no longer take place on any date.
type LostDay struct {
	Date    civil.Date    `json:"date" format:"date"` // its own
	Week    int           `json:"week"`
	Weekday civil.Weekday `json:"weekday"`
	Classes int           `json:"classes"`
}

// ArrangementPreview describes the effect of publishing an arrangement.
type ArrangementPreview struct {
	Published Published     `json:"published" doc:"What would be new; the ids will differ."`
	Weeks     []WeekPreview `json:"weeks" doc:"Every affected week."`
	Lost      []LostDay     `json:"lost" doc:"Teaching days that would no longer take place on any date."`
	Students  int           `json:"students" doc:"Students with an affected class."`
	Teachers  int           `json:"teachers" doc:"Teachers with a login and an affected class that is still to come; each gets one message."`
	Groups    int           `json:"groups"`
	Moved     int           `json:"moved" doc:"Classes that move to another day."`
	Cancelled int           `json:"cancelled"`
	Back      int           `json:"back" doc:"Cancelled classes that take place again."`
	Messages  int           `json:"messages" doc:"How many messages every student gets."`
}

// PreviewArrangement computes the effect of publishing an arrangement without writing anything. Staff only. Errors:
// those of PublishArrangement.
func (s *Service) PreviewArrangement(ctx context.Context, who access.Actor, a Arrangement) (ArrangementPreview, error) {
	if err := access.Admin.Check(who); err != nil {
		return ArrangementPreview{}, err
	}
	var out ArrangementPreview
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		all, err := allShared(ctx, q)
		if err != nil {
			return err
		}
		terms := make([]Term, 0, len(all))
		for _, id := range slices.Sorted(maps.Keys(all)) {
			terms = append(terms, all[id].term)
		}
		p := &preview{
			service: s, out: &out, after: map[string]*sharedTerm{},
			days: map[string]map[civil.Date]bool{}, before: all,
		}
		for id, f := range all {
			next := *f
			next.holidays, next.mappings = slices.Clone(f.holidays), slices.Clone(f.mappings)
			p.after[id], p.days[id] = &next, map[civil.Date]bool{}
		}
		if err := p.apply(ctx, q, a, terms); err != nil {
			return err
		}
		students := map[string]bool{}
		var news []*News
		for _, id := range slices.Sorted(maps.Keys(all)) {
			if len(p.days[id]) == 0 {
				continue
			}
			of, err := p.compare(ctx, q, id, students)
			if err != nil {
				return err
			}
			news = append(news, of...)
		}
		if err := NameReaders(ctx, q, news); err != nil {
			return err
		}
		out.Students, out.Teachers = len(students), s.countTeachers(news)
		return nil
	})
	return out, err
}

// preview holds the terms before and after, and the affected dates by term.
type preview struct {
	service       *Service
	out           *ArrangementPreview
	before, after map[string]*sharedTerm
	days          map[string]map[civil.Date]bool
}

func (p *preview) apply(ctx context.Context, q sqldb.Querier, a Arrangement, terms []Term) error {
	now := p.service.now()
	if err := p.withdraw(ctx, q, a, now); err != nil {
		return err
	}
	for _, h := range a.Holidays {
		if err := h.Check(); err != nil {
			return err
		}
		h.ID, h.Life = sqldb.NewID(), Life{Published: now}
		inForce, err := p.inForce(ctx, q, h)
		if err != nil {
			return err
		}
		if inForce {
			continue
		}
		touches := false
		for term, f := range p.after {
			if !f.term.Overlaps(h.From, h.To) {
				continue
			}
			f.holidays, touches = append(f.holidays, h), true
			p.addDates(term, h.From, h.To)
		}
		if touches && !h.To.Before(p.service.Today()) {
			p.out.Messages++
		}
		p.out.Published.Holidays = append(p.out.Published.Holidays, h)
	}
	for _, d := range a.Days {
		if err := p.day(d, terms, now); err != nil {
			return err
		}
	}
	return nil
}

// inForce reports whether the holiday is already in force. Holidays outside every term aren't in sharedTerm, so they
// are looked up in the database.
func (p *preview) inForce(ctx context.Context, q sqldb.Querier, h Holiday) (bool, error) {
	touches := false
	for _, f := range p.after {
		if slices.ContainsFunc(f.holidays, h.sameInForce) {
			return true, nil
		}
		touches = touches || f.term.Overlaps(h.From, h.To)
	}
	if touches {
		return false, nil
	}
	return holidayInForce(ctx, q, h)
}

func (p *preview) day(d DayPlan, terms []Term, now time.Time) error {
	m, err := d.mapping(terms)
	if err != nil {
		return err
	}
	f := p.after[m.Term]
	if slices.ContainsFunc(f.mappings, m.sameInForce) {
		return nil
	}
	m.ID, m.Life = sqldb.NewID(), Life{Published: now}
	if err := m.Check(f.term, f.mappings); err != nil {
		return err
	}
	f.mappings = append(f.mappings, m.DayMapping)
	p.addMapping(m)
	if !m.Date.Before(p.service.Today()) {
		p.out.Messages++
	}
	p.out.Published.Mappings = append(p.out.Published.Mappings, m)
	return nil
}

func (p *preview) withdraw(ctx context.Context, q sqldb.Querier, a Arrangement, now time.Time) error {
	today := p.service.Today()
	for _, holiday := range a.WithdrawHolidays {
		row, err := db.New(q).SelectHoliday(ctx, holiday)
		if err != nil {
			return sqldb.Missing(err, "timetable.no_holiday")
		}
		if h := toHoliday(row); h.Life.active() && !h.To.Before(today) {
			p.out.Messages++
		}
		for term, f := range p.after {
			for i := range f.holidays {
				if h := &f.holidays[i]; h.ID == holiday && h.Life.active() {
					h.Life.Withdrawn = now
					p.addDates(term, h.From, h.To)
				}
			}
		}
	}
	for _, mapping := range a.WithdrawMappings {
		row, err := db.New(q).SelectMapping(ctx, mapping)
		if err != nil {
			return sqldb.Missing(err, "timetable.no_mapping")
		}
		f := p.after[row.TermID]
		if f == nil {
			return fault.New(fault.NotFound, "timetable.no_mapping")
		}
		for i := range f.mappings {
			if m := &f.mappings[i]; m.ID == mapping && m.Life.active() {
				m.Life.Withdrawn = now
				p.addMapping(TermMapping{row.TermID, *m})
				if !m.Date.Before(today) {
					p.out.Messages++
				}
			}
		}
	}
	return nil
}

func (p *preview) addDates(term string, from, to civil.Date) {
	t := p.before[term].term
	for d := laterDate(from, t.FirstMonday); !d.After(to) && !d.After(t.LastDay()); d = d.AddDays(1) {
		p.days[term][d] = true
	}
}

func (p *preview) addMapping(m TermMapping) {
	p.addDates(m.Term, m.Date, m.Date)
	if !m.Off {
		follows := p.before[m.Term].term.Date(m.Week, m.Weekday)
		p.addDates(m.Term, follows, follows)
	}
}

// compare expands a term before and after, and counts the differences.
func (p *preview) compare(
	ctx context.Context, q sqldb.Querier, term string, students map[string]bool,
) ([]*News, error) {
	plans, err := plansByGroup(ctx, q, p.before[term])
	if err != nil {
		return nil, err
	}
	before, after := p.before[term].rules(), p.after[term].rules()
	for _, plan := range plans {
		before.Meetings, before.Changes = append(before.Meetings, plan.Meetings...), append(before.Changes, plan.Changes...)
	}
	after.Meetings, after.Changes = before.Meetings, before.Changes
	was, now := Expand(before), Expand(after)
	groups := map[string]*News{}
	for _, d := range Diff(was, now) {
		switch {
		case d.After == nil || d.After.State == Cancelled:
			p.out.Cancelled++
		case d.Before == nil || d.Before.State == Cancelled:
			p.out.Back++
		default:
			p.out.Moved++
		}
		group := cmp.Or(d.After, d.Before).Group
		if groups[group] == nil {
			groups[group] = &News{Term: before.Term, Group: group}
		}
		groups[group].Differences = append(groups[group].Differences, d)
	}
	p.out.Groups += len(groups)
	enrolled, err := db.New(q).SelectEnrolledOfTerm(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("read enrolments: %w", err)
	}
	for _, row := range enrolled {
		if groups[row.GroupID] != nil {
			students[row.StudentID] = true
		}
	}
	old, next := newDays(&before, was), newDays(&after, now)
	p.weeks(before.Term, old, next)
	p.lost(before.Term, old, next)
	return slices.Collect(maps.Values(groups)), nil
}

func (p *preview) weeks(term Term, old, next *days) {
	numbers := map[int]bool{}
	for d := range p.days[term.ID] {
		week := WeekOf(term, d)
		numbers[week] = true
	}
	for _, number := range slices.Sorted(maps.Keys(numbers)) {
		week := WeekPreview{Term: term.ID, Number: number}
		for weekday := civil.Monday; weekday <= civil.Sunday; weekday++ {
			date := term.Date(number, weekday)
			week.Before, week.After = append(week.Before, old.state(date)), append(week.After, next.state(date))
		}
		p.out.Weeks = append(p.out.Weeks, week)
	}
}

func (p *preview) lost(term Term, old, next *days) {
	for i := range old.calendar.teachDay {
		was, now := &old.calendar.teachDay[i], &next.calendar.teachDay[i]
		if n := old.classes[was.on]; was.taught && !now.taught && n > 0 {
			own := term.FirstMonday.AddDays(i)
			p.out.Lost = append(p.out.Lost, LostDay{Date: own, Week: i/7 + 1, Weekday: own.Weekday(), Classes: n})
		}
	}
}

// days tells which teaching day each date of a plan has.
type days struct {
	term     Term
	calendar calendar
	taught   map[civil.Date]int // date → index of the teaching day
	classes  map[civil.Date]int
	names    map[string]Holiday
}

func newDays(plan *Plan, classes []Class) *days {
	d := &days{plan.Term, newCalendar(plan), map[civil.Date]int{}, map[civil.Date]int{}, map[string]Holiday{}}
	for i := range d.calendar.teachDay {
		if t := &d.calendar.teachDay[i]; t.taught {
			d.taught[t.on] = i
		}
	}
	for i := range classes {
		if classes[i].State != Cancelled {
			d.classes[classes[i].Place.Day]++
		}
	}
	for _, h := range plan.Holidays {
		d.names[h.ID] = h
	}
	return d
}

func (d *days) state(date civil.Date) DayState {
	out := DayState{Date: date, Classes: d.classes[date]}
	if i, taught := d.taught[date]; taught {
		out.Week, out.Weekday = i/7+1, civil.Weekday(i%7+1)
	}
	if info := d.calendar.date(date); info != nil {
		out.Off, out.Cause = info.off, info.cause
		if info.cause == ByHoliday {
			out.Name, out.NameEn = d.names[info.by].Name, d.names[info.by].NameEn
		}
	}
	return out
}
