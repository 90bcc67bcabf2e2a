package server

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// deadlines notes what is done to the connection behind an answer.
type deadlines struct {
	*httptest.ResponseRecorder
	set   []time.Time // for reading
	write []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.write = append(d.write, at)
	return nil
}

// A read deadline that outlives the body ends the request's context when it passes: whoever waits longer for a hash or
// for the database would be cancelled, with the connection still open.
func TestNoReadDeadlineOutlivesTheBody(t *testing.T) {
	h := testHandler(t, Options{})
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/test/echo", strings.NewReader(`{"name":"a"}`))
	r.Header.Set("Content-Type", "application/json")
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if n := len(w.set); n == 0 || !w.set[n-1].IsZero() {
		t.Errorf("deadlines %v: the last one must be lifted", w.set)
	}
}
