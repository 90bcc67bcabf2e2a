package httpapi

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The text format of Prometheus, version 0.0.4: a comment, or a name with labels and a number.
var expositionLine = regexp.MustCompile(`^(# (HELP|TYPE) [a-z_:][a-z0-9_:]* .+|[a-z_:][a-z0-9_:]*(\{[a-z_]+="([^"\\\n]|\\["\\n])*"(,[a-z_]+="([^"\\\n]|\\["\\n])*")*\})? (\+Inf|-?[0-9.]+(e[+-]?[0-9]+)?))$`)

func TestMetricsAreText(t *testing.T) {
	m := newMetrics(&room{})
	m.observe("GET /api/terms", 200, 3*time.Millisecond)
	m.observe("GET /api/terms", 200, 5*time.Millisecond)
	m.observe("GET /api/terms", 200, time.Minute)
	m.observe(`odd "route" \`, 404, 0)
	var out bytes.Buffer
	m.write(&out)
	for line := range strings.Lines(out.String()) {
		if !expositionLine.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("not of the format: %q", line)
		}
	}
	for _, want := range []string{
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="0.0025"} 0`,
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="0.005"} 2`,
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="10"} 2`,
		`lectern_request_seconds_bucket{route="GET /api/terms",status="200",le="+Inf"} 3`,
		`lectern_request_seconds_sum{route="GET /api/terms",status="200"} 60.008`,
		`lectern_request_seconds_count{route="GET /api/terms",status="200"} 3`,
		`lectern_request_seconds_count{route="odd \"route\" \\",status="404"} 1`,
		"lectern_requests_in_flight 0",
		"# TYPE process_start_time_seconds gauge",
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("missing: %s", want)
		}
	}
}

func TestNumbersAreReadable(t *testing.T) {
	for in, want := range map[float64]string{0: "0", 12: "12", .001: "0.001", 60.008: "60.008", 3e20: "3e+20"} {
		if got := number(in); got != want {
			t.Error(fmt.Sprint(in), "became", got)
		}
	}
}
