package timetable

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/kernel/civil"
)

// Expand turns a plan into dated classes, one for each week of each meeting and one for each added class, ordered by
// day, time and id. Cancelled classes are included. It never fails, and the order of the plan's parts doesn't matter:
// entries that Check would refuse are ignored, so that one can't break a whole timetable.
//
// The more specific wins: change over day mapping over holiday over meeting. There are two exceptions: an explicit
// cancellation can only be undone by a later move, and a class moved or added to a date that is off is cancelled,
// because a typhoon closes the college for everyone.
func Expand(p Plan) []Class {
	x := expansion{plan: &p, calendar: newCalendar(&p), changes: changesByClass(p.Changes)}
	for i := range p.Meetings {
		m := &p.Meetings[i]
		rule := p.Moved.later(m.Life.last())
		for rest := teachable(&p, m); rest != 0; rest &= rest - 1 {
			x.meeting(m, rule, rest.First())
		}
	}
	for i := range p.Changes {
		if c := &p.Changes[i]; c.Action == Add {
			x.added(c)
		}
	}
	return inOrder(x.classes)
}

// teachable returns the weeks of a meeting that its term really has.
func teachable(p *Plan, m *Meeting) Weeks {
	if !m.Weekday.Valid() {
		return 0
	}
	return m.Weeks & WeekRange(1, p.Term.Weeks)
}

// changesByClass groups cancellations and moves by class, each list in order of publication.
func changesByClass(changes []Change) map[string][]*Change {
	by := map[string][]*Change{}
	for i := range changes {
		if c := &changes[i]; c.Action != Add {
			by[c.Class] = append(by[c.Class], c)
		}
	}
	for _, list := range by {
		slices.SortFunc(list, func(a, b *Change) int {
			return cmp.Or(a.Life.Published.Compare(b.Life.Published), cmp.Compare(a.ID, b.ID))
		})
	}
	return by
}

type expansion struct {
	plan     *Plan
	calendar calendar
	changes  map[string][]*Change
	classes  []Class
}

// meeting creates the class of one teaching day. The rule's stamp is the same for all its weeks.
func (x *expansion) meeting(m *Meeting, rule Stamp, week int) {
	own := Place{
		Day: x.plan.Term.Date(week, m.Weekday), Hours: m.Hours, Campus: m.Campus,
		Room: m.Room, Teacher: m.Teacher,
	}
	scheme := x.fillHours(&own)
	teaching := x.calendar.teaching(week, m.Weekday)
	x.classes = append(x.classes, Class{
		ID: ClassID(m.series(), week), Group: m.Group, Meeting: m.ID, Kind: m.Kind, Week: week, Place: own,
		State: Held, Cause: teaching.cause, By: teaching.by, Changed: teaching.changed.At,
		Revision: teaching.changed.Revision,
	})
	class := &x.classes[len(x.classes)-1]
	class.touch(&rule)
	class.touch(&scheme)
	if teaching.taught {
		class.Place.Day = teaching.on
	}
	x.finish(class, &own, !teaching.taught)
}

// added creates the class of an addition.
func (x *expansion) added(c *Change) {
	if !c.Life.active() || !x.plan.Term.Contains(c.Day) {
		return
	}
	week := WeekOf(x.plan.Term, c.Day)
	own := Place{Day: c.Day, Hours: c.Hours, Campus: c.Campus, Room: c.Room, Teacher: c.Teacher}
	scheme := x.fillHours(&own)
	x.classes = append(x.classes, Class{
		ID: c.ID, Group: c.Group, Kind: c.Kind, Week: week, Place: own,
		State: Added, Cause: ByChange, By: c.ID, Note: c.Note, Changed: c.Life.last().At, Revision: c.Life.Revision,
	})
	class := &x.classes[len(x.classes)-1]
	class.touch(&scheme)
	x.finish(class, &own, false)
}

// finish applies the changes to a class and decides its state. unplaced means that the calendar has no day for the
// class: only a move with its own day gives it one.
func (x *expansion) finish(class *Class, own *Place, unplaced bool) {
	cancelled := false
	for _, c := range x.changes[class.ID] {
		stamp := c.Life.last()
		class.touch(&stamp)
		if !c.Life.active() {
			continue
		}
		cancelled = c.Action == Cancel
		if !cancelled {
			class.Place.apply(c)
			unplaced = unplaced && c.Day.IsZero()
		}
		if !unplaced {
			class.Cause, class.By = ByChange, c.ID
		}
		class.Note = c.Note
	}
	if class.Place != *own {
		scheme := x.fillHours(&class.Place)
		class.touch(&scheme)
	}
	if class.Place != *own {
		was := *own
		class.Was = &was
		if class.State == Held {
			class.State = Moved
		}
	} else if class.State == Held && !unplaced && !cancelled {
		class.Cause, class.By = "", ""
	}
	if unplaced || cancelled {
		class.State = Cancelled
	}
	if off := x.calendar.date(class.Place.Day); off != nil && off.off {
		class.touch(&off.changed)
		if !cancelled {
			class.State, class.Cause, class.By = Cancelled, off.cause, off.by
		}
	}
}

// apply sets the fields that a move changes.
func (p *Place) apply(c *Change) {
	if !c.Day.IsZero() {
		p.Day = c.Day
	}
	if c.Hours != (Hours{}) {
		p.Hours = c.Hours
	}
	if c.Campus != "" {
		p.Campus = c.Campus
	}
	if c.Room != "" || c.Online {
		p.Room = c.Room
	}
	if c.Teacher != "" {
		p.Teacher = c.Teacher
	}
}

// fillHours looks up the clock times of the periods on the day and campus of the class, and returns when they were last
// corrected.
func (x *expansion) fillHours(p *Place) (changed Stamp) {
	if p.Hours.FirstPeriod == 0 {
		return changed
	}
	for i := range x.plan.OldSchemes {
		if old := &x.plan.OldSchemes[i]; old.Covers(p.Campus, p.Day) {
			changed = changed.later(old.Life.last())
		}
	}
	p.Hours.Starts, p.Hours.Ends = 0, 0
	scheme := schemeFor(x.plan.Schemes, p.Campus, p.Day)
	if scheme == nil {
		return changed
	}
	first, last := scheme.period(p.Hours.FirstPeriod), scheme.period(p.Hours.LastPeriod)
	if first != nil && last != nil && first.Starts < last.Ends {
		p.Hours.Starts, p.Hours.Ends = first.Starts, last.Ends
	}
	if scheme.Life.Revision > 0 { // rare, and this is a hot path
		changed = changed.later(scheme.Life.last())
	}
	return changed
}

// schemeFor returns the scheme for a campus on a date, or nil. If schemes overlap (CheckSchemes refuses that), the one
// that starts last wins, then the greater id.
func schemeFor(schemes []PeriodScheme, campus string, date civil.Date) *PeriodScheme {
	var best *PeriodScheme
	for i := range schemes {
		s := &schemes[i]
		if s.Covers(campus, date) && (best == nil || cmp.Or(s.From.Compare(best.From), cmp.Compare(s.ID, best.ID)) > 0) {
			best = s
		}
	}
	return best
}

func (s *PeriodScheme) period(number int) *Period {
	// Periods are usually 1, 2, 3 … without gaps.
	if i := number - 1; i >= 0 && i < len(s.Periods) && s.Periods[i].Number == number {
		return &s.Periods[i]
	}
	for i := range s.Periods {
		if s.Periods[i].Number == number {
			return &s.Periods[i]
		}
	}
	return nil
}

// inOrder sorts pointers and copies each class once, because classes are large.
func inOrder(classes []Class) []Class {
	order := make([]*Class, len(classes))
	for i := range classes {
		order[i] = &classes[i]
	}
	slices.SortFunc(order, (*Class).Compare)
	sorted := make([]Class, len(classes))
	for i, class := range order {
		sorted[i] = *class
	}
	return sorted
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
