package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by route pattern, never by path: a path may contain a secret.
type metrics struct {
	registry       *prometheus.Registry
	requests       *prometheus.HistogramVec
	calls, streams prometheus.Gauge // running
}

// LoginFailures returns the counter of failed logins, for Options.Collectors.
func LoginFailures() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lectern_login_failures_total", Help: "Refused passwords since the start, by reason.",
	}, []string{"reason"})
}

// BackgroundPanics returns the counter of panics outside requests, for Options.Collectors.
func BackgroundPanics() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lectern_background_panics_total", Help: "Panics in background work since the start, by work.",
	}, []string{"work"})
}

func newMetrics(database Database, more []prometheus.Collector) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lectern_request_seconds", Help: "Time to answer a request, by route and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "status"}),
		calls: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lectern_requests_in_flight",
			Help: "Calls under way, those whose body is still being read included.",
		}),
		streams: prometheus.NewGauge(
			prometheus.GaugeOpts{Name: "lectern_streams_in_flight", Help: "Uploads and downloads under way."}),
	}
	if database != nil {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "lectern_clock_offset_seconds", Help: "How far the database's clock is ahead of this machine's.",
		}, func() float64 { return database.ClockOffset().Seconds() }))
	}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.calls, m.streams)
	m.registry.MustRegister(more...)
	return m
}

func (m *metrics) observe(pattern string, status int, took time.Duration) {
	m.requests.WithLabelValues(pattern, strconv.Itoa(status)).Observe(took.Seconds())
}

// countRunning counts a request until done is called.
func (m *metrics) countRunning(stream bool) (done func()) {
	gauge := m.calls
	if stream {
		gauge = m.streams
	}
	gauge.Inc()
	return gauge.Dec
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
