package app

import (
	"context"
	"net/http"
	"slices"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
)

// newTracing sends a span for every request to the collector at endpoint. A span has the route's pattern, never the
// path or the query: they may hold secrets. The returned function sends what is left.
func newTracing(ctx context.Context, endpoint string) (wrap func(http.Handler) http.Handler, stop func(), err error) {
	if endpoint == "" {
		return nil, func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(endpoint))
	if err != nil {
		return nil, nil, err
	}
	provider := trace.NewTracerProvider(
		trace.WithSpanProcessor(withoutPersonalData{trace.NewBatchSpanProcessor(exporter)}),
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
	return wrap, stop, nil
}

// personal are what the middleware would tell of a request and we do not: addresses may hold secrets, and where a
// person is or what they use is their own.
var personal = map[attribute.Key]bool{
	"url.path": true, "url.query": true, "client.address": true, "network.peer.address": true, "network.peer.port": true,
	"user_agent.original": true,
}

// withoutPersonalData leaves those attributes out of every span that is sent.
type withoutPersonalData struct{ trace.SpanProcessor }

// OnEnd hands on the span without them.
func (p withoutPersonalData) OnEnd(s trace.ReadOnlySpan) { p.SpanProcessor.OnEnd(filteredSpan{s}) }

type filteredSpan struct{ trace.ReadOnlySpan }

// Attributes are those that may leave.
func (s filteredSpan) Attributes() []attribute.KeyValue {
	return slices.DeleteFunc(slices.Clone(s.ReadOnlySpan.Attributes()), func(a attribute.KeyValue) bool {
		return personal[a.Key]
	})
}
