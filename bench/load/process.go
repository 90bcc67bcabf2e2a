package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Process is a server under measurement.
type Process struct {
	cmd  *exec.Cmd
	Addr string
}

// Start starts a server that prints "listening on http://ADDR". It is stopped when the context ends.
func Start(ctx context.Context, env []string, name string, args ...string) (*Process, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd}
	lines := bufio.NewScanner(out)
	for p.Addr == "" && lines.Scan() {
		if _, addr, ok := strings.Cut(lines.Text(), "listening on http://"); ok {
			p.Addr = addr
		}
	}
	if p.Addr == "" {
		p.Stop()
		return nil, fmt.Errorf("%s %s ended before it listened", name, strings.Join(args, " "))
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // the server must not wait for a reader
	return p, nil
}

// Stop stops the server and waits for it.
func (p *Process) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// RSS returns the resident memory in MiB.
func (p *Process) RSS() (float64, error) { return p.memory("VmRSS") }

// PeakRSS returns the highest resident memory in MiB.
func (p *Process) PeakRSS() (float64, error) { return p.memory("VmHWM") }

func (p *Process) memory(name string) (float64, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	var kib float64
	for line := range strings.Lines(string(raw)) {
		if n, _ := fmt.Sscanf(line, name+": %f kB", &kib); n == 1 {
			return kib / 1024, nil
		}
	}
	return 0, fmt.Errorf("no %s of process %d", name, p.cmd.Process.Pid)
}

// FreeAddr returns a free local address for a server that can't choose one.
func FreeAddr(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
