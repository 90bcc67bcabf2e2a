package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/workflow/system"
)

// freeDisk is the metric of the free space in a data folder.
type freeDisk string

var freeDiskMetric = prometheus.NewDesc(
	"lectern_disk_free_bytes", "Free space on the disk of the data folder.", nil, nil,
)

// Describe implements prometheus.Collector.
func (freeDisk) Describe(out chan<- *prometheus.Desc) { out <- freeDiskMetric }

// Collect measures the disk; if that fails it reports nothing.
func (f freeDisk) Collect(out chan<- prometheus.Metric) {
	if free, err := system.FreeDisk(string(f)); err == nil {
		out <- prometheus.MustNewConstMetric(freeDiskMetric, prometheus.GaugeValue, float64(free))
	}
}
