package app

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
)

// traced sends a span for every request to the collector at endpoint. A span has the route's pattern, never the
// path or the query: they may hold secrets. The returned function sends what is left.
func traced(ctx context.Context, endpoint string) (wrap func(http.Handler) http.Handler, stop func()) {
	if endpoint == "" {
		return nil, func() {}
	}
	exporter := &otlp{endpoint: endpoint, client: http.Client{Timeout: 10 * time.Second}}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter),
		trace.WithResource(resource.NewSchemaless(semconv.ServiceName("lectern"), semconv.ServiceVersion(Version))))
	wrap = otelhttp.NewMiddleware("request", otelhttp.WithTracerProvider(provider),
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string {
			if r.Pattern == "" {
				return r.Method
			}
			return r.Pattern
		}))
	stop = func() {
		// A collector that is gone must not hold up the end.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		_ = provider.Shutdown(last)
	}
	return wrap, stop
}
