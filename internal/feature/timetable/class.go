package timetable

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/civil"
)

// A State says what has become of a class.
type State string

// The states.
const (
	Held      State = "held"
	Cancelled State = "cancelled"
	Moved     State = "moved"
	Added     State = "added"
)

// A Cause says what sort of thing gave a class its state.
type Cause string

// The causes. The empty cause is the rule itself.
const (
	ByChange  Cause = "change"
	ByMapping Cause = "mapping"
	ByHoliday Cause = "holiday"
)

// A Place is when, where and with whom a class is.
type Place struct {
	Day     civil.Date
	Hours   Hours
	Campus  string
	Room    string // empty when online
	Teacher string
}

// A Class is one dated occurrence of a meeting, after every change, in the college's wall-clock time.
type Class struct {
	ID      string // stable through every edit: it becomes the calendar feed's UID
	Group   string
	Meeting string // empty for an added class
	Kind    Kind
	Week    int // the week it teaches; Place.Day may lie in another
	Place   Place
	State   State
	Was     *Place    // where it was by the rule, or first added; nil when that is where it is
	Cause   Cause     // what gave it its state
	By      string    // id of that change, mapping or holiday
	Note    string    // what staff said with the last change
	Changed time.Time // when something last happened to it; zero when nothing ever did
	// Revision is the college's count of changes then: it grows whenever the class becomes different, as Changed may not.
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
	if s.Revision == 0 && s.At.IsZero() { // most classes are as their rule says
		return
	}
	c.Changed, c.Revision = later(c.Changed, s.At), max(c.Revision, s.Revision)
}

// ClassID names the class that a meeting has in a week of the term. The weekday is left out on purpose: a meeting has
// one, and correcting it must not make new classes of old ones.
func ClassID(meeting string, week int) string { return meeting + "." + strconv.Itoa(week) }

// A Conflict is a pair of classes that overlap in time.
type Conflict struct {
	First  string     `json:"first" doc:"Class id; the one that starts first."`
	Second string     `json:"second"`
	Day    civil.Date `json:"day" format:"date"`
	Starts civil.Time `json:"starts" doc:"The overlap itself."`
	Ends   civil.Time `json:"ends"`
}

// Conflicts finds the classes that overlap by clock time. Intervals are half open: one may start when the other ends.
// Cancelled classes and those without clock times take no part; the way from campus to campus takes no time. The
// classes must be in the order of Expand.
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

// A Difference is what became of one class between two looks at a timetable.
type Difference struct {
	Before *Class // nil when the class is new
	After  *Class // nil when the class is gone
}

// Diff lists the classes that are on at another place than before, or are on no longer, or are on again: in the order
// of after, then those that are gone in the order of before.
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
			// It came and went between the two looks.
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
