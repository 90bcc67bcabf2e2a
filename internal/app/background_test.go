package app

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/http/server"
)

// A panic in background work must not end the process, and the work goes on.
func TestBackgroundWorkSurvivesPanics(t *testing.T) {
	run := map[string]func(*college, context.Context, func(context.Context)){
		"every": func(c *college, ctx context.Context, do func(context.Context)) {
			c.every(ctx, "work", time.Millisecond, do)
		},
		"keepRunning": func(c *college, ctx context.Context, do func(context.Context)) {
			c.keepRunning(ctx, "work", time.Millisecond, do)
		},
	}
	for name, run := range run {
		t.Run(name, func(t *testing.T) {
			c := &college{panics: server.BackgroundPanics()}
			ctx, cancel := context.WithCancel(t.Context())
			calls := 0
			run(c, ctx, func(context.Context) {
				if calls++; calls < 3 {
					panic("a bug")
				}
				cancel()
			})
			registry := prometheus.NewRegistry()
			registry.MustRegister(c.panics)
			found, err := registry.Gather()
			if err != nil || len(found) != 1 {
				t.Fatalf("%v, %v", found, err)
			}
			if panics := found[0].GetMetric()[0].GetCounter().GetValue(); panics != 2 || calls != 3 {
				t.Errorf("%d calls, %v panics", calls, panics)
			}
		})
	}
}
