package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/internal/access"
)

// A route is one row of the API: the mux's pattern, who may call it, and what answers.
type route struct {
	pattern  string
	policy   access.Policy
	limits   limits
	typed    bool                                                 // huma reads its input and describes it
	register func(a *api, r route)                                // puts the handler on the mux
	ahead    func(a *api, next http.HandlerFunc) http.HandlerFunc // answers what it can before the handler; nil: nothing
}

// An action is a handler of the API. The actor is an argument, so it cannot be forgotten.
type action[In, Out any] func(ctx context.Context, who access.Actor, in *In) (Out, error)

// answer is what huma sends for an action.
type answer[Out any] struct {
	Body envelope[Out]
}

// on makes a row for an action: huma reads and checks the input, the envelope goes around the output.
func on[In, Out any](pattern string, policy access.Policy, do action[In, Out], options ...option) route {
	name := operationName(pattern, do)
	r := newRoute(pattern, policy, options, func(a *api, r route) {
		method, path, _ := strings.Cut(r.pattern, " ")
		op := huma.Operation{
			OperationID: name, Method: method, Path: path, Tags: []string{tag(path)},
			// The gate has read the body. A deadline of huma's would outlive the reading of it and, five seconds on, cancel
			// whoever still waits for a hash or for the database.
			MaxBodyBytes: r.limits.body, BodyReadTimeout: -1, Extensions: map[string]any{"x-policy": r.policy.String()},
			Errors: []int{http.StatusBadRequest}, SkipValidateBody: r.limits.lenient,
		}
		if reflect.TypeFor[In]().NumField() == 0 {
			huma.Register(a.papers, op, func(context.Context, *In) (*answer[Out], error) { return nil, nil }) //nolint:nilnil // never called
			a.mux.HandleFunc(r.pattern, a.plainly(func(ctx context.Context) (any, error) { return do(ctx, actorOf(ctx), new(In)) }))
			return
		}
		huma.Register(a.huma, op, func(ctx context.Context, in *In) (*answer[Out], error) {
			out, err := do(ctx, actorOf(ctx), in)
			if err != nil {
				return nil, a.refuse(ctx, err)
			}
			callOf(ctx).header["Cache-Control"] = noStore
			return &answer[Out]{good(out)}, nil
		})
	})
	r.typed = true
	return r
}

// often is on for an action so frequent that huma's reading of its input counts. read understands what our own clients send; what it
// does not is for huma, which knows what is wrong with it.
func often[In, Out any](pattern string, policy access.Policy, do action[In, Out], read func(r *http.Request, body []byte) (*In, bool), options ...option) route {
	row := on(pattern, policy, do, options...)
	row.ahead = func(a *api, next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			in, ok := read(r, callOf(r.Context()).body)
			if !ok {
				next(w, r)
				return
			}
			a.plainly(func(ctx context.Context) (any, error) { return do(ctx, actorOf(ctx), in) })(w, r)
		}
	}
	return row
}

// plainly is how an action answers for whose input huma is not needed: its way around the answer is saved.
func (a *api) plainly(do func(ctx context.Context) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := do(r.Context())
		if err != nil {
			a.fail(w, r, err)
			return
		}
		body := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // nothing else is put there
		defer buffers.Put(body)
		body.Reset()
		if err := encodeJSON(body, good(out)); err != nil {
			a.fail(w, r, err)
			return
		}
		w.Header()["Cache-Control"] = noStore
		writeJSON(w, body.Bytes())
	}
}

// noStore is what every answer of an action says: it is about a person, and no cache on the way or in the browser may keep it. What
// may be kept has a version, and its handler says so.
var noStore = []string{"no-store"}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// raw makes a row for a plain handler: uploads, media, feeds and what is not JSON.
func raw(pattern string, policy access.Policy, handler http.HandlerFunc, options ...option) route {
	return newRoute(pattern, policy, options, func(a *api, r route) { a.mux.HandleFunc(r.pattern, handler) })
}

// described is raw for an answer that belongs into the contract all the same: In and Out say what huma would read and send.
func described[In, Out any](pattern string, policy access.Policy, name string, handler http.HandlerFunc, options ...option) route {
	row := newRoute(pattern, policy, options, func(a *api, r route) {
		method, path, _ := strings.Cut(r.pattern, " ")
		huma.Register(a.papers, huma.Operation{
			OperationID: name, Method: method, Path: path, Tags: []string{tag(path)},
			Extensions: map[string]any{"x-policy": r.policy.String()}, Errors: []int{http.StatusBadRequest},
		}, func(context.Context, *In) (*Out, error) { return nil, nil }) //nolint:nilnil // never called
		a.mux.HandleFunc(r.pattern, handler)
	})
	row.typed = true
	return row
}

func newRoute(pattern string, policy access.Policy, options []option, register func(*api, route)) route {
	r := route{pattern: pattern, policy: policy, limits: defaultLimits, register: register}
	for _, set := range options {
		set(&r.limits)
	}
	if !policy.Valid() {
		panic("httpapi: " + pattern + " names no policy")
	}
	return r
}

// gated is the mux that every route is put on: it wraps each handler with the gate of its row.
// A pattern that is not in the table cannot be registered.
type gated struct {
	*http.ServeMux
	api   *api
	table map[string]route
}

// HandleFunc registers a row's handler behind its gate.
func (g gated) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	r, ok := g.table[pattern]
	if !ok {
		panic("httpapi: " + pattern + " is not in the routes table")
	}
	if r.ahead != nil {
		handler = r.ahead(g.api, handler)
	}
	g.ServeMux.Handle(pattern, g.api.gate(r, http.HandlerFunc(handler)))
}

// build puts the table on a mux. The typed rows take some milliseconds, because huma looks at every type of theirs: complete
// does that, for the first call to the API or a moment after the start, so that the portal answers at once.
func (a *api) build(table []route) {
	byPattern := make(map[string]route, len(table))
	for _, r := range table {
		byPattern[r.pattern] = r
	}
	a.mux = gated{http.NewServeMux(), a, byPattern}
	var typed []route
	for _, r := range table {
		if r.typed {
			typed = append(typed, r)
		} else {
			r.register(a, r)
		}
	}
	a.complete = sync.OnceFunc(func() {
		a.huma = humago.New(a.mux, humaConfig())
		papers := humaConfig()
		papers.OpenAPI = a.huma.OpenAPI()
		a.papers = humago.New(http.NewServeMux(), papers) // nobody asks that mux
		for _, r := range typed {
			r.register(a, r)
		}
	})
}

// operationName is the method's own name: getTimetable is the operation getTimetable. A function without
// a name of its own goes by its pattern.
func operationName(pattern string, fn any) string {
	full := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
	if name, ok := strings.CutSuffix(full[strings.LastIndex(full, ".")+1:], "-fm"); ok {
		return name
	}
	return pattern
}

// tag is the feature a path belongs to, which is its first word after /api/.
func tag(p string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path.Clean(p), "/api/"), "/")
	return strings.ToLower(first)
}
