package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"lectern/bench/load"
)

const nginxConf = `worker_processes auto;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
daemon off;
%[4]s
events { worker_connections 256; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000;
	types { video/iso.segment m4s; }
	client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; ` +
	`uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
	server { listen %[2]s; root %[3]s; etag on; }
}
`

// startNginx serves a folder. Debian installs nginx in a folder that is only in root's PATH.
func startNginx(ctx context.Context, folder, root string) (addr string, stop func(), err error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx"
	}
	if addr, err = load.FreeAddr(ctx); err != nil {
		return "", nil, err
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;"
	}
	conf := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, nginxConf, folder, addr, root, user), 0o600); err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program, "-c", conf, "-p", folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay, cmd.Stderr = 5*time.Second, os.Stderr
	if err := cmd.Start(); err != nil {
		cancel()
		return "", nil, fmt.Errorf("the peer of segments: %w", err)
	}
	stop = func() {
		cancel()
		_ = cmd.Wait() // stopped by a signal
	}
	for range 500 {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		if err == nil {
			return addr, stop, conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	return "", nil, errors.New("nginx does not answer")
}
