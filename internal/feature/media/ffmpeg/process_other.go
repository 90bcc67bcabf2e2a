//go:build unix && !linux

package ffmpeg

import (
	"context"
	"os/exec"
	"syscall"
)

// configure gives a program its own process group, so that its children can be killed with it.
func configure(cmd *exec.Cmd, _ bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// canIsolate is false outside Linux: only the protocol list keeps the program off the network.
func canIsolate(context.Context) bool { return false }
