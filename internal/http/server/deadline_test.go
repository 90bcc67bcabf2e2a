package server

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// deadlines records the deadlines set on a response's connection.
type deadlines struct {
	*httptest.ResponseRecorder
	set   []time.Time // read deadlines
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

// A read deadline that outlives the body cancels the request's context when it passes, even though the connection is
// open: a call that waits for a hash or for the database would be cancelled.
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
