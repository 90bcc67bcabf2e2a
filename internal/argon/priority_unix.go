//go:build unix

package argon

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// apart puts the process into a group of its own: its priority is set for the whole group, and a Ctrl-C in the terminal is for
// the server, which still needs it for the last logins.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// yield lets everybody else go first. The group stands for all threads of this process; alone, each would have to ask for itself.
func yield() {
	const lowest = 19
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, lowest) // to ask for less is never refused
}

// pollable makes waiting for a question cost no place in Go's scheduler. A read that blocks keeps one for some milliseconds, in which
// the hash that was just asked for would wait beside an idle core.
func pollable(in io.Reader) io.Reader {
	file, ok := in.(*os.File)
	if !ok {
		return in
	}
	fd := file.Fd()
	if syscall.SetNonblock(int(fd), true) != nil {
		return in
	}
	return os.NewFile(fd, file.Name())
}
