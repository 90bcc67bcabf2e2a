package app_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// builtBinary is the path of a binary built by the parent process.
const builtBinary = "LECTERN_TEST_BINARY"

// binary builds the real program once, without the race detector, because the tests run it as a process.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(builtBinary); path != "" {
		return path, nil
	}
	folder, err := os.MkdirTemp("", "lectern-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "lectern")
	build := exec.Command("go", "build", "-trimpath", "-o", path, "lectern/cmd/lectern")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as `make build`, to reuse its cache
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	if address := os.Getenv(starterVariable); address != "" {
		startPrograms(address)
	}
	code := m.Run()
	if path, err := binary(); err == nil && os.Getenv(builtBinary) == "" {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// start runs the real binary and returns its address.
func start(t *testing.T, environ []string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	return startProcess(t, environ, "listening on ", append([]string{"serve"}, args...)...)
}

// startWorker runs the real binary as a worker and returns the address of its health check.
func startWorker(t *testing.T, environ []string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	return startProcess(t, environ, "listening on ", append([]string{"work"}, args...)...)
}

// startSaying is start with the log in said.
func startSaying(t *testing.T, said io.Writer, environ []string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	return startWith(t, said, nil, environ, "listening on ", append([]string{"serve"}, args...)...)
}

func startProcess(t *testing.T, environ []string, before string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	return startWith(t, nil, nil, environ, before, args...)
}

// startWith is startProcess with the log in said, and through another program that executes it, such as ip netns exec.
func startWith(
	t *testing.T, said io.Writer, through, environ []string, before string, args ...string,
) (*exec.Cmd, string) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	whole := slices.Concat(through, []string{path}, args)
	cmd := exec.CommandContext(t.Context(), whole[0], whole[1:]...)
	cmd.Env = append(os.Environ(), append(environ, "LECTERN_LISTEN=127.0.0.1:0", "LECTERN_LOG_LEVEL=error")...)
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, ok := strings.Cut(lines.Text(), before); ok {
			return cmd, url
		}
	}
	t.Fatal("the binary did not start")
	return nil, ""
}

func login(t *testing.T, url string) *apitest.Client {
	t.Helper()
	return loginAs(t, url, "13900000001")
}

// loginAs logs in as one of the sample college's staff.
func loginAs(t *testing.T, url, phone string) *apitest.Client {
	t.Helper()
	c, err := apitest.Dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := c.Login(t.Context(), phone, "Lectern2026"); err != nil || !answer.Succeeded {
		t.Fatalf("login: %+v, %v", answer, err)
	}
	return c
}

// Acknowledged writes survive kill -9, and so does their session.
func TestKillLosesNothingAcknowledged(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	eachDemo(t, func(t *testing.T, p portal) {
		cmd, url := start(t, p.environ)
		c := login(t, url)
		acknowledged := make(chan int, 1000)
		go func() {
			defer close(acknowledged)
			for i := range 1000 {
				answer, err := c.Do(t.Context(), "PATCH", "/api/user/info",
					map[string]string{"introduction": fmt.Sprint("edit ", i)})
				if err != nil {
					return // the server is gone
				}
				if !answer.Succeeded {
					t.Errorf("edit %d: %+v", i, answer)
					return
				}
				acknowledged <- i
			}
		}()
		last := -1
		for i := range acknowledged {
			if last = i; i == 20 {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if last < 20 {
			t.Fatalf("only %d edits", last)
		}
		_, c.Base = start(t, p.environ)
		answer, err := c.Do(t.Context(), "GET", "/api/user/info", nil)
		if err != nil || !answer.Succeeded {
			t.Fatalf("after the restart: %+v, %v", answer, err)
		}
		var info struct{ Introduction string }
		if err := json.Unmarshal(answer.Data, &info); err != nil {
			t.Fatal(err)
		}
		// The last one may or may not have been written.
		if info.Introduction != fmt.Sprint("edit ", last) && info.Introduction != fmt.Sprint("edit ", last+1) {
			t.Fatalf("acknowledged edit %d, found %q", last, info.Introduction)
		}
	})
}

// The portal recovers after the database drops every connection.
func TestDatabaseRestartHeals(t *testing.T) {
	database, with := demoed.Postgres(t)
	_, url := start(t, newPortal(t, database, with).environ)
	c := login(t, url)
	db := dbtest.Open(t, database)
	dbtest.Count(t, db, `SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()) AS x`)
	for try := 0; ; try++ {
		answer, err := c.Do(t.Context(), "GET", "/api/user/sessions", nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Succeeded {
			break
		}
		if answer.Status != 503 || try > 50 {
			t.Fatalf("try %d: %+v", try, answer)
		}
	}
}
