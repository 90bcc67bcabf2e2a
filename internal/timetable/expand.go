package timetable

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"lectern/internal/civil"
)

// Expand makes dated classes of a plan: one for each week of each meeting and one for each added class, cancelled ones
// included, ordered by day, time and id. It is total and deterministic: the order of the plan's parts does not matter, and
// what Check would refuse has no effect instead of failing a student's whole timetable.
//
// What is more specific wins: a change over a day mapping, a mapping over a holiday, a holiday over the rule. Two things
// are never overruled: an explicit cancellation (but by a later move), and a date that is off — whatever was
// moved or added to it is cancelled, because a typhoon closes the college for everyone.
func Expand(p Plan) []Class {
	x := expansion{plan: &p, calendar: newCalendar(&p), changes: changesByClass(p.Changes)}
	ids := classIDs(&p)
	x.classes = make([]Class, 0, len(ids)+len(p.Changes))
	next := 0
	for i := range p.Meetings {
		m := &p.Meetings[i]
		rule := p.Moved.later(m.Life.last())
		for rest := teachable(&p, m); rest != 0; rest &= rest - 1 {
			x.meeting(m, rule, rest.First(), ids[next])
			next++
		}
	}
	for i := range p.Changes {
		if c := &p.Changes[i]; c.Action == Add {
			x.added(c)
		}
	}
	return inOrder(x.classes)
}

// teachable returns the weeks of a meeting that the term really has.
func teachable(p *Plan, m *Meeting) Weeks {
	if !m.Weekday.Valid() {
		return 0
	}
	return m.Weeks & WeekRange(1, p.Term.Weeks)
}

// classIDs makes the ids of all classes of all meetings as parts of one string: one allocation instead of hundreds.
func classIDs(p *Plan) []string {
	count, size := 0, 0
	for i := range p.Meetings {
		weeks := teachable(p, &p.Meetings[i]).Len()
		count += weeks
		size += weeks * (len(p.Meetings[i].ID) + len(".53"))
	}
	text, ends := make([]byte, 0, size), make([]int, 0, count)
	for i := range p.Meetings {
		for rest := teachable(p, &p.Meetings[i]); rest != 0; rest &= rest - 1 {
			text = append(append(text, p.Meetings[i].ID...), '.')
			text = strconv.AppendInt(text, int64(rest.First()), 10)
			ends = append(ends, len(text))
		}
	}
	all, ids, start := string(text), make([]string, count), 0
	for i, end := range ends {
		ids[i], start = all[start:end], end
	}
	return ids
}

// changesByClass sorts cancellations and moves by the class they concern, each list in the order of publication.
func changesByClass(changes []Change) map[string][]*Change {
	var by map[string][]*Change
	for i := range changes {
		if c := &changes[i]; c.Action != Add {
			if by == nil {
				by = make(map[string][]*Change, len(changes))
			}
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

// meeting makes the class of one teaching day. The rule's stamp is the same for all its weeks.
func (x *expansion) meeting(m *Meeting, rule Stamp, week int, id string) {
	own := Place{Day: x.plan.Term.Date(week, m.Weekday), Hours: m.Hours, Campus: m.Campus, Room: m.Room, Teacher: m.Teacher}
	scheme := x.fillHours(&own)
	teaching := x.calendar.teaching(week, m.Weekday)
	x.classes = append(x.classes, Class{
		ID: id, Group: m.Group, Meeting: m.ID, Kind: m.Kind, Week: week, Place: own,
		State: Held, Cause: teaching.cause, By: teaching.by, Changed: teaching.changed.At, Revision: teaching.changed.Revision,
	})
	class := &x.classes[len(x.classes)-1]
	class.touch(&rule)
	class.touch(&scheme)
	if teaching.taught {
		class.Place.Day = teaching.on
	}
	x.finish(class, &own, !teaching.taught)
}

// added makes the class of an addition.
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

// finish applies the changes to a class that stands where rule and calendar put it, and decides its state.
// homeless says that the calendar has no day for it: only a move to a day of its own gives it one.
func (x *expansion) finish(class *Class, own *Place, homeless bool) {
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
			homeless = homeless && c.Day.IsZero()
		}
		if !homeless {
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
	} else if class.State == Held && !homeless && !cancelled {
		class.Cause, class.By = "", ""
	}
	if homeless || cancelled {
		class.State = Cancelled
	}
	if off := x.calendar.date(class.Place.Day); off != nil && off.off {
		class.touch(&off.changed)
		if !cancelled {
			class.State, class.Cause, class.By = Cancelled, off.cause, off.by
		}
	}
}

// apply says what a move makes different.
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

// fillHours gives periods the clock times of the scheme that holds on the day and campus the class is really at, and returns
// when those times were last corrected.
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
	if scheme.Life.Revision > 0 { // hardly ever, and this is where a term's classes are made
		changed = changed.later(scheme.Life.last())
	}
	return changed
}

// schemeFor returns the scheme for a campus on a date, or nil. Schemes do not overlap (CheckSchemes); should they, the
// one that starts last wins, then the one with the greater id.
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
	// Periods mostly are 1, 2, 3 … without a hole.
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

func inOrder(classes []Class) []Class {
	// Small keys are sorted instead of big classes, and then every class moves once.
	type key struct {
		at    int64
		index int
	}
	keys := make([]key, len(classes))
	for i := range classes {
		place := &classes[i].Place
		day := int64(civil.Date{}.DaysUntil(place.Day))
		keys[i] = key{day<<24 | int64(place.Hours.Starts)<<8 | int64(place.Hours.FirstPeriod&0xff), i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		return cmp.Compare(classes[a.index].ID, classes[b.index].ID)
	})
	for start := range keys {
		if keys[start].index == start {
			continue
		}
		held := classes[start]
		to := start
		for from := keys[to].index; from != start; from = keys[to].index {
			classes[to], keys[to].index = classes[from], to
			to = from
		}
		classes[to], keys[to].index = held, to
	}
	return classes
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
