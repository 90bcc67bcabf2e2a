package server

import (
	"sync/atomic"
	"time"

	"lectern/internal/fault"
)

// limiter bounds how many requests are worked on at once. One more is refused at once: better that some wait a second
// than that all wait a minute.
type limiter struct {
	calls, streams atomic.Int64
	max            int64
}

func (l *limiter) acquire(stream bool) (release func(), err error) {
	count := &l.calls
	if stream {
		count = &l.streams // counted separately, because long ones would take all places of the short ones
	}
	if count.Add(1) > l.max {
		count.Add(-1)
		return nil, fault.New(fault.Unavailable, "server.overloaded").After(time.Second)
	}
	return func() { count.Add(-1) }, nil
}
