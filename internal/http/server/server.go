// Package server is the HTTP engine: middleware, limits, authentication of a call, the envelope around answers, the files of
// the web app, metrics and health. It knows nothing of a college; package api gives it the routes. Start at New.
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

// A Database tells readiness what it needs to know, and a dead or full database from a bug. No statement is run here.
type Database interface {
	Schema(ctx context.Context) (sqldb.Schema, error)
	ClockOffset() time.Duration
	Probe(ctx context.Context) error // writes something
	IsFull(err error) bool
	IsDown(err error) bool
}

// Options are what the engine needs besides the routes.
type Options struct {
	Database     Database     // nil: none to ask, in tests
	Authenticate Authenticate // who is calling
	Web          fs.FS        // the built web app
	Secure       bool         // people reach us over TLS
	Proxies      []netip.Prefix
	MediaOrigins []string // where pages may play from, besides our own origin
	MaxCalls     int
	Now          func() time.Time
	Trace        func(http.Handler) http.Handler // around every request; nil for none
	// PublicMetrics serves /metrics beside the rest, to callers on this machine alone.
	PublicMetrics bool
	Collectors    []prometheus.Collector // metrics besides those of requests
	// Draining is closed when the server is about to stop: readiness then says no, and a load balancer looks elsewhere.
	Draining <-chan struct{}
	Contract Contract
}

// An Authenticate decides who is calling from the headers that the contract demands. The body is there because a replay is
// recognised by it. Before a session (login) the token is checked but no session is looked up. The returned context
// reaches the handler.
type Authenticate func(r *http.Request, body []byte, beforeSession bool) (context.Context, Caller, error)

// A Caller is who sent a request.
type Caller struct {
	access.Actor
	// Setup refuses every route without AllowDuringSetup: the session must change its password or enrol a factor first.
	Setup error
}

// A Server is the handler of everything, and the metrics for a listener of their own.
type Server struct {
	http.Handler
	Metrics http.Handler

	options Options
	ready   readiness
	calls   *limiter
	streams *limiter
	writes  writeLimiter
	metrics *metrics
	mux     *http.ServeMux
	api     huma.API
	routes  map[string]Route
	app     *app
}

// New builds the server from its routes.
func New(o Options, routes []Route) *Server {
	s := &Server{options: o, writes: newWriteLimiter(), mux: http.NewServeMux(), routes: make(map[string]Route, len(routes)), app: newApp(o.Web, o.MediaOrigins)}
	places := max(o.MaxCalls, 1)
	s.calls = newLimiter(places, places/4) // a client may send fifty calls at once
	// A stream is held for as long as its client likes; a player has a few.
	s.streams = newLimiter(places, places/32)
	s.metrics = newMetrics(o.Database, o.Collectors)
	s.Metrics = s.metrics.handler()
	s.api = humago.New(gatedMux{s}, humaConfig(o.Contract))
	own := []Route{
		Stream("GET /healthz", "system", access.Open, s.getHealth, Unlimited, Returns[wireStatus]()),
		Stream("GET /readyz", "system", access.Open, s.getReadiness, Unlimited, Returns[wireStatus]()),
	}
	for _, r := range slices.Concat(own, routes) {
		s.routes[r.Pattern] = r
		r.register(s, r)
	}
	s.mux.HandleFunc("/api/", s.unknown)
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

// dispatch notes which pattern answered: the middleware outside sees only a copy of the request.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	defer func() { RequestOf(r.Context()).pattern = r.Pattern }()
	if isUncleanAPIPath(r.URL) {
		Fail(w, r, fault.New(fault.NotFound, "request.no_route"))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// isUncleanAPIPath reports whether a path leads into the API through // or /../. The mux would redirect it with an HTML page,
// which a client of the API cannot use.
func isUncleanAPIPath(u *url.URL) bool {
	if !strings.Contains(u.Path, "//") && !strings.Contains(u.Path, "/.") {
		return false
	}
	p := u.EscapedPath() // what the mux cleans
	clean := path.Clean(p)
	return clean != strings.TrimSuffix(p, "/") && strings.HasPrefix(clean+"/", "/api/")
}

// Routes are the rows of the API by pattern.
func (s *Server) Routes() map[string]Route { return s.routes }
