//go:build unix

package dbtest

import (
	"bufio"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/internal/kernel/sqldb"
)

// Server is a separate PostgreSQL server that a test may stop.
type Server struct {
	URL  string // of an empty database
	data string
	bin  string
}

// OwnPostgres starts a PostgreSQL server that stops when the test ends. Its files are in TMPDIR.
func OwnPostgres(t testing.TB) *Server {
	t.Helper()
	script := filepath.Join(moduleRoot(t), "scripts", "with-postgres")
	bin, err := exec.CommandContext(t.Context(), script, "--find").Output()
	if err != nil {
		t.Fatal(err)
	}
	// Not bound to the test's context: the script stops the server on a signal, but not when it is killed.
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), script)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // ends with the signal's number
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{data: filepath.Join(filepath.Dir(u.Query().Get("host")), "data"), bin: strings.TrimSpace(string(bin))}
	u.Path = "/t_" + strings.ReplaceAll(sqldb.NewID(), "-", "")
	s.psql(t, strings.TrimSpace(line), "CREATE DATABASE "+u.Path[1:])
	s.URL = u.String()
	return s
}

// moduleRoot returns the folder of go.mod, above the test's folder.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the folder of this test")
		}
	}
}

func (s *Server) psql(t testing.TB, url, statement string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), filepath.Join(s.bin, "psql"), url, "-c",
		statement).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", statement, err, out)
	}
}

// Stop stops the server. The mode immediate looks like a crash to clients, fast like a restart.
func (s *Server) Stop(t testing.TB, mode string) {
	t.Helper()
	s.ctl(t, "stop", "-m", mode)
}

// Start starts it again and returns once it responds.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	s.ctl(t, "start", "-w", "-l", filepath.Join(s.data, "server.log"))
}

// Listen lets it listen on an address of this machine too, and returns the URL there for a new user with all rights.
func (s *Server) Listen(t testing.TB, address, user string) string {
	t.Helper()
	for name, line := range map[string]string{
		"postgresql.conf": "listen_addresses = '" + address + "'\n", "pg_hba.conf": "host all all samenet trust\n",
	} {
		file, err := os.OpenFile(filepath.Join(s.data, name), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(line); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s.Stop(t, "fast")
	s.Start(t)
	_, at := s.Socket(t, address+":5432", user)
	return at
}

// Socket returns the path of its socket, and the URL for a new user with all rights at an address that leads there.
func (s *Server) Socket(t testing.TB, address, user string) (path, at string) {
	t.Helper()
	s.psql(t, s.URL, "CREATE ROLE "+user+" SUPERUSER LOGIN")
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")
	u.User, u.Host, u.RawQuery = url.User(user), address, "sslmode=disable"
	return path, u.String()
}

func (s *Server) ctl(t testing.TB, args ...string) {
	t.Helper()
	info, err := os.Stat(s.data)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(s.bin, "pg_ctl"),
		append(args, "-D", s.data)...)
	cmd.Dir = "/"
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	// No pipe: the server would keep it open.
	if err := cmd.Run(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.data, "server.log"))
		t.Fatalf("pg_ctl %v: %v\n%s", args, err, log)
	}
}
