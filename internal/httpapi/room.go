package httpapi

import (
	"sync/atomic"
	"time"

	"lectern/internal/fault"
)

// room bounds how many requests are worked on at once. One more is told to come back, at once and cheaply:
// better that some wait a second than that all wait a minute.
type room struct {
	calls, streams atomic.Int64
	max            int64
}

func (r *room) enter(stream bool) (leave func(), err error) {
	count := &r.calls
	if stream {
		count = &r.streams // long ones have a room of their own, or they would fill this one
	}
	if count.Add(1) > r.max {
		count.Add(-1)
		return nil, fault.New(fault.Unavailable, "server.overloaded").After(time.Second)
	}
	return func() { count.Add(-1) }, nil
}
