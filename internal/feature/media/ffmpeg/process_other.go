//go:build unix && !linux

package ffmpeg

import (
	"context"
	"os/exec"
	"syscall"
)

// configure gives a program its own process group, which is killed as one.
func configure(cmd *exec.Cmd, _ bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// canIsolate is false outside Linux: there only the list of allowed protocols keeps the program off the network.
func canIsolate(context.Context) bool { return false }
