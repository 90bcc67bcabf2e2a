package timetable

import (
	"lectern/internal/kernel/civil"
)

// calendar knows the date of every teaching day (week and weekday) of a term, and whether each date is off. Both slices
// count from the first Monday, so a teaching day and its own date have the same index.
//
// The rules of 调休:
// · - A date that follows another teaching day takes that one; its own teaching day is displaced.
type calendar struct {
	first    civil.Date
	dates    []dateInfo
	teachDay []teachingInfo
}

type dateInfo struct {
	off     bool
	mapped  bool // a mapping makes it follow another teaching day or takes it off
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
	// Gather the mappings of each date first. If two apply to one date (Check refuses that), the later publication
	// wins.
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
		// If holidays overlap, the smallest id is shown, so the order doesn't matter.
		if h.Life.active() && (!d.off || h.ID < d.by) {
			d.off, d.cause, d.by = true, ByHoliday, h.ID
		}
	}
}

// markChanged records that a mapping, withdrawn or not, affected its date and the teaching day it names.
func (c *calendar) markChanged(date int, m *DayMapping) {
	c.dates[date].changed = c.dates[date].changed.later(m.Life.last())
	if target, ok := c.slot(m.Week, m.Weekday); ok && !m.Off {
		c.teachDay[target].changed = c.teachDay[target].changed.later(m.Life.last())
	}
}

// placeOnOwnDate puts a teaching day on its own date, unless that is off or mapped.
func (c *calendar) placeOnOwnDate(i int) {
	d, t := &c.dates[i], &c.teachDay[i]
	t.on = c.first.AddDays(i)
	t.taught = !d.off && !d.mapped
	t.changed = t.changed.later(d.changed)
	if !t.taught {
		t.cause, t.by = d.cause, d.by
	}
}

// placeOnFollowing puts a teaching day on the date that follows it. Dates come in order, so the first one wins.
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

// teaching returns the date of a teaching day.
func (c *calendar) teaching(week int, day civil.Weekday) *teachingInfo {
	i, _ := c.slot(week, day)
	return &c.teachDay[i]
}

// date returns the state of a date, or nil outside the term.
func (c *calendar) date(date civil.Date) *dateInfo {
	if i, ok := c.index(date); ok {
		return &c.dates[i]
	}
	return nil
}
