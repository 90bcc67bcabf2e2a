package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
)

// otlp sends spans as OTLP's JSON over HTTP. The library's own exporter speaks protobuf and brings gRPC along for
// it, which would cost every start a millisecond and the binary three megabytes, collector or not.
type otlp struct {
	endpoint string
	client   http.Client
}

// otlpValue is a text or a whole number; nothing else is told of a request.
type otlpValue struct {
	String *string `json:"stringValue,omitempty"`
	Int    *string `json:"intValue,omitempty"` // OTLP writes 64-bit numbers as text
}

type otlpPair struct {
	Key   string    `json:"key"`
	Value otlpValue `json:"value"`
}

type otlpStatus struct {
	Code    int    `json:"code,omitempty"` // 0 unset, 1 ok, 2 error
	Message string `json:"message,omitempty"`
}

type otlpSpan struct {
	TraceID    string     `json:"traceId"`
	SpanID     string     `json:"spanId"`
	ParentID   string     `json:"parentSpanId,omitempty"`
	Name       string     `json:"name"`
	Kind       int        `json:"kind"`
	Start      string     `json:"startTimeUnixNano"`
	End        string     `json:"endTimeUnixNano"`
	Attributes []otlpPair `json:"attributes"`
	Status     otlpStatus `json:"status"`
}

type otlpScopeSpans struct {
	Spans []otlpSpan `json:"spans"`
}

type otlpResource struct {
	Attributes []otlpPair `json:"attributes"`
}

type otlpResourceSpans struct {
	Resource   otlpResource     `json:"resource"`
	ScopeSpans []otlpScopeSpans `json:"scopeSpans"`
}

type otlpRequest struct {
	ResourceSpans []otlpResourceSpans `json:"resourceSpans"`
}

// ExportSpans sends one batch. A collector that is down loses it: traces are a help, not a record.
func (o *otlp) ExportSpans(ctx context.Context, spans []trace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	list := make([]otlpSpan, len(spans))
	for i, s := range spans {
		list[i] = toOTLP(s)
	}
	body, err := json.Marshal(otlpRequest{[]otlpResourceSpans{{
		Resource:   otlpResource{pairs(spans[0].Resource().Attributes())},
		ScopeSpans: []otlpScopeSpans{{list}},
	}}})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := o.client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body) // so that the connection is kept
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the collector answered %s", res.Status)
	}
	return nil
}

// Shutdown has nothing to close.
func (o *otlp) Shutdown(context.Context) error { return nil }

func toOTLP(s trace.ReadOnlySpan) otlpSpan {
	out := otlpSpan{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Name: s.Name(), Kind: int(s.SpanKind()),
		Start: nano(s.StartTime()), End: nano(s.EndTime()), Attributes: pairs(s.Attributes()),
	}
	if s.Parent().HasSpanID() {
		out.ParentID = s.Parent().SpanID().String()
	}
	switch s.Status().Code {
	case codes.Ok:
		out.Status.Code = 1
	case codes.Error:
		out.Status = otlpStatus{2, s.Status().Description}
	case codes.Unset:
	}
	return out
}

// secretAttributes are what the middleware would tell of a request and we do not: addresses may hold secrets, and
// where a person is or what they use is their own.
var secretAttributes = map[attribute.Key]bool{
	"url.path": true, "url.query": true, "client.address": true, "network.peer.address": true, "network.peer.port": true,
	"user_agent.original": true,
}

func pairs(attributes []attribute.KeyValue) []otlpPair {
	out := make([]otlpPair, 0, len(attributes))
	for _, a := range attributes {
		if secretAttributes[a.Key] {
			continue
		}
		text := a.Value.String()
		value := otlpValue{String: &text}
		if a.Value.Type() == attribute.INT64 {
			value = otlpValue{Int: &text}
		}
		out = append(out, otlpPair{string(a.Key), value})
	}
	return out
}

func nano(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }
