package ffmpeg

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// hold gives a program a process group of its own, which is killed as one, and also when we are; and no network.
func hold(cmd *exec.Cmd, isolated bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if isolated {
		isolate(cmd.SysProcAttr)
	}
}

func isolate(a *syscall.SysProcAttr) {
	a.Cloneflags = syscall.CLONE_NEWNET
	if os.Geteuid() != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
}

// canIsolate tries whether this system lets us make a network namespace; many containers do not.
func canIsolate(ctx context.Context) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", ":")
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	isolate(cmd.SysProcAttr)
	return cmd.Run() == nil
}
