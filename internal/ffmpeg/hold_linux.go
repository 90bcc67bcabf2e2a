package ffmpeg

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// hold gives a program a process group of its own, which is killed as one, and also when we are; and no network.
//
// The kernel takes the end of the thread that started a program for the end of its parent. So the goroutine that prepares a program, starts
// it and waits for it keeps its thread from here on; the thread ends with the goroutine, and by then the program has been waited for. The
// shell, nice and ffmpeg become one another, so the promise holds for all of them.
func hold(cmd *exec.Cmd, isolated bool) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
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
