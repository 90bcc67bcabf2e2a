// Package fault defines the errors that callers see. A fault has a kind, which becomes the HTTP status, and a code,
// the key of its text in package locale. Start at New.
//
// An error that is not a fault is unexpected: it is logged and never shown.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies a fault, without knowing HTTP.
type Kind uint8

// The kinds. Internal is the zero value, for errors that nobody classified.
const (
	Internal        Kind = iota
	Invalid              // the input is wrong; sending it again won't help
	Unauthenticated      // there is no valid session, and nothing else: the browser logs out on it
	Forbidden            // the session is valid, the right is missing
	NotFound             // there is no such thing, or none that the caller may know of
	Conflict             // the state has changed in the meantime
	TooLarge             // the input is over a limit
	TooMany              // slow down; see RetryAfter
	Unsupported          // a content type that we don't read
	Unavailable          // we are overloaded or a part of us is down; see RetryAfter
)

// Error is one fault. Params fill the {name} places of its text and must not contain anything private.
type Error struct {
	Kind       Kind
	Code       string // feature.reason, such as timetable.no_term
	Params     map[string]string
	RetryAfter time.Duration // for TooMany and Unavailable
	cause      error
}

// New returns a fault. The params are name, value, name, value …
func New(kind Kind, code string, params ...string) *Error {
	return &Error{Kind: kind, Code: code, Params: Params(params...)}
}

// Params turns name, value, name, value … into a map.
func Params(pairs ...string) map[string]string {
	if len(pairs) == 0 {
		return nil
	}
	out := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

// Because adds the underlying error, for the log only.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// After sets how long to wait before trying again.
func (e *Error) After(wait time.Duration) *Error {
	e.RetryAfter = wait
	return e
}

func (e *Error) Error() string {
	text := e.Code
	if len(e.Params) > 0 {
		text += fmt.Sprint(" ", e.Params)
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.cause }

// Is makes errors.Is compare codes.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// Code returns the code of the first fault in err's tree, or "" if there is none.
func Code(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// All returns every fault in err, in order, because errors.Join can combine several. It returns nil if any part of
// err is not a fault: then the whole is unexpected.
func All(err error) []*Error {
	if e, ok := err.(*Error); ok { //nolint:errorlint // walked by hand, because the order matters
		return []*Error{e}
	}
	switch w := err.(type) { //nolint:errorlint // as above
	case interface{ Unwrap() []error }:
		var out []*Error
		for _, part := range w.Unwrap() {
			faults := All(part)
			if faults == nil {
				return nil
			}
			out = append(out, faults...)
		}
		return out
	case interface{ Unwrap() error }:
		return All(w.Unwrap())
	}
	return nil
}
