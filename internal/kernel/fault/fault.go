// Package fault is how the college says no. A fault has a kind, which becomes the HTTP status, and a code, which
// becomes the sentence a person reads: package locale holds that sentence in every language. Start at New.
//
// An error that is not a fault is an accident: it is logged and never shown.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// A Kind says what sort of refusal it is, without knowing HTTP.
type Kind uint8

// The kinds. Internal is the zero value: what nobody classified is an accident.
const (
	Internal        Kind = iota
	Invalid              // the input is wrong; sending it again will not help
	Unauthenticated      // there is no valid session, and nothing else: the browser logs out on it
	Forbidden            // the session is fine, the right is missing
	NotFound             // no such thing, or none that this caller may know of
	Conflict             // the state has moved on
	TooLarge             // the input is over a limit
	TooMany              // slow down; see RetryAfter
	Unsupported          // the content type is not one we read
	Unavailable          // we are overloaded or a part of us is down; see RetryAfter
)

// An Error is one refusal. Params fill the sentence's {name} places and must hold nothing private.
type Error struct {
	Kind       Kind
	Code       string // feature.reason, such as timetable.no_term
	Params     map[string]string
	RetryAfter time.Duration // for TooMany and Unavailable
	cause      error
}

// New makes a refusal. The params are name, value, name, value …
func New(kind Kind, code string, params ...string) *Error {
	return &Error{Kind: kind, Code: code, Params: Params(params...)}
}

// Params makes what fills a sentence of name, value, name, value …
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

// Because keeps the error behind the refusal for the log; it is never shown.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// After says how long to wait before trying again.
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

// Is makes errors.Is compare codes, so that a test can say errors.Is(err, fault.New(kind, code)).
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// Code returns the code of the first fault in err's tree, or "" when there is none.
func Code(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// All returns every fault in err, in order: errors.Join makes one answer of several refusals.
// It returns nil when some part of err is an accident, because then the whole is one.
func All(err error) []*Error {
	if e, ok := err.(*Error); ok { //nolint:errorlint // the tree is walked by hand: the order matters
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
