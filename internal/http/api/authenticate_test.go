package api

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestTokenEndpoint(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := &visitor{p: p, cookies: map[string]string{}}
	good := url.Values{
		"client_id": {testClient}, "client_secret": {"s"},
		"grant_type": {"client_credentials"}, "scope": {"students"},
	}
	with := func(name string, values ...string) url.Values {
		out := url.Values{}
		for k, v := range good {
			out[k] = v
		}
		out[name] = values
		return out
	}
	basic := func(text string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, tc := range []struct {
		name   string
		form   url.Values
		header []string
		status int
		want   string
		code   string // in the description
	}{
		{"[7.1] good", good, nil, 200, "", ""},
		{"[7.1] no scope", with("scope"), nil, 200, "", ""},
		{
			"[7.1] HTTP Basic",
			url.Values{"grant_type": {"client_credentials"}},
			[]string{"Authorization", basic(testClient + ":s")},
			200, "", "",
		},
		{"[7.1] an empty bearer is no matter", good, []string{"Authorization", "Bearer "}, 200, "", ""},
		{"[7.1] no grant", with("grant_type"), nil, 400, "invalid_request", ""},
		{"[7.1] another grant", with("grant_type", "password"), nil, 400, "unsupported_grant_type", ""},
		{"[7.1] no client", with("client_id"), nil, 400, "invalid_request", ""},
		{"[7.1] wrong secret", with("client_secret", "x"), nil, 400, "invalid_client", ""},
		{"[7.1] wrong client", with("client_id", "x"), nil, 400, "invalid_client", ""},
		{
			"[7.1] wrong secret by Basic",
			url.Values{"grant_type": {"client_credentials"}},
			[]string{"Authorization", basic(testClient + ":x")},
			401, "invalid_client", "",
		},
		{
			"[7.1] Basic that cannot be read",
			url.Values{"grant_type": {"client_credentials"}},
			[]string{"Authorization", "Basic !!!"},
			401, "invalid_client", "",
		},
		{"[7.1] named twice", good, []string{"Authorization", basic(testClient + ":s")}, 400, "invalid_request", ""},
		{"[7.1] another scope", with("scope", "students admin"), nil, 400, "invalid_scope", ""},
		{"[7.1] secret twice", with("client_secret", "s", "s"), nil, 400, "invalid_request", ""},
		{
			"[7.6] neither timestamp nor signature", good,
			[]string{"X-Timestamp", "", "X-Signature", ""},
			400,
			"invalid_request", "request.timestamp_missing",
		},
		{"[7.6] no timestamp", good, []string{"X-Timestamp", ""}, 400, "invalid_request", "request.timestamp_missing"},
		{"[7.6] no signature", good, []string{"X-Signature", ""}, 400, "invalid_request", "request.signature_missing"},
		{
			"[7.6] signed wrongly", good,
			[]string{"X-Signature", strings.Repeat("0", 32)},
			400,
			"invalid_request", "request.signature",
		},
		{"[7.6] a timestamp that is none", good, []string{"X-Timestamp", "***"}, 400, "invalid_request", "request.timestamp"},
		{"[7.6] a clock four minutes off", good, signed(time.Now().Add(-4 * time.Minute)), 200, "", ""},
		{"[7.6] a clock hours off", good, signed(time.Now().Add(-3 * time.Hour)), 400, "invalid_request", "request.clock"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := v.form("/api/Identity/connect/token", tc.form, tc.header...)
			var answer struct {
				AccessToken string `json:"access_token"`
				TokenType   string `json:"token_type"`
				ExpiresIn   int    `json:"expires_in"`
				Error       string `json:"error"`
				Description string `json:"error_description"`
			}
			if err := json.Unmarshal([]byte(got.body), &answer); err != nil {
				t.Fatalf("%q: %v", got.body, err)
			}
			if got.status != tc.status || answer.Error != tc.want || got.header.Get("Cache-Control") != "no-store" {
				t.Fatalf("got %d %s", got.status, got.body)
			}
			if tc.code != "" && !strings.HasPrefix(answer.Description, "["+tc.code+"] ") {
				t.Errorf("got %s, not %s", got.body, tc.code)
			}
			if tc.want == "" && (answer.AccessToken == "" || answer.TokenType != "Bearer" || answer.ExpiresIn != 600) ||
				tc.want != "" && (answer.Description == "" || answer.AccessToken != "") {
				t.Errorf("[3.3] got %s", got.body)
			}
		})
	}
	t.Run("[7.5] JSON is not taken", func(t *testing.T) {
		if got := v.send("POST", "/api/Identity/connect/token", `{}`); got.status != 415 ||
			got.code(t) != "request.content_type" {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
	if n := dbtest.Count(t, p.db, `SELECT count(*) FROM session`); n != 0 {
		t.Errorf("anonymous tokens cost %d rows", n)
	}
}

func TestDeviceCookie(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	for _, secure := range []bool{false, true} {
		p.api.Secure = secure
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/Identity/connect/token",
			strings.NewReader("client_id=client&client_secret=s&grant_type=client_credentials"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		(&visitor{p: p}).stamp(r)
		w := httptest.NewRecorder()
		p.handler.ServeHTTP(w, r)
		text := w.Header().Get("Set-Cookie")
		want := []string{"HttpOnly", "SameSite=Strict", "Path=/"}
		if secure {
			want = append(want, "__Host-lectern-device=", "; Secure")
		}
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("secure %v: %q has no %q", secure, text, part)
			}
		}
		if strings.Contains(text, "Domain") || !secure && strings.Contains(text, "Secure") {
			t.Errorf("secure %v: %q", secure, text)
		}
	}
}

// Over TLS, logging out also empties the browser's cache.
func TestLogoutClearsTheCache(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPortal(t, db, nil)
		for _, secure := range []bool{false, true} {
			p.api.Secure = secure
			got := p.as("lin").send("POST", "/api/user/logout", "")
			want := map[bool]string{true: `"cache"`}[secure]
			if got.status != 200 || got.header.Get("Clear-Site-Data") != want {
				t.Errorf("secure %v: %d %v", secure, got.status, got.header)
			}
		}
	})
}

// signed returns the headers of a client whose clock shows at.
func signed(at time.Time) []string {
	digits := fmt.Sprint(at.UnixMilli())
	return []string{
		"X-Timestamp", base64.StdEncoding.EncodeToString([]byte(digits)), "X-Signature",
		fmt.Sprintf("%X", md5.Sum([]byte(digits+testSecret))),
	}
}

// A client that knows only the contract learns the server's time from the error, and succeeds from then on.
func TestWrongClockIsLearned(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := p.as("lin")
	clock := func() time.Time { return time.Now().Add(-3 * time.Hour) }
	got := v.send("GET", "/api/user/info", "", signed(clock())...)
	found := regexp.MustCompile(`server time is (\S+Z)\.`).FindStringSubmatch(got.body)
	if got.status != 400 || got.code(t) != "request.clock" || found == nil {
		t.Fatalf("[7.6] got %d %s", got.status, got.body)
	}
	server, err := time.Parse(time.RFC3339, found[1])
	if err != nil {
		t.Fatal(err)
	}
	if got := v.send("GET", "/api/user/info", "", signed(clock().Add(server.Sub(clock())))...); got.status != 200 {
		t.Errorf("[7.6] got %d %s", got.status, got.body)
	}
}

func TestHeadersOfTheContract(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := p.as("lin")
	stamp := func(off time.Duration) (at, signature string) {
		digits := fmt.Sprint(time.Now().Add(off).UnixMilli() + rand.Int64N(1000))
		sum := md5.Sum([]byte(digits + testSecret))
		return base64.StdEncoding.EncodeToString([]byte(digits)), fmt.Sprintf("%x", sum)
	}
	stamped := func(off time.Duration) []string {
		at, signature := stamp(off)
		return []string{"X-Timestamp", at, "X-Signature", signature}
	}
	for _, tc := range []struct {
		name   string
		header []string
		status int
		code   string
	}{
		{"[7.6] all four", nil, 200, ""},
		{"[7.6] lower case signature", stamped(0), 200, ""},
		{"[7.6] clock four minutes ahead", stamped(4 * time.Minute), 200, ""},
		{"[7.6] clock hours off", stamped(-3 * time.Hour), 400, "request.clock"},
		{"[7.6] no timestamp", []string{"X-Timestamp", ""}, 400, "request.timestamp_missing"},
		{"[7.6] bad base64", []string{"X-Timestamp", "***"}, 400, "request.timestamp"},
		{"[7.6] plain number", []string{"X-Timestamp", fmt.Sprint(time.Now().UnixMilli())}, 400, "request.timestamp"},
		{"[7.6] no signature", []string{"X-Signature", ""}, 400, "request.signature_missing"},
		{"[7.6] wrong signature", []string{"X-Signature", strings.Repeat("0", 32)}, 400, "request.signature"},
		{"[7.6] no token", []string{"Authorization", ""}, 401, "access.signed_out"},
		{"[7.6] another scheme", []string{"Authorization", "Basic eDp5"}, 401, "access.signed_out"},
		{"[7.6] nonsense token", []string{"Authorization", "Bearer nonsense"}, 401, "account.token_unknown"},
		{"[7.6] no identity", []string{"MiniProgramIdentity", ""}, 401, "account.identity_missing"},
		{"[7.6] another's identity", []string{"MiniProgramIdentity", p.ids["zhao"]}, 401, "account.identity_mismatch"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := v.send("GET", "/api/user/info", "", tc.header...)
			if got.status != tc.status || got.code(t) != tc.code {
				t.Fatalf("got %d %s", got.status, got.body)
			}
		})
	}
	for _, name := range []string{"Authorization", "MiniProgramIdentity", "X-Timestamp", "X-Signature"} {
		t.Run("[7.6] doubled "+name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/user/info", http.NoBody)
			v.sign(r)
			r.Header.Add(name, r.Header.Get(name))
			if got := v.do(r); got.status != 400 || got.code(t) != "request.header_twice" ||
				!strings.Contains(got.body, " "+name+" ") {
				t.Errorf("got %d %s", got.status, got.body)
			}
		})
	}
	t.Run("a token of another installation", func(t *testing.T) {
		other := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil).browser()
		if got := v.send("GET", "/api/user/info", "", "Authorization", "Bearer "+other.token); got.status != 401 ||
			got.code(t) != "account.token_foreign" {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
}

func TestReplayOnTheWire(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := p.as("lin")
	request := func() *http.Request {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/user/menu", http.NoBody)
		v.sign(r)
		return r
	}
	t.Run("[7.6] a replay is refused", func(t *testing.T) {
		r := request()
		again := r.Clone(t.Context())
		if got := v.do(r); got.status != 200 {
			t.Fatalf("got %d %s", got.status, got.body)
		}
		if got := v.do(again); got.status != 400 || got.code(t) != "request.replayed" {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	})
	t.Run("[7.6] parallel requests out of order pass", func(t *testing.T) {
		requests := make([]*http.Request, 50)
		for i := range requests {
			requests[i] = request()
		}
		rand.Shuffle(len(requests), func(i, j int) { requests[i], requests[j] = requests[j], requests[i] })
		var wg sync.WaitGroup
		for _, r := range requests {
			own := *v
			own.cookies = map[string]string{"lectern-device": v.cookies["lectern-device"]}
			wg.Go(func() {
				if got := own.do(r); got.status != 200 {
					t.Errorf("got %d %s", got.status, got.body)
				}
			})
		}
		wg.Wait()
	})
}

func TestStolenTokenIsWorthlessElsewhere(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		v := p.as("lin")
		thief := p.browser()
		thief.token, thief.identity = v.token, v.identity
		if got := thief.send("GET", "/api/user/info", ""); got.status != 401 || got.code(t) != "account.device_mismatch" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := v.send("GET", "/api/user/info", ""); got.status != 200 {
			t.Errorf("the owner got %d %s", got.status, got.body)
		}
		mini := p.browser() // has no cookie jar
		mini.cookies = map[string]string{}
		if got := mini.login("13800000001", "31002X"); got.status != 200 || got.header.Get("Set-Cookie") != "" {
			t.Errorf("got %d %s", got.status, got.header)
		}
		if got := mini.send("GET", "/api/user/info", ""); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
}
