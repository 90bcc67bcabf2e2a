package app_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// smallDisk names the folder where the child of onSmallDisk mounts a small disk.
const smallDisk = "LECTERN_TEST_SMALL_DISK"

// onSmallDisk reruns the test in a process with a separate mount namespace, where TMPDIR is on a file system of
// size MiB.
func onSmallDisk(t *testing.T, size int, test func(t *testing.T, disk string)) {
	t.Helper()
	if disk := os.Getenv(smallDisk); disk != "" {
		// Make the mount private, so that it isn't seen outside.
		err := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
		if err == nil {
			err = syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0777", size))
		}
		if err != nil {
			t.Skip("no mounts here: ", err)
		}
		t.Setenv("TMPDIR", disk)
		test(t, disk)
		return
	}
	// Build it here, because the small disk has no room.
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	disk, err := os.MkdirTemp("", "disk-") // short, because socket paths are limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(disk) })
	cmd := exec.CommandContext(t.Context(), os.Args[0],
		"-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", "-test.v")
	cmd.Env = append(os.Environ(), smallDisk+"="+disk, builtBinary+"="+path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSPC) ||
		strings.Contains(string(out), "--- SKIP") {
		t.Skipf("no mounts here: %v %s", err, out)
	}
	t.Log(string(out))
	if err != nil {
		t.Fatal(err)
	}
}

// fill uses up a disk and returns a function that frees it.
func fill(t *testing.T, disk string) (free func()) {
	t.Helper()
	path := filepath.Join(disk, "filler")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size > 0; { // to the last byte
		if _, err := file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	_ = file.Close() // writing has failed
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAttackFullDisk fills the disk of a portal in use. Writes and logins get 503 and a code, reads still work,
// /readyz is 503, and everything recovers once there is space.
func TestAttackFullDisk(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		onSmallDisk(t, 96, func(t *testing.T, disk string) {
			attacktest.Try(t, "full disk, SQLite", 1, 10, func(t *testing.T, trials int) { attackFullDisk(t, trials, disk, "") })
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		onSmallDisk(t, 192, func(t *testing.T, disk string) {
			attacktest.Try(t, "full disk, PostgreSQL", 1, 5, func(t *testing.T, trials int) {
				attackFullDisk(t, trials, disk, dbtest.OwnPostgres(t).URL)
			})
		})
	})
}

func attackFullDisk(t *testing.T, trials int, disk, database string) {
	environ := []string{"LECTERN_DATA=" + filepath.Join(disk, "data"), "LECTERN_DATABASE=" + database}
	if out, err := lectern(t, environ, "demo"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	_, url := start(t, environ)
	people := newWorkers(t, url)
	people.waitForAll(t)
	for trial := range trials {
		free := fill(t, disk)
		people.waitForRefusals(t, "edit", "login")
		people.waitForGood(t, "sessions", "terms", "accounts", "messages")
		waitForReady(t, url, http.StatusServiceUnavailable, "[server.full]")
		if status, body := get(t, url+"/healthz"); status != http.StatusOK {
			t.Errorf("trial %d: /healthz answers %d %s", trial, status, body)
		}
		free()
		people.waitForAll(t)
		waitForReady(t, url, http.StatusOK, "ready")
	}
	people.stop()
	t.Logf("%d times full: %d answers, %d of them 503", trials,
		people.good.Load()+people.refused.Load(), people.refused.Load())
}
