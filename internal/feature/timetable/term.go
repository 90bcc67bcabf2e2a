// Package timetable answers "what do I have, when and where?". It owns terms, campuses, rooms, periods, meetings,
// changes, day mappings and holidays; courses, groups and enrolments belong to package course.
//
// The rules are pure: Expand turns a Plan into dated classes. Start there. Everything is in the college's wall-clock
// time (package civil); the rules know no time zones.
package timetable

import (
	"errors"
	"strconv"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// MaxWeeks is the longest term: a whole year.
const MaxWeeks = 53

// Term is a range of teaching weeks. Week 1 starts on FirstMonday.
type Term struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	NameEn      string     `json:"nameEn"`
	FirstMonday civil.Date `json:"firstMonday" format:"date"`
	Weeks       int        `json:"weeks"` // 1 to MaxWeeks
}

// Date returns the date of a teaching day before any change.
func (t Term) Date(week int, day civil.Weekday) civil.Date {
	return t.FirstMonday.AddDays((week-1)*7 + int(day) - 1)
}

// LastDay returns the Sunday of the last week.
func (t Term) LastDay() civil.Date { return t.FirstMonday.AddDays(t.Weeks*7 - 1) }

// Contains reports whether the date is in the term.
func (t Term) Contains(date civil.Date) bool {
	return !date.Before(t.FirstMonday) && !date.After(t.LastDay())
}

// Overlaps reports whether any date from one to another, both included, is in the term.
func (t Term) Overlaps(from, to civil.Date) bool {
	return !t.FirstMonday.After(to) && !t.LastDay().Before(from)
}

// Check validates the first Monday and the number of weeks.
func (t Term) Check() error {
	var faults []error
	if t.FirstMonday.Weekday() != civil.Monday {
		faults = append(faults, fault.New(fault.Invalid, "timetable.term_not_monday", "date", t.FirstMonday.String()))
	}
	if t.Weeks < 1 || t.Weeks > MaxWeeks || !t.FirstMonday.IsZero() && t.LastDay().IsZero() {
		faults = append(faults, fault.New(fault.Invalid, "timetable.term_length", "weeks", strconv.Itoa(t.Weeks),
			"max", strconv.Itoa(MaxWeeks)))
	}
	return errors.Join(faults...)
}

// CheckApart refuses a term that overlaps another: the current term would be ambiguous.
func (t Term) CheckApart(other Term) error {
	if t.ID == other.ID || !t.Overlaps(other.FirstMonday, other.LastDay()) {
		return nil
	}
	return fault.New(fault.Conflict, "timetable.terms_overlap",
		"term", other.ID, "from", other.FirstMonday.String(), "to", other.LastDay().String())
}

// WeekOf returns the calendar week of the date: a day mapping moves teaching, not weeks. It is 0 before the term, and
// one more than the last week after it.
func WeekOf(t Term, date civil.Date) int {
	switch {
	case date.Before(t.FirstMonday):
		return 0
	case date.After(t.LastDay()):
		return t.Weeks + 1
	default:
		return t.FirstMonday.DaysUntil(date)/7 + 1
	}
}

// CurrentTerm returns the term to show on a date: the one that contains it, else the nearest; if two are equally near,
// the upcoming one. If terms overlap, the later start wins. It returns false if there are no terms.
func CurrentTerm(terms []Term, today civil.Date) (Term, bool) {
	var best Term
	bestGap := -1
	for _, t := range terms {
		gap := max(today.DaysUntil(t.FirstMonday), t.LastDay().DaysUntil(today), 0)
		if bestGap < 0 || gap < bestGap || gap == bestGap && laterTerm(t, best) {
			best, bestGap = t, gap
		}
	}
	return best, bestGap >= 0
}

func laterTerm(a, b Term) bool {
	if a.FirstMonday != b.FirstMonday {
		return a.FirstMonday.After(b.FirstMonday)
	}
	return a.ID > b.ID
}
