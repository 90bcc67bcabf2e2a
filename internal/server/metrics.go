package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by the pattern that answered them, never by path: a path may hold a secret.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

func newMetrics(l *limiter) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lectern_request_seconds", Help: "Time to answer a request, by route and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "status"}),
	}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "lectern_requests_in_flight", Help: "Requests that are being worked on; beyond LECTERN_MAX_REQUESTS they are turned away.",
		}, func() float64 { return float64(l.calls.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "lectern_streams_in_flight", Help: "Uploads and downloads under way.",
		}, func() float64 { return float64(l.streams.Load()) }),
	)
	return m
}

func (m *metrics) observe(pattern string, status int, took time.Duration) {
	m.requests.WithLabelValues(pattern, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
