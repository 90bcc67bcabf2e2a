package timetable

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/kernel/civil"
)

// Plan holds everything that decides when and where classes take place: the rules of a term and all published changes.
// A student's plan has the meetings and changes of the student's groups only.
type Plan struct {
	Term     Term
	Moved    Stamp // when the term last began on another day
	Schemes  []PeriodScheme
	Meetings []Meeting
	Changes  []Change
	Mappings []DayMapping
	Holidays []Holiday
	// Former versions of Schemes and Meetings, all withdrawn.
	OldSchemes  []PeriodScheme
	OldMeetings []Meeting // only loaded to look at the past
}

// Stamp is the time of a change, by the clock and by the college's revision, which orders changes within one tick. The
// zero Stamp means never.
type Stamp struct {
	At       time.Time
	Revision int64 // 0: before revisions were recorded
}

func (s Stamp) later(other Stamp) Stamp {
	return Stamp{At: later(s.At, other.At), Revision: max(s.Revision, other.Revision)}
}

// Period is a numbered slot of the day.
type Period struct {
	Number int        `json:"number"` // from 1
	Starts civil.Time `json:"starts"`
	Ends   civil.Time `json:"ends"`
}

// PeriodScheme gives the periods of a campus their clock times between two dates, both included. Summer and winter
// times are two schemes.
type PeriodScheme struct {
	ID      string     `json:"id"`
	Campus  string     `json:"campus"`
	From    civil.Date `json:"from" format:"date"`
	To      civil.Date `json:"to" format:"date"`
	Periods []Period   `json:"periods"` // by number
	Life    Life       `json:"-"`       // of this version; zero Published: the original one
}

// Covers reports whether the scheme applies to a campus on a date.
func (s *PeriodScheme) Covers(campus string, date civil.Date) bool {
	return s.Campus == campus && !date.Before(s.From) && !date.After(s.To)
}

// Hours are whole periods, or clock times outside any period; the zero Hours mean none. A Meeting and a Change set only
// one of the two; a Class also has the clock times of its periods.
type Hours struct {
	FirstPeriod int // 0 when the hours are clock times
	LastPeriod  int
	Starts      civil.Time
	Ends        civil.Time // after Starts, on the same day
}

// Timed reports whether the clock times are known. They aren't if no scheme has the periods on that day.
func (h Hours) Timed() bool { return h.Starts < h.Ends }

// Overlaps reports whether two Hours on one day and campus overlap: by the clock if both have times, else by periods.
func (h Hours) Overlaps(other Hours) bool {
	if h.Timed() && other.Timed() {
		return h.Starts < other.Ends && other.Starts < h.Ends
	}
	return h.FirstPeriod > 0 && other.FirstPeriod > 0 && h.FirstPeriod <= other.LastPeriod &&
		other.FirstPeriod <= h.LastPeriod
}

// Kind tells classes from exams.
type Kind string

// The kinds.
const (
	Regular Kind = "class"
	Exam    Kind = "exam"
)

// Meeting is a rule: this group meets on this weekday, at these hours, in these weeks.
type Meeting struct {
	ID      string
	Group   string
	Kind    Kind
	Weekday civil.Weekday
	Hours   Hours
	Weeks   Weeks
	Campus  string
	Room    string // empty when online
	Teacher string
	Life    Life // of this version; zero Published: the original one
	// Series is the meeting whose weeks were over when it changed and became this one, which continues the ids of its
	// classes. Empty: the meeting itself.
	Series string
}

// series begins the ids of the meeting's classes.
func (m *Meeting) series() string { return cmp.Or(m.Series, m.ID) }

// Same reports whether two meetings are the same rule, ignoring Life.
func (m Meeting) Same(other Meeting) bool {
	m.Life, other.Life = Life{}, Life{}
	return m == other
}

// Life is when something was published and withdrawn. Withdrawn entries have no effect, but still count as changes to a
// class.
type Life struct {
	Published time.Time
	Withdrawn time.Time // zero while in force
	Revision  int64     // the college's revision when the later of the two happened
}

func (l Life) active() bool { return l.Withdrawn.IsZero() }

func (l Life) last() Stamp {
	return Stamp{At: later(l.Published, l.Withdrawn), Revision: l.Revision}
}

// held reports whether it was in force at an instant.
func (l Life) held(instant time.Time) bool {
	return !l.Published.After(instant) && (l.active() || l.Withdrawn.After(instant))
}

// asOf returns the life as it was at an instant, or false if it hadn't begun.
func (l Life) asOf(instant time.Time) (Life, bool) {
	if l.Withdrawn.After(instant) {
		l.Withdrawn = time.Time{}
	}
	return l, !l.Published.After(instant)
}

// Action is what a change does.
type Action string

// The actions.
const (
	Cancel Action = "cancel"
	Move   Action = "move" // to another time, room or teacher
	Add    Action = "add"
)

// Change cancels, moves or adds one class. Changes to a class apply in order of publication. A move only sets the
// fields it names; moving a cancelled class puts it on again.
type Change struct {
	ID      string // for Add also the new class's id
	Action  Action
	Class   string // the class to change; empty for Add
	Group   string
	Kind    Kind       // for Add
	Day     civil.Date // zero: unchanged
	Hours   Hours      // zero: unchanged
	Campus  string     // empty: unchanged
	Room    string     // empty: unchanged, unless Online
	Online  bool       // moved online: no room
	Teacher string     // empty: unchanged
	Note    string
	Life    Life
}

// DayMapping makes a calendar date follow another teaching day (调休), or takes it off.
type DayMapping struct {
	ID      string        `json:"id"`
	Date    civil.Date    `json:"date" format:"date"`
	Off     bool          `json:"off" doc:"There is no teaching on the date; week and weekday are 0."`
	Week    int           `json:"week" doc:"The date follows this week …"`
	Weekday civil.Weekday `json:"weekday" doc:"… and this weekday; Monday is 1."`
	Note    string        `json:"note"`
	Life    Life          `json:"-"`
}

// Holiday takes its dates off, both ends included.
type Holiday struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	NameEn string     `json:"nameEn"`
	From   civil.Date `json:"from" format:"date"`
	To     civil.Date `json:"to" format:"date"`
	Life   Life       `json:"-"`
}

// AsOf returns the plan as it was at an instant: without later publications, and with what was withdrawn later. The
// term stays as it is: to look back over a move of its first Monday, pass the plan of the former term.
func (p Plan) AsOf(instant time.Time) Plan {
	past := p
	past.Schemes, past.Meetings, past.OldSchemes, past.OldMeetings = nil, nil, nil, nil
	for _, s := range slices.Concat(p.Schemes, p.OldSchemes) {
		if s.Life.held(instant) {
			past.Schemes = append(past.Schemes, s)
		}
	}
	for _, m := range slices.Concat(p.Meetings, p.OldMeetings) {
		if m.Life.held(instant) {
			past.Meetings = append(past.Meetings, m)
		}
	}
	past.Changes, past.Mappings, past.Holidays = nil, nil, nil
	for _, c := range p.Changes {
		if life, ok := c.Life.asOf(instant); ok {
			c.Life = life
			past.Changes = append(past.Changes, c)
		}
	}
	for _, m := range p.Mappings {
		if life, ok := m.Life.asOf(instant); ok {
			m.Life = life
			past.Mappings = append(past.Mappings, m)
		}
	}
	for _, h := range p.Holidays {
		if life, ok := h.Life.asOf(instant); ok {
			h.Life = life
			past.Holidays = append(past.Holidays, h)
		}
	}
	return past
}
