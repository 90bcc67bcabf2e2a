package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
)

// TestAttackSlowSenders starts requests without finishing them: before and after login, in headers and body.
// Everyone else is still served, and /readyz is 200.
func TestAttackSlowSenders(t *testing.T) {
	attacktest.Try(t, "slow senders, before and after login", 60, 600, func(t *testing.T, senders int) {
		attackSlowSenders(t, senders, 8)
	})
}

// attackSlowSenders needs at least twice as many senders as slots.
func attackSlowSenders(t *testing.T, senders, places int) {
	url, _, _ := serve(t, append(demo(t).environ, "LECTERN_MAX_REQUESTS="+strconv.Itoa(places)))
	attacker, victim := login(t, url), login(t, url)
	signed := func() string {
		headers := "Cookie: " + attacker.Cookies() + "\r\n"
		for name, value := range attacker.Sign() {
			headers += name + ": " + value + "\r\n"
		}
		return headers
	}
	const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"
	beginnings := []struct {
		name string
		text func() string // sent before the silence
	}{
		{"in the headers", func() string { return "POST /api/Identity/connect/token HTTP/1.1\r\nHost: x\r\nX-Slow: " }},
		{"before the body", func() string { return "POST /api/Identity/connect/token HTTP/1.1\r\nHost: x\r\n" + form }},
		{"in the body", func() string {
			return "POST /api/Identity/connect/token HTTP/1.1\r\nHost: x\r\n" + form + "grant_type="
		}},
		{"in chunks", func() string {
			return "POST /api/user/menu HTTP/1.1\r\nHost: x\r\n" + signed() +
				"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"
		}},
		{"logged in", func() string {
			return "POST /api/message/read HTTP/1.1\r\nHost: x\r\n" + signed() +
				"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
		}},
	}
	slow := make([]net.Conn, senders)
	for i := range slow {
		slow[i] = beginRequest(t, url, beginnings[i%len(beginnings)].text())
	}
	for range places { // a picture is a stream
		beginRequest(t, url, "POST /api/user/avatar HTTP/1.1\r\nHost: x\r\n"+signed()+
			"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n")
	}
	waitForCalls(t, url, places+1)
	othersAreServed(t, victim, url)
	for i, conn := range slow { // and all of them end
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("one that is silent %s is not cut off: %v", beginnings[i%len(beginnings)].name, err)
		}
	}
}

// beginRequest sends the start of a request, and closes the connection at the end of the test.
func beginRequest(t *testing.T, url, text string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

var callsInFlight = regexp.MustCompile(`(?m)^lectern_requests_in_flight (\d+)`)

// waitForCalls waits until that many calls have started.
func waitForCalls(t *testing.T, url string, least int) {
	t.Helper()
	for {
		_, text := get(t, url+"/metrics")
		found := callsInFlight.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no such metric: %s", text)
		}
		if n, err := strconv.Atoi(found[1]); err != nil || n >= least {
			return
		}
	}
}

// othersAreServed sends requests like other people and load balancers.
func othersAreServed(t *testing.T, victim *apitest.Client, url string) {
	t.Helper()
	for _, path := range []string{"/healthz", "/readyz", "/app-config.json"} {
		if status, body := get(t, url+path); status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	for i := range 5 {
		for _, call := range []struct {
			method, path string
			body         any
		}{
			{"GET", "/api/terms", nil},
			{"POST", "/api/message/list", map[string]any{}},
			{"PATCH", "/api/user/info", map[string]string{"introduction": fmt.Sprint(i)}},
		} {
			answer, err := victim.Do(t.Context(), call.method, call.path, call.body)
			if err != nil || !answer.Succeeded {
				t.Fatalf("%s: %d %v, %v", call.path, answer.Status, answer.Errors, err)
			}
		}
	}
	login(t, url)
}

// Endless URLs and headers are refused before they have been read.
func TestAttackLongAddresses(t *testing.T) {
	attacktest.Try(t, "addresses of 200 kB", 3, 100, attackLongAddresses)
}

func attackLongAddresses(t *testing.T, trials int) {
	url, _, _ := serve(t, []string{"LECTERN_DATA=" + t.TempDir()})
	for range trials {
		for _, tc := range []struct {
			name, request string
			status        int
			code          string // empty: refused by net/http itself
		}{
			{
				"an address of 20 kB", "GET /api/terms?x=" + strings.Repeat("x", 20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
				414, "[request.url_too_long]",
			},
			{
				"an address of 200 kB",
				"GET /api/terms?x=" + strings.Repeat("x", 200_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431, "",
			},
			{
				"a header of 20 kB", "GET /api/terms HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 20_000) + "\r\n\r\n", 431,
				"[request.header_too_large]",
			},
			{"a header of 200 kB", "GET /api/terms HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x",
				200_000) + "\r\n\r\n", 431, ""},
		} {
			t.Run(tc.name, func(t *testing.T) {
				conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				go func() { _, _ = io.WriteString(conn, tc.request) }() // it may be cut off
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				body, _ := io.ReadAll(answer.Body) // the connection may be reset
				if answer.StatusCode != tc.status || !strings.Contains(string(body), tc.code) {
					t.Errorf("got %d %s", answer.StatusCode, body)
				}
			})
		}
	}
}
