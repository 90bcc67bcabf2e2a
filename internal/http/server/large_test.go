package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
)

const largeBody = 4 << 20

// largeTest is a server with a call that takes large bodies from accounts, and counts what it reads of them.
type largeTest struct {
	*Server
	read  atomic.Int64
	front *httptest.Server
}

func newLargeTest(t *testing.T, slots int) *largeTest {
	t.Helper()
	type large struct {
		Body struct {
			Text string `json:"text"`
		}
	}
	l := &largeTest{}
	l.Server = New(Options{Now: time.Now, Authenticate: anyAccount, Web: testWeb, MaxCalls: slots, Proxies: testProxies},
		[]Route{
			Call("POST /api/test/large", "test", access.SignedIn,
				func(_ context.Context, _ access.Actor, in *large) (int, error) { return len(in.Body.Text), nil },
				MaxBody(largeBody)),
			Call("GET /api/test/small", "test", access.Anyone,
				func(context.Context, access.Actor, *struct{}) (string, error) { return "small", nil }),
		})
	l.front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			r.Body = countingBody{r.Body, &l.read}
		}
		l.ServeHTTP(w, r)
	}))
	t.Cleanup(l.front.Close)
	return l
}

type countingBody struct {
	io.ReadCloser
	read *atomic.Int64
}

func (c countingBody) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// start sends the beginning of a request with a large body. The connection is closed before the server.
func (l *largeTest) start(t *testing.T, address, account, headers, begin string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	text := "POST /api/test/large HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Forwarded-For: " + address +
		"\r\nAuthorization: " + account + "\r\n" + headers + "\r\n\r\n" + begin
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

func status(t *testing.T, conn net.Conn) int {
	t.Helper()
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	return got.StatusCode
}

// honest sends a whole large body and a small call.
func (l *largeTest) honest(t *testing.T) {
	t.Helper()
	body := `{"text":"` + strings.Repeat("x", largeBody-1024) + `"}`
	from := []string{"X-Forwarded-For", "198.51.100.1", "Authorization", "lin"}
	if got := apitest.Serve(t, l.Handler, "POST", "/api/test/large", body, from...); got.Status != 200 {
		t.Fatalf("an honest large body: %d %.200s", got.Status, got.Body)
	}
	if got := apitest.Serve(t, l.Handler, "GET", "/api/test/small", "", from...); got.Status != 200 {
		t.Fatalf("an honest small call: %d %s", got.Status, got.Body)
	}
}

// TestAttackLargeBodiesOfStrangers sends large bodies without an account, at once or slowly. They are refused before
// anything is read, and stop no one.
func TestAttackLargeBodiesOfStrangers(t *testing.T) {
	attacktest.Try(t, "large bodies of strangers", 24, 400, func(t *testing.T, strangers int) {
		length := fmt.Sprint("Content-Length: ", largeBody)
		for _, tc := range []struct{ name, headers, begin string }{
			{"silent", length, ""},
			{"slow", length, `{"text":"`},
			{"in chunks", "Transfer-Encoding: chunked", "9\r\n{\"text\":\"\r\n"},
			{"at once", length, `{"text":"` + strings.Repeat("x", 128<<10)}, // as much as the connection's buffers take
		} {
			t.Run(tc.name, func(t *testing.T) {
				l := newLargeTest(t, 8)
				for i := range strangers {
					conn := l.start(t, fmt.Sprint("203.0.113.", i%250), "", tc.headers, tc.begin)
					if got := status(t, conn); got != http.StatusUnauthorized {
						t.Fatalf("stranger %d: %d", i, got)
					}
				}
				l.honest(t)
				if n := l.read.Load(); n != 0 {
					t.Errorf("%d bytes were read", n)
				}
			})
		}
	})
}

// TestAttackLargeBodiesOfAccounts sends large bodies with accounts, and doesn't finish them. Memory is bounded by the
// few slots for large bodies; calls without one are served, and one account can't take all of them.
func TestAttackLargeBodiesOfAccounts(t *testing.T) {
	attacktest.Try(t, "unfinished large bodies of accounts", 8, 64, func(t *testing.T, slots int) {
		l := newLargeTest(t, slots*largeShare)
		length := fmt.Sprint("Content-Length: ", largeBody)
		for range slots / 4 {
			l.start(t, "203.0.113.1", "zhao", length, "{")
		}
		l.waitUntilLarge(slots / 4)
		if got := status(t, l.start(t, "203.0.113.1", "zhao", length, "{")); got != http.StatusTooManyRequests {
			t.Fatalf("one more of the same account: %d", got)
		}
		l.honest(t)
		for i := range slots - slots/4 {
			l.start(t, "203.0.113.1", fmt.Sprint("a", i), length, "{")
		}
		l.waitUntilLarge(slots)
		if got := status(t, l.start(t, "203.0.113.1", "qian", length, "{")); got != http.StatusServiceUnavailable {
			t.Fatalf("one more of another account: %d", got)
		}
		if got := apitest.Serve(t, l.Handler, "GET", "/api/test/small", "", "Authorization", "lin"); got.Status != 200 {
			t.Fatalf("a small call: %d %s", got.Status, got.Body)
		}
	})
}

func (s *Server) waitUntilLarge(slots int) {
	for used := -1; used != slots; {
		s.large.mu.Lock()
		used = s.large.used
		s.large.mu.Unlock()
	}
}

// A large body counts as a call while the caller is looked up, is not read for a caller without the right, and leaves
// nothing behind. Its repetition is still recognized.
func TestLargeBodies(t *testing.T) {
	l := newLargeTest(t, 64)
	once := map[string]bool{}
	l.options.Authenticate = func(r *http.Request, _ bool) (context.Context, Caller, error) {
		return r.Context(), Caller{
			Actor: access.Actor{Account: "lin", Role: access.User},
			Once: func(body []byte) error {
				if once[string(body)] {
					return fault.New(fault.Invalid, "request.replayed")
				}
				once[string(body)] = true
				return nil
			},
		}, nil
	}
	send := func(body string) apitest.Response {
		return apitest.Serve(t, l.Handler, "POST", "/api/test/large", body, "X-Forwarded-For", "203.0.113.1")
	}
	if got := send(`{"text":"a"}`); got.Status != 200 {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	if got := send(`{"text":"a"}`); got.Status != 400 || got.Code(t) != "request.replayed" {
		t.Errorf("again: %d %s", got.Status, got.Body)
	}
	if got := send(`{"text":"b"`); got.Status != 400 {
		t.Errorf("not JSON: %d %s", got.Status, got.Body)
	}
	if got := send(strings.Repeat("x", largeBody+1)); got.Status != 413 || got.Code(t) != "request.too_large" {
		t.Errorf("too large: %d %s", got.Status, got.Body)
	}
	for name, left := range map[string]*limiter{"calls": l.calls, "large": l.large} {
		if left.used != 0 || len(left.running) != 0 {
			t.Errorf("%s: %d slots, %v", name, left.used, left.running)
		}
	}
}
