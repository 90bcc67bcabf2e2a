package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// collectTimeout limits how long a metric waits for the database.
const collectTimeout = 2 * time.Second

// jobCounts is the metric of the queue.
type jobCounts struct {
	queue *job.Queue
	db    *sqldb.DB
}

var jobsMetric = prometheus.NewDesc("lectern_jobs", "Jobs of all nodes together, by state.", []string{"state"}, nil)

// Describe implements prometheus.Collector.
func (jobCounts) Describe(out chan<- *prometheus.Desc) { out <- jobsMetric }

// Collect counts the jobs; while the database is down it reports nothing.
func (j jobCounts) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	counts, err := j.queue.Counts(ctx, j.db.Reader())
	if err != nil {
		return
	}
	for _, state := range []job.State{job.Waiting, job.Running, job.Dead} {
		out <- prometheus.MustNewConstMetric(jobsMetric, prometheus.GaugeValue, float64(counts[state]), string(state))
	}
}

// auditState is the metric of the audit log.
type auditState struct {
	chain *audit.Chain
	now   func() time.Time
}

var (
	auditUnsealedMetric = prometheus.NewDesc("lectern_audit_unsealed_seconds",
		"How long the oldest entry of the audit log has waited to be sealed; 0: none waits.", nil, nil)
	auditBrokenMetric = prometheus.NewDesc("lectern_audit_broken",
		"The first entry of the audit log that is missing or was changed, as of the last verification; 0: none.", nil, nil)
)

// Describe implements prometheus.Collector.
func (auditState) Describe(out chan<- *prometheus.Desc) {
	out <- auditUnsealedMetric
	out <- auditBrokenMetric
}

// Collect reads the stored state; while the database is down it reports nothing.
func (a auditState) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	s, err := a.chain.Status(ctx, access.System())
	if err != nil {
		return
	}
	waited := s.Unsealed(a.now()).Seconds()
	out <- prometheus.MustNewConstMetric(auditUnsealedMetric, prometheus.GaugeValue, waited)
	out <- prometheus.MustNewConstMetric(auditBrokenMetric, prometheus.GaugeValue, float64(s.FirstBroken))
}
