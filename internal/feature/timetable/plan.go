package timetable

import (
	"slices"
	"time"

	"lectern/internal/kernel/civil"
)

// A Plan is everything that decides when and where classes are: the rules of a term and all that was published about
// it. For one student it holds the meetings and changes of their groups, and the rest of the whole college.
type Plan struct {
	Term     Term
	Moved    Stamp // when the term last began on another day
	Schemes  []PeriodScheme
	Meetings []Meeting
	Changes  []Change
	Mappings []DayMapping
	Holidays []Holiday
	// What Schemes and Meetings were before, all of it withdrawn.
	OldSchemes  []PeriodScheme
	OldMeetings []Meeting // only where somebody looks back
}

// A Stamp is when something happened: by the clock, and by the college's count of changes (package revision), which
// tells apart what happens within one tick. The zero Stamp is never.
type Stamp struct {
	At       time.Time
	Revision int64 // 0 for what happened before it was recorded
}

func (s Stamp) later(other Stamp) Stamp {
	return Stamp{At: later(s.At, other.At), Revision: max(s.Revision, other.Revision)}
}

// A Period is a numbered slot of the day.
type Period struct {
	Number int        `json:"number"` // from 1
	Starts civil.Time `json:"starts"`
	Ends   civil.Time `json:"ends"`
}

// A PeriodScheme gives the periods of a campus their clock times from one date to another, both included.
// Summer and winter times are two schemes.
type PeriodScheme struct {
	ID      string     `json:"id"`
	Campus  string     `json:"campus"`
	From    civil.Date `json:"from" format:"date"`
	To      civil.Date `json:"to" format:"date"`
	Periods []Period   `json:"periods"` // by number
	Life    Life       `json:"-"`       // of this form; published at zero: as it was first written
}

// Covers reports whether the scheme is the one for a campus on a date.
func (s *PeriodScheme) Covers(campus string, date civil.Date) bool {
	return s.Campus == campus && !date.Before(s.From) && !date.After(s.To)
}

// Hours are a part of a day: whole periods, or clock times outside any period. The zero Hours are none.
// In a Meeting and a Change only one of the two is set; in a Class the clock times of periods are filled in.
type Hours struct {
	FirstPeriod int // 0 when the hours are clock times
	LastPeriod  int
	Starts      civil.Time
	Ends        civil.Time // after Starts, on the same day
}

// Timed reports whether the clock times are known. They are not when no scheme has the periods on that day.
func (h Hours) Timed() bool { return h.Starts < h.Ends }

// Overlaps reports whether two spans of one day and campus share time: by the clock where both have times, else by
// their periods.
func (h Hours) Overlaps(other Hours) bool {
	if h.Timed() && other.Timed() {
		return h.Starts < other.Ends && other.Starts < h.Ends
	}
	return h.FirstPeriod > 0 && other.FirstPeriod > 0 && h.FirstPeriod <= other.LastPeriod &&
		other.FirstPeriod <= h.LastPeriod
}

// A Kind is what sort of class it is.
type Kind string

// The kinds.
const (
	Regular Kind = "class"
	Exam    Kind = "exam"
)

// A Meeting is a rule: this group meets on this weekday, at these hours, in these weeks.
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
	Life    Life // of this form; published at zero: as it was first written
}

// Same reports whether two meetings are one rule, whenever they became that.
func (m Meeting) Same(other Meeting) bool {
	m.Life, other.Life = Life{}, Life{}
	return m == other
}

// A Life is when something became true for everyone, and when it was taken back. What is withdrawn has no effect
// any more, but still counts as something that happened to a class.
type Life struct {
	Published time.Time
	Withdrawn time.Time // zero while it holds
	Revision  int64     // the college's count when the last of the two happened
}

func (l Life) active() bool { return l.Withdrawn.IsZero() }

func (l Life) last() Stamp {
	return Stamp{At: later(l.Published, l.Withdrawn), Revision: l.Revision}
}

// held reports whether it was in force at an instant.
func (l Life) held(instant time.Time) bool {
	return !l.Published.After(instant) && (l.active() || l.Withdrawn.After(instant))
}

// asOf returns the life as it looked at an instant, or false when it had not begun.
func (l Life) asOf(instant time.Time) (Life, bool) {
	if l.Withdrawn.After(instant) {
		l.Withdrawn = time.Time{}
	}
	return l, !l.Published.After(instant)
}

// An Action is what a change does.
type Action string

// The actions.
const (
	Cancel Action = "cancel"
	Move   Action = "move" // in time, room or teacher
	Add    Action = "add"
)

// A Change cancels, moves or adds one class. Changes to the same class apply in the order of their publication: each
// move says what is different from then on and leaves the rest; a move of a cancelled class puts it on again.
type Change struct {
	ID      string // for Add also the new class's id
	Action  Action
	Class   string // the class concerned; empty for Add
	Group   string
	Kind    Kind       // for Add
	Day     civil.Date // zero: keep
	Hours   Hours      // zero: keep
	Campus  string     // empty: keep
	Room    string     // empty: keep, unless Online
	Online  bool       // from now on without a room
	Teacher string     // empty: keep
	Note    string
	Life    Life
}

// A DayMapping makes a calendar date follow another teaching day (调休), or takes it off.
type DayMapping struct {
	ID      string        `json:"id"`
	Date    civil.Date    `json:"date" format:"date"`
	Off     bool          `json:"off" doc:"Nothing is taught on the date; week and weekday are 0."`
	Week    int           `json:"week" doc:"The date follows this week …"`
	Weekday civil.Weekday `json:"weekday" doc:"… and this weekday; Monday is 1."`
	Note    string        `json:"note"`
	Life    Life          `json:"-"`
}

// A Holiday takes its dates off, both ends included.
type Holiday struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	NameEn string     `json:"nameEn"`
	From   civil.Date `json:"from" format:"date"`
	To     civil.Date `json:"to" format:"date"`
	Life   Life       `json:"-"`
}

// AsOf returns the plan as it looked at an instant: what was published later is not in it, what was withdrawn later
// still holds. The term itself is not changed: to look back over a move of its first Monday, pass the plan of
// the term as it was.
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
