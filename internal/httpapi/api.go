// Package httpapi is the portal on the wire: the API, the web app and the health of both. routes.go is the whole
// API on one screen; each feature has one file with its handlers and wire types. Start at New.
//
// It decides nothing about the college: a handler calls a service and shapes the answer. It knows no SQL.
package httpapi

import (
	"io/fs"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/account"
	"lectern/internal/blob"
	"lectern/internal/cache"
	"lectern/internal/course"
	"lectern/internal/fault"
	"lectern/internal/media"
	"lectern/internal/message"
	"lectern/internal/push"
	"lectern/internal/sqldb"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

// Deps is what the transport stands on.
type Deps struct {
	DB         *sqldb.DB // for readiness, and to tell a dead database from a bug; no statement is run here
	Admit      Admit     // who is calling; nil asks Accounts
	Accounts   *account.Service
	Students   *student.Service
	Courses    *course.Service
	Timetables *timetable.Service
	Feeds      *timetable.Feeds
	Messages   *message.Service
	Push       *push.Service
	Media      *media.Service
	Blobs      blob.Store       // for students' photos and media
	PublicURL  string           // the address people type; empty: the one a request came to
	Now        func() time.Time // for the clock that requests are signed with
	Web        fs.FS            // the built web app
	Client     Client           // what the web app may know
	Secure     bool             // people reach us over TLS
	Proxies    []netip.Prefix
	// LiveOrigins are where classes may be seen live; the page may play from them.
	LiveOrigins []string
	// MediaOrigin is where an object store's redirects lead; empty when the portal serves media itself.
	MediaOrigin string
	MaxCalls    int
	Trace       func(http.Handler) http.Handler // around every request; nil for none
	// PublicMetrics serves /metrics beside the rest, to callers on this machine alone.
	PublicMetrics bool
}

// A Client is what the web app may know at run time. All of it is public.
type Client struct {
	CollegeZh, CollegeEn          string
	ID, Secret, Scope, SignSecret string
	TimeZone                      string // the college's: the pages write every time by its clock
	Features                      map[string]bool
}

// api carries the services to the handlers.
type api struct {
	Deps
	db       *sqldb.DB
	admit    Admit
	room     room
	mux      gated
	huma     huma.API
	complete func()                           // puts the rest of the table on the mux; whoever needs it calls it first
	web      func() *app                      // the index of its files, made beside the first requests
	quick    atomic.Pointer[map[string]quick] // nil until that is made: then everything goes the long way
	config   []byte                           // the answer of /app-config.json
	metrics  *metrics
	replay   *account.Replay
	cached   *cache.Cache[*cachedResponse] // timetables and calendars
	papers   huma.API                      // writes of routes that answer by themselves into the contract
	draining <-chan struct{}
}

// A Server is the handler of everything, and the metrics for a listener of their own.
type Server struct {
	http.Handler
	Metrics http.Handler
	api     *api
}

// New builds the server. When draining is closed, readiness says no, so that a load balancer looks elsewhere
// while the last requests are answered.
func New(d Deps, draining <-chan struct{}) *Server { return newServer(d, draining, nil) }

// warmUp is when what the first answer did not need is made ready: before that, it would only compete with it.
const warmUp = 10 * time.Millisecond

// newServer builds it with more rows than the table has, for tests of what all rows have in common.
func newServer(d Deps, draining <-chan struct{}, more []route) *Server {
	a := newAPI(d, more)
	a.draining = draining
	origins := d.LiveOrigins
	if d.MediaOrigin != "" {
		origins = append(slices.Clone(origins), d.MediaOrigin)
	}
	common := http.Header{}
	a.setHeaders(common)
	a.web = sync.OnceValue(func() *app { return newApp(d.Web, common, origins) })
	time.AfterFunc(warmUp, func() {
		found := a.findQuick()
		a.quick.Store(&found)
		a.complete()
	})
	a.mux.Handle("/api/", http.HandlerFunc(a.unknown))
	a.mux.Handle("/", http.HandlerFunc(a.serveApp))
	numbers := a.metrics.handler()
	if d.PublicMetrics {
		a.mux.Handle("GET /metrics", a.onlyThisMachine(numbers))
	}
	inner := http.Handler(http.HandlerFunc(a.dispatch))
	if d.Trace != nil {
		inner = d.Trace(inner)
	}
	return &Server{Handler: a.wrap(inner), Metrics: numbers, api: a}
}

func newAPI(d Deps, more []route) *api {
	a := &api{Deps: d, db: d.DB, admit: d.Admit, config: encodeClient(d.Client)}
	if a.admit == nil {
		a.admit = a.admitCaller
		a.replay = account.NewReplay(rememberedCalls)
	}
	if d.Timetables != nil { // the contract is written without services
		a.cached = cache.New[*cachedResponse](d.Timetables.Revision(), maxCached)
	}
	a.room.max = int64(max(d.MaxCalls, 1))
	a.metrics = newMetrics(&a.room)
	a.build(append(a.routes(), more...))
	return a
}

// dispatch notes which pattern answered: whoever is outside sees only a copy of the request.
func (a *api) dispatch(w http.ResponseWriter, r *http.Request) {
	c := callOf(r.Context())
	if c.api {
		a.complete()
	}
	defer func() { c.pattern = r.Pattern }()
	if crooked(r.URL) {
		a.fail(w, r, fault.New(fault.NotFound, "request.no_route"))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// crooked tells whether a path leads into the API by a detour such as // or /../. The mux would answer with a page that redirects,
// and a client of the API can do nothing with a page.
func crooked(u *url.URL) bool {
	if !strings.Contains(u.Path, "//") && !strings.Contains(u.Path, "/.") {
		return false
	}
	p := u.EscapedPath() // what the mux cleans
	clean := path.Clean(p)
	return clean != strings.TrimSuffix(p, "/") && strings.HasPrefix(clean+"/", "/api/")
}

// OpenAPI writes the contract as YAML.
func OpenAPI() ([]byte, error) {
	a := newAPI(Deps{}, nil)
	a.complete()
	return a.huma.OpenAPI().YAML()
}
