package ffmpeg

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// hold gives a program a process group of its own, which is killed as one, and also when we are; and no network.
func hold(cmd *exec.Cmd, isolated bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if isolated {
		isolate(cmd.SysProcAttr)
	}
}

// start starts a program from a thread that lives as long as it does: the kernel takes the end of the thread that started a program for
// the end of its parent, and would kill it for nothing. The shell, nice and ffmpeg become one another, so the promise holds for all.
func start(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			waitBeside(cmd.Process.Pid)
		}
	}()
	return <-started
}

// waitBeside returns when a child has ended, and leaves it to be waited for; at once when that has happened already.
func waitBeside(pid int) {
	const onlyPid, exited, leave = 1, 0x4, 0x1000000 // P_PID, WEXITED, WNOWAIT
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, onlyPid, uintptr(pid), 0, exited|leave, 0, 0)
		if !errors.Is(err, syscall.EINTR) {
			return
		}
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
