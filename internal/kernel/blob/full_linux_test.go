//go:build linux

package blob_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// notAllowed is the exit code of a child that may not mount.
const notAllowed = 77

// TestFullDiskForReal mounts a file system of 1 MiB in the child's own mount namespace. Where that is not allowed, it
// falls back to a limit on the file size.
func TestFullDiskForReal(t *testing.T) {
	folder := t.TempDir()
	cmd := victim(t.Context(), "full, tmpfs", folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	err := cmd.Run()
	var exit *exec.ExitError
	// no namespace
	refused := errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSPC) ||
		errors.As(err, &exit) && exit.ExitCode() == notAllowed // no mount
	if refused {
		t.Logf("no mounts here (%v): a limit on the file size stands in", err)
		err = victim(t.Context(), "full, rlimit", folder).Run()
	}
	if err != nil {
		t.Fatal(err)
	}
	if left := files(t, folder); !refused && len(left) != 0 {
		t.Errorf("the mount was not private: %v", left)
	}
}

func fullByTmpfs(folder string) error {
	// Make the mount private, so that it isn't seen outside.
	err := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err == nil {
		err = syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=1m")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mount:", err)
		os.Exit(notAllowed)
	}
	return provokeFull(folder, 2<<20)
}
