package api

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// portal is a real server on a real database with three accounts.
type portal struct {
	t          testing.TB
	db         *sqldb.DB
	handler    http.Handler
	accounts   *account.Service
	api        *api
	once       sync.Once
	documented *documented
	server     *server.Server
	clock      atomic.Int64 // the last timestamp sent, which only increases
	ids        map[string]string
}

// people are the accounts of the portal by name.
var people = map[string]struct {
	phone, password string
	role            access.Role
}{
	"lin":  {"13800000001", "31002X", access.User},
	"zhao": {"13800000002", "123456", access.User},
	"qian": {"13800000003", "654321", access.User}, // managed by staff in tests
	"dean": {"13900000001", "Chalk42dust", access.Staff},
}

const (
	testSecret = "sign-secret"
	testClient = "client"
)

func newPortal(t testing.TB, db *sqldb.DB, configure func(*config.Config)) *portal {
	t.Helper()
	blobs := newBlobs(t)
	services := newCollege(t, db, keyring.Generate(), blobs, time.Now, configure)
	p := &portal{t: t, db: db, accounts: services.Accounts, ids: map[string]string{}}
	for name, who := range people {
		d := account.Details{Phone: who.phone, Name: name, Role: who.role}
		if who.role == access.Staff {
			d.Password = secret.New(who.password)
		} else {
			record, err := services.Students.Create(t.Context(), access.System(),
				student.Changes{student.FieldNumber: name, student.FieldName: name})
			if err != nil {
				t.Fatal(err)
			}
			d.LastSix, d.Student = secret.New(who.password), record.ID
		}
		made, err := p.accounts.Create(t.Context(), access.System(), d)
		if err != nil {
			t.Fatal(err)
		}
		p.ids[name] = made.ID
	}
	monday, _ := civil.Of(time.Now(), schoolZone(t))
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		term := timetable.Term{ID: "now", Name: "now", FirstMonday: monday.Monday(), Weeks: 18}
		return services.Timetables.PutTerm(t.Context(), q, access.System(), term)
	})
	if err != nil {
		t.Fatal(err)
	}
	p.api = newAPI(newDeps(t, db, services, blobs))
	p.server = p.api.newServer(nil)
	p.handler = p.server.Handler
	p.clock.Store(time.Now().UnixMilli())
	return p
}

func (p *portal) contract() *documented {
	p.once.Do(func() { p.documented = newDocumented(p.server) })
	return p.documented
}

func eachPortal(t *testing.T, fn func(t *testing.T, p *portal)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) { fn(t, newPortal(t, db, nil)) })
}

// visitor is a client of the portal: it signs its requests and stores its cookies.
type visitor struct {
	p               *portal
	token, identity string
	cookies         map[string]string
}

// browser returns a visitor with a token.
func (p *portal) browser() *visitor {
	p.t.Helper()
	v := &visitor{p: p, cookies: map[string]string{}}
	got := v.form("/api/Identity/connect/token", url.Values{
		"client_id": {testClient}, "client_secret": {"s"}, "grant_type": {"client_credentials"}, "scope": {"students"},
	})
	var answer wireToken
	if err := json.Unmarshal([]byte(got.body), &answer); err != nil || got.status != http.StatusOK {
		p.t.Fatalf("token: %d %s", got.status, got.body)
	}
	v.token = answer.AccessToken
	return v
}

// as returns a browser logged in as name; "" means not logged in.
func (p *portal) as(name string) *visitor {
	p.t.Helper()
	v := p.browser()
	if name == "" {
		return v
	}
	if got := v.login(people[name].phone, people[name].password); got.status != http.StatusOK {
		p.t.Fatalf("login as %s: %d %s", name, got.status, got.body)
	}
	return v
}

func (v *visitor) login(phone, password string) answered {
	v.p.t.Helper()
	body, err := json.Marshal(map[string]string{"phoneNumber": phone, "password": password})
	if err != nil {
		v.p.t.Fatal(err)
	}
	got := v.send("POST", "/api/Students/Students/Login", string(body))
	var answer server.Envelope[wireLogin]
	if got.status == http.StatusOK {
		if err := json.Unmarshal([]byte(got.body), &answer); err != nil {
			v.p.t.Fatal(err)
		}
		v.identity = answer.Data.ID
	}
	return got
}

// form sends a signed request without a token. The given headers replace the defaults, and "" removes one.
func (v *visitor) form(path string, values url.Values, header ...string) answered {
	r := httptest.NewRequestWithContext(v.p.t.Context(), http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	v.stamp(r)
	return v.do(r, header...)
}

// send sends a signed request. The given headers replace the defaults, and "" removes one.
func (v *visitor) send(method, path, body string, header ...string) answered {
	v.p.t.Helper()
	r := httptest.NewRequestWithContext(v.p.t.Context(), method, path, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	v.sign(r)
	return v.do(r, header...)
}

func (v *visitor) sign(r *http.Request) {
	v.stamp(r)
	r.Header.Set("Authorization", "Bearer "+v.token)
	r.Header.Set("MiniProgramIdentity", v.identity)
}

// nextStamp returns the time, but later than the previous one, so that no two requests share it.
func (p *portal) nextStamp() int64 {
	for {
		last := p.clock.Load()
		if now := max(time.Now().UnixMilli(), last+1); p.clock.CompareAndSwap(last, now) {
			return now
		}
	}
}

func (v *visitor) stamp(r *http.Request) {
	stamp := fmt.Sprint(v.p.nextStamp())
	r.Header.Set("X-Timestamp", base64.StdEncoding.EncodeToString([]byte(stamp)))
	r.Header.Set("X-Signature", fmt.Sprintf("%X", md5.Sum([]byte(stamp+testSecret))))
}

func (v *visitor) do(r *http.Request, header ...string) answered {
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Del(header[i])
		if header[i+1] != "" {
			r.Header.Set(header[i], header[i+1])
		}
	}
	w := httptest.NewRecorder()
	v.p.handler.ServeHTTP(w, r)
	result := w.Result()
	defer result.Body.Close()
	for _, cookie := range result.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	body, err := io.ReadAll(result.Body)
	if err != nil {
		v.p.t.Fatal(err)
	}
	got := answered{result.StatusCode, result.Header, string(body)}
	v.p.contract().check(v.p.t, r, got)
	return got
}

// data returns the data of a successful envelope.
func data[T any](t testing.TB, got answered) T {
	t.Helper()
	var e server.Envelope[T]
	if err := decode(got.body, &e); err != nil || !e.Succeeded {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	return e.Data
}

type answered struct {
	status int
	header http.Header
	body   string
}

// code returns the first error code in an envelope.
func (a answered) code(t testing.TB) string {
	t.Helper()
	return apitest.Response{Status: a.status, Header: a.header, Body: a.body}.Code(t)
}

func do(t testing.TB, h http.Handler, method, path, body string, header ...string) answered {
	t.Helper()
	got := apitest.Serve(t, h, method, path, body, header...)
	return answered{got.Status, got.Header, got.Body}
}

var testWeb = fstest.MapFS{"index.html": {Data: []byte("<div id=root></div>")}}
