package httpapi

import (
	"log/slog"
	"net/http"
	"time"
)

// A quick answer lies in memory and is the same for everybody: a file of the app, its settings, whether the process lives. It is
// given before anything is made for the request, because all that the way through the gate would add is waste: there is
// nobody to recognise, nothing to read and nothing to wait for.
type quick struct {
	pattern string // as the metrics know it
	// serve writes the whole answer, the headers of every answer included, and returns its status.
	serve func(w http.ResponseWriter, r *http.Request) int
}

// findQuick lists the quick answers by path. Traced requests all go the long way, where the spans are.
func (a *api) findQuick() map[string]quick {
	found := map[string]quick{}
	if a.Trace != nil {
		return found
	}
	for name, f := range a.web().files {
		found["/"+name] = quick{"/", f.serve}
	}
	if index, ok := a.web().files[indexName]; ok {
		found["/"] = quick{"/", index.serve}
	}
	for pattern, serve := range map[string]http.HandlerFunc{"/healthz": a.getHealth, "/app-config.json": a.getAppConfig} {
		found[pattern] = quick{"GET " + pattern, func(w http.ResponseWriter, r *http.Request) int {
			a.setHeaders(w.Header())
			serve(w, r)
			return http.StatusOK
		}}
	}
	return found
}

// answerQuick tells whether there was a quick answer.
func (a *api) answerQuick(w http.ResponseWriter, r *http.Request) bool {
	known := a.quick.Load()
	if known == nil {
		return false
	}
	q, ok := (*known)[r.URL.Path]
	if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead || headerSize(r) > maxHeader {
		return false
	}
	start := time.Now()
	status := q.serve(w, r)
	took := time.Since(start)
	a.metrics.observe(q.pattern, status, took)
	if slog.Default().Enabled(r.Context(), slog.LevelDebug) {
		slog.DebugContext(r.Context(), "request", "route", q.pattern, "method", r.Method, "status", status, "took", took)
	}
	return true
}
