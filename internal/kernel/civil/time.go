package civil

import (
	"fmt"
	"time"
)

// Time is a time of day in minutes since midnight, 00:00 to 23:59. There is no 24:00, because nothing ends on the
// next day.
type Time int16

const minutesPerDay = 24 * 60

// NewTime returns the time of day, or false if a clock never shows it.
func NewTime(hour, minute int) (Time, bool) {
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	return Time(hour*60 + minute), true
}

// ParseTime reads the form 08:00 and nothing else.
func ParseTime(text string) (Time, error) {
	if t, err := time.Parse("15:04", text); err == nil && len(text) == len("15:04") { // "15" also accepts one digit
		return Time(t.Hour()*60 + t.Minute()), nil
	}
	return 0, fmt.Errorf("civil: %.40q is not a time of day like 08:00", text)
}

// Valid reports whether t is within one day.
func (t Time) Valid() bool { return t >= 0 && t < minutesPerDay }

// Hour returns the hour, 0 to 23.
func (t Time) Hour() int { return int(t) / 60 }

// Minute returns the minute within the hour, 0 to 59.
func (t Time) Minute() int { return int(t) % 60 }

// Add returns the time that many minutes later, or false if that is on another day.
func (t Time) Add(minutes int) (Time, bool) {
	sum := int(t) + minutes
	if minutes < -minutesPerDay || minutes > minutesPerDay || sum < 0 || sum >= minutesPerDay {
		return 0, false
	}
	return Time(sum), true
}

// String returns the form 08:00. The texts sort like the times.
func (t Time) String() string { return string(t.AppendText(nil)) }

// AppendText appends what String returns.
func (t Time) AppendText(to []byte) []byte {
	hour, minute := t.Hour(), t.Minute()
	return append(to, byte('0'+hour/10), byte('0'+hour%10), ':', byte('0'+minute/10), byte('0'+minute%10))
}

// At returns the instant when clocks in loc show t on date d, by the two rules of RFC 5545, so that calendar programs
// and the server agree. If clocks go back and show t twice, it is the first time. If they go forward and skip t, the
// offset before the change applies: 02:30 in a gap from 02:00 to 03:00 becomes 03:30.
func (d Date) At(t Time, loc *time.Location) time.Time {
	// time.Date guarantees nothing in either case, so try the offset of the day before, then of the day after.
	wall := int64(d.n-unixZero)*secondsPerDay + int64(t)*60
	before, after := offset(wall-secondsPerDay, loc), offset(wall+secondsPerDay, loc)
	first, second := wall-before, wall-after
	if offset(first, loc) != before && offset(second, loc) == after {
		return time.Unix(second, 0).In(loc)
	}
	return time.Unix(first, 0).In(loc)
}

// Of returns the date and time of day that clocks in loc show at an instant, without the seconds.
func Of(instant time.Time, loc *time.Location) (Date, Time) {
	local := instant.In(loc)
	date, _ := NewDate(local.Date())
	return date, Time(local.Hour()*60 + local.Minute())
}

func offset(unix int64, loc *time.Location) int64 {
	_, seconds := time.Unix(unix, 0).In(loc).Zone()
	return int64(seconds)
}
