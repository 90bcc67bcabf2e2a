package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
)

// shareTest is a server with few slots whose calls end when the test says so. Requests name their address and
// account.
type shareTest struct {
	*Server
	finish func() // ends the running calls
	under  sync.WaitGroup
}

func newShareTest(t *testing.T, slots int) *shareTest {
	t.Helper()
	release := make(chan struct{})
	s := &shareTest{finish: sync.OnceFunc(func() { close(release) })}
	wait := func(ctx context.Context, who access.Actor, _ *struct{}) (string, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return who.Account, nil
	}
	s.Server = New(Options{Now: time.Now, Authenticate: anyAccount, Web: testWeb, MaxCalls: slots, Proxies: testProxies},
		[]Route{Call("GET /api/test/wait", "test", access.Anyone, wait)})
	t.Cleanup(s.under.Wait)
	t.Cleanup(s.finish)
	return s
}

// anyAccount trusts the account that a request names.
func anyAccount(r *http.Request, _ bool) (context.Context, Caller, error) {
	return r.Context(), Caller{Actor: access.Actor{Account: r.Header.Get("Authorization"), Role: access.User}}, nil
}

// start begins a call that doesn't end.
func (s *shareTest) start(t *testing.T, address, account string) {
	t.Helper()
	s.under.Go(func() { s.call(t, address, account) })
}

// waitUntilRunning waits until that many calls count for a caller, which is after they have taken a slot.
func (s *shareTest) waitUntilRunning(who limitKey, calls int) {
	for running := -1; running != calls; runtime.Gosched() {
		s.calls.mu.Lock()
		running = s.calls.running[who]
		s.calls.mu.Unlock()
	}
}

func (s *shareTest) call(t *testing.T, address, account string) apitest.Response {
	t.Helper()
	return apitest.Serve(t, s.Handler, "GET", "/api/test/wait", "", "X-Forwarded-For", address, "Authorization", account)
}

// One address and one account get a limited share of the slots, whatever they send.
func TestAttackManyRequestsAtOnce(t *testing.T) {
	attacktest.Try(t, "places held by one address or account", 16, 256, attackManyRequestsAtOnce)
}

func attackManyRequestsAtOnce(t *testing.T, slots int) {
	t.Run("from one address", func(t *testing.T) {
		s := newShareTest(t, slots)
		for range slots / 2 {
			s.start(t, "203.0.113.1", "")
		}
		s.waitUntilRunning(limitKey{network: networkOf(netip.MustParseAddr("203.0.113.1"))}, slots/2)
		for range slots {
			if got := s.call(t, "203.0.113.1", ""); got.Status != 429 || got.Code(t) != "request.too_many_at_once" ||
				got.Header.Get("Retry-After") == "" {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
		}
		for i := range slots / 2 { // others have theirs
			s.start(t, fmt.Sprint("198.51.100.", i), "")
		}
		s.waitUntilUsed(slots)
	})
	t.Run("from one IPv6 network", func(t *testing.T) {
		s := newShareTest(t, slots)
		for i := range slots / 2 {
			s.start(t, fmt.Sprintf("2001:db8::%x", i), "")
		}
		s.waitUntilRunning(limitKey{network: networkOf(netip.MustParseAddr("2001:db8::"))}, slots/2)
		if got := s.call(t, "2001:db8::ffff", ""); got.Status != 429 {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
		s.start(t, "2001:db8:0:1::1", "")
		s.waitUntilUsed(slots/2 + 1)
	})
	t.Run("of one account", func(t *testing.T) {
		s := newShareTest(t, slots)
		for i := range slots / 4 {
			s.start(t, fmt.Sprint("203.0.113.", i), "lin")
		}
		s.waitUntilRunning(limitKey{account: "lin"}, slots/4)
		for i := range slots {
			if got := s.call(t, fmt.Sprint("198.51.100.", i), "lin"); got.Status != 429 ||
				got.Code(t) != "request.too_many_at_once" {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
		}
		s.start(t, "203.0.113.1", "zhao")
		s.waitUntilUsed(slots/4 + 1)
	})
	t.Run("and nothing is left behind", func(t *testing.T) {
		s := newShareTest(t, slots)
		s.start(t, "203.0.113.1", "lin")
		s.waitUntilUsed(1)
		s.finish()
		s.under.Wait()
		s.calls.mu.Lock()
		defer s.calls.mu.Unlock()
		if diff := cmp.Diff(map[string]int{"used": 0, "held": 0},
			map[string]int{"used": s.calls.used, "held": len(s.calls.running)}); diff != "" {
			t.Error(diff)
		}
	})
}

// TestAttackSlowReaders requests large responses and doesn't read them. They must not occupy slots that others need.
func TestAttackSlowReaders(t *testing.T) {
	attacktest.Try(t, "clients that do not read their answer", 24, 200, attackSlowReaders)
}

func attackSlowReaders(t *testing.T, readers int) {
	large := strings.Repeat("x", 16<<20) // more than the buffers of both ends
	var answered atomic.Int64
	s := New(Options{Now: time.Now, Authenticate: anyAccount, Web: testWeb, MaxCalls: 4, Proxies: testProxies}, []Route{
		Call("GET /api/test/large", "test", access.Anyone, func(context.Context, access.Actor, *struct{}) (string, error) {
			answered.Add(1)
			return large, nil
		}),
		Call("GET /api/test/small", "test", access.Anyone, func(context.Context, access.Actor, *struct{}) (string, error) {
			return "small", nil
		}),
	})
	front := httptest.NewServer(s.Handler)
	t.Cleanup(front.Close)
	for i := range readers {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", front.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // before the server's Close, which waits for them
		// One after another, so that none is refused because all slots are briefly taken.
		_, err = fmt.Fprintf(conn,
			"GET /api/test/large HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.%d\r\nAuthorization: a%d\r\n\r\n", i, i)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, len("HTTP/1.1 200"))
		if _, err := io.ReadFull(conn, first); err != nil || string(first) != "HTTP/1.1 200" {
			t.Fatalf("reader %d: %q, %v", i, first, err)
		}
	}
	for i := range 20 {
		got := apitest.Serve(t, s.Handler, "GET", "/api/test/small", "", "X-Forwarded-For",
			"198.51.100.1", "Authorization", "lin")
		if got.Status != 200 {
			t.Fatalf("call %d beside %d slow readers: %d %s", i, answered.Load(), got.Status, got.Body)
		}
	}
}

// A handler that authenticates its stream itself counts it for that account.
func TestStreamsOfOneAccountAreBounded(t *testing.T) {
	s := New(Options{Now: time.Now, Authenticate: anyAccount, Web: testWeb, MaxCalls: 64}, nil)
	ctx := context.WithValue(t.Context(), requestKey{}, &Request{server: s})
	var last func()
	for i := range 3 {
		release, err := CountStream(ctx, "lin")
		if want := i == 2; (fault.Code(err) == "request.too_many_at_once") != want {
			t.Fatalf("stream %d: %v", i, err)
		}
		if err == nil {
			last = release
		}
	}
	last()
	if _, err := CountStream(ctx, "lin"); err != nil {
		t.Error(err)
	}
	if _, err := CountStream(ctx, "zhao"); err != nil {
		t.Error(err)
	}
}

// A call's slot is free before its response is read, and the connection has a deadline.
func TestAnswersHaveADeadline(t *testing.T) {
	h := testHandler(t, Options{})
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/api/test/query", http.NoBody))
	if len(w.write) != 1 || w.write[0].Before(time.Now()) {
		t.Errorf("write deadlines %v", w.write)
	}
}
