package server

import (
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
