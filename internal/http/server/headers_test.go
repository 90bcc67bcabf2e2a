package server

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/testkit/apitest"
)

func TestPagePolicyNamesTheLiveOrigins(t *testing.T) {
	for _, origins := range [][]string{nil, {"https://live.example.org", "http://127.0.0.1:9000"}} {
		text := pagePolicy("", origins)
		want := strings.TrimSpace("'self' " + strings.Join(origins, " "))
		for _, part := range []string{fmt.Sprintf("media-src %s blob:;", want), fmt.Sprintf("connect-src %s;", want)} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in %q", part, text)
			}
		}
		for _, part := range []string{"worker-src 'self';", "require-trusted-types-for 'script'"} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in %q", part, text)
			}
		}
		if strings.Contains(text, "script-src 'self' ") || strings.Contains(text, "style-src 'self' ") {
			t.Errorf("scripts or styles may come from elsewhere: %q", text)
		}
	}
}

func TestPagePolicyAllowsTheScriptAndTheStyleOfThePageAndNoOther(t *testing.T) {
	const alert, plain = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
		"'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='"
	for page, want := range map[string]string{
		"<div id=root></div>":                              "script-src 'self'; style-src 'self';",
		`<script src="/a.js"></script><script src=b>`:      "script-src 'self'; style-src 'self';",
		`<script data-early="{}">alert(1)</script><p>`:     "script-src 'self' " + alert + "; style-src 'self';",
		"<script>alert(1)</script><script src=b></script>": "script-src 'self' " + alert + "; style-src 'self';",
		"<style>p{}</style><p>":                            "script-src 'self'; style-src 'self' " + plain + ";",
		"<script>alert(1)</script><style>p{}</style>": "script-src 'self' " + alert +
			"; style-src 'self' " + plain + ";",
	} {
		if text := pagePolicy(page, nil); !strings.Contains(text, want) {
			t.Errorf("%s: %q", page, text)
		}
	}
}

// Every response of a kind has the same headers.
func TestSecurityHeaders(t *testing.T) {
	secure, open := testHandler(t, Options{Secure: true}), testHandler(t, Options{})
	page := "script-src 'self'"
	for _, tc := range []struct{ name, method, path, policy string }{
		{"page", "GET", "/", page},
		{"any path of the app", "GET", "/student/timetable", page},
		{"script", "GET", "/assets/app-1a2b.js", dataPolicy},
		{"manifest", "GET", "/manifest.webmanifest", dataPolicy},
		{"service worker", "GET", "/sw.js", workerPolicy},
		{"missing file", "GET", "/assets/gone-9z.js", dataPolicy},
		{"call", "GET", "/api/test/anyone", dataPolicy},
		{"stream", "GET", "/test/query", dataPolicy},
		{"refusal", "GET", "/api/test/own", dataPolicy},
		{"panic", "GET", "/api/test/panic", dataPolicy},
		{"unknown address", "GET", "/api/nothing", dataPolicy},
		{"wrong method", "DELETE", "/api/test/echo", dataPolicy},
		{"health", "GET", "/healthz", dataPolicy},
		{"readiness", "GET", "/readyz", dataPolicy},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := apitest.Serve(t, secure, tc.method, tc.path, "").Header
			for name, want := range map[string]string{
				"Content-Security-Policy": tc.policy, "Permissions-Policy": "camera=()",
				"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
				"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
				"Strict-Transport-Security": "max-age=31536000",
			} {
				if !strings.Contains(got.Get(name), want) {
					t.Errorf("%s is %q", name, got.Get(name))
				}
			}
			policy := got.Get("Content-Security-Policy")
			if !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
				t.Errorf("policy %q", policy)
			}
			if got.Get("X-Request-Id") == "" {
				t.Error("no request id")
			}
			if hsts := apitest.Serve(t, open, tc.method, tc.path, "").Header.Get("Strict-Transport-Security"); hsts != "" {
				t.Errorf("HSTS without TLS: %s", hsts)
			}
		})
	}
}
