package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// startStore starts versitygw, the object store of the tests, with an empty bucket.
func startStore(ctx context.Context) (address string, stop func(), err error) {
	program := os.Getenv("LECTERN_TEST_VERSITYGW")
	if program == "" {
		program = filepath.Join(".tools", "bin", "versitygw")
	}
	if _, err := os.Stat(program); err != nil {
		return "", nil, errors.New("no object store to measure with: run scripts/deps")
	}
	folder, err := os.MkdirTemp("", "lectern-bench-store-")
	if err != nil {
		return "", nil, err
	}
	if err := os.Mkdir(filepath.Join(folder, "lectern"), 0o700); err != nil {
		return "", nil, err
	}
	probe, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	port := probe.Addr().String()
	if err := probe.Close(); err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program, "--access", "key", "--secret", "secret-of-the-bench", "--port",
		port, "--quiet", "posix", folder)
	stop = func() {
		cancel()
		_ = cmd.Wait() // killed
		_ = os.RemoveAll(folder)
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return "", nil, err
	}
	for range 500 {
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", port)
		if err == nil {
			_ = conn.Close()
			return "s3://key:secret-of-the-bench@" + port + "/lectern?tls=off", stop, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("the object store does not start at %s", port)
}
