//go:build unix

package argon

import (
	"os/exec"
	"syscall"
)

// apart puts the process into a group of its own: its priority is set for the whole group, and a Ctrl-C in the terminal is for
// the server, which still needs it for the last logins.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
