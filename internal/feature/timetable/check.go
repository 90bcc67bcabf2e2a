package timetable

import (
	"errors"
	"strconv"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// Check validates the dates of the scheme and its periods: numbered 1 to 60 in order, not overlapping, each ending
// after it starts. It reports all errors at once.
func (s *PeriodScheme) Check() error {
	var faults []error
	if s.From.IsZero() || s.To.Before(s.From) {
		faults = append(faults, fault.New(fault.Invalid, "timetable.dates_reversed", "from",
			s.From.String(), "to", s.To.String()))
	}
	if len(s.Periods) == 0 {
		faults = append(faults, fault.New(fault.Invalid, "timetable.scheme_empty"))
	}
	for i, p := range s.Periods {
		if err := checkClock(p.Starts, p.Ends); err != nil {
			faults = append(faults, err)
		}
		if p.Number < 1 || p.Number > 60 || i > 0 && p.Number <= s.Periods[i-1].Number {
			faults = append(faults, fault.New(fault.Invalid, "timetable.period_number", "period", strconv.Itoa(p.Number)))
		} else if i > 0 && p.Starts < s.Periods[i-1].Ends {
			faults = append(faults, fault.New(fault.Invalid, "timetable.periods_overlap",
				"first", strconv.Itoa(s.Periods[i-1].Number), "second", strconv.Itoa(p.Number)))
		}
	}
	return errors.Join(faults...)
}

// CheckSchemes validates each scheme and refuses two for one campus on the same date.
func CheckSchemes(schemes []PeriodScheme) error {
	var faults []error
	for i := range schemes {
		a := &schemes[i]
		if err := a.Check(); err != nil {
			faults = append(faults, err)
		}
		for j := range schemes[:i] {
			b := &schemes[j]
			if a.Campus == b.Campus && !a.From.After(b.To) && !b.From.After(a.To) {
				faults = append(faults, fault.New(fault.Conflict, "timetable.schemes_overlap",
					"campus", a.Campus, "date", laterDate(a.From, b.From).String()))
			}
		}
	}
	return errors.Join(faults...)
}

func laterDate(a, b civil.Date) civil.Date {
	if a.Before(b) {
		return b
	}
	return a
}

// checkClock refuses an end that isn't after its start. A class past midnight looks the same, so one message covers
// both.
func checkClock(starts, ends civil.Time) error {
	if !starts.Valid() || !ends.Valid() || ends <= starts {
		return fault.New(fault.Invalid, "timetable.past_midnight", "starts", starts.String(), "ends", ends.String())
	}
	return nil
}

// check refuses hours that are empty, reversed, or both periods and clock times.
func (h Hours) check() error {
	switch {
	case h.FirstPeriod == 0 && h.LastPeriod == 0 && h == (Hours{}):
		return fault.New(fault.Invalid, "timetable.no_hours")
	case h.FirstPeriod == 0 && h.LastPeriod == 0:
		return checkClock(h.Starts, h.Ends)
	case h.Starts != 0 || h.Ends != 0:
		return fault.New(fault.Invalid, "timetable.hours_both")
	case h.FirstPeriod < 1 || h.LastPeriod < h.FirstPeriod:
		return fault.New(fault.Invalid, "timetable.periods_reversed", "first", strconv.Itoa(h.FirstPeriod),
			"last", strconv.Itoa(h.LastPeriod))
	}
	return nil
}

// checkPeriods refuses periods that the campus doesn't have on the date.
func (h Hours) checkPeriods(schemes []PeriodScheme, campus string, date civil.Date) error {
	if h.FirstPeriod == 0 {
		return nil
	}
	if campus == "" {
		return fault.New(fault.Invalid, "timetable.no_campus")
	}
	scheme := schemeFor(schemes, campus, date)
	if scheme == nil {
		return fault.New(fault.Invalid, "timetable.no_scheme", "campus", campus, "date", date.String())
	}
	for _, number := range []int{h.FirstPeriod, h.LastPeriod} {
		if scheme.period(number) == nil {
			return fault.New(fault.Invalid, "timetable.unknown_period", "period", strconv.Itoa(number), "date", date.String())
		}
	}
	return nil
}

func (k Kind) check() error {
	if k != Regular && k != Exam {
		return fault.New(fault.Invalid, "timetable.unknown_kind", "kind", locale.Shorten(string(k), maxEcho))
	}
	return nil
}

// Check validates the meeting against its term and the periods of its campus. It reports all errors at once, but only
// the first week with an unknown period.
func (m *Meeting) Check(term Term, schemes []PeriodScheme) error {
	faults := []error{m.Kind.check()}
	if !m.Weekday.Valid() {
		faults = append(faults, fault.New(fault.Invalid, "timetable.weekday", "weekday", strconv.Itoa(int(m.Weekday))))
	}
	if m.Weeks == 0 {
		faults = append(faults, fault.New(fault.Invalid, "timetable.weeks_empty", "value", ""))
	}
	if beyond := m.Weeks &^ WeekRange(1, term.Weeks); beyond != 0 {
		faults = append(faults, fault.New(fault.Invalid, "timetable.week_out_of_range",
			"week", strconv.Itoa(beyond.First()), "last", strconv.Itoa(term.Weeks)))
	}
	if err := m.Hours.check(); err != nil {
		faults = append(faults, err)
	} else if m.Weekday.Valid() {
		for rest := m.Weeks & WeekRange(1, term.Weeks); rest != 0; rest &= rest - 1 {
			if err := m.Hours.checkPeriods(schemes, m.Campus, term.Date(rest.First(), m.Weekday)); err != nil {
				faults = append(faults, err)
				break
			}
		}
	}
	return errors.Join(faults...)
}

// Check validates the change against the plan: unknown class, day off or outside the term, wrong hours, or a move
// without effect. classes is the expanded plan.
func (c *Change) Check(plan *Plan, classes []Class) error {
	var target Place
	switch c.Action {
	case Add:
		if err := errors.Join(c.Kind.check(), c.Hours.check(), checkDay(plan, c.Day)); err != nil {
			return err
		}
	case Cancel, Move:
		class := findClass(classes, c.Class)
		if class == nil || class.Group != c.Group {
			return fault.New(fault.NotFound, "timetable.no_class")
		}
		if c.Action == Cancel {
			return nil
		}
		target = class.Place
		if err := c.checkMove(plan); err != nil {
			return err
		}
	default:
		return fault.New(fault.Invalid, "timetable.unknown_action", "action", locale.Shorten(string(c.Action), maxEcho))
	}
	target.apply(c)
	return target.Hours.checkPeriods(plan.Schemes, target.Campus, target.Day)
}

// Empty reports whether a move changes nothing.
func (c *Change) Empty() bool {
	return c.Day.IsZero() && c.Hours == (Hours{}) && c.Campus == "" && c.Room == "" && !c.Online && c.Teacher == ""
}

func (c *Change) checkMove(plan *Plan) error {
	var faults []error
	if c.Empty() {
		faults = append(faults, fault.New(fault.Invalid, "timetable.nothing_moved"))
	}
	if !c.Day.IsZero() {
		faults = append(faults, checkDay(plan, c.Day))
	}
	if c.Hours != (Hours{}) {
		faults = append(faults, c.Hours.check())
	}
	return errors.Join(faults...)
}

func checkDay(plan *Plan, day civil.Date) error {
	if day.IsZero() {
		return fault.New(fault.Invalid, "timetable.no_day")
	}
	if !plan.Term.Contains(day) {
		return outsideTerm(plan.Term, day)
	}
	calendar := newCalendar(plan)
	if d := calendar.date(day); d != nil && d.off {
		return fault.New(fault.Conflict, "timetable.day_off", "date", day.String())
	}
	return nil
}

func outsideTerm(term Term, day civil.Date) error {
	return fault.New(fault.Invalid, "timetable.date_out_of_term",
		"date", day.String(), "from", term.FirstMonday.String(), "to", term.LastDay().String())
}

func findClass(classes []Class, id string) *Class {
	for i := range classes {
		if classes[i].ID == id {
			return &classes[i]
		}
	}
	return nil
}

// Check refuses a mapping outside the term or one that conflicts with another: a date follows one teaching day, and a
// teaching day has one date.
func (m *DayMapping) Check(term Term, others []DayMapping) error {
	if !term.Contains(m.Date) {
		return outsideTerm(term, m.Date)
	}
	if !m.Off && (m.Week < 1 || m.Week > term.Weeks) {
		return fault.New(fault.Invalid, "timetable.week_out_of_range", "week", strconv.Itoa(m.Week),
			"last", strconv.Itoa(term.Weeks))
	}
	if !m.Off && !m.Weekday.Valid() {
		return fault.New(fault.Invalid, "timetable.weekday", "weekday", strconv.Itoa(int(m.Weekday)))
	}
	for i := range others {
		o := &others[i]
		if o.ID == m.ID || !o.Life.active() {
			continue
		}
		if o.Date == m.Date {
			return fault.New(fault.Conflict, "timetable.date_mapped_twice", "date", m.Date.String())
		}
		if !m.Off && !o.Off && o.Week == m.Week && o.Weekday == m.Weekday {
			return fault.New(fault.Conflict, "timetable.teaching_day_twice", "date", o.Date.String())
		}
	}
	return nil
}

// Check refuses reversed dates.
func (h *Holiday) Check() error {
	if h.From.IsZero() || h.To.Before(h.From) {
		return fault.New(fault.Invalid, "timetable.dates_reversed", "from", h.From.String(), "to", h.To.String())
	}
	return nil
}
