package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/access"
	"lectern/internal/dbtest"
	"lectern/internal/fault"
	"lectern/internal/sqldb"
)

// The rows that these tests put behind the gate stand for every row of the real table.
func testRoutes(release <-chan struct{}) []route {
	type echoIn struct {
		Body struct {
			Name  string   `json:"name" minLength:"1" maxLength:"8"`
			Count int      `json:"count,omitempty" maximum:"9"`
			Tags  []string `json:"tags,omitempty" maxItems:"2"`
		}
	}
	echo := func(_ context.Context, _ access.Actor, in *echoIn) (string, error) { return in.Body.Name, nil }
	whoami := func(_ context.Context, who access.Actor, _ *struct{}) (string, error) { return who.Account, nil }
	return []route{
		on("POST /api/test/echo", access.Open, echo),
		on("GET /api/test/anyone", access.Anyone, whoami),
		on("GET /api/test/own", access.SignedIn, whoami),
		on("GET /api/test/admin", access.Admin, whoami),
		on("GET /api/test/refused", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) {
			return "", errors.Join(fault.New(fault.Invalid, "request.field_missing", "field", "a"), fault.New(fault.Invalid, "request.field_missing", "field", "b"))
		}),
		on("GET /api/test/accident", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) {
			return "", errors.New("canary 31010119990101 in the database")
		}),
		on("GET /api/test/panic", access.Open, func(context.Context, access.Actor, *struct{}) (string, error) { panic("canary") }),
		on("GET /api/test/wait", access.Open, func(ctx context.Context, _ access.Actor, _ *struct{}) (string, error) {
			select {
			case <-release:
			case <-ctx.Done():
			}
			return "done", nil
		}),
		raw("POST /api/test/form", access.Open, func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }, form),
	}
}

// testAdmit believes a header; the real one is tested where it is made.
func testAdmit(_ context.Context, r *http.Request, _ []byte, _ bool) (access.Actor, error) {
	switch r.Header.Get("Authorization") {
	case "student":
		return access.Actor{Account: "lin", Role: access.User}, nil
	case "admin":
		return access.Actor{Account: "dean", Role: access.Staff}, nil
	case "":
		return access.Actor{}, nil
	}
	return access.Actor{}, fault.New(fault.Unauthenticated, "access.signed_out")
}

var testWeb = fstest.MapFS{
	"index.html":            {Data: []byte("<div id=root></div>")},
	"index.html.br":         {Data: []byte("br")},
	"assets/app-1a2b.js":    {Data: []byte("console.log(1)")},
	"assets/app-1a2b.js.gz": {Data: []byte("gz")},
	"manifest.webmanifest":  {Data: []byte("{}")},
	"sw.js":                 {Data: []byte("keep()")},
	".keep":                 {Data: []byte("hidden")},
}

func testHandler(t *testing.T, d Deps) http.Handler {
	t.Helper()
	d.Admit, d.Web = testAdmit, testWeb
	if d.MaxCalls == 0 {
		d.MaxCalls = 8
	}
	if d.DB == nil {
		d.DB = dbtest.Open(t, dbtest.SQLite(t))
	}
	release := make(chan struct{})
	close(release)
	return newServer(d, nil, testRoutes(release)).Handler
}

type answered struct {
	status int
	header http.Header
	body   string
}

// code is the code of the first error in an envelope.
func (a answered) code(t testing.TB) string {
	t.Helper()
	var e struct {
		StatusCode int      `json:"statusCode"`
		Succeeded  bool     `json:"succeeded"`
		Errors     []string `json:"errors"`
	}
	if err := json.Unmarshal([]byte(a.body), &e); err != nil {
		t.Fatalf("not an envelope: %q", a.body)
	}
	if e.StatusCode != a.status {
		t.Errorf("the envelope says %d, HTTP says %d", e.StatusCode, a.status)
	}
	if len(e.Errors) == 0 {
		return ""
	}
	if e.Succeeded {
		t.Error("succeeded, with errors")
	}
	code, _, _ := strings.Cut(strings.TrimPrefix(e.Errors[0], "["), "]")
	return code
}

func do(t testing.TB, h http.Handler, method, path, body string, header ...string) answered {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return answered{w.Code, w.Header(), w.Body.String()}
}

func TestEveryAnswerIsAnEnvelope(t *testing.T) {
	h := testHandler(t, Deps{})
	t.Run("[7.9] data when succeeded", func(t *testing.T) {
		got := do(t, h, "POST", "/api/test/echo", `{"name":"林晓"}`)
		if want := `{"statusCode":200,"succeeded":true,"data":"林晓","errors":null}` + "\n"; got.status != 200 || got.body != want {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	})
	t.Run("[7.9] every refusal in the list", func(t *testing.T) {
		got := do(t, h, "GET", "/api/test/refused", "")
		want := `{"statusCode":400,"succeeded":false,"data":null,"errors":["[request.field_missing] a is missing.","[request.field_missing] b is missing."]}` + "\n"
		if got.status != 400 || got.body != want {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	})
	t.Run("[1.3] in the caller's language", func(t *testing.T) {
		got := do(t, h, "GET", "/api/test/refused", "", "Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8")
		if !strings.Contains(got.body, "缺少 a。") {
			t.Fatalf("got %s", got.body)
		}
	})
}

func TestAccidentsAreNotShown(t *testing.T) {
	h := testHandler(t, Deps{})
	for _, path := range []string{"/api/test/accident", "/api/test/panic"} {
		got := do(t, h, "GET", path, "")
		if got.status != 500 || got.code(t) != "server.error" || strings.Contains(got.body, "canary") {
			t.Errorf("%s: got %d %s", path, got.status, got.body)
		}
		if id := got.header.Get("X-Request-Id"); id == "" || !strings.Contains(got.body, id) {
			t.Errorf("%s: the answer does not name the request %q", path, id)
		}
	}
}

func TestPolicies(t *testing.T) {
	h := testHandler(t, Deps{})
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
			if got := do(t, h, "GET", tc.path, "", "Authorization", tc.as); got.status != tc.status || got.code(t) != tc.code {
				t.Fatalf("got %d %s", got.status, got.body)
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
	raw("GET /x", 0, func(http.ResponseWriter, *http.Request) {})
}

func TestUnknownAddresses(t *testing.T) {
	h := testHandler(t, Deps{})
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
			if tc.path == "/metrics" { // not served here unless asked for, so the app answers
				if got := do(t, h, tc.method, tc.path, ""); !strings.Contains(got.body, "root") {
					t.Fatalf("got %s", got.body)
				}
				return
			}
			got := do(t, h, tc.method, tc.path, "")
			if got.status != tc.status || got.code(t) != tc.code {
				t.Fatalf("got %d %s", got.status, got.body)
			}
			if tc.status == 405 && got.header.Get("Allow") == "" {
				t.Error("405 without Allow")
			}
		})
	}
}

func TestHealthAndReadiness(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		draining := make(chan struct{})
		h := New(Deps{DB: db, Web: testWeb, MaxCalls: 1}, draining).Handler
		if got := do(t, h, "GET", "/readyz", ""); got.status != 200 {
			t.Fatalf("got %d %s", got.status, got.body)
		}
		dbtest.Exec(t, db, `DELETE FROM schema_migration WHERE version = 1`)
		if got := do(t, h, "GET", "/readyz", ""); got.status != 503 || got.code(t) != "server.migrating" {
			t.Fatalf("with a migration missing: %d %s", got.status, got.body)
		}
		close(draining)
		if got := do(t, h, "GET", "/readyz", ""); got.status != 503 || got.code(t) != "server.stopping" {
			t.Fatalf("while stopping: %d %s", got.status, got.body)
		}
		if got := do(t, h, "GET", "/healthz", ""); got.status != 200 {
			t.Fatalf("alive: %d", got.status)
		}
	})
}

func TestReadinessFollowsTheDatabase(t *testing.T) {
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: dbtest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	h := New(Deps{DB: db, Web: testWeb, MaxCalls: 1}, nil).Handler
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := do(t, h, "GET", "/readyz", ""); got.status != 503 || got.header.Get("Retry-After") == "" {
		t.Fatalf("got %d %s", got.status, got.body)
	}
}

func TestAppConfig(t *testing.T) {
	h := New(Deps{DB: dbtest.Open(t, dbtest.SQLite(t)), Web: testWeb, MaxCalls: 1, Client: Client{
		CollegeZh: "衡山商学院", CollegeEn: "Hengshan Business College", ID: "i", Secret: "s", Scope: "c", SignSecret: "g", TimeZone: "Asia/Shanghai",
	}}, nil).Handler
	got := do(t, h, "GET", "/app-config.json", "")
	want := `{"college":{"en-US":"Hengshan Business College","zh-CN":"衡山商学院"},"clientId":"i","clientSecret":"s","scope":"c","signSecret":"g","timeZone":"Asia/Shanghai","features":{}}` + "\n"
	if got.status != 200 || got.body != want {
		t.Fatalf("got %d %s", got.status, got.body)
	}
}

func TestMetricsAreForThisMachine(t *testing.T) {
	h := testHandler(t, Deps{PublicMetrics: true})
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
