package timetable

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/civil"
)

// State tells whether and how a class takes place.
type State string

// The states.
const (
	Held      State = "held"
	Cancelled State = "cancelled"
	Moved     State = "moved"
	Added     State = "added"
)

// Cause is the sort of change that gave a class its state.
type Cause string

// The causes. Empty: the meeting itself.
const (
	ByChange  Cause = "change"
	ByMapping Cause = "mapping"
	ByHoliday Cause = "holiday"
)

// Place is when, where and with which teacher a class takes place.
type Place struct {
	Day     civil.Date
	Hours   Hours
	Campus  string
	Room    string // empty when online
	Teacher string
}

// Over reports whether a class there has ended. Without clock times it lasts all day.
func (p *Place) Over(today civil.Date, clock civil.Time) bool {
	return p.Day.Before(today) || p.Day == today && p.Hours.Timed() && p.Hours.Ends <= clock
}

// Begun reports whether a class there has begun. Without clock times it begins after the day.
func (p *Place) Begun(today civil.Date, clock civil.Time) bool {
	return p.Day.Before(today) || p.Day == today && p.Hours.Timed() && p.Hours.Starts <= clock
}

// A Class is one dated occurrence of a meeting, after every change, in the college's wall-clock time.
type Class struct {
	ID      string // never changes: it becomes the calendar feed's UID
	Group   string
	Meeting string // empty for an added class
	Kind    Kind
	Week    int // its teaching week; Place.Day may be in another one
	Place   Place
	State   State
	Was     *Place    // the original place; nil if it hasn't changed
	Cause   Cause     // of the state
	By      string    // id of the change, mapping or holiday that caused it
	Note    string    // of the last change
	Changed time.Time // last change to the class; zero: never
	// The college's revision at that time. It grows with every change to the class; Changed may not.
	Revision int64
}

// Compare orders classes by day, time and id.
func (c *Class) Compare(other *Class) int {
	a, b := &c.Place, &other.Place
	if order := cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.Hours.Starts, b.Hours.Starts),
		cmp.Compare(a.Hours.FirstPeriod, b.Hours.FirstPeriod)); order != 0 {
		return order
	}
	return strings.Compare(c.ID, other.ID)
}

func (c *Class) touch(s *Stamp) {
	if s.Revision == 0 && s.At.IsZero() { // most classes are unchanged
		return
	}
	c.Changed, c.Revision = later(c.Changed, s.At), max(c.Revision, s.Revision)
}

// ClassID returns the id of the class of a series of meetings in a week. The weekday is deliberately left out:
// correcting it must not create new classes.
func ClassID(series string, week int) string { return series + "." + strconv.Itoa(week) }

// Conflict is a pair of classes that overlap in time.
type Conflict struct {
	First  string     `json:"first" doc:"Class id; the one that starts first."`
	Second string     `json:"second"`
	Day    civil.Date `json:"day" format:"date"`
	Starts civil.Time `json:"starts" doc:"The overlap itself."`
	Ends   civil.Time `json:"ends"`
}

// Conflicts finds classes that overlap by clock time. Intervals are half open, and travel time isn't counted. Cancelled
// classes and those without clock times are ignored. The classes must be in the order of Expand.
func Conflicts(classes []Class) []Conflict {
	var found []Conflict
	for i := range classes {
		a := &classes[i]
		if a.State == Cancelled || !a.Place.Hours.Timed() {
			continue
		}
		for j := i + 1; j < len(classes); j++ {
			b := &classes[j]
			if b.Place.Day != a.Place.Day || b.Place.Hours.Starts >= a.Place.Hours.Ends {
				break
			}
			if b.State == Cancelled || !b.Place.Hours.Timed() {
				continue
			}
			found = append(found, Conflict{
				First: a.ID, Second: b.ID, Day: a.Place.Day,
				Starts: b.Place.Hours.Starts, Ends: min(a.Place.Hours.Ends, b.Place.Hours.Ends),
			})
		}
	}
	return found
}

// Difference compares one class in two versions of a timetable.
type Difference struct {
	Before *Class // nil when the class is new
	After  *Class // nil when the class is gone
}

// Diff lists the classes that were moved, cancelled or put back: in the order of after, then the removed ones in the
// order of before.
func Diff(before, after []Class) []Difference {
	old := make(map[string]*Class, len(before))
	for i := range before {
		old[before[i].ID] = &before[i]
	}
	var found []Difference
	for i := range after {
		now := &after[i]
		was := old[now.ID]
		delete(old, now.ID)
		switch {
		case was == nil && now.State == Cancelled:
			// Added and cancelled in between.
		case was == nil || was.Place != now.Place || (was.State == Cancelled) != (now.State == Cancelled):
			found = append(found, Difference{was, now})
		}
	}
	for i := range before {
		if gone := old[before[i].ID]; gone != nil && gone.State != Cancelled {
			found = append(found, Difference{gone, nil})
		}
	}
	return found
}
