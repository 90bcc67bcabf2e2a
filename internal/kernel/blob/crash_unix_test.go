//go:build unix

package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/blobtest"
)

// The test binary starts itself again as a child that is killed, or whose disk is full.
const (
	victimRole   = "LECTERN_BLOB_VICTIM"
	victimFolder = "LECTERN_BLOB_FOLDER"
)

func TestMain(m *testing.M) {
	role := os.Getenv(victimRole)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := victims[role](os.Getenv(victimFolder)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var victims = map[string]func(folder string) error{
	"put stdin":    putStdin,
	"full, rlimit": fullByLimit,
	"full, tmpfs":  fullByTmpfs,
}

func victim(ctx context.Context, role, folder string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), victimRole+"="+role, victimFolder+"="+folder)
	cmd.Stderr = os.Stderr
	return cmd
}

// putStdin stores its standard input and writes to its standard output after every piece.
func putStdin(folder string) error {
	store, err := blob.OpenLocal(folder, time.Hour, time.Now)
	if err != nil {
		return err
	}
	defer store.Close()
	source := io.TeeReader(os.Stdin, os.Stdout)
	_, err = store.Put(context.Background(), "film", source)
	return err
}

func TestKillDuringPut(t *testing.T) {
	folder := t.TempDir()
	store := openLocal(t, folder)
	defer store.Close()
	blobtest.Put(t, store, "film", "old")

	cmd := victim(t.Context(), "put stdin", folder)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Once the second piece is echoed, the first is on the disk and more is to come.
	for _, piece := range []string{"first piece", "second piece"} {
		if _, err := io.WriteString(in, piece); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, len(piece))); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("it was not killed")
	}

	if got := blobtest.Get(t, store, "film"); got != "old" {
		t.Errorf("after the kill it is %q", got)
	}
	if keys := blobtest.Keys(t, store, ""); len(keys) != 1 {
		t.Errorf("listed %v", keys)
	}
	if names := files(t, folder); len(names) != 2 {
		t.Fatalf("the kill came too early or too late: %v", names)
	}
	for _, tc := range []struct {
		later time.Duration
		names int
	}{{59 * time.Minute, 2}, {61 * time.Minute, 1}} {
		again, err := blob.OpenLocal(folder, time.Hour, func() time.Time { return time.Now().Add(tc.later) })
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		if names := files(t, folder); len(names) != tc.names {
			t.Errorf("opened after %v: %v", tc.later, names)
		}
	}
}

// A limit on file sizes works everywhere, without privileges.
func TestFullDiskByLimit(t *testing.T) {
	if err := victim(t.Context(), "full, rlimit", t.TempDir()).Run(); err != nil {
		t.Fatal(err)
	}
}

func fullByLimit(folder string) error {
	limit := syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return provokeFull(folder, 2<<20)
}

// provokeFull puts a blob that doesn't fit and checks that nothing remains of it.
func provokeFull(folder string, tooMuch int) error {
	ctx := context.Background()
	store, err := blob.OpenLocal(folder, time.Hour, time.Now)
	if err != nil {
		return err
	}
	defer store.Close()
	if _, err := store.Put(ctx, "kept", strings.NewReader("old")); err != nil {
		return err
	}
	for _, key := range []string{"kept", "a/new"} {
		_, err = store.Put(ctx, key, strings.NewReader(strings.Repeat("x", tooMuch)))
		var refusal *fault.Error
		if !errors.As(err, &refusal) || refusal.Code != "blob.disk_full" || refusal.Kind != fault.Unavailable {
			return fmt.Errorf("put %s on a full disk: %w", key, err)
		}
		if names, err := os.ReadDir(folder + "/.tmp"); err != nil || len(names) != 0 {
			return fmt.Errorf("left behind: %v, %w", names, err)
		}
	}
	// Failed puts take no space, so a blob that fits succeeds.
	if _, err := store.Put(ctx, "a/new", strings.NewReader(strings.Repeat("x", 500<<10))); err != nil {
		return fmt.Errorf("put what fits: %w", err)
	}
	var keys []string
	for info, err := range store.List(ctx, "") {
		if err != nil {
			return err
		}
		keys = append(keys, fmt.Sprint(info.Key, "=", info.Size))
	}
	if got := strings.Join(keys, " "); got != "a/new=512000 kept=3" {
		return fmt.Errorf("the store holds %s", got)
	}
	return nil
}
