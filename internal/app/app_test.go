package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"lectern/internal/app"
	"lectern/internal/kernel/keyring"
	"lectern/internal/testkit/dbtest"
)

// lectern runs one command line to its end.
func lectern(t testing.TB, environ []string, args ...string) (string, error) {
	t.Helper()
	var out, log bytes.Buffer
	err := app.Main(t.Context(), app.Process{Args: args, Environ: environ, Out: &out, Err: &log})
	return out.String(), err
}

// create creates an empty installation.
func create(t testing.TB, environ []string) {
	t.Helper()
	if err := app.Create(t.Context(), environ); err != nil {
		t.Fatal(err)
	}
}

// lines is a stdout that a test can wait on.
type lines struct {
	mu    sync.Mutex
	text  strings.Builder
	found chan string
	log   *lines // the stderr
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(b)
	for line := range strings.Lines(string(b)) {
		if url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on "); ok {
			l.found <- url
		}
	}
	return len(b), nil
}

// serve starts a portal. It returns its address, and a function that stops it and returns serve's result.
func serve(t *testing.T, environ []string, args ...string) (url string, out *lines, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out = &lines{found: make(chan string, 1), log: &lines{}}
	done := make(chan error, 1)
	go func() {
		done <- app.Main(ctx, app.Process{
			Args:    append([]string{"serve"}, args...),
			Environ: append(environ, "LECTERN_LISTEN=127.0.0.1:0"), Out: out, Err: out.log,
		})
	}()
	var once sync.Once
	var result error
	stop = func() error {
		once.Do(func() {
			cancel()
			result = <-done
		})
		return result
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	select {
	case url = <-out.found:
	case err := <-done:
		t.Fatalf("serve: %v", err)
	}
	return url, out, stop
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func TestServeOnBothEngines(t *testing.T) {
	dbtest.EachNew(t, func(t *testing.T, database string) {
		environ := []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + database}
		url, _, stop := serve(t, environ)
		for _, path := range []string{"/healthz", "/readyz"} {
			if status, body := get(t, url+path); status != 200 {
				t.Errorf("%s: %d %s", path, status, body)
			}
		}
		_, before := get(t, url+"/app-config.json")
		var config struct {
			College      map[string]string
			ClientSecret string
			SignSecret   string
		}
		if err := json.Unmarshal([]byte(before), &config); err != nil {
			t.Fatal(err)
		}
		if config.College["zh-CN"] == "" || config.College["en-US"] == "" || len(config.SignSecret) < 20 ||
			config.SignSecret == config.ClientSecret {
			t.Errorf("got %s", before)
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		url, _, _ = serve(t, environ)
		if _, after := get(t, url+"/app-config.json"); after != before {
			t.Errorf("a second start tells browsers other secrets:\n%s%s", before, after)
		}
	})
}

// Running requests are answered when the server stops.
func TestRequestsUnderWayFinish(t *testing.T) {
	url, _, stop := serve(t, []string{"LECTERN_DATA=" + t.TempDir()})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = `grant_type=nonsense`
	if _, err := fmt.Fprintf(conn, "POST /api/Identity/connect/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:5]); err != nil {
		t.Fatal(err)
	}
	for { // until the metric shows that the request has reached a handler
		if status, text := get(t, url+"/metrics"); status != 200 || strings.Contains(text, "lectern_requests_in_flight 1") {
			break
		}
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for { // the listener closes first
		probe, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			break
		}
		_ = probe.Close()
	}
	if _, err := io.WriteString(conn, body[5:]); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400") {
		t.Fatalf("got %q, %v", answer, err)
	}
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
}

func TestOneClearLine(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name    string
		environ []string
		args    []string
		want    string
	}{
		{"port taken", []string{"LECTERN_LISTEN=" + taken.Addr().String()}, []string{"serve"}, "already in use"},
		{"address nonsense", []string{"LECTERN_LISTEN=nonsense"}, []string{"serve"}, "LECTERN_LISTEN"},
		{"data folder is a file", []string{"LECTERN_DATA=" + file}, []string{"demo"}, "LECTERN_DATA"},
		{
			"PostgreSQL unreachable",
			[]string{"LECTERN_DATABASE=postgres://u:canary@127.0.0.1:1/x"},
			[]string{"migrate"},
			"cannot reach PostgreSQL",
		},
		{"engine unknown", []string{"LECTERN_DATABASE=mysql://x/y"}, []string{"migrate"}, "not supported"},
		{"keys too short", []string{"LECTERN_KEYS=c2hvcnQ="}, []string{"demo"}, "LECTERN_KEYS"},
		{"backup missing", nil, []string{"restore", "/no/such/file"}, "can't be read"},
		{"no such command", nil, []string{"dance"}, "lectern --help"},
		{"no such flag", nil, []string{"serve", "--dance"}, "lectern --help"},
		{"time zone", []string{"LECTERN_TIME_ZONE=Mars"}, []string{"config"}, "LECTERN_TIME_ZONE"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "data")
			environ := append([]string{"LECTERN_DATA=" + data}, tc.environ...)
			_, err := lectern(t, environ, tc.args...)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v", err)
			}
			if text := err.Error(); strings.Contains(text, "\n") || strings.Contains(text, "canary") ||
				strings.Contains(text, "goroutine") {
				t.Errorf("more than a clear line: %q", text)
			}
			if left, _ := filepath.Glob(filepath.Join(data, "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, database string) {
		db := dbtest.Open(t, database)
		dbtest.Exec(t, db, `INSERT INTO schema_migration (version, name, checksum, applied_at)
			VALUES (9999, 'future', 'x', 0)`)
		data := t.TempDir()
		_, err := lectern(t, []string{
			"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database,
			"LECTERN_LISTEN=127.0.0.1:0",
		}, "serve")
		if err == nil || !strings.Contains(err.Error(), "newer version") {
			t.Fatalf("got %v", err)
		}
		if left, _ := filepath.Glob(filepath.Join(data, "*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestForeignKeysAreRefused(t *testing.T) {
	data := t.TempDir()
	environ := []string{"LECTERN_DATA=" + data, "LANG=en_US.UTF-8"}
	create(t, environ)
	path := filepath.Join(data, "keys")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	refused := func(want, finding string) {
		t.Helper()
		for _, command := range []string{"migrate", "demo"} {
			if _, err := lectern(t, environ, command); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", command, err)
			}
		}
		if out, err := lectern(t, environ, "doctor"); err == nil || !strings.Contains(out, finding) {
			t.Errorf("doctor: %v\n%s", err, out)
		}
	}
	refused("the keys of this database are missing", "The keys of this database")
	if _, err := os.Stat(path); err == nil {
		t.Error("new keys were made for an old database")
	}
	if err := keyring.Generate().Save(path); err != nil {
		t.Fatal(err)
	}
	refused("don't belong to this database", "don't belong to this database")
}

func TestCommandBackupAndRestore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lectern.backup")
	if out, err := lectern(t, demo(t).environ, "backup", file); err != nil || !strings.Contains(out, "wrote") {
		t.Fatalf("got %q, %v", out, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("got %v, %v", info.Mode(), err)
	}
	dbtest.EachNew(t, func(t *testing.T, database string) {
		to := t.TempDir()
		environ := []string{"LECTERN_DATA=" + to, "LECTERN_DATABASE=" + database}
		if out, err := lectern(t, environ, "restore", file); err != nil || !strings.Contains(out, "restored") {
			t.Fatalf("got %q, %v", out, err)
		}
		if _, err := lectern(t, environ, "restore", file); err == nil || !strings.Contains(err.Error(), "--force") {
			t.Fatalf("a second time without --force: %v", err)
		}
		if _, err := lectern(t, environ, "restore", "--force", file); err != nil {
			t.Fatal(err)
		}
		if out, err := lectern(t, environ, "doctor"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

func TestCommandDemo(t *testing.T) {
	dbtest.EachNew(t, func(t *testing.T, database string) {
		environ := []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + database}
		out, err := lectern(t, environ, "demo", "--json")
		if err != nil {
			t.Fatal(err)
		}
		var logins []map[string]string
		if err := json.Unmarshal([]byte(out), &logins); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		// staff and teachers also have a scope
		roles, known := map[string]int{}, map[string]int{"user": 4, "userteacher": 5, "admin": 5}
		for _, l := range logins {
			roles[l["role"]+l["scope"]]++
			if l["name"] == "" || l["phone"] == "" || l["password"] == "" ||
				len(l) != max(known[l["role"]], known[l["role"]+l["scope"]]) {
				t.Errorf("got %v", l)
			}
		}
		if roles["user"] < 3 || roles["adminregistrar"] != 1 || roles["adminadviser"] != 1 || roles["adminmedia"] != 1 ||
			roles["userteacher"] != 1 || logins[0]["phone"] != "13800000001" {
			t.Errorf("got %v", logins)
		}
		if _, err := lectern(t, environ, "demo"); err == nil || !strings.Contains(err.Error(), "empty database") {
			t.Fatalf("a second time: %v", err)
		}
		if _, err := lectern(t, append(environ, "LANG=zh_CN.UTF-8"), "demo"); err == nil ||
			!strings.Contains(err.Error(), "空") {
			t.Fatalf("in Chinese: %v", err)
		}
	})
}

func TestCommandServeDemoTwiceKeepsTheData(t *testing.T) {
	environ := []string{"LECTERN_DATA=" + t.TempDir()}
	_, first, stop := serve(t, environ, "--demo")
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if text := first.text.String(); !strings.Contains(text, "13800000001") || !strings.Contains(text, "Next:") {
		t.Errorf("got %s", text)
	}
	_, second, stop := serve(t, environ, "--demo")
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if text := second.text.String(); !strings.Contains(text, "using the data") || strings.Contains(text, "13800000001") {
		t.Errorf("got %s", text)
	}
}

func TestAdminCreate(t *testing.T) {
	data := t.TempDir()
	environ := []string{"LECTERN_DATA=" + data}
	create(t, environ)
	out, err := lectern(t, environ, "admin", "create", "138 0013 8000", "王主任")
	if err != nil || !strings.Contains(out, "one-time code") {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := lectern(t, environ, "admin", "create", "13800138000", "again"); err == nil ||
		strings.Contains(err.Error(), "[account.") {
		t.Fatalf("the same phone twice: %v", err)
	}
	file := filepath.Join(data, "password")
	if err := os.WriteFile(file, []byte("weak\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := lectern(t, environ, "admin", "create", "13800138001", "李老师", "--password-file", file); err == nil {
		t.Fatal("a weak password was taken")
	}
	if out, err := lectern(t, environ, "admin", "reset", "13800138000"); err != nil ||
		!strings.Contains(out, "one-time code") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestHelpEverywhere(t *testing.T) {
	for _, command := range [][]string{
		{},
		{"serve"},
		{"demo"},
		{"migrate"},
		{"backup"},
		{"restore"},
		{"doctor"},
		{"config"},
		{"version"},
		{"admin", "create"},
		{"admin", "reset"},
		{"import", "students"},
	} {
		out, err := lectern(t, nil, append(command, "--help")...)
		if err != nil || !strings.Contains(out, "Usage:\n  lectern") || !strings.Contains(out, "Flags:") {
			t.Errorf("%v: %v\n%s", command, err, out)
		}
		if strings.Contains(out, "LECTERN_DATABASE") != (len(command) == 0) { // only lectern --help lists them
			t.Errorf("%v\n%s", command, out)
		}
	}
	if out, err := lectern(t, nil); err != nil || !strings.Contains(out, "Usage:\n  lectern") ||
		!strings.Contains(out, "LECTERN_DATABASE") {
		t.Errorf("alone: %v\n%s", err, out)
	}
}

func TestConfigMasksSecrets(t *testing.T) {
	out, err := lectern(t, []string{"LECTERN_DATABASE=postgres://u:canary@h/d", "LECTERN_SIGN_SECRET=canary"}, "config",
		"--listen=:9")
	if err != nil || strings.Contains(out, "canary") || !strings.Contains(out, "LECTERN_LISTEN=:9\n") ||
		!strings.Contains(out, "LECTERN_SIGN_SECRET=***\n") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestDoctorSaysWhatIsWrong(t *testing.T) {
	data := t.TempDir()
	out, err := lectern(t, []string{
		"LECTERN_DATA=" + data, "LECTERN_DATABSE=x",
		"LECTERN_DATABASE=postgres://127.0.0.1:1/x",
	}, "doctor")
	if err == nil || !strings.Contains(out, "LECTERN_DATABSE") || !strings.Contains(out, "cannot reach PostgreSQL") {
		t.Fatalf("%v\n%s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(data, "*")); len(left) > 0 {
		t.Errorf("looking made %v", left)
	}
}

func TestTraces(t *testing.T) {
	sent := make(chan []byte, 1)
	collector := &http.Server{
		ReadHeaderTimeout: time.Second,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			select {
			case sent <- body:
			default:
			}
		}),
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = collector.Serve(l) }() // closed below
	defer collector.Close()
	url, _, stop := serve(t,
		[]string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_TRACE_ENDPOINT=http://" + l.Addr().String() + "/v1/traces"})
	get(t, url+"/healthz?secret=canary")
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	var request collectortrace.ExportTraceServiceRequest
	if err := proto.Unmarshal(<-sent, &request); err != nil {
		t.Fatal(err)
	}
	got := protojson.Format(&request)
	for _, want := range []string{`"GET /healthz"`, `"lectern"`, `"http.response.status_code"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "canary") || strings.Contains(got, "127.0.0.1:") {
		t.Errorf("tells too much: %s", got)
	}
}
