package api

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// TestAttackReplay repeats requests to the same node and to another one on the same database. docs/security.md
// promises that a node accepts a request at most once.
func TestAttackReplay(t *testing.T) {
	attacktest.Try(t, "replayed requests on two nodes", 25, 500, attackReplay)
}

func attackReplay(t *testing.T, requests int) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	nodes := []http.Handler{p.handler, newAPI(p.api.Deps).newServer(nil).Handler}
	v := p.as("lin")
	taken := map[string]int{}
	for range requests {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/user/menu", http.NoBody)
		v.sign(r)
		for range 3 {
			for i, name := range []string{"first node", "second node"} {
				p.handler = nodes[i]
				switch got := v.do(r.Clone(t.Context())); {
				case got.status == http.StatusOK:
					taken[name]++
				case got.status != http.StatusBadRequest || got.code(t) != "request.replayed":
					t.Fatalf("[7.6] %s: %d %s", name, got.status, got.body)
				}
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"first node": requests, "second node": requests}, taken); diff != "" {
		t.Errorf("[7.6] %s", diff)
	}
	// Anyone who can replay a request can also sign a new one, because the signature's secret is public.
	stolen := p.browser()
	stolen.token, stolen.identity = v.token, v.identity
	if got := stolen.send(http.MethodPost, "/api/user/menu", ""); got.status != http.StatusUnauthorized ||
		got.code(t) != "account.device_mismatch" {
		t.Errorf("without the cookie: %d %s", got.status, got.body)
	}
}

// TestNoRouteReadsLargeBodiesOfOutsiders sends endless bodies to every route, without a token, without a session and
// as a student. At most a small body is read.
func TestNoRouteReadsLargeBodiesOfOutsiders(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	visitors := map[string]*visitor{"": {p: p, cookies: map[string]string{}}, "visitor": p.as(""), "student": p.as("zhao")}
	names := regexp.MustCompile(`\{[^}]*\}`)
	for pattern, row := range p.server.Routes() {
		method, path, _ := strings.Cut(pattern, " ")
		for who, v := range visitors {
			if who == "student" && row.Policy == access.SignedIn { // may send what it takes
				continue
			}
			endless := &endlessBody{}
			r := httptest.NewRequestWithContext(t.Context(), method, names.ReplaceAllString(path, "x"), endless)
			r.Header.Set("Content-Type", "application/json")
			v.sign(r)
			v.p.handler.ServeHTTP(httptest.NewRecorder(), r)
			if endless.read > server.MaxJSON+1 {
				t.Errorf("%s as %q: %d bytes read", pattern, who, endless.read)
			}
		}
	}
}

type endlessBody struct{ read int }

func (e *endlessBody) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read += len(p)
	return len(p), nil
}
