package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// testRoutes has a row for each kind of row in the real table.
func testRoutes(release <-chan struct{}) []Route {
	type echoIn struct {
		Body struct {
			Name  string   `json:"name" minLength:"1" maxLength:"8"`
			Count int      `json:"count,omitempty" maximum:"9"`
			Tags  []string `json:"tags,omitempty" maxItems:"2"`
		}
	}
	echo := func(_ context.Context, _ access.Actor, in *echoIn) (string, error) { return in.Body.Name, nil }
	whoami := func(_ context.Context, who access.Actor, _ *struct{}) (string, error) { return who.Account, nil }
	return []Route{
		Call("POST /api/test/echo", "test", access.Open, echo),
		Call("GET /api/test/anyone", "test", access.Anyone, whoami),
		Call("GET /api/test/own", "test", access.SignedIn, whoami),
		Call("GET /api/test/admin", "test", access.Admin, whoami),
		Call("GET /api/test/refused", "test", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) {
			return "", errors.Join(fault.New(fault.Invalid, "request.field_missing", "field", "a"),
				fault.New(fault.Invalid, "request.field_missing", "field", "b"))
		}),
		Call("GET /api/test/accident", "test", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) {
			return "", errors.New("canary 31010119990101 in the database")
		}),
		Call("GET /api/test/panic", "test", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) {
			panic("canary")
		}),
		Call("GET /api/test/wait", "test", access.Open,
			func(ctx context.Context, _ access.Actor, _ *struct{}) (string, error) {
				select {
				case <-release:
				case <-ctx.Done():
				}
				return "done", nil
			}),
		Call("GET /api/test/query", "test", access.Open, func(_ context.Context, _ access.Actor, in *struct {
			Word string `query:"word"`
		},
		) (string, error) {
			return in.Word, nil
		}),
		Stream("GET /test/query", "test", access.Open, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "{}")
		}),
		Stream("POST /api/test/form", "test", access.Open, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(w,
				r.Body)
		}, FormBody),
	}
}

// testAuthenticate trusts a header; the real one is tested in its own package.
func testAuthenticate(r *http.Request, _ bool) (context.Context, Caller, error) {
	switch r.Header.Get("Authorization") {
	case "student":
		return r.Context(), Caller{Actor: access.Actor{Account: "lin", Role: access.User}}, nil
	case "admin":
		return r.Context(), Caller{Actor: access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar}}, nil
	case "":
		return r.Context(), Caller{}, nil
	}
	return r.Context(), Caller{}, fault.New(fault.Unauthenticated, "access.signed_out")
}

var testWeb = fstest.MapFS{
	"index.html":             {Data: []byte("<div id=root></div>")},
	"index.html.br":          {Data: []byte("br")},
	"assets/app-1a2b.js":     {Data: []byte("console.log(1)")},
	"assets/app-1a2b.js.gz":  {Data: []byte("gz")},
	"assets/packed-9f.js.gz": {Data: packed("console.log(2)")},
	"manifest.webmanifest":   {Data: []byte("{}")},
	"favicon.ico":            {Data: []byte("\x00\x00\x01\x00")},
	"sw.js":                  {Data: []byte("keep()")},
	".keep":                  {Data: []byte("hidden")},
}

func packed(text string) []byte {
	var out bytes.Buffer
	to := gzip.NewWriter(&out)
	_, _ = to.Write([]byte(text)) // never fails in memory
	_ = to.Close()
	return out.Bytes()
}

func testHandler(t *testing.T, d Options) http.Handler {
	t.Helper()
	d.Authenticate, d.Web, d.Now = testAuthenticate, testWeb, time.Now
	if d.MaxCalls == 0 {
		d.MaxCalls = 8
	}
	if d.Database == nil {
		d.Database = dbtest.Open(t, dbtest.SQLite(t))
	}
	release := make(chan struct{})
	close(release)
	return New(d, testRoutes(release)).Handler
}

func TestEveryAnswerIsAnEnvelope(t *testing.T) {
	h := testHandler(t, Options{})
	t.Run("[7.9] data when succeeded", func(t *testing.T) {
		got := apitest.Serve(t, h, "POST", "/api/test/echo", `{"name":"林晓"}`)
		if want := `{"statusCode":200,"succeeded":true,"data":"林晓","errors":null}` + "\n"; got.Status != 200 ||
			got.Body != want {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
	})
	t.Run("[7.9] every refusal in the list", func(t *testing.T) {
		got := apitest.Serve(t, h, "GET", "/api/test/refused", "")
		want := `{"statusCode":400,"succeeded":false,"data":null,"errors":["[request.field_missing] a is ` +
			`missing.","[request.field_missing] b is missing."]}` + "\n"
		if got.Status != 400 || got.Body != want {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
	})
	t.Run("[1.3] in the caller's language", func(t *testing.T) {
		got := apitest.Serve(t, h, "GET", "/api/test/refused", "", "Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8")
		if !strings.Contains(got.Body, "缺少 a。") {
			t.Fatalf("got %s", got.Body)
		}
	})
}

func TestAccidentsAreNotShown(t *testing.T) {
	h := testHandler(t, Options{})
	for _, path := range []string{"/api/test/accident", "/api/test/panic"} {
		got := apitest.Serve(t, h, "GET", path, "")
		if got.Status != 500 || got.Code(t) != "server.error" || strings.Contains(got.Body, "canary") {
			t.Errorf("%s: got %d %s", path, got.Status, got.Body)
		}
		if id := got.Header.Get("X-Request-Id"); id == "" || !strings.Contains(got.Body, id) {
			t.Errorf("%s: the answer does not name the request %q", path, id)
		}
	}
}

func TestPolicies(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		path, as string
		status   int
		code     string
	}{
		{"/api/test/anyone", "", 200, ""},
		{"/api/test/anyone", "student", 200, ""},
		{"/api/test/anyone", "broken", 401, "access.signed_out"},
		{"/api/test/own", "", 401, "access.signed_out"},
		{"/api/test/own", "student", 200, ""},
		{"/api/test/own", "admin", 200, ""},
		{"/api/test/admin", "", 401, "access.signed_out"},
		{"/api/test/admin", "student", 403, "access.forbidden"},
		{"/api/test/admin", "admin", 200, ""},
	} {
		t.Run("[6.1] "+tc.path+" as "+tc.as, func(t *testing.T) {
			got := apitest.Serve(t, h, "GET", tc.path, "", "Authorization", tc.as)
			if got.Status != tc.status || got.Code(t) != tc.code {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
			if challenge := got.Header.Get("Www-Authenticate"); (challenge == "Bearer") != (tc.status == 401) {
				t.Errorf("[8.2] %d with the challenge %q", tc.status, challenge)
			}
		})
	}
}

func TestRouteWithoutPolicyDoesNotBuild(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("built")
		}
	}()
	Stream("GET /x", "test", 0, func(http.ResponseWriter, *http.Request) {})
}

func TestUnknownAddresses(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/api/nothing", 404, "request.no_route"},
		{"GET", "/api/", 404, "request.no_route"},
		{"GET", "/api//user/info", 404, "request.no_route"},
		{"GET", "//api/user/info", 404, "request.no_route"},
		{"GET", "/api/user/../user/info", 404, "request.no_route"},
		{"GET", "/x/../api/user/info", 404, "request.no_route"},
		{"POST", "/api/./user/menu", 404, "request.no_route"},
		{"DELETE", "/api/test/echo", 405, "request.method"},
		{"POST", "/student/timetable", 405, "request.method"},
		{"GET", "/assets/gone-9z.js", 404, "request.no_file"},
		{"GET", "/metrics", 200, ""},
	} {
		t.Run(tc.method+" "+tc.path, func(t *testing.T) {
			if tc.path == "/metrics" { // not served here by default, so the app responds
				if got := apitest.Serve(t, h, tc.method, tc.path, ""); !strings.Contains(got.Body, "root") {
					t.Fatalf("got %s", got.Body)
				}
				return
			}
			got := apitest.Serve(t, h, tc.method, tc.path, "")
			if got.Status != tc.status || got.Code(t) != tc.code {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
			if tc.status == 405 && got.Header.Get("Allow") == "" {
				t.Error("405 without Allow")
			}
		})
	}
	// HEAD works wherever GET does.
	if got := apitest.Serve(t, h, "POST", "/api/test/anyone", "").Header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("[8.3] Allow is %q", got)
	}
}

func TestHealthAndReadiness(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		draining := make(chan struct{})
		now := time.Now()
		h := New(Options{
			Database: db, Web: testWeb, MaxCalls: 1, Draining: draining,
			Now: func() time.Time { return now },
		}, nil).Handler
		if got := apitest.Serve(t, h, "GET", "/readyz", ""); got.Status != 200 {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
		dbtest.Exec(t, db, `DELETE FROM schema_migration WHERE version = 101`)
		if got := apitest.Serve(t, h, "GET", "/readyz", ""); got.Status != 200 {
			t.Fatalf("the database is asked more than once a second: %d %s", got.Status, got.Body)
		}
		now = now.Add(time.Second)
		if got := apitest.Serve(t, h, "GET", "/readyz", ""); got.Status != 503 || got.Code(t) != "server.migrating" {
			t.Fatalf("with a migration missing: %d %s", got.Status, got.Body)
		}
		close(draining)
		if got := apitest.Serve(t, h, "GET", "/readyz", ""); got.Status != 503 || got.Code(t) != "server.stopping" {
			t.Fatalf("while stopping: %d %s", got.Status, got.Body)
		}
		if got := apitest.Serve(t, h, "GET", "/healthz", ""); got.Status != 200 {
			t.Fatalf("alive: %d", got.Status)
		}
	})
}

// A node whose clock is more than a minute off is not ready. A metric shows the offset.
func TestReadinessFollowsTheClock(t *testing.T) {
	url := dbtest.Postgres(t)
	for _, tc := range []struct {
		ahead  time.Duration
		status int
		code   string
	}{
		{0, 200, ""},
		{40 * time.Second, 200, ""},
		{150 * time.Second, 503, "server.clock"},
		{-150 * time.Second, 503, "server.clock"},
	} {
		s := New(Options{Now: time.Now, Database: dbtest.OpenAt(t, url, tc.ahead), Web: testWeb, MaxCalls: 1}, nil)
		if got := apitest.Serve(t, s.Handler, "GET", "/readyz", ""); got.Status != tc.status ||
			got.Status != 200 && got.Code(t) != tc.code {
			t.Errorf("%v ahead: %d %s", tc.ahead, got.Status, got.Body)
		}
		text := apitest.Serve(t, s.Metrics, "GET", "/metrics", "").Body
		_, value, _ := strings.Cut(text, "\nlectern_clock_offset_seconds ")
		value, _, _ = strings.Cut(value, "\n")
		if seconds, err := strconv.ParseFloat(value, 64); err != nil || math.Abs(seconds+tc.ahead.Seconds()) > 20 {
			t.Errorf("%v ahead: the metric says %q", tc.ahead, value)
		}
	}
}

func TestReadinessFollowsTheDatabase(t *testing.T) {
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: dbtest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	h := New(Options{Now: time.Now, Database: db, Web: testWeb, MaxCalls: 1}, nil).Handler
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := apitest.Serve(t, h, "GET", "/readyz", ""); got.Status != 503 || got.Header.Get("Retry-After") == "" {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
}

func TestMetricsAreForThisMachine(t *testing.T) {
	h := testHandler(t, Options{PublicMetrics: true})
	for _, tc := range []struct {
		name, peer, header string
		status             int
	}{
		{"from here", "127.0.0.1:5000", "", 200},
		{"from here, IPv6", "[::1]:5000", "", 200},
		{"from the network", "10.1.2.3:5000", "", 404},
		{"through a proxy that runs here", "127.0.0.1:5000", "X-Forwarded-For", 404},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", http.NoBody)
			r.RemoteAddr = tc.peer
			if tc.header != "" {
				r.Header.Set(tc.header, "203.0.113.9")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tc.status {
				t.Fatalf("got %d", w.Code)
			}
			if tc.status == 200 && !strings.Contains(w.Body.String(), "go_goroutines") {
				t.Fatal("no numbers")
			}
		})
	}
}
