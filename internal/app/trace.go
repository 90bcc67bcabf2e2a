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
// path or query, which may contain secrets. The returned function sends the remaining spans.
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
		// A collector that is down must not delay the shutdown.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		_ = provider.Shutdown(last)
	}
	return wrap, stop, nil
}

// personal are the middleware's attributes that we don't send: URLs may contain secrets, and addresses and user
// agents are personal data.
var personal = map[attribute.Key]bool{
	"url.path": true, "url.query": true, "client.address": true, "network.peer.address": true, "network.peer.port": true,
	"user_agent.original": true,
}

// withoutPersonalData removes those attributes from every span.
type withoutPersonalData struct{ trace.SpanProcessor }

// OnEnd passes on the filtered span.
func (p withoutPersonalData) OnEnd(s trace.ReadOnlySpan) { p.SpanProcessor.OnEnd(filteredSpan{s}) }

type filteredSpan struct{ trace.ReadOnlySpan }

// Attributes returns the remaining attributes.
func (s filteredSpan) Attributes() []attribute.KeyValue {
	return slices.DeleteFunc(slices.Clone(s.ReadOnlySpan.Attributes()), func(a attribute.KeyValue) bool {
		return personal[a.Key]
	})
}
