package blobtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// S3Server is a real object store, versitygw, running locally for one test. Address is a value for LECTERN_BLOBS.
type S3Server struct {
	Address string

	t      testing.TB
	folder string
	port   string
	mu     sync.Mutex
	pid    int
	stop   context.CancelFunc
	ended  chan struct{}
}

const bucket = "lectern"

// StartS3 starts a server with an empty bucket. It stops when the test ends.
func StartS3(t testing.TB) *S3Server {
	t.Helper()
	s := &S3Server{t: t, folder: t.TempDir()}
	s.Empty()
	probe, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = probe.Addr().String()
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
	s.Address = "s3://key:secret-of-the-test@" + s.port + "/" + bucket + "?tls=off"
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// program finds versitygw, which scripts/deps installs in .tools.
func program() (string, error) {
	if path := os.Getenv("LECTERN_TEST_VERSITYGW"); path != "" {
		return path, nil
	}
	folder, err := os.Getwd() // tests run in the folder of their package
	if err != nil {
		return "", err
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		path := filepath.Join(folder, ".tools", "bin", "versitygw")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no object store to test with: run scripts/deps")
}

// Start starts the server, again after Stop with the same content.
func (s *S3Server) Start() {
	s.t.Helper()
	path, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background()) //nolint:usetesting // the cleanup stops it
	cmd := exec.CommandContext(ctx, path, "--access", "key", "--secret", "secret-of-the-test", "--port", s.port, "--quiet",
		"posix", filepath.Join(s.folder, "data"))
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		cancel()
		s.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // always an error, because it is killed
	}()
	s.mu.Lock()
	s.stop, s.ended, s.pid = cancel, ended, cmd.Process.Pid
	s.mu.Unlock()
	for {
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", s.port)
		if err == nil {
			_ = conn.Close()
			return
		}
		select {
		case <-ended:
			s.t.Fatal(fmt.Errorf("the object store does not start: %s", said.String()))
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Stop kills the server.
func (s *S3Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil {
		return
	}
	s.stop()
	<-s.ended
	s.stop = nil
}

// Pause stops the server from responding until Resume; requests wait.
func (s *S3Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume continues a paused server.
func (s *S3Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *S3Server) signal(sig syscall.Signal) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := syscall.Kill(s.pid, sig); err != nil {
		s.t.Fatal(err)
	}
}

// Empty removes everything from the bucket.
func (s *S3Server) Empty() {
	s.t.Helper()
	path := filepath.Join(s.folder, "data", bucket)
	if err := errors.Join(os.RemoveAll(path), os.MkdirAll(path, 0o700)); err != nil {
		s.t.Fatal(err)
	}
}
