package httpapi

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by the pattern that answered them, never by path: a path may hold a secret.
type metrics struct {
	registry *prometheus.Registry
	seconds  *prometheus.HistogramVec
	known    sync.Map // series → prometheus.Observer: finding one by labels costs more than observing it
}

type series struct {
	pattern string
	status  int
}

func newMetrics(r *room) *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	m.seconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "lectern_request_seconds", Help: "Time to answer a request, by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"route", "status"})
	inFlight := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lectern_requests_in_flight", Help: "Requests that are being worked on; beyond LECTERN_MAX_REQUESTS they are turned away.",
	}, func() float64 { return float64(r.calls.Load()) })
	streams := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lectern_streams_in_flight", Help: "Uploads and downloads under way.",
	}, func() float64 { return float64(r.streams.Load()) })
	m.registry.MustRegister(m.seconds, inFlight, streams, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) observe(pattern string, status int, took time.Duration) {
	key := series{pattern, status}
	observer, ok := m.known.Load(key)
	if !ok {
		observer, _ = m.known.LoadOrStore(key, m.seconds.WithLabelValues(pattern, strconv.Itoa(status)))
	}
	observer.(prometheus.Observer).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
