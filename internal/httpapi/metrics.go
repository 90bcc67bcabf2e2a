package httpapi

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// metrics counts requests by the pattern that answered them, never by path: a path may hold a secret. It speaks the text
// format of Prometheus; docs/adr/0012 says why it is our own.
type metrics struct {
	known  sync.Map // series → *histogram
	gauges []gauge
	began  time.Time
}

type series struct {
	pattern string
	status  int
}

// A gauge is a number that is asked for when somebody reads the metrics.
type gauge struct {
	name, help string
	value      func() float64
}

// bounds are the upper ends of the buckets; there is one more for whatever took longer.
var bounds = [...]time.Duration{
	time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2500 * time.Millisecond, 5 * time.Second, 10 * time.Second,
}

// A histogram counts without a lock. A reader may see an observation in its bucket before it is in the sum; the next reading has both.
type histogram struct {
	buckets [len(bounds) + 1]atomic.Uint64
	nanos   atomic.Int64
}

func newMetrics(r *room) *metrics {
	return &metrics{began: time.Now(), gauges: []gauge{
		{
			"lectern_requests_in_flight", "Requests that are being worked on; beyond LECTERN_MAX_REQUESTS they are turned away.",
			func() float64 { return float64(r.calls.Load()) },
		},
		{"lectern_streams_in_flight", "Uploads and downloads under way.", func() float64 { return float64(r.streams.Load()) }},
	}}
}

func (m *metrics) observe(pattern string, status int, took time.Duration) {
	key := series{pattern, status}
	kept, ok := m.known.Load(key)
	if !ok {
		kept, _ = m.known.LoadOrStore(key, &histogram{})
	}
	h := kept.(*histogram) //nolint:forcetypeassert // nothing else is put there
	i := 0
	for i < len(bounds) && took > bounds[i] {
		i++
	}
	h.buckets[i].Add(1)
	h.nanos.Add(int64(took))
}

func (m *metrics) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var out bytes.Buffer
		m.write(&out)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(out.Bytes()) // the caller may have gone
	})
}

func (m *metrics) write(out io.Writer) {
	const name = "lectern_request_seconds"
	head(out, name, "Time to answer a request, by route and status.", "histogram")
	var all []series
	m.known.Range(func(key, _ any) bool {
		all = append(all, key.(series)) //nolint:forcetypeassert // nothing else is put there
		return true
	})
	slices.SortFunc(all, func(a, b series) int {
		if n := strings.Compare(a.pattern, b.pattern); n != 0 {
			return n
		}
		return a.status - b.status
	})
	for _, key := range all {
		kept, _ := m.known.Load(key)
		labels := `route="` + escapeLabel(key.pattern) + `",status="` + strconv.Itoa(key.status) + `"`
		kept.(*histogram).write(out, name, labels) //nolint:forcetypeassert // nothing else is put there
	}
	for _, g := range m.gauges {
		head(out, g.name, g.help, "gauge")
		printf(out, "%s %s\n", g.name, number(g.value()))
	}
	writeRuntime(out)
	writeProcess(out, m.began)
}

func (h *histogram) write(out io.Writer, name, labels string) {
	total := uint64(0)
	for i := range h.buckets {
		total += h.buckets[i].Load()
		le := "+Inf"
		if i < len(bounds) {
			le = number(bounds[i].Seconds())
		}
		printf(out, "%s_bucket{%s,le=%q} %d\n", name, labels, le, total)
	}
	printf(out, "%s_sum{%s} %s\n", name, labels, number(time.Duration(h.nanos.Load()).Seconds()))
	printf(out, "%s_count{%s} %d\n", name, labels, total)
}

func head(out io.Writer, name, help, kind string) {
	printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// printf writes into a buffer, which takes everything.
func printf(out io.Writer, format string, args ...any) { _, _ = fmt.Fprintf(out, format, args...) }

func number(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace
