//go:build unix

package app_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// TestAttackDatabaseRestart stops PostgreSQL while people read, write and log in. Requests that fail get 503 and
// when to retry, never 500, and everything works again once the server is back.
func TestAttackDatabaseRestart(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	attacktest.Try(t, "PostgreSQL stopped and started", 2, 30, attackDatabaseRestart)
}

func attackDatabaseRestart(t *testing.T, trials int) {
	postgres := dbtest.OwnPostgres(t)
	_, url := start(t, []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + postgres.URL}, "--demo")
	people := newWorkers(t, url)
	people.waitForAll(t) // all of them work
	for trial := range trials {
		mode := []string{"fast", "immediate"}[trial%2]
		postgres.Stop(t, mode)
		people.waitForRefusals(t, people.names()...)
		waitForReady(t, url, http.StatusServiceUnavailable, "[server.down]")
		if status, body := get(t, url+"/healthz"); status != http.StatusOK {
			t.Errorf("trial %d, %s: /healthz answers %d %s", trial, mode, status, body)
		}
		postgres.Start(t)
		people.waitForAll(t)
		waitForReady(t, url, http.StatusOK, "ready")
	}
	people.stop()
	t.Logf("%d restarts: %d answers, %d of them 503", trials,
		people.good.Load()+people.refused.Load(), people.refused.Load())
}

// waitForReady waits until /readyz has this status; its result may be a second old.
func waitForReady(t *testing.T, url string, status int, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		got, body := get(t, url+"/readyz")
		if got == status && strings.Contains(body, text) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("/readyz answers %d %s, not %d %s", got, body, status, text)
		}
	}
}

// workers are people who keep using the portal; each repeats one thing.
type workers struct {
	stop          func()
	kinds         []*worker
	good, refused atomic.Int64
}

type worker struct {
	name          string
	pace          time.Duration // between two requests
	do            func(ctx context.Context) (apitest.Answer, error)
	good, refused atomic.Int64
	last, gap     atomic.Int64 // when it was last served, and the longest time between, in nanoseconds
}

// newWorkers logs people in and starts them. Any response other than success or a clear 503 fails the test.
func newWorkers(t *testing.T, url string) *workers {
	t.Helper()
	// Of two people: an account's oldest sessions end when it logs in again and again.
	const visitor = "13900000002"
	staff, guest := login(t, url), loginAs(t, url, visitor)
	call := func(method, path string, body any) func(context.Context) (apitest.Answer, error) {
		return func(ctx context.Context) (apitest.Answer, error) { return staff.Do(ctx, method, path, body) }
	}
	const often = 5 * time.Millisecond // writes and logins are rate-limited
	edits := 0
	all := &workers{kinds: []*worker{
		{name: "sessions", pace: often, do: call("GET", "/api/user/sessions", nil)},
		{name: "terms", pace: often, do: call("GET", "/api/terms", nil)},
		{name: "accounts", pace: often, do: call("GET", "/api/admin/accounts", nil)},
		{name: "messages", pace: often, do: call("POST", "/api/message/list", map[string]any{})},
		{name: "edit", pace: 300 * time.Millisecond, do: func(ctx context.Context) (apitest.Answer, error) {
			edits++ // an unchanged value isn't written
			return staff.Do(ctx, "PATCH", "/api/user/info", map[string]string{"introduction": strconv.Itoa(edits)})
		}},
		{name: "login", pace: time.Second, do: func(ctx context.Context) (apitest.Answer, error) {
			if err := guest.NewToken(ctx); err != nil {
				return apitest.Answer{}, err
			}
			return guest.Login(ctx, visitor, "Lectern2026")
		}},
	}}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for _, w := range all.kinds {
		wg.Go(func() { w.run(ctx, t, all) })
	}
	all.stop = sync.OnceFunc(func() {
		cancel()
		wg.Wait()
	})
	t.Cleanup(all.stop)
	return all
}

func (w *worker) run(ctx context.Context, t *testing.T, all *workers) {
	pace := time.NewTicker(w.pace)
	defer pace.Stop()
	for ctx.Err() == nil {
		answer, err := w.do(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			t.Errorf("%s: %v", w.name, err)
			return
		case answer.Succeeded:
			w.good.Add(1)
			all.good.Add(1)
			w.served(time.Now())
		case answer.Status == http.StatusServiceUnavailable && answer.Code() != "" && answer.Header.Get("Retry-After") != "":
			w.refused.Add(1)
			all.refused.Add(1)
		default:
			t.Errorf("%s: %d %v, Retry-After %q", w.name, answer.Status, answer.Errors, answer.Header.Get("Retry-After"))
		}
		<-pace.C
	}
}

// served notes the time since it was served before.
func (w *worker) served(now time.Time) {
	if before := w.last.Swap(now.UnixNano()); before > 0 {
		w.gap.Store(max(w.gap.Load(), now.UnixNano()-before))
	}
}

func (all *workers) resetGaps() {
	for _, w := range all.kinds {
		w.gap.Store(0)
	}
}

// longestGap returns the longest time that one of them wasn't served since resetGaps, and its name.
func (all *workers) longestGap() (longest time.Duration, of string) {
	for _, w := range all.kinds {
		if gap := time.Duration(w.gap.Load()); gap > longest {
			longest, of = gap, w.name
		}
	}
	return longest, of
}

// waitForAll waits for one more success of each.
func (all *workers) waitForAll(t *testing.T) {
	t.Helper()
	all.waitForGood(t, all.names()...)
}

// waitForGood waits for one more success of each of these.
func (all *workers) waitForGood(t *testing.T, names ...string) {
	t.Helper()
	all.wait(t, "served", names, func(w *worker) int64 { return w.good.Load() })
}

// waitForRefusals waits for one more refusal of each of these.
func (all *workers) waitForRefusals(t *testing.T, names ...string) {
	t.Helper()
	all.wait(t, "refused", names, func(w *worker) int64 { return w.refused.Load() })
}

func (all *workers) names() (out []string) {
	for _, w := range all.kinds {
		out = append(out, w.name)
	}
	return out
}

func (all *workers) wait(t *testing.T, what string, names []string, count func(*worker) int64) {
	t.Helper()
	before := make([]int64, len(all.kinds))
	for i, w := range all.kinds {
		before[i] = count(w)
	}
	deadline := time.Now().Add(time.Minute)
	for waiting := "all"; waiting != ""; time.Sleep(10 * time.Millisecond) {
		waiting = ""
		for i, w := range all.kinds {
			if slices.Contains(names, w.name) && count(w) == before[i] {
				waiting = w.name
			}
		}
		if waiting != "" && (t.Failed() || time.Now().After(deadline)) {
			t.Fatalf("%s is not %s", waiting, what)
		}
	}
}
