package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/testkit/apitest"
)

func TestTheAppIsServed(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		name, path, accept string
		status             int
		body, cache        string
		encoding           string
	}{
		{"the page", "/", "", 200, "<div id=root></div>", "no-cache", ""},
		{"[2.9] any path is the app", "/student/timetable", "", 200, "<div id=root></div>", "no-cache", ""},
		{"brotli", "/", "gzip, deflate, br", 200, "br", "no-cache", "br"},
		{"brotli refused", "/", "gzip, br;q=0", 200, "<div id=root></div>", "no-cache", ""},
		{"hashed file", "/assets/app-1a2b.js", "", 200, "console.log(1)", "public, max-age=31536000, immutable", ""},
		{
			"hashed file that is there packed alone", "/assets/packed-9f.js", "", 200, "console.log(2)",
			"public, max-age=31536000, immutable", "",
		},
		{"hashed file, gzip", "/assets/app-1a2b.js", "gzip", 200, "gz", "public, max-age=31536000, immutable", "gzip"},
		{"hidden file", "/.keep", "", 200, "<div id=root></div>", "no-cache", ""},
		{"no way out of the folder", "/assets/%2e%2e/index.html", "", 200, "<div id=root></div>", "no-cache", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := apitest.Serve(t, h, "GET", tc.path, "", "Accept-Encoding", tc.accept)
			if got.Status != tc.status || got.Body != tc.body || got.Header.Get("Cache-Control") != tc.cache ||
				got.Header.Get("Content-Encoding") != tc.encoding {
				t.Fatalf("got %d %q %v", got.Status, got.Body, got.Header)
			}
			again := apitest.Serve(t, h, "GET", tc.path, "", "Accept-Encoding", tc.accept,
				"If-None-Match", got.Header.Get("Etag"))
			if again.Status != http.StatusNotModified || again.Body != "" {
				t.Fatalf("again: %d %q", again.Status, again.Body)
			}
		})
	}
}

func TestTheAppIsInstallable(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct{ path, kind, cache, policy string }{
		{"/manifest.webmanifest", "application/manifest+json", "no-cache", "default-src 'none'; frame-ancestors 'none'"},
		{"/favicon.ico", "image/x-icon", "no-cache", "default-src 'none'; frame-ancestors 'none'"},
		{
			"/sw.js", "text/javascript; charset=utf-8", "no-cache",
			"default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
		},
		{
			"/assets/app-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable",
			"default-src 'none'; frame-ancestors 'none'",
		},
	} {
		t.Run(tc.path, func(t *testing.T) {
			got := apitest.Serve(t, h, "GET", tc.path, "").Header
			if got.Get("Content-Type") != tc.kind || got.Get("Cache-Control") != tc.cache ||
				got.Get("Content-Security-Policy") != tc.policy {
				t.Fatalf("got %v", got)
			}
		})
	}
	page := apitest.Serve(t, h, "GET", "/", "").Header.Get("Content-Security-Policy")
	for _, want := range []string{"worker-src 'self'", "manifest-src 'self'"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page's policy %q lacks %q", page, want)
		}
	}
}

func TestOverloadIsShed(t *testing.T) {
	release := make(chan struct{})
	s := New(Options{Now: time.Now, Authenticate: testAuthenticate, Web: testWeb, MaxCalls: 2, Proxies: testProxies},
		testRoutes(release))
	var wg sync.WaitGroup
	results := make(chan int, 2)
	for i := range 2 {
		wg.Go(func() {
			results <- apitest.Serve(t, s.Handler, "GET", "/api/test/wait", "", "X-Forwarded-For",
				fmt.Sprint("203.0.113.", i)).Status
		})
	}
	s.waitUntilUsed(2)
	got := apitest.Serve(t, s.Handler, "GET", "/api/test/wait", "", "X-Forwarded-For", "203.0.113.9")
	if got.Status != 503 || got.Code(t) != "server.overloaded" || got.Header.Get("Retry-After") != "1" {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	close(release)
	wg.Wait()
	for range 2 {
		if status := <-results; status != 200 {
			t.Errorf("one inside got %d", status)
		}
	}
	if got := apitest.Serve(t, s.Handler, "GET", "/api/test/wait", ""); got.Status != 200 {
		t.Fatalf("afterwards: %d", got.Status)
	}
}

// testProxies are the peers of apitest.Serve and httptest.Server, so that tests can set any client address.
var testProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("127.0.0.0/8")}

// waitUntilUsed waits until that many slots are taken.
func (s *Server) waitUntilUsed(slots int) {
	used := func() int {
		s.calls.mu.Lock()
		defer s.calls.mu.Unlock()
		return s.calls.used
	}
	for used() != slots {
		runtime.Gosched()
	}
}

func TestClientAddress(t *testing.T) {
	a := &Server{options: Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	for _, tc := range []struct{ name, peer, forwarded, want string }{
		{"direct", "203.0.113.5:1", "", "203.0.113.5"},
		{"a stranger's word", "203.0.113.5:1", "198.51.100.1", "203.0.113.5"},
		{"through our proxy", "10.0.0.1:1", "198.51.100.1", "198.51.100.1"},
		{"a forged hop before it", "10.0.0.1:1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"},
		{"garbage", "10.0.0.1:1", "unknown", "10.0.0.1"},
		{"mapped", "[::ffff:203.0.113.5]:1", "", "203.0.113.5"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: tc.peer, Header: http.Header{}}
			if tc.forwarded != "" {
				r.Header.Set("X-Forwarded-For", tc.forwarded)
			}
			if got := a.clientAddress(r); got.String() != tc.want {
				t.Fatalf("got %s", got)
			}
		})
	}
}

// Password managers ask for the page to change a password, and other programs look for files that there are not.
func TestWellKnownPaths(t *testing.T) {
	h := testHandler(t, Options{})
	got := apitest.Serve(t, h, "GET", "/.well-known/change-password", "")
	if got.Status != http.StatusSeeOther || got.Header.Get("Location") != "/user/setting?tab=security" {
		t.Errorf("got %d to %q", got.Status, got.Header.Get("Location"))
	}
	for _, path := range []string{"/.well-known/security.txt", "/.well-known/other/one"} {
		if got := apitest.Serve(t, h, "GET", path, ""); got.Status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
}
