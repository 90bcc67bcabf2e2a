// Package server is the HTTP engine: middleware, limits, authentication, envelope, the files of the web app, metrics
// and health. It knows nothing of a college; package api supplies the routes. Start at New.
package server

import (
	"context"
	"io/fs"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Database is what readiness and error handling need to know of the database.
type Database interface {
	Schema(ctx context.Context) (sqldb.Schema, error)
	ClockOffset() time.Duration
	Probe(ctx context.Context) error // writes something
	IsFull(err error) bool
	IsDown(err error) bool
}

// Options configure the engine, apart from the routes.
type Options struct {
	Database     Database     // nil in some tests
	Authenticate Authenticate // identifies the caller
	Web          fs.FS        // the built web app
	Secure       bool         // people use TLS
	Proxies      []netip.Prefix
	MediaOrigins []string // origins, besides our own, that pages may play media from
	MaxCalls     int
	Now          func() time.Time
	Trace        func(http.Handler) http.Handler // wraps every request; may be nil
	// PublicMetrics also serves /metrics on this listener, only to callers on this machine.
	PublicMetrics bool
	Collectors    []prometheus.Collector // additional metrics
	// Draining is closed when the server is about to stop. Readiness then fails, so that load balancers use other
	// nodes.
	Draining <-chan struct{}
	Contract Contract
}

// Authenticate identifies the caller by the headers that the contract requires, without reading the body. With
// beforeSession (login) it checks only the token. The handler gets the returned context.
type Authenticate func(r *http.Request, beforeSession bool) (context.Context, Caller, error)

// Caller is the sender of a request.
type Caller struct {
	access.Actor
	// Setup is the error for all routes without AllowDuringSetup, if the session must first change its password or
	// enrol a factor.
	Setup error
	// Once refuses a repeated request, which the body tells apart from others. nil: none is refused.
	Once func(body []byte) error
}

func (c Caller) checkOnce(body []byte) error {
	if c.Once == nil {
		return nil
	}
	return c.Once(body)
}

// Server handles all requests; Metrics is for a separate listener.
type Server struct {
	http.Handler
	Metrics http.Handler

	options Options
	ready   readiness
	calls   *limiter
	streams *limiter
	large   *limiter // calls with a large body
	writes  writeLimiter
	metrics *metrics
	mux     *http.ServeMux
	api     huma.API
	routes  map[string]Route
	app     *app
}

// New builds the server from its routes.
func New(o Options, routes []Route) *Server {
	s := &Server{
		options: o, writes: newWriteLimiter(), mux: http.NewServeMux(),
		routes: make(map[string]Route, len(routes)), app: newApp(o.Web, o.MediaOrigins),
	}
	slots := max(o.MaxCalls, 1)
	s.calls = newLimiter(slots, slots/4) // a client may send fifty calls at once
	// A stream lasts as long as its client likes; a player has a few.
	s.streams = newLimiter(slots, slots/32)
	// A large body takes several times its size in memory.
	large := max(slots/largeShare, 2)
	s.large = newLimiter(large, large/4)
	s.metrics = newMetrics(o.Database, o.Collectors)
	s.Metrics = s.metrics.handler()
	s.api = humago.New(gatedMux{s}, humaConfig(o.Contract))
	builtin := []Route{
		Stream("GET /healthz", "system", access.Open, s.getHealth, Unlimited, Returns[wireStatus]()),
		Stream("GET /readyz", "system", access.Open, s.getReadiness, Unlimited, Returns[wireStatus]()),
	}
	for _, r := range slices.Concat(builtin, routes) {
		s.routes[r.Pattern] = r
		r.register(s, r)
	}
	s.mux.HandleFunc("/api/", s.handleUnknown)
	s.mux.HandleFunc("/", s.serveApp)
	if o.PublicMetrics {
		s.mux.Handle("GET /metrics", s.onlyThisMachine(s.Metrics))
	}
	inner := http.Handler(http.HandlerFunc(s.dispatch))
	if o.Trace != nil {
		inner = o.Trace(inner)
	}
	s.Handler = s.middleware(inner)
	return s
}

// dispatch records the pattern that matched, because the middleware only sees a copy of the request.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	defer func() { RequestOf(r.Context()).pattern = r.Pattern }()
	// PostgreSQL can't store or compare such text, and the parts of a path reach it without another check.
	if err := checkEncoding(r.URL.Path); err != nil {
		Fail(w, r, err)
		return
	}
	if isUncleanAPIPath(r.URL) {
		Fail(w, r, fault.New(fault.NotFound, "request.no_route"))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// isUncleanAPIPath reports whether a path leads into the API through // or /../. The mux would redirect it with an
// HTML page, which API clients can't use.
func isUncleanAPIPath(u *url.URL) bool {
	if !strings.Contains(u.Path, "//") && !strings.Contains(u.Path, "/.") {
		return false
	}
	p := u.EscapedPath() // the form that the mux cleans
	clean := path.Clean(p)
	return clean != strings.TrimSuffix(p, "/") && strings.HasPrefix(clean+"/", "/api/")
}

// Routes returns the rows of the API by pattern.
func (s *Server) Routes() map[string]Route { return s.routes }
