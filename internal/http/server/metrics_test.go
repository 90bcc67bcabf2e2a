package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestMetrics(t *testing.T) {
	m := newMetrics(nil, nil)
	m.observe("GET /api/terms", 200, 3*time.Millisecond)
	m.observe("GET /api/terms", 200, time.Minute)
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for _, want := range []string{
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="0.0025"} 0`,
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="0.005"} 1`,
		`lectern_request_seconds_count{route="GET /api/terms",status="200"} 2`,
		"lectern_requests_in_flight 0", "lectern_streams_in_flight 0", "go_goroutines", "process_start_time_seconds",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("missing: %s", want)
		}
	}
}

// A caller who leaves early doesn't count as a server error.
func TestCallersWhoLeaveAreNoFailures(t *testing.T) {
	s := &Server{metrics: newMetrics(nil, nil)}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, ctx := range []context.Context{gone, t.Context()} {
		r := httptest.NewRequestWithContext(ctx, "GET", "/api/terms", nil)
		s.finish(r, &recorder{status: http.StatusServiceUnavailable}, time.Millisecond)
	}
	w := httptest.NewRecorder()
	s.metrics.handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for _, want := range []string{`status="499"} 1`, `status="503"} 1`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("missing: %s", want)
		}
	}
}
