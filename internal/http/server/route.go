package server

import (
	"context"
	"net/http"
	"reflect"
	"runtime"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/kernel/access"
)

// A Route is one row of the API: pattern, tag (the feature's name), policy, handler, options.
type Route struct {
	Pattern string
	Tag     string
	Policy  access.Policy
	// Operation names the row in the contract.
	Operation string

	limits    limits
	writeCost int // of a call; 0 for what changes nothing
	inView    inView
	queries   []string // names of the query parameters that it reads
	document  document
	register  func(s *Server, r Route)
}

// A Handler is a typed handler of the API. The actor is an argument, so it cannot be forgotten.
type Handler[In, Out any] func(ctx context.Context, who access.Actor, in *In) (Out, error)

// reply is what huma sends for a typed handler: an Envelope. It is one type for all, because huma's function is
// compiled anew for each; the contract is told which envelope it is.
type reply struct {
	Body any
}

// Call makes a row for a typed JSON call: huma reads and checks the input, the envelope goes around the output.
func Call[In, Out any](pattern, tag string, policy access.Policy, do Handler[In, Out], options ...Option) Route {
	return newRoute(pattern, tag, policy, do, append([]Option{readsQueriesOf[In]}, options...), func(s *Server, r Route) {
		op := s.operation(r)
		// The gate has read the body. A deadline of huma's would outlive that and cancel a wait for the database.
		op.MaxBodyBytes, op.BodyReadTimeout = -1, -1
		op.SkipValidateBody = r.limits.handlerValidates
		op.Responses["200"] = &huma.Response{Content: s.jsonOf(reflect.TypeFor[Envelope[Out]](), "")}
		huma.Register(s.api, op, func(ctx context.Context, in *In) (*reply, error) {
			out, err := do(ctx, ActorOf(ctx), in)
			if err != nil {
				return nil, refuse(ctx, err)
			}
			return &reply{Good(out)}, nil
		})
	})
}

// Stream makes a row for a plain handler: streams, feeds, uploads, media, and what is not an envelope.
func Stream(pattern, tag string, policy access.Policy, handler http.HandlerFunc, options ...Option) Route {
	return newRoute(pattern, tag, policy, handler, options, func(s *Server, r Route) {
		s.documentStream(r)
		gatedMux{s}.HandleFunc(r.Pattern, handler)
	})
}

func newRoute(
	pattern, tag string, policy access.Policy, handler any, options []Option, register func(*Server, Route),
) Route {
	r := Route{
		Pattern: pattern, Tag: tag, Policy: policy, Operation: operationName(pattern, handler), limits: defaultLimits,
		document: document{worked: []int{http.StatusOK}}, writeCost: usualWriteCost(pattern), inView: usualInView(pattern),
		register: register,
	}
	for _, set := range options {
		set(&r)
	}
	if !policy.Valid() {
		panic("server: " + pattern + " names no policy")
	}
	return r
}

// operationName is the method's own name, whether it is exported or not: GetTimetable is the operation getTimetable.
// A function without a name of its own goes by its pattern.
func operationName(pattern string, fn any) string {
	full := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
	if name, ok := strings.CutSuffix(full[strings.LastIndex(full, ".")+1:], "-fm"); ok {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return pattern
}

// gatedMux is the mux that every row is put on: it wraps each handler with the gate of its row. A pattern that is not
// in the table cannot be registered.
type gatedMux struct{ *Server }

// HandleFunc registers a row's handler behind its gate.
func (g gatedMux) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	r, ok := g.routes[pattern]
	if !ok {
		panic("server: " + pattern + " is not in the routes table")
	}
	g.mux.Handle(pattern, g.gate(r, http.HandlerFunc(handler)))
}

// ServeHTTP makes gatedMux what humago wants of a mux.
func (g gatedMux) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.mux.ServeHTTP(w, r) }
