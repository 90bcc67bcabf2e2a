package server

import (
	"reflect"
	"time"
)

// limits are what a route takes; the zero body limit means the handler reads the body itself.
type limits struct {
	body             int64
	content          []string // content types the route reads, when it has a body
	time             time.Duration
	beforeSession    bool
	allowDuringSetup bool
	handlerValidates bool
	unlimited        bool
	stream           bool // the handler reads or writes at length, so neither body nor time is bounded here
}

// The usual route takes a small JSON body and answers before the browser gives up at ten seconds.
var defaultLimits = limits{body: MaxJSON, content: []string{"application/json"}, time: 9 * time.Second}

// MaxJSON is how many bytes a JSON body may have.
const MaxJSON = 64 << 10

// An Option makes a route differ from the usual one.
type Option func(*Route)

// FormBody makes a route take a form instead of JSON.
func FormBody(r *Route) { r.limits.content = []string{"application/x-www-form-urlencoded"} }

// Unlimited makes a route that is answered however busy the server is: health and readiness.
func Unlimited(r *Route) { r.limits.unlimited = true }

// BeforeSession makes a route check the token without looking for a session: the login.
func BeforeSession(r *Route) { r.limits.beforeSession = true }

// AllowDuringSetup keeps a route open to a session that must change its password or enrol a second factor first.
func AllowDuringSetup(r *Route) { r.limits.allowDuringSetup = true }

// HandlerValidates leaves the fields of a body to the handler, unknown ones included.
func HandlerValidates(r *Route) { r.limits.handlerValidates = true }

// MaxBody makes a route take a JSON body of up to size bytes.
func MaxBody(size int64) Option {
	return func(r *Route) { r.limits.body = size }
}

// StreamBody makes a route read a body of up to size bytes (0: any) and of one of these types as a stream.
func StreamBody(size int64, types ...string) Option {
	return func(r *Route) {
		r.limits = limits{body: size, content: types, stream: true}
	}
}

// Download makes a route that sends as much as there is, for as long as it takes.
func Download(r *Route) { r.limits = limits{stream: true} }

// Query names the query parameters that a stream reads; typed calls name them in their input.
func Query(names ...string) Option {
	return func(r *Route) { r.queries = append(r.queries, names...) }
}

// Returns says that a stream answers JSON of this type. Without it the contract says that it sends a file.
func Returns[T any]() Option {
	return func(r *Route) { r.document.json = reflect.TypeFor[T]() }
}

// Refuses says that a stream answers these statuses with JSON of this type and not with the usual envelope.
func Refuses[T any](statuses ...int) Option {
	return func(r *Route) { r.document.refusal, r.document.refused = reflect.TypeFor[T](), statuses }
}

// Accepts says what is in the body that a stream reads, when it has fields.
func Accepts[T any]() Option {
	return func(r *Route) { r.document.body = reflect.TypeFor[T]() }
}

// Sends names the content types of a stream's answers.
func Sends(types ...string) Option {
	return func(r *Route) { r.document.types = types }
}

// Answers names the statuses of a stream's answers that are no refusal, where 200 is not the only one.
func Answers(statuses ...int) Option {
	return func(r *Route) { r.document.worked = statuses }
}

// readsQueriesOf collects the query parameters of a typed input.
func readsQueriesOf[In any](r *Route) { r.queries = queriesOf(reflect.TypeFor[In]()) }

func queriesOf(t reflect.Type) []string {
	var out []string
	for field := range t.Fields() {
		if field.Anonymous {
			out = append(out, queriesOf(field.Type)...)
		} else if name, ok := field.Tag.Lookup("query"); ok {
			out = append(out, name)
		}
	}
	return out
}

// Signed says in the contract that the handler checks timestamp and signature itself, before there is a token.
func Signed(r *Route) { r.document.signed = true }

// Named gives the row another name in the contract than its handler's, for a handler of two rows.
func Named(operation string) Option {
	return func(r *Route) { r.Operation = operation }
}
