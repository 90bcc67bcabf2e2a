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

// getHealth says that the process answers, and nothing about what it depends on.
func (s *Server) getHealth(w http.ResponseWriter, _ *http.Request) {
	WriteJSON(w, []byte(`{"status":"alive"}`+"\n"))
}

// MaxClockOffset is how far this machine's clock may be from the database's. Lectern itself goes by the database's clock, but certificates
// and signatures of other programs do not, and a machine without the right time has other problems.
const MaxClockOffset = time.Minute

// getReadiness says whether requests should be sent here: the database answers and can write, its schema is ours, the clocks agree, and we are
// not about to stop.
func (s *Server) getReadiness(w http.ResponseWriter, r *http.Request) {
	select {
	case <-s.options.Draining:
		Fail(w, r, fault.New(fault.Unavailable, "server.stopping").After(time.Second))
		return
	default:
	}
	if err := s.checkReady(r.Context()); err != nil {
		if fault.All(err) == nil && !s.options.Database.IsFull(err) {
			err = fault.New(fault.Unavailable, "server.down", "request", RequestOf(r.Context()).ID).After(5 * time.Second).Because(err)
		}
		Fail(w, r, err)
		return
	}
	WriteJSON(w, []byte(`{"status":"ready"}`+"\n"))
}

const (
	readyFor     = time.Second     // how long a result is good: whoever asks more often costs nothing more
	readyTimeout = 3 * time.Second // load balancers wait for five
)

// readiness is the last result of asking the database.
type readiness struct {
	mu  sync.Mutex
	at  time.Time // zero: never
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

// checkDatabase asks on behalf of everybody who waits for the result, so it does not end when one of them goes away.
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
		return fault.New(fault.Unavailable, "server.clock", "seconds", strconv.Itoa(int(offset.Abs().Seconds()))).After(MaxClockOffset)
	}
	return db.Probe(ctx)
}
