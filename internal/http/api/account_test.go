package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"image"
	"image/png"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestLoginOnTheWire(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		v := p.browser()
		device := v.cookies["lectern-device"]
		got := v.login("13800000001", "31002x")
		if want := `{"statusCode":200,"succeeded":true,"data":{"id":"` + p.ids["lin"] + `","name":"lin"},"errors":null}` +
			"\n"; got.status != 200 || got.body != want {
			t.Fatalf("[7.2] got %d %s", got.status, got.body)
		}
		if now := v.cookies["lectern-device"]; now == device || now == "" {
			t.Error("the cookie did not rotate")
		}
		for _, tc := range []struct {
			name, body string
			status     int
			code       string
		}{
			{"[7.2] wrong", `{"phoneNumber":"13800000001","password":"nope"}`, 400, "account.bad_credentials"},
			{"[7.2] unknown", `{"phoneNumber":"13800009999","password":"nope"}`, 400, "account.bad_credentials"},
			{"[7.2] malformed", `{"phoneNumber":"hello","password":"nope"}`, 400, "account.bad_credentials"},
			{"[5.6] no phone", `{"phoneNumber":"","password":"nope"}`, 400, "account.phone_required"},
			{"[5.6] no password", `{"phoneNumber":"13800000001","password":""}`, 400, "account.password_required"},
			{
				"password of a megabyte",
				`{"phoneNumber":"1","password":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "request.too_large",
			},
			{
				"password of 60 kB", `{"phoneNumber":"1","password":"` + strings.Repeat("x", 60_000) + `"}`,
				400, "account.password_too_long",
			},
			{"unknown key", `{"phoneNumber":"1","password":"x","role":"admin"}`, 400, "request.field_unknown"},
			{"doubled key", `{"phoneNumber":"1","password":"x","password":"y"}`, 400, "request.field_twice"},
			{"missing key", `{"phoneNumber":"1"}`, 400, "request.field_missing"},
			{"numbers", `{"phoneNumber":13800000001,"password":1}`, 400, "request.field_type"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				got := p.browser().send("POST", "/api/Students/Students/Login", tc.body)
				if got.status != tc.status || got.code(t) != tc.code {
					t.Fatalf("got %d %s", got.status, got.body)
				}
			})
		}
		t.Run("[4.7] a token binds once", func(t *testing.T) {
			v.identity = ""
			if got := v.login("13800000001", "31002X"); got.status != 409 || got.code(t) != "account.token_used" {
				t.Errorf("got %d %s", got.status, got.body)
			}
			if n := dbtest.Count(t, p.db, `SELECT count(*) FROM audit WHERE action = 'account.identity_mismatch'`); n != 0 {
				t.Error("a double click raised an alarm")
			}
		})
		t.Run("[7.2] the same words in both languages", func(t *testing.T) {
			wrong := p.browser().send("POST", "/api/Students/Students/Login",
				`{"phoneNumber":"13800000001","password":"nope"}`, "Accept-Language", "zh-CN")
			unknown := p.browser().send("POST", "/api/Students/Students/Login",
				`{"phoneNumber":"hello","password":"nope"}`, "Accept-Language", "zh-CN")
			if wrong.body != unknown.body || !strings.Contains(wrong.body, "手机号或密码错误") {
				t.Errorf("got %s and %s", wrong.body, unknown.body)
			}
		})
	})
}

func TestDisabledAccountIsToldSo(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		dean := p.as("dean")
		if got := dean.send("PUT", "/api/admin/accounts/"+p.ids["lin"]+"/enabled", `{"enabled":false}`); got.status != 200 {
			t.Fatalf("got %d %s", got.status, got.body)
		}
		for _, tc := range []struct {
			name, password, language string
			status                   int
			code, text               string
		}{
			{"right, in English", "31002X", "en-US", 403, "account.disabled", "This account is closed."},
			{"right, in Chinese", "31002X", "zh-CN", 403, "account.disabled", "该账号已停用"},
			{"wrong", "31002Y", "en-US", 400, "account.bad_credentials", "Wrong phone number or password"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				got := p.browser().send("POST", "/api/Students/Students/Login",
					`{"phoneNumber":"13800000001","password":"`+tc.password+`"}`, "Accept-Language", tc.language)
				if got.status != tc.status || got.code(t) != tc.code || !strings.Contains(got.body, tc.text) {
					t.Errorf("got %d %s", got.status, got.body)
				}
			})
		}
	})
}

func TestUserInfo(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		v := p.as("lin")
		got := v.send("GET", "/api/user/info", "")
		var e server.Envelope[map[string]any]
		if err := json.Unmarshal([]byte(got.body), &e); err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(
			"name avatar job organization location email introduction personalWebsite jobName organizationName " +
				"locationName phone registrationDate accountId certification role nickname countryRegion area") {
			if _, ok := e.Data[name]; !ok {
				t.Errorf("[3.2] %s is missing", name)
			}
		}
		if e.Data["role"] != "user" || e.Data["phone"] != "13800000001" || e.Data["firstPassword"] != true {
			t.Errorf("[3.2] got %v", e.Data)
		}
		for _, tc := range []struct {
			name, body string
			status     int
			code       string
		}{
			{
				"[5.2] good",
				`{"nickname":"小林","email":"lin@example.edu","countryRegion":"CN","area":"330106","introduction":"你好"}`, 200, "",
			},
			{"[5.2] empty nickname", `{"nickname":""}`, 400, "account.field_required"},
			{"[5.2] 201 words", `{"introduction":"` + strings.Repeat("字", 201) + `"}`, 400, "account.introduction_long"},
			{"[6.1] role", `{"role":"admin"}`, 403, "account.field_official"},
			{"name", `{"name":"x"}`, 403, "account.field_official"},
			{"the picture is uploaded", `{"avatar":"x"}`, 400, "account.field_avatar"},
			{"unknown", `{"x":"y"}`, 400, "account.field_unknown"},
			{"unknown, and no text", `{"x":7}`, 400, "account.field_unknown"},
			{"official, and no text", `{"role":null}`, 403, "account.field_official"},
			{"null", `null`, 400, "request.invalid"},
			{"a list", `[]`, 400, "request.field"},
			{"wrong type", `{"nickname":1}`, 400, "request.field_type"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				got := v.send("PATCH", "/api/user/info", tc.body)
				if got.status != tc.status || got.code(t) != tc.code {
					t.Fatalf("got %d %s", got.status, got.body)
				}
			})
		}
		if u := data[wireUser](t, v.send("GET", "/api/user/info", "")); u.Nickname != "小林" ||
			u.Location != "330106" || u.Role != "user" {
			t.Errorf("got %+v", u)
		}
	})
}

func TestSessionsOnTheWire(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		one, two := p.as("lin"), p.as("lin")
		list := data[[]account.Session](t, one.send("GET", "/api/user/sessions", ""))
		if len(list) != 2 {
			t.Fatalf("got %+v", list)
		}
		for _, s := range list {
			if !s.Current {
				if got := one.send("DELETE", "/api/user/sessions/"+s.ID, ""); got.status != 200 {
					t.Errorf("got %d %s", got.status, got.body)
				}
			}
		}
		if got := two.send("GET", "/api/user/info", ""); got.status != 401 || got.code(t) != "account.session_ended" {
			t.Errorf("[8.2] got %d %s", got.status, got.body)
		}
		if got := one.send("PUT", "/api/user/password", `{"oldPassword":"31002X","newPassword":"weak"}`); got.status != 400 ||
			got.code(t) != "account.password_weak" {
			t.Errorf("[5.3] got %d %s", got.status, got.body)
		}
		for chosen, code := range map[string]string{
			"Abc123":         "account.password_common",
			"Tel13800000001": "account.password_personal",
		} {
			if got := one.send("PUT", "/api/user/password",
				`{"oldPassword":"31002X","newPassword":"`+chosen+`"}`); got.status != 400 || got.code(t) != code {
				t.Errorf("[5.3] got %d %s", got.status, got.body)
			}
		}
		if got := one.send("PUT", "/api/user/password",
			`{"oldPassword":"31002X","newPassword":"Better1own"}`); got.status != 200 {
			t.Errorf("[5.3] got %d %s", got.status, got.body)
		}
		if got := one.send("POST", "/api/user/logout", ""); got.status != 200 {
			t.Errorf("[4.8] got %d %s", got.status, got.body)
		}
		if got := one.send("POST", "/api/user/menu", ""); got.status != 401 {
			t.Errorf("[4.8] got %d %s", got.status, got.body)
		}
	})
}

func TestMenuOnTheWire(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	for name, admin := range map[string]bool{"lin": false, "dean": true} {
		got := p.as(name).send("POST", "/api/user/menu", "")
		items := data[[]wireMenuItem](t, got)
		if strings.Contains(got.body, `"/admin"`) != admin || len(items) == 0 ||
			items[0].Meta.Locale == "" || len(items[0].Children) == 0 {
			t.Errorf("[3.6] as %s: %s", name, got.body)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files again")

// The web app's tests read the same file. They fail on a name without a page, a title without a text or a missing
// icon.
func TestMenuFile(t *testing.T) {
	student := access.Actor{Account: "x", Role: access.User}
	teacher := access.Actor{Account: "x", Role: access.User, Teacher: "t"}
	staff := func(scope access.Scope) access.Actor {
		return access.Actor{Account: "x", Role: access.Staff, Scope: scope}
	}
	menus := map[string][]wireMenuItem{
		"user": toWireMenu(account.Menu(student, false)), "teacher": toWireMenu(account.Menu(teacher, false)),
		"admin": toWireMenu(account.Menu(staff(access.Registrar), false)), "demo user": toWireMenu(
			account.Menu(student, true)), "demo admin": toWireMenu(account.Menu(staff(access.Registrar), true)),
	}
	for _, scope := range []access.Scope{access.Adviser, access.Recordist, access.Auditor} {
		menus[string(scope)] = toWireMenu(account.Menu(staff(scope), false))
	}
	got, err := json.MarshalIndent(menus, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "menu.json")
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("[3.6] [4.6] the menu has changed: go test ./internal/http/api -run MenuFile -update, then "+
			"the web app's tests\n%s", diff)
	}
}

func TestForcedPasswordChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPortal(t, db, func(c *config.Config) { c.PasswordChange = "force" })
		v := p.as("lin")
		if u := data[wireUser](t, v.send("GET", "/api/user/info", "")); !u.MustChange {
			t.Error("the page is not told")
		}
		if got := v.send("PATCH", "/api/user/info", `{"job":"x"}`); got.status != 403 ||
			got.code(t) != "account.change_password_first" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := v.send("PUT", "/api/user/password",
			`{"oldPassword":"31002X","newPassword":"Better1own"}`); got.status != 200 {
			t.Fatalf("got %d %s", got.status, got.body)
		}
		if got := v.send("PATCH", "/api/user/info", `{"job":"x"}`); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
}

func TestAvatarOnTheWire(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := p.as("lin")
	post := func(field string, content []byte) answered {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile(field, "../../evil.html")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/user/avatar", &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		v.sign(r)
		return v.do(r)
	}
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, field string
		content     []byte
		status      int
		code        string
	}{
		{"good", "file", small.Bytes(), 200, ""},
		{"another field", "x", small.Bytes(), 400, "request.field_missing"},
		{"a page", "file", []byte("<html>"), 415, "account.avatar_type"},
		{"too large", "file", append(small.Bytes(), make([]byte, picture.MaxBytes)...), 413, "account.avatar_too_large"},
		{"far too large", "file", make([]byte, 4<<20), 413, "request.too_large"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := post(tc.field, tc.content); got.status != tc.status || got.code(t) != tc.code {
				t.Fatalf("got %d %s", got.status, got.body)
			}
		})
	}
	address := data[wireUser](t, v.send("GET", "/api/user/info", "")).Avatar
	got := v.fetch(address) // as <img> does
	if got.status != 200 || got.header.Get("Content-Type") != "image/jpeg" || !strings.Contains(
		got.header.Get("Content-Security-Policy"), "sandbox") || got.header.Get("Content-Disposition") != "attachment" {
		t.Errorf("got %d %v", got.status, got.header)
	}
	if got := v.fetch(strings.Replace(address, "until=1", "until=2", 1)); got.status != 403 {
		t.Errorf("forged: %d", got.status)
	}
	if got := do(t, p.handler, "GET", address, ""); got.status != 403 || got.code(t) != "account.avatar_ticket" {
		t.Errorf("in another browser: %d", got.status)
	}
	if got := v.send("POST", "/api/user/logout", ""); got.status != 200 {
		t.Fatal(got.body)
	}
	if got := v.fetch(address); got.status != 403 {
		t.Errorf("after logout: %d", got.status)
	}
}

func TestStaffOnTheWire(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		dean, qian := p.as("dean"), p.as("qian")
		made := data[wireCode](t,
			dean.send("POST", "/api/admin/accounts", `{"phone":"+86 13800000050","name":"Sun","role":"user"}`))
		if got := p.browser().login("13800000050", made.Code); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := dean.send("POST", "/api/admin/accounts",
			`{"phone":"13800000050","name":"Sun","role":"user"}`); got.status != 409 || got.code(t) != "account.exists" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		list := data[[]wireAccount](t, dean.send("GET", "/api/admin/accounts?search=qian&limit=5", ""))
		if len(list) != 1 || list[0].ID != p.ids["qian"] || list[0].LastLogin == "" {
			t.Errorf("got %+v", list)
		}
		reset := data[wireCode](t, dean.send("POST", "/api/admin/accounts/"+p.ids["qian"]+"/password-reset", ""))
		if got := qian.send("GET", "/api/user/info", ""); got.status != 401 {
			t.Errorf("after the reset: %d %s", got.status, got.body)
		}
		if got := p.browser().login("13800000003", reset.Code); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := dean.send("PUT", "/api/admin/accounts/"+p.ids["dean"]+"/role", `{"role":"user"}`); got.status != 409 ||
			got.code(t) != "account.last_admin" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := dean.send("PUT", "/api/admin/accounts/nobody/enabled", `{"enabled":false}`); got.status != 404 ||
			got.code(t) != "account.not_found" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		rows := data[[]wireAudit](t, dean.send("GET", "/api/admin/audit?limit=3&object="+p.ids["qian"], ""))
		if len(rows) != 3 || rows[0].Action != "account.login" || rows[1].Action != "account.reset_password" ||
			rows[1].Account != p.ids["dean"] || rows[1].After["kind"] != "code" {
			t.Errorf("got %+v", rows)
		}
	})
}

// User input is never logged.
func TestLogHoldsNothingPrivate(t *testing.T) {
	var log bytes.Buffer
	var mu sync.Mutex
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(writerFunc(func(b []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(b)
	}), &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	v := p.as("lin")
	v.send("PUT", "/api/user/password", `{"oldPassword":"CanaryOld1","newPassword":"CanaryNew1"}`)
	v.send("PATCH", "/api/user/info", `{"email":"canary@example.edu"}`)
	v.send("GET", "/api/admin/accounts?search=13800000001", "")
	p.browser().login("13800000001", "CanaryWrong1")
	mu.Lock()
	defer mu.Unlock()
	if log.Len() == 0 {
		t.Fatal("nothing was logged")
	}
	for _, secret := range []string{"Canary", "canary", "13800000001", "31002X", v.token, v.cookies["lectern-device"]} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
