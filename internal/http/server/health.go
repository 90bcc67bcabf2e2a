package server

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"lectern/internal/kernel/fault"
)

type wireStatus struct {
	Status string `json:"status" enum:"alive,ready"`
}

// getHealth reports that the process responds, and nothing about its dependencies.
func (s *Server) getHealth(w http.ResponseWriter, _ *http.Request) {
	WriteJSON(w, []byte(`{"status":"alive"}`+"\n"))
}

// MaxClockOffset is how far this machine's clock may differ from the database's. Lectern uses the database's clock,
// but certificates and other programs' signatures don't, and a wrong clock often means other problems.
const MaxClockOffset = time.Minute

// getReadiness reports whether this node should get requests: the database responds and can write, its schema
// matches, the clocks agree, and the server isn't stopping.
func (s *Server) getReadiness(w http.ResponseWriter, r *http.Request) {
	select {
	case <-s.options.Draining:
		Fail(w, r, fault.New(fault.Unavailable, "server.stopping").After(time.Second))
		return
	default:
	}
	if err := s.checkReady(r.Context()); err != nil {
		if fault.All(err) == nil && !s.options.Database.IsFull(err) {
			err = fault.New(fault.Unavailable, "server.down", "request",
				RequestOf(r.Context()).ID).After(5 * time.Second).Because(err)
		}
		Fail(w, r, err)
		return
	}
	WriteJSON(w, []byte(`{"status":"ready"}`+"\n"))
}

const (
	readyFor     = time.Second     // how long a result is reused, so that frequent probes cost nothing
	readyTimeout = 3 * time.Second // load balancers wait five seconds
)

// readiness caches the last check of the database.
type readiness struct {
	mu  sync.Mutex
	at  time.Time // zero: never checked
	err error
}

func (s *Server) checkReady(ctx context.Context) error {
	r := &s.ready
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.options.Now().Sub(r.at) >= readyFor {
		r.err = checkDatabase(ctx, s.options.Database)
		r.at = s.options.Now()
	}
	return r.err
}

// checkDatabase serves all waiting callers, so it doesn't end when one of them leaves.
func checkDatabase(ctx context.Context, db Database) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
	defer cancel()
	schema, err := db.Schema(ctx)
	if err != nil {
		return err
	}
	if schema.Pending > 0 {
		return fault.New(fault.Unavailable, "server.migrating").After(time.Second)
	}
	if offset := db.ClockOffset(); offset.Abs() > MaxClockOffset {
		return fault.New(fault.Unavailable, "server.clock", "seconds",
			strconv.Itoa(int(offset.Abs().Seconds()))).After(MaxClockOffset)
	}
	return db.Probe(ctx)
}
