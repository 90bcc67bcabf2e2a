// Package civil provides dates and times of day without a time zone. Only At and Of, which convert to and from
// instants, need one. The package knows nothing of terms or teaching weeks. Start at Date and Time.
package civil

import (
	"fmt"
	"time"
)

// Date is a day of the Gregorian calendar from 0001-01-01 to 9999-12-31. The zero Date means "no date". Dates can be
// compared with == and used as keys of a map.
type Date struct {
	n int32 // days, 0001-01-01 is 1
}

const (
	maxDay   = 3652059 // 9999-12-31
	unixZero = 719163  // 1970-01-01

	secondsPerDay = 24 * 60 * 60
)

// NewDate returns the date, or false if the calendar has no such day.
func NewDate(year int, month time.Month, day int) (Date, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if y, m, d := t.Date(); year < 1 || year > 9999 || y != year || m != month || d != day {
		// time.Date makes 1 May of 31 April
		return Date{}, false
	}
	return Date{int32(t.Unix()/secondsPerDay + unixZero)}, true
}

// ParseDate reads the form 2026-09-07 and nothing else.
func ParseDate(text string) (Date, error) {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		if date, ok := NewDate(t.Date()); ok {
			return date, nil
		}
	}
	return Date{}, fmt.Errorf("civil: %.40q is not a date like 2026-09-07", text)
}

// IsZero reports whether d is the zero Date.
func (d Date) IsZero() bool { return d.n == 0 }

// Number returns the number of the day: 0001-01-01 is 1, and the zero Date is 0. Views in the database compute the
// same.
func (d Date) Number() int64 { return int64(d.n) }

// Parts returns year, month and day; all are 0 for the zero Date.
func (d Date) Parts() (year int, month time.Month, day int) {
	if d.IsZero() {
		return 0, 0, 0
	}
	return d.midnight().Date()
}

// String returns the form 2026-09-07, or "" for the zero Date. The texts sort like the dates.
func (d Date) String() string { return string(d.AppendText(nil)) }

// AppendText appends what String returns.
func (d Date) AppendText(to []byte) []byte {
	if d.IsZero() {
		return to
	}
	return d.midnight().AppendFormat(to, time.DateOnly)
}

func (d Date) midnight() time.Time { return time.Unix(int64(d.n-unixZero)*secondsPerDay, 0).UTC() }

// Compare returns -1, 0 or +1; the zero Date is before all others.
func (d Date) Compare(other Date) int { return int(min(max(d.n-other.n, -1), 1)) }

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.n < other.n }

// After reports whether d is later than other.
func (d Date) After(other Date) bool { return d.n > other.n }

// AddDays returns the date n days later (earlier if n is negative), or the zero Date if d is zero or the result is
// outside the calendar.
func (d Date) AddDays(n int) Date {
	sum := int64(d.n) + int64(n)
	if d.IsZero() || n > maxDay || n < -maxDay || sum < 1 || sum > maxDay {
		return Date{}
	}
	return Date{int32(sum)}
}

// DaysUntil returns the number of days from d to other, negative if other is earlier.
func (d Date) DaysUntil(other Date) int { return int(other.n - d.n) }

// Weekday returns the day of the week, or 0 for the zero Date.
func (d Date) Weekday() Weekday {
	if d.IsZero() {
		return 0
	}
	return Weekday((d.n-1)%7 + 1) // 0001-01-01 was a Monday
}

// Monday returns the Monday of d's week.
func (d Date) Monday() Date { return d.AddDays(1 - int(d.Weekday())) }

// Weekday counts from Monday = 1 to Sunday = 7, like ISO 8601.
type Weekday int8

// The days of the week.
const (
	Monday Weekday = 1 + iota
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	Sunday
)

// Valid reports whether w is one of the seven.
func (w Weekday) Valid() bool { return w >= Monday && w <= Sunday }

// Go returns the weekday as package time counts it.
func (w Weekday) Go() time.Weekday { return time.Weekday(w % 7) }

func (w Weekday) String() string {
	if !w.Valid() {
		return fmt.Sprintf("Weekday(%d)", int8(w))
	}
	return w.Go().String()
}
