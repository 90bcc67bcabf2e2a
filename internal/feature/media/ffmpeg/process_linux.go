package ffmpeg

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// configure gives a program its own process group, ends it when the server dies, and removes its network.
func configure(cmd *exec.Cmd, isolated bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if isolated {
		addNetworkNamespace(cmd.SysProcAttr)
	}
}

func addNetworkNamespace(a *syscall.SysProcAttr) {
	a.Cloneflags = syscall.CLONE_NEWNET
	if os.Geteuid() != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
}

// canIsolate tries whether the system allows network namespaces; many containers don't.
func canIsolate(ctx context.Context) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", ":")
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	addNetworkNamespace(cmd.SysProcAttr)
	return cmd.Run() == nil
}
