//go:build unix && !linux

package ffmpeg

import (
	"context"
	"os/exec"
	"syscall"
)

// hold gives a program a process group of its own, which is killed as one.
func hold(cmd *exec.Cmd, _ bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// canIsolate is for Linux; elsewhere the list of allowed protocols keeps the program off the network.
func canIsolate(context.Context) bool { return false }
