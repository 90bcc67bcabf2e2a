package server

import (
	"reflect"
	"time"
)

// limits are the limits of a route. With the body limit zero the handler reads the body itself.
type limits struct {
	body             int64
	content          []string // content types of the body
	time             time.Duration
	beforeSession    bool
	allowDuringSetup bool
	handlerValidates bool
	unlimited        bool
	stream           bool // long request or response: neither body nor time is limited here
}

// defaultLimits allow a small JSON body, and a response before the browser gives up after ten seconds.
var defaultLimits = limits{body: MaxJSON, content: []string{"application/json"}, time: 9 * time.Second}

// MaxJSON is the largest JSON body in bytes, except on routes with MaxBody.
const MaxJSON = 64 << 10

// largeShare is how many slots for calls there are for each slot for a call with a large body.
const largeShare = 32

// large reports whether the body may only be read from a caller who has the right to send it.
func (l limits) large() bool { return l.body > MaxJSON && !l.stream }

// Option changes a route from the default.
type Option func(*Route)

// FormBody makes a route accept a form instead of JSON.
func FormBody(r *Route) { r.limits.content = []string{"application/x-www-form-urlencoded"} }

// Unlimited exempts a route from the limiter: health and readiness.
func Unlimited(r *Route) { r.limits.unlimited = true }

// BeforeSession makes a route check the token without a session, for the login.
func BeforeSession(r *Route) { r.limits.beforeSession = true }

// AllowDuringSetup allows a route for a session that must first change its password or enrol a second factor.
func AllowDuringSetup(r *Route) { r.limits.allowDuringSetup = true }

// HandlerValidates leaves the validation of the body to the handler, unknown fields included.
func HandlerValidates(r *Route) { r.limits.handlerValidates = true }

// MaxBody sets a route's largest JSON body in bytes. Above MaxJSON it is read after the caller was identified.
func MaxBody(size int64) Option {
	return func(r *Route) { r.limits.body = size }
}

// StreamBody makes a route read its body as a stream of up to size bytes (0: any) and of one of these types.
func StreamBody(size int64, types ...string) Option {
	return func(r *Route) {
		r.limits = limits{body: size, content: types, stream: true}
	}
}

// Download makes a route send a response of any size and duration.
func Download(r *Route) { r.limits = limits{stream: true} }

// Query names the query parameters that a stream reads; typed calls name them in their input.
func Query(names ...string) Option {
	return func(r *Route) { r.queries = append(r.queries, names...) }
}

// Returns documents that a stream responds with JSON of this type. Otherwise the contract says that it sends a file.
func Returns[T any]() Option {
	return func(r *Route) { r.document.json = reflect.TypeFor[T]() }
}

// Refuses documents that a stream responds with JSON of this type, instead of the envelope, for these statuses.
func Refuses[T any](statuses ...int) Option {
	return func(r *Route) { r.document.refusalType, r.document.refusalStatuses = reflect.TypeFor[T](), statuses }
}

// Accepts documents the type of a stream's body, if it has fields.
func Accepts[T any]() Option {
	return func(r *Route) { r.document.body = reflect.TypeFor[T]() }
}

// Sends documents the content types of a stream's responses.
func Sends(types ...string) Option {
	return func(r *Route) { r.document.types = types }
}

// Answers documents the successful statuses of a stream, if 200 isn't the only one.
func Answers(statuses ...int) Option {
	return func(r *Route) { r.document.successStatuses = statuses }
}

// readsQueriesOf sets the query parameters of a typed input.
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

// Signed documents that the handler checks timestamp and signature itself, before there is a token.
func Signed(r *Route) { r.document.signed = true }

// Named overrides the operation's name, for a handler with two rows.
func Named(operation string) Option {
	return func(r *Route) { r.Operation = operation }
}
