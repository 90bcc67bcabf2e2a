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

// Route is one row of the API: pattern, tag (the feature's name), policy, handler, options.
type Route struct {
	Pattern string
	Tag     string
	Policy  access.Policy
	// Operation names the row in the contract.
	Operation string

	limits    limits
	writeCost int // of a call; 0 if it changes nothing
	inView    inView
	queries   []string // names of its query parameters
	document  document
	register  func(s *Server, r Route)
}

// Handler is a typed handler of the API. The actor is an argument, so that it can't be forgotten.
type Handler[In, Out any] func(ctx context.Context, who access.Actor, in *In) (Out, error)

// reply is the envelope that huma sends for all typed handlers. It is one type, because huma's generic function is
// compiled for each; the contract gets the actual type.
type reply struct {
	Body any
}

// Call returns the row of a typed JSON call: huma decodes and checks the input, and the output goes into the
// envelope.
func Call[In, Out any](pattern, tag string, policy access.Policy, do Handler[In, Out], options ...Option) Route {
	return newRoute(pattern, tag, policy, do, append([]Option{readsQueriesOf[In]}, options...), func(s *Server, r Route) {
		op := s.operation(r)
		// The gate has read the body. huma's deadline would outlive it and cancel a wait for the database.
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

// Stream returns the row of a plain handler, for streams, feeds, uploads, media, and responses without an envelope.
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
		document: document{successStatuses: []int{http.StatusOK}}, writeCost: defaultWriteCost(pattern),
		inView: defaultInView(pattern), register: register,
	}
	for _, set := range options {
		set(&r)
	}
	if !policy.Valid() {
		panic("server: " + pattern + " names no policy")
	}
	if r.limits.large() && (policy == access.Open || policy == access.Anyone || policy == access.SignedURL) {
		panic("server: " + pattern + " would read large bodies from anyone")
	}
	return r
}

// operationName returns the name of the method, with a small first letter: GetTimetable is the operation
// getTimetable. Other functions are named after the pattern.
func operationName(pattern string, fn any) string {
	full := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
	if name, ok := strings.CutSuffix(full[strings.LastIndex(full, ".")+1:], "-fm"); ok {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return pattern
}

// gatedMux wraps every row's handler with its gate. It panics on a pattern that isn't in the table.
type gatedMux struct{ *Server }

// HandleFunc registers a row's handler behind its gate.
func (g gatedMux) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	r, ok := g.routes[pattern]
	if !ok {
		panic("server: " + pattern + " is not in the routes table")
	}
	g.mux.Handle(pattern, g.gate(r, http.HandlerFunc(handler)))
}

// ServeHTTP completes the interface of a humago mux.
func (g gatedMux) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.mux.ServeHTTP(w, r) }
