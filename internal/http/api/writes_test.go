package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// TestAttackManyWrites changes a profile as fast as possible. The audit log only grows as fast as a person could
// make it, and other users aren't slowed down.
func TestAttackManyWrites(t *testing.T) {
	attacktest.Try(t, "writes of one account without a pause", 300, 3000, attackManyWrites)
}

func attackManyWrites(t *testing.T, writes int) {
	eachPortal(t, func(t *testing.T, p *portal) {
		start := time.Now()
		now := start
		p.api.Now = func() time.Time { return now }
		p.handler = p.api.newServer(nil).Handler
		lin, again, zhao := p.as("lin"), p.as("lin"), p.as("zhao")
		const rows = `SELECT count(*) FROM audit`
		before := dbtest.Count(t, p.db, rows)
		statuses := map[int]int{}
		edit := func(v *visitor, n int) answered {
			return v.send("PATCH", "/api/user/info", fmt.Sprintf(`{"introduction":"edit %d"}`, n))
		}
		for i := range writes {
			got := edit(lin, i)
			if statuses[got.status]++; got.status == http.StatusTooManyRequests &&
				(got.code(t) != "request.too_many_writes" || got.header.Get("Retry-After") != "1") {
				t.Fatalf("got %v %s", got.header, got.body)
			}
		}
		if diff := cmp.Diff(map[int]int{200: 200, 429: writes - 200}, statuses); diff != "" {
			t.Error(diff)
		}
		if n := dbtest.Count(t, p.db, rows) - before; n != 200 {
			t.Errorf("%d audit rows of %d tries", n, writes)
		}
		for _, path := range []string{"/api/user/menu", "/api/message/list"} { // which only read
			if got := lin.send("POST", path, ""); got.status != http.StatusOK {
				t.Errorf("%s: %d %s", path, got.status, got.body)
			}
		}
		for _, other := range []*visitor{again, zhao} {
			if got := edit(other, writes); got.status != http.StatusOK {
				t.Errorf("got %d %s", got.status, got.body)
			}
		}
		now = start.Add(time.Second)
		for i, want := range []int{200, 200, 429} {
			if got := edit(lin, writes+1+i); got.status != want {
				t.Errorf("a second later, edit %d: %d %s", i, got.status, got.body)
			}
		}
	})
}
