package server

import (
	"net/http"
	"strconv"
	"time"

	"lectern/internal/fault"
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

// getReadiness says whether requests should be sent here: the database answers, its schema is ours, the clocks agree, and we are
// not about to stop.
func (s *Server) getReadiness(w http.ResponseWriter, r *http.Request) {
	select {
	case <-s.options.Draining:
		Fail(w, r, fault.New(fault.Unavailable, "server.stopping").After(time.Second))
		return
	default:
	}
	schema, err := s.options.Database.Schema(r.Context())
	if err == nil && schema.Pending > 0 {
		err = fault.New(fault.Unavailable, "server.migrating").After(time.Second)
	}
	if offset := s.options.Database.ClockOffset(); err == nil && offset.Abs() > MaxClockOffset {
		err = fault.New(fault.Unavailable, "server.clock", "seconds", strconv.Itoa(int(offset.Abs().Seconds()))).After(MaxClockOffset)
	}
	if err != nil {
		if fault.All(err) == nil {
			err = fault.New(fault.Unavailable, "server.down", "request", RequestOf(r.Context()).ID).After(5 * time.Second).Because(err)
		}
		Fail(w, r, err)
		return
	}
	WriteJSON(w, []byte(`{"status":"ready"}`+"\n"))
}
