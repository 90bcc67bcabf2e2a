package sqldb

import "time"

// Instant converts a column in Unix milliseconds; 0 becomes the zero time.
func Instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Millis is the inverse of Instant.
func Millis(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}
