package api

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

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
