// Package api is the portal's API. routes.go lists all routes. Start at New.
//
// It has the handlers and wire types for accounts, students and the pages about everything (desk, search, audit,
// system). The others are in one package per group of features: courseapi, mediaapi, messageapi, rosterapi,
// timetableapi. These share package wire and don't import each other.
//
// It has no business rules, SQL or transactions: a handler calls one service method and shapes the answer.
package api

import (
	"io/fs"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/course/search"
	"lectern/internal/feature/media"
	"lectern/internal/feature/message"
	"lectern/internal/feature/message/push"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/feature/timetable/rooms"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/mediaapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/rosterapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/server"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/planning"
	"lectern/internal/workflow/recordings"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/system"
	"lectern/internal/workflow/watching"
)

// Services are the features; package app/wiring builds them.
type Services struct {
	Accounts   *account.Service
	Students   *student.Service
	Courses    *course.Service
	Timetables *timetable.Service
	Feeds      *timetable.Feeds
	Messages   *message.Service
	Audit      *audit.Log
	Chain      *audit.Chain
	Desk       *desk.Service
	Clashes    *clash.Service
	Planning   *planning.Service
	Teaching   *teaching.Service
	Watching   *watching.Service
	Rooms      *rooms.Service
	Search     *search.Service
	Push       *push.Service
	Imports    *roster.Service
	Media      *media.Service
	Recordings *recordings.Service
}

// Deps are the dependencies of the API.
type Deps struct {
	Services
	DB        server.Database // only for readiness
	System    *system.Service
	Blobs     blob.Store       // for students' photos and media
	PublicURL string           // the portal's public address; empty: that of the request
	Now       func() time.Time // the clock that checks request timestamps
	Web       fs.FS            // the built web app
	Client    Client           // configuration of the web app
	Secure    bool             // clients use TLS
	Proxies   []netip.Prefix
	// LiveOrigins are the origins that pages may play live classes from.
	LiveOrigins []string
	// MediaOrigin is the origin of the object store; empty if the portal serves media itself.
	MediaOrigin string
	MaxCalls    int
	Trace       func(http.Handler) http.Handler // wraps every request; may be nil
	// PublicMetrics also serves /metrics on this listener, only to callers on this machine.
	PublicMetrics bool
	Collectors    []prometheus.Collector // additional metrics
}

// Client is the run-time configuration of the web app. All of it is public.
type Client struct {
	CollegeZh, CollegeEn          string
	ID, Secret, Scope, SignSecret string
	TimeZone                      string // of the college, used for all times on pages
	FirstPassword                 string // last-six or code; the login page explains it
	HelpURL                       string // the college's help page, or empty
	TemplateMenu                  bool   // show the design template's pages in the menu
	Features                      map[string]bool
}

// api carries the services to the handlers.
type api struct {
	Deps
	config []byte // the response of /app-config.json
	replay *account.Replay

	// Handlers in separate packages, by group of features.
	course    *courseapi.API
	media     *mediaapi.API
	message   *messageapi.API
	roster    *rosterapi.API
	timetable *timetableapi.API
}

// New builds the server. When draining is closed, readiness fails, so that load balancers use other nodes while the
// last requests finish.
func New(d Deps, draining <-chan struct{}) *server.Server { return newAPI(d).newServer(draining) }

func (a *api) newServer(draining <-chan struct{}) *server.Server {
	origins := slices.Clone(a.LiveOrigins)
	if a.MediaOrigin != "" {
		origins = append(origins, a.MediaOrigin)
	}
	return server.New(server.Options{
		Database: a.DB, Authenticate: a.authenticate, Web: a.Web, Secure: a.Secure, Proxies: a.Proxies, MediaOrigins: origins,
		MaxCalls: a.MaxCalls, Now: a.Now, Trace: a.Trace, PublicMetrics: a.PublicMetrics, Collectors: a.Collectors,
		Draining: draining, Contract: contract,
	}, a.routes())
}

func newAPI(d Deps) *api {
	a := &api{Deps: d, config: encodeClient(d.Client), replay: account.NewReplay(rememberedCalls)}
	a.course = &courseapi.API{
		Courses: d.Courses, Watching: d.Watching, Media: d.Media, Timetables: d.Timetables,
		LiveOrigins: d.LiveOrigins, Now: d.Now,
	}
	a.media = &mediaapi.API{
		Media: d.Media, Recordings: d.Recordings, Timetables: d.Timetables, Blobs: d.Blobs,
		SessionHolder: a.sessionHolder,
	}
	a.message = &messageapi.API{
		Messages: d.Messages, Push: d.Push, Students: d.Students, Teaching: d.Teaching, Blobs: d.Blobs, Now: d.Now,
	}
	a.roster = &rosterapi.API{Imports: d.Imports}
	a.timetable = timetableapi.New(timetableapi.Deps{
		Timetables: d.Timetables, Feeds: d.Feeds, Clashes: d.Clashes, Planning: d.Planning, Rooms: d.Rooms,
		Teaching: d.Teaching, Messages: d.Messages, Blobs: d.Blobs, PublicURL: d.PublicURL, CollegeZh: d.Client.CollegeZh,
		CollegeEn: d.Client.CollegeEn, Now: d.Now,
	})
	return a
}

// OpenAPI returns the contract as YAML.
func OpenAPI() ([]byte, error) { return New(Deps{}, nil).OpenAPI().YAML() }
