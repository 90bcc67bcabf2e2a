// Package recovery turns panics into errors, for goroutines that no handler recovers: there, a nil pointer would end
// the process. Start at Do.
package recovery

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a recovered panic.
type PanicError struct {
	Value any
	Stack string
}

// Error includes the stack, because the error may be logged far away from the goroutine.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Do calls fn and returns its error, or a PanicError if it panics.
func Do(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, string(debug.Stack())}
		}
	}()
	return fn()
}
