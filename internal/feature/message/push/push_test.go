package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/feature/message/push"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var lin = access.Actor{Account: "lin", Student: "s-lin", Role: access.User, Session: "session-lin"}

// browser subscribes and can decrypt its messages.
type browser struct {
	path   string
	key    *ecdh.PrivateKey
	secret []byte
}

func newBrowser(t *testing.T, path string) *browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{path: path, key: key, secret: make([]byte, 16)}
	if _, err := rand.Read(b.secret); err != nil {
		t.Fatal(err)
	}
	return b
}

func text(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func (b *browser) subscription(base string, kinds push.Kinds) push.Subscription {
	return push.Subscription{
		Endpoint: base + b.path, P256dh: text(b.key.PublicKey().Bytes()),
		Auth: text(b.secret), Kinds: kinds,
	}
}

// decrypt follows RFC 8291.
func (b *browser) decrypt(body []byte) ([]byte, error) {
	salt, size := body[:16], int(body[20])
	sender, err := ecdh.P256().NewPublicKey(body[21 : 21+size])
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(sender)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(sender.Bytes())
	ikm, err := hkdf.Key(sha256.New, shared, b.secret, info, 32)
	if err != nil {
		return nil, err
	}
	content, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(content)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, body[21+size:], nil)
	if err != nil {
		return nil, err
	}
	return []byte(strings.TrimRight(strings.TrimRight(string(plain), "\x00"), "\x02")), nil
}

// verify checks the installation's signature (RFC 8292) and its audience.
func verify(header, public, origin string) error {
	fields := strings.Split(strings.TrimPrefix(header, "vapid t="), ", k=")
	if len(fields) != 2 || fields[1] != public {
		return fmt.Errorf("authorization %q", header)
	}
	parts := strings.Split(fields[0], ".")
	raw, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil || len(parts) != 3 {
		return fmt.Errorf("token %q: %w", fields[0], err)
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return fmt.Errorf("signature of %d bytes: %w", len(signature), err)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(key, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return fmt.Errorf("the signature is wrong")
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || !strings.Contains(string(claims), `"aud":"`+origin+`"`) {
		return fmt.Errorf("claims %s: %w", claims, err)
	}
	return nil
}

// post is a message received by the push service.
type post struct {
	path string
	head http.Header
	body []byte
}

// world is a database with students, a push service with configurable answers, and the portal.
type world struct {
	t       *testing.T
	db      *sqldb.DB
	service *push.Service
	jobs    *job.Queue
	server  *httptest.Server
	posts   chan post
	mu      sync.Mutex
	answers map[string]int // path → status
}

func newWorld(t *testing.T, db *sqldb.DB) *world {
	t.Helper()
	w := &world{t: t, db: db, jobs: job.New(db, time.Now), posts: make(chan post, 100), answers: map[string]int{}}
	w.server = httptest.NewTLSServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.mu.Lock()
		status := w.answers[r.URL.Path]
		w.mu.Unlock()
		if status == http.StatusFound {
			out.Header().Set("Location", "/elsewhere")
		}
		out.WriteHeader(max(status, http.StatusCreated))
		w.posts <- post{r.URL.Path, r.Header, body}
	}))
	t.Cleanup(w.server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(w.server.Certificate())
	w.service = push.New(push.Options{
		DB: db, Keys: keyring.Generate(), Jobs: w.jobs, Now: time.Now,
		Contact: "test@localhost", Private: true, Roots: roots,
	})
	for _, who := range []string{"lin", "zhao"} {
		dbtest.Exec(t, db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id,
			programme_code, class, entry_year,
			study_mode, status, graduation, adviser, credits_earned, credits_required, native_place, emergency_name,
			emergency_phone, email, address,
			number_key, name_key, latin_key, created_at, updated_at)
			VALUES ($1, $2, $2, $2, '', '', '', '', '', '', '', 2026, '', 'studying', '', '', 0, 0, '', '', '', '', '', $3, $3,
			$3, 0, 0)`, "s-"+who, who, []byte(who))
		dbtest.Exec(t, db, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country,
			area, location_name, introduction,
			website, job, job_name, organization, organization_name, certification, avatar, registered_at, login_at)
			VALUES ($1, $1, $1, 'user', $2, TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0)`, who, "s-"+who)
		w.login(who, "session-"+who)
	}
	return w
}

func (w *world) login(who, session string) {
	w.t.Helper()
	dbtest.Exec(w.t, w.db, `INSERT INTO session (id, token_hash, account_id, device_hash, address, agent, created_at,
		seen_at, expires_at, token_until, ended_at, end_reason)
		VALUES ($1, $2, $3, $2, '', '', 0, 0, $4, 0, 0, '')`, session, []byte(session), who,
		time.Now().Add(time.Hour).UnixMilli())
}

// message inserts a message and queues its notifications.
func (w *world) message(id, audience, target string, kind push.Kind) {
	w.t.Helper()
	err := w.db.Write(w.t.Context(), func(q sqldb.Querier) error {
		_, err := q.ExecContext(w.t.Context(),
			`INSERT INTO message (id, kind, tag, title, title_en, subtitle, subtitle_en, content, content_en, avatar, link,
			audience, target, acknowledge, topic, sender, sent_at, expires_at, withdrawn_at)
			VALUES ($1, 'message', 0, '停课', 'Cancelled', '', '', '市场营销 <一>', 'Marketing <1>', '', '/student/timetable?class=m.1',
			$2, $3, FALSE, '', '', 0, 0, 0)`, id, audience, target)
		if err != nil {
			return err
		}
		return w.service.Enqueue(w.t.Context(), q, id, kind, time.Now())
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// work runs the jobs that are due and returns their errors.
func (w *world) work() (failed []error) {
	w.t.Helper()
	for {
		run, err := w.jobs.Claim(w.t.Context(), "test", time.Minute, "push.message", "push.send")
		if err != nil {
			w.t.Fatal(err)
		}
		if run == nil {
			return failed
		}
		if err := w.service.Handlers()[run.Kind](w.t.Context(), run); err != nil {
			failed = append(failed, err)
		}
		// Completing again fails.
		_ = w.db.Write(w.t.Context(), func(q sqldb.Querier) error { return run.Complete(w.t.Context(), q) })
	}
}

func (w *world) subscribe(who access.Actor, language locale.Language, b *browser, kinds push.Kinds) {
	w.t.Helper()
	if err := w.service.Subscribe(w.t.Context(), who, language, b.subscription(w.server.URL, kinds)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) devices() int {
	return dbtest.Count(w.t, w.db, `SELECT count(*) FROM push_subscription`)
}

func TestADeviceIsToldInItsLanguageAndNobodyElseCanRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.message("before", "student", "s-lin", push.Changes) // no subscriptions yet
		phone, laptop, other := newBrowser(t, "/phone"), newBrowser(t, "/laptop"), newBrowser(t, "/other")
		w.subscribe(lin, locale.English, phone, push.Kinds{Changes: true})
		w.subscribe(lin, locale.Chinese, laptop, push.Kinds{Changes: true, Notices: true})
		w.subscribe(access.Actor{Account: "zhao", Student: "s-zhao", Session: "session-zhao"}, locale.English, other,
			push.Kinds{Changes: true, Recordings: true, Notices: true})
		w.message("m1", "student", "s-lin", push.Changes)
		if failed := w.work(); failed != nil {
			t.Fatal(failed)
		}
		want := map[string]string{
			"/phone":  `{"title":"Cancelled","body":"Marketing <1>","link":"/student/timetable?class=m.1","tag":"m1"}`,
			"/laptop": `{"title":"停课","body":"市场营销 <一>","link":"/student/timetable?class=m.1","tag":"m1"}`,
		}
		for range 2 {
			got := <-w.posts
			b := map[string]*browser{"/phone": phone, "/laptop": laptop}[got.path]
			if b == nil {
				t.Fatalf("sent to %s", got.path)
			}
			said, err := b.decrypt(got.body)
			if err != nil || strings.TrimSpace(string(said)) != want[got.path] || !json.Valid(said) {
				t.Errorf("%s reads %s, %v", got.path, said, err)
			}
			if _, err := other.decrypt(got.body); err == nil {
				t.Error("another browser can read it")
			}
			if err := verify(got.head.Get("Authorization"), w.service.PublicKey(), w.server.URL); err != nil {
				t.Error(err)
			}
			if got.head.Get("Content-Encoding") != "aes128gcm" || got.head.Get("Ttl") == "" {
				t.Errorf("headers %v", got.head)
			}
		}
		w.message("m2", "all", "", push.Notices)
		w.message("m3", "account", "lin", push.Recordings)
		w.work()
		told := map[string]bool{}
		for range 2 {
			told[(<-w.posts).path] = true
		}
		if !told["/laptop"] || !told["/other"] || len(w.posts) != 0 {
			t.Errorf("a notice for all told %v and %d more", told, len(w.posts))
		}
	})
}

func TestWhoIsGoneIsForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		for i, tc := range []struct {
			name    string
			status  int
			devices int
			failed  bool
		}{
			{"not found", 404, 0, false},
			{"gone", 410, 0, false},
			{"another key", 403, 0, false},
			{"busy", 429, 1, true},
			{"down", 503, 1, true},
			{"nonsense", 400, 1, true},
			{"a redirect", 302, 1, true},
		} {
			dbtest.Exec(t, db, `DELETE FROM push_subscription`)
			b := newBrowser(t, fmt.Sprint("/b", i))
			w.subscribe(lin, locale.English, b, push.Kinds{Notices: true})
			w.mu.Lock()
			w.answers[b.path] = tc.status
			w.mu.Unlock()
			w.message(fmt.Sprint("m", i), "student", "s-lin", push.Notices)
			failed := w.work()
			if got := <-w.posts; got.path != b.path || len(w.posts) != 0 {
				t.Errorf("%s: sent to %s and %d more", tc.name, got.path, len(w.posts))
			}
			if (failed != nil) != tc.failed || w.devices() != tc.devices {
				t.Errorf("%s: %v, %d devices", tc.name, failed, w.devices())
			}
		}
	})
}

func TestNobodyIsToldAfterLoggingOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		b := newBrowser(t, "/b")
		w.subscribe(lin, locale.English, b, push.Kinds{Notices: true})
		for name, statement := range map[string]string{
			"withdrawn":  `UPDATE message SET withdrawn_at = 1`,
			"over":       `UPDATE message SET expires_at = 1`,
			"logged out": `UPDATE session SET ended_at = 1`,
		} {
			w.message(name, "student", "s-lin", push.Notices)
			dbtest.Exec(t, db, statement)
			if failed := w.work(); failed != nil || len(w.posts) != 0 {
				t.Errorf("%s: %v, %d posts", name, failed, len(w.posts))
			}
			dbtest.Exec(t, db, `UPDATE session SET ended_at = 0`)
		}
		dbtest.Exec(t, db, `UPDATE session SET ended_at = 1 WHERE account_id = 'lin'`)
		w.subscribe(access.Actor{Account: "zhao", Session: "session-zhao"}, locale.English, newBrowser(t, "/z"), push.Kinds{})
		if w.devices() != 1 {
			t.Errorf("%d devices: one without a session is kept", w.devices())
		}
	})
}

// A scheduled message is pushed at its time, also to devices that subscribed since, and never if it is withdrawn.
func TestAMessageForLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		for _, id := range []string{"later", "never"} {
			w.message(id, "all", "", push.Notices) // no devices: nothing is queued
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				return w.service.Enqueue(t.Context(), q, id, push.Notices, time.Now().Add(time.Hour))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		w.subscribe(lin, locale.English, newBrowser(t, "/lin"), push.Kinds{Notices: true})
		dbtest.Exec(t, db, `UPDATE message SET withdrawn_at = 1 WHERE id = 'never'`)
		if failed := w.work(); failed != nil || len(w.posts) != 0 {
			t.Errorf("before its time: %v, %d posts", failed, len(w.posts))
		}
		dbtest.Exec(t, db, `UPDATE job SET due_at = 0`) // an hour passes
		if failed := w.work(); failed != nil || len(w.posts) != 1 {
			t.Errorf("at its time: %v, %d posts", failed, len(w.posts))
		}
	})
}

// A reminder is pushed only to those who haven't acknowledged its notice.
func TestAReminder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		zhao := access.Actor{Account: "zhao", Student: "s-zhao", Session: "session-zhao"}
		w.subscribe(lin, locale.English, newBrowser(t, "/lin"), push.Kinds{Notices: true})
		w.subscribe(zhao, locale.English, newBrowser(t, "/zhao"), push.Kinds{Notices: true})
		w.message("notice", "all", "", push.Changes) // no one subscribed to these
		dbtest.Exec(t, db, `INSERT INTO message_read (account_id, message_id, read_at, acknowledged_at)
			VALUES ('lin', 'notice', 1, 1), ('zhao', 'notice', 1, 0)`)
		w.message("reminder", "all", "", push.Notices)
		dbtest.Exec(t, db, `UPDATE message SET reminds = 'notice' WHERE id = 'reminder'`)
		if failed := w.work(); failed != nil || len(w.posts) != 1 || (<-w.posts).path != "/zhao" {
			t.Errorf("%v, %d more posts", failed, len(w.posts))
		}
		w.message("late", "student", "s-zhao", push.Notices)
		dbtest.Exec(t, db, `UPDATE message SET reminds = 'notice' WHERE id = 'late'`)
		run, err := w.jobs.Claim(t.Context(), "test", time.Minute, "push.message")
		if err != nil || run == nil {
			t.Fatalf("%v, %v", run, err)
		}
		if err := w.service.Handlers()[run.Kind](t.Context(), run); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, db, `UPDATE message_read SET acknowledged_at = 1`) // just before it is sent
		if failed := w.work(); failed != nil || len(w.posts) != 0 {
			t.Errorf("%v, %d posts", failed, len(w.posts))
		}
	})
}

func TestSubscriptions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		ctx, b := t.Context(), newBrowser(t, "/b")
		w.subscribe(lin, locale.English, b, push.Kinds{Changes: true})
		w.subscribe(lin, locale.English, b, push.Kinds{Notices: true})
		w.subscribe(lin, locale.English, newBrowser(t, "/c"), push.Kinds{})
		mine, err := w.service.Mine(ctx, lin)
		if err != nil || len(mine) != 2 || mine[0].Endpoint != w.server.URL+"/c" && mine[1].Endpoint != w.server.URL+"/c" {
			t.Errorf("Mine = %+v, %v", mine, err)
		}
		zhao := access.Actor{Account: "zhao", Session: "session-zhao"}
		if err := w.service.Unsubscribe(ctx, zhao, w.server.URL+"/b"); err != nil || w.devices() != 2 {
			t.Errorf("another unsubscribed it: %v, %d", err, w.devices())
		}
		w.subscribe(zhao, locale.English, b, push.Kinds{Notices: true}) // another logs in on the same browser
		if mine, err := w.service.Mine(ctx, lin); err != nil || len(mine) != 1 {
			t.Errorf("Mine = %+v, %v", mine, err)
		}
		if err := w.service.Unsubscribe(ctx, zhao, w.server.URL+"/b"); err != nil || w.devices() != 1 {
			t.Errorf("%v, %d devices", err, w.devices())
		}
		for i := range 25 {
			w.subscribe(lin, locale.English, newBrowser(t, fmt.Sprint("/n", i)), push.Kinds{})
		}
		if w.devices() != 20 {
			t.Errorf("%d devices", w.devices())
		}
		if err := w.service.Unsubscribe(ctx, lin, ""); err != nil || w.devices() != 0 {
			t.Errorf("%v, %d devices", err, w.devices())
		}
		_, err = w.service.Mine(ctx, access.Actor{})
		want(t, err, "access.signed_out")
		want(t, w.service.Subscribe(ctx, access.Actor{}, locale.English, push.Subscription{}), "access.signed_out")
		want(t, w.service.Unsubscribe(ctx, access.Actor{}, ""), "access.signed_out")
		for _, keys := range [][2]string{
			{"", ""},
			{"AAAA", text(b.secret)},
			{text(b.key.PublicKey().Bytes()), "AAAA"},
			{"!", "!"},
			{text(b.key.PublicKey().Bytes()), "!"},
		} {
			sub := push.Subscription{Endpoint: w.server.URL + "/x", P256dh: keys[0], Auth: keys[1]}
			want(t, w.service.Subscribe(ctx, lin, locale.English, sub), "push.keys")
		}
	})
}

func want(t *testing.T, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err == nil) != (code == "") {
		t.Errorf("error = %v, want %q", err, code)
	}
}

func TestEndpointsThatLeadInside(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	w := newWorld(t, db)
	closed := push.New(push.Options{
		DB: db, Keys: keyring.Generate(), Jobs: w.jobs,
		Now: time.Now, Contact: "test@localhost",
	})
	b := newBrowser(t, "")
	for endpoint, code := range map[string]string{
		"https://push.example.com/x":              "",
		"https://push.example.com:443/x":          "",
		"https://93.184.215.14/x":                 "",
		"https://[2606:2800:21f:cb07::1]/x":       "",
		"http://push.example.com/x":               "push.endpoint",
		"https://push.example.com:8443/x":         "push.endpoint",
		"https://user:pass@push.example.com/x":    "push.endpoint",
		"https://127.0.0.1/x":                     "push.endpoint",
		"https://[::1]/x":                         "push.endpoint",
		"https://[::ffff:10.0.0.1]/x":             "push.endpoint",
		"https://[64:ff9b::a00:1]/x":              "push.endpoint",
		"https://10.1.2.3/x":                      "push.endpoint",
		"https://169.254.169.254/latest":          "push.endpoint",
		"https://100.64.0.1/x":                    "push.endpoint",
		"https://0.0.0.0/x":                       "push.endpoint",
		"https://localhost/x":                     "push.endpoint",
		"https://printer.local/x":                 "push.endpoint",
		"https://metadata.google.internal/x":      "push.endpoint",
		"https:///x":                              "push.endpoint",
		"file:///etc/passwd":                      "push.endpoint",
		"https://a.b/" + strings.Repeat("x", 990): "push.endpoint",
	} {
		sub := b.subscription("", push.Kinds{})
		sub.Endpoint = endpoint
		if err := closed.Subscribe(t.Context(), lin, locale.English, sub); fault.Code(err) != code ||
			(err == nil) != (code == "") {
			t.Errorf("%s: %v, want %q", endpoint, err, code)
		}
	}
	// A name that resolves to an internal address is refused when connecting, and the subscription deleted.
	dbtest.Exec(t, db, `DELETE FROM push_subscription`)
	w.subscribe(lin, locale.English, newBrowser(t, "/inside"), push.Kinds{Notices: true})
	w.service = closed
	w.message("m", "student", "s-lin", push.Notices)
	if failed := w.work(); failed != nil || len(w.posts) != 0 || w.devices() != 0 {
		t.Errorf("%v, %d posts, %d devices", failed, len(w.posts), w.devices())
	}
}

func TestTheKeyStaysTheSame(t *testing.T) {
	keys := keyring.Generate()
	one, two := push.New(push.Options{Keys: keys}), push.New(push.Options{Keys: keys})
	if one.PublicKey() != two.PublicKey() || len(one.PublicKey()) != 87 ||
		push.New(push.Options{Keys: keyring.Generate()}).PublicKey() == one.PublicKey() {
		t.Errorf("%s, %s", one.PublicKey(), two.PublicKey())
	}
}
