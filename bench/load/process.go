package load

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Process is a server under measurement.
type Process struct {
	cmd     *exec.Cmd
	Addr    string
	Started time.Duration // from fork to the first 200
}

// Start starts a server that prints "listening on http://ADDR" and waits for its first 200.
func Start(ctx context.Context, env []string, path, name string, args ...string) (*Process, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if addr, ok := strings.CutPrefix(lines.Text(), "listening on http://"); ok {
			p.Addr = addr
			break
		}
	}
	if p.Addr == "" {
		return nil, fmt.Errorf("%s did not start", name)
	}
	if err := p.first(ctx, path); err != nil {
		return nil, err
	}
	p.Started = time.Since(begin)
	go func() {
		for lines.Scan() {
		}
	}()
	return p, nil
}

func (p *Process) first(ctx context.Context, path string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path); err != nil {
		return err
	}
	status, err := answer(bufio.NewReader(conn))
	if err == nil && string(status) != "200" {
		err = fmt.Errorf("first answer: %s", status)
	}
	return err
}

// RSS is the resident memory in MiB.
func (p *Process) RSS() float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	var kib float64
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "VmRSS:") {
			_, _ = fmt.Sscanf(line, "VmRSS: %f kB", &kib)
		}
	}
	return kib / 1024
}

// Memory is what the server and its children hold in MiB, with what they share counted once.
func (p *Process) Memory() float64 {
	total := 0.0
	pids := []int{p.cmd.Process.Pid}
	for len(pids) > 0 {
		pid := pids[0]
		pids = pids[1:]
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(raw)) {
			var kib float64
			if n, _ := fmt.Sscanf(line, "Pss: %f kB", &kib); n == 1 {
				total += kib / 1024
			}
		}
		pids = append(pids, children(pid)...)
	}
	return total
}

// Children are the processes that it has started.
func (p *Process) Children() []int { return children(p.cmd.Process.Pid) }

func children(pid int) (all []int) {
	started, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // each thread has its own
	for _, list := range started {
		raw, _ := os.ReadFile(list)
		for child := range strings.FieldsSeq(string(raw)) {
			if n, err := strconv.Atoi(child); err == nil {
				all = append(all, n)
			}
		}
	}
	return all
}

// CPU is the processor time it has used so far, in ticks of ten milliseconds. A busy neighbour slows a rate down, but not this.
func (p *Process) CPU() time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name may hold anything
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	var user, system int64
	_, _ = fmt.Sscan(fields[11], &user)
	_, _ = fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// Stop ends the server and waits for it.
func (p *Process) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}
