package httpapi

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
)

func TestTheAppIsServed(t *testing.T) {
	h := testHandler(t, Deps{})
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
		{"hashed file, gzip", "/assets/app-1a2b.js", "gzip", 200, "gz", "public, max-age=31536000, immutable", "gzip"},
		{"hidden file", "/.keep", "", 200, "<div id=root></div>", "no-cache", ""},
		{"no way out of the folder", "/assets/%2e%2e/index.html", "", 200, "<div id=root></div>", "no-cache", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := do(t, h, "GET", tc.path, "", "Accept-Encoding", tc.accept)
			if got.status != tc.status || got.body != tc.body || got.header.Get("Cache-Control") != tc.cache || got.header.Get("Content-Encoding") != tc.encoding {
				t.Fatalf("got %d %q %v", got.status, got.body, got.header)
			}
			again := do(t, h, "GET", tc.path, "", "Accept-Encoding", tc.accept, "If-None-Match", got.header.Get("Etag"))
			if again.status != http.StatusNotModified || again.body != "" {
				t.Fatalf("again: %d %q", again.status, again.body)
			}
		})
	}
}

func TestTheAppIsInstallable(t *testing.T) {
	h := testHandler(t, Deps{})
	for _, tc := range []struct{ path, kind, cache, policy string }{
		{"/manifest.webmanifest", "application/manifest+json", "no-cache", "default-src 'none'; frame-ancestors 'none'"},
		{"/sw.js", "text/javascript; charset=utf-8", "no-cache", "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"},
		{"/assets/app-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "default-src 'none'; frame-ancestors 'none'"},
	} {
		t.Run(tc.path, func(t *testing.T) {
			got := do(t, h, "GET", tc.path, "").header
			if got.Get("Content-Type") != tc.kind || got.Get("Cache-Control") != tc.cache || got.Get("Content-Security-Policy") != tc.policy {
				t.Fatalf("got %v", got)
			}
		})
	}
	page := do(t, h, "GET", "/", "").header.Get("Content-Security-Policy")
	for _, want := range []string{"worker-src 'self'", "manifest-src 'self'"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page's policy %q lacks %q", page, want)
		}
	}
}

func TestSafeHeaders(t *testing.T) {
	h := testHandler(t, Deps{Secure: true})
	for _, path := range []string{"/", "/api/test/anyone", "/api/nothing"} {
		got := do(t, h, "GET", path, "")
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Content-Security-Policy": "frame-ancestors 'none'", "Strict-Transport-Security": "max-age",
		} {
			if !strings.Contains(got.header.Get(name), want) {
				t.Errorf("%s: %s is %q", path, name, got.header.Get(name))
			}
		}
		if csp := got.header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") {
			t.Errorf("%s: %s", path, csp)
		}
	}
	if got := do(t, testHandler(t, Deps{}), "GET", "/", ""); got.header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}

func TestOverloadIsShed(t *testing.T) {
	release := make(chan struct{})
	s := newServer(Deps{Admit: testAdmit, Web: testWeb, MaxCalls: 2}, nil, testRoutes(release))
	var wg sync.WaitGroup
	results := make(chan int, 2)
	for range 2 {
		wg.Go(func() { results <- do(t, s.Handler, "GET", "/api/test/wait", "").status })
	}
	for s.api.room.calls.Load() < 2 {
	}
	got := do(t, s.Handler, "GET", "/api/test/wait", "")
	if got.status != 503 || got.code(t) != "server.overloaded" || got.header.Get("Retry-After") != "1" {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	close(release)
	wg.Wait()
	for range 2 {
		if status := <-results; status != 200 {
			t.Errorf("one inside got %d", status)
		}
	}
	if got := do(t, s.Handler, "GET", "/api/test/wait", ""); got.status != 200 {
		t.Fatalf("afterwards: %d", got.status)
	}
}

func TestClientAddress(t *testing.T) {
	a := &api{Deps: Deps{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
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
