package wire

import (
	"context"
	"strconv"
	"time"

	"lectern/internal/http/server"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// Instant formats a time as RFC 3339 in UTC.
func Instant(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// MaybeInstant is Instant, but "" for the zero time.
func MaybeInstant(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return Instant(at)
}

// ParseInstant parses RFC 3339, Unix milliseconds, or the specification's date format, which is in the given zone.
func ParseInstant(field, text string, zone *time.Location) (time.Time, error) {
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil && ms >= 0 && ms < 1<<48 {
		return time.UnixMilli(ms), nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	at, err := time.ParseInLocation(time.DateTime, text, zone)
	if err != nil {
		return time.Time{}, fault.New(fault.Invalid, "request.instant", "field", field)
	}
	return at, nil
}

// ParseDate parses a date such as 2026-09-07.
func ParseDate(field, text string) (civil.Date, error) {
	date, err := civil.ParseDate(text)
	if err != nil {
		return date, fault.New(fault.Invalid, "request.date", "field", field)
	}
	return date, nil
}

// ParseMaybeDate parses a date that may be missing.
func ParseMaybeDate(field, text string) (civil.Date, error) {
	if text == "" {
		return civil.Date{}, nil
	}
	return ParseDate(field, text)
}

// Sentence returns the reason in the caller's language, or "" for nil.
func Sentence(ctx context.Context, reason *fault.Error) string {
	if reason == nil {
		return ""
	}
	return locale.Text(server.LanguageOf(ctx), reason.Code, reason.Params)
}
