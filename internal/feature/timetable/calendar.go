package timetable

import (
	"lectern/internal/kernel/civil"
)

// A calendar knows for every teaching day of a term (week and weekday) on which date it is taught, and for every date
// whether it is off. Both are counted from the first Monday, so that a teaching day and its own date have one index.
//
// The rules of 调休:
//   - A date that follows another teaching day teaches that one; its own teaching day is displaced.
//   - A teaching day is taught exactly once. When a date follows it, it is taught there, and its own date is left free,
//     holiday or not: the published date replaces the old one. A college that wants a day taught twice adds classes;
//     two classes with one id could not both be right.
//   - When several dates follow one teaching day (Check refuses that), the earliest teaches it and the others teach
//     nothing.
//   - A teaching day whose own date is off or displaced, and that no date follows, is not taught: its classes are
//     cancelled.
//   - A mapping is more specific than a holiday: a date inside a holiday that follows a teaching day is a day of work.
type calendar struct {
	first    civil.Date
	dates    []dateInfo
	teachDay []teachingInfo
}

type dateInfo struct {
	off     bool
	mapped  bool // follows another teaching day, or is off, by a mapping
	cause   Cause
	by      string
	changed Stamp // when a mapping or a holiday last touched the date
}

type teachingInfo struct {
	taught  bool
	on      civil.Date
	cause   Cause // what moved or cancelled it
	by      string
	changed Stamp
}

func newCalendar(p *Plan) calendar {
	days := max(min(p.Term.Weeks, MaxWeeks), 0) * 7
	c := calendar{first: p.Term.FirstMonday, dates: make([]dateInfo, days), teachDay: make([]teachingInfo, days)}
	for i := range p.Holidays {
		c.holiday(&p.Holidays[i])
	}
	// The mappings of a date are gathered first: of two for one date (Check refuses that) the one published last holds.
	holds := make(map[int]*DayMapping, len(p.Mappings))
	for i := range p.Mappings {
		m := &p.Mappings[i]
		date, ok := c.index(m.Date)
		if !ok {
			continue
		}
		c.markChanged(date, m)
		if m.Life.active() && (holds[date] == nil || laterMapping(m, holds[date])) {
			holds[date] = m
		}
	}
	for date, m := range holds {
		c.dates[date] = dateInfo{off: m.Off, mapped: true, cause: ByMapping, by: m.ID, changed: c.dates[date].changed}
	}
	for i := range c.teachDay {
		c.placeOnOwnDate(i)
	}
	for date := range c.dates {
		if m := holds[date]; m != nil && !m.Off {
			c.placeOnFollowing(date, m)
		}
	}
	return c
}

func laterMapping(a, b *DayMapping) bool {
	if !a.Life.Published.Equal(b.Life.Published) {
		return a.Life.Published.After(b.Life.Published)
	}
	return a.ID > b.ID
}

func (c *calendar) holiday(h *Holiday) {
	from := max(c.first.DaysUntil(h.From), 0)
	to := min(c.first.DaysUntil(h.To), len(c.dates)-1)
	for i := from; i <= to; i++ {
		d := &c.dates[i]
		d.changed = d.changed.later(h.Life.last())
		// Of holidays that overlap the smallest id is named, so that the order does not matter.
		if h.Life.active() && (!d.off || h.ID < d.by) {
			d.off, d.cause, d.by = true, ByHoliday, h.ID
		}
	}
}

// markChanged notes that a mapping, withdrawn or not, happened to its date and to the teaching day it names.
func (c *calendar) markChanged(date int, m *DayMapping) {
	c.dates[date].changed = c.dates[date].changed.later(m.Life.last())
	if target, ok := c.slot(m.Week, m.Weekday); ok && !m.Off {
		c.teachDay[target].changed = c.teachDay[target].changed.later(m.Life.last())
	}
}

// placeOnOwnDate puts a teaching day on its own date, when that is neither off nor mapped.
func (c *calendar) placeOnOwnDate(i int) {
	d, t := &c.dates[i], &c.teachDay[i]
	t.on = c.first.AddDays(i)
	t.taught = !d.off && !d.mapped
	t.changed = t.changed.later(d.changed)
	if !t.taught {
		t.cause, t.by = d.cause, d.by
	}
}

// placeOnFollowing puts a teaching day on the date that follows it. Dates come in order, so the first one to
// ask gets it.
func (c *calendar) placeOnFollowing(date int, m *DayMapping) {
	target, ok := c.slot(m.Week, m.Weekday)
	if !ok {
		return
	}
	t := &c.teachDay[target]
	if t.taught && t.cause == ByMapping {
		return
	}
	t.taught, t.on, t.cause, t.by = true, c.first.AddDays(date), ByMapping, m.ID
}

func (c *calendar) slot(week int, day civil.Weekday) (int, bool) {
	i := (week-1)*7 + int(day) - 1
	return i, week >= 1 && day.Valid() && i < len(c.dates)
}

func (c *calendar) index(date civil.Date) (int, bool) {
	i := c.first.DaysUntil(date)
	return i, !date.IsZero() && i >= 0 && i < len(c.dates)
}

// teaching returns where a teaching day of the term is taught.
func (c *calendar) teaching(week int, day civil.Weekday) *teachingInfo {
	i, _ := c.slot(week, day)
	return &c.teachDay[i]
}

// date returns what is known of a date, or nil outside the term.
func (c *calendar) date(date civil.Date) *dateInfo {
	if i, ok := c.index(date); ok {
		return &c.dates[i]
	}
	return nil
}
