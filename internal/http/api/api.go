// Package api is the portal's API. routes.go is the whole of it on one screen. Start at New.
//
// Handlers and their wire types are here for accounts, students and what staff see of everything (desk, search, audit,
// system). The others are in a package for each group of features: courseapi, mediaapi, messageapi, rosterapi,
// timetableapi. These share package wire and do not import each other; a page that shows several groups, such as that
// of a student, is here.
//
// It decides nothing about the college: a handler calls one service method and shapes the answer. It knows no SQL and
// opens no transaction.
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

// Services are the college's; package app/wiring builds them.
type Services struct {
	Accounts   *account.Service
	Students   *student.Service
	Courses    *course.Service
	Timetables *timetable.Service
	Feeds      *timetable.Feeds
	Messages   *message.Service
	Audit      *audit.Log
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

// Deps is what the API is built from.
type Deps struct {
	Services
	DB        server.Database // for readiness alone
	System    *system.Service
	Blobs     blob.Store       // for students' photos and media
	PublicURL string           // the address people type; empty: the one a request came to
	Now       func() time.Time // for the clock that requests are signed with
	Web       fs.FS            // the built web app
	Client    Client           // what the web app may know
	Secure    bool             // people reach us over TLS
	Proxies   []netip.Prefix
	// LiveOrigins are where classes may be seen live; the page may play from them.
	LiveOrigins []string
	// MediaOrigin is where an object store's redirects lead; empty when the portal serves media itself.
	MediaOrigin string
	MaxCalls    int
	Trace       func(http.Handler) http.Handler // around every request; nil for none
	// PublicMetrics serves /metrics beside the rest, to callers on this machine alone.
	PublicMetrics bool
	Collectors    []prometheus.Collector // metrics besides those of requests
}

// A Client is what the web app may know at run time. All of it is public.
type Client struct {
	CollegeZh, CollegeEn          string
	ID, Secret, Scope, SignSecret string
	TimeZone                      string // the college's: the pages write every time by its clock
	FirstPassword                 string // last-six or code: what the login page says about the first login
	HelpURL                       string // the college's own help page; empty: none
	TemplateMenu                  bool   // the pages of the design template are in the menu
	Features                      map[string]bool
}

// api carries the services to the handlers.
type api struct {
	Deps
	config []byte // the answer of /app-config.json
	replay *account.Replay

	// Handlers that have a package of their own, by group of features.
	course    *courseapi.API
	media     *mediaapi.API
	message   *messageapi.API
	roster    *rosterapi.API
	timetable *timetableapi.API
}

// New builds the server. When draining is closed, readiness says no, so that a load balancer looks elsewhere while the
// last requests are answered.
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
	a.message = &messageapi.API{Messages: d.Messages, Push: d.Push, Students: d.Students, Blobs: d.Blobs, Now: d.Now}
	a.roster = &rosterapi.API{Imports: d.Imports}
	a.timetable = timetableapi.New(timetableapi.Deps{
		Timetables: d.Timetables, Feeds: d.Feeds, Clashes: d.Clashes, Planning: d.Planning, Rooms: d.Rooms,
		Teaching: d.Teaching, Messages: d.Messages, Blobs: d.Blobs, PublicURL: d.PublicURL, CollegeZh: d.Client.CollegeZh,
		CollegeEn: d.Client.CollegeEn, Now: d.Now,
	})
	return a
}

// OpenAPI writes the contract as YAML.
func OpenAPI() ([]byte, error) { return New(Deps{}, nil).OpenAPI().YAML() }
