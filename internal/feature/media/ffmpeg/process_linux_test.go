package ffmpeg_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media/ffmpeg"
)

// The test binary restarts itself as a server that is killed while a tool runs.
const victimFolder = "LECTERN_FFMPEG_FOLDER"

func TestMain(m *testing.M) {
	folder := os.Getenv(victimFolder)
	if folder == "" {
		os.Exit(m.Run())
	}
	tl, err := ffmpeg.Find(context.Background())
	if err == nil {
		tl.FFmpeg = filepath.Join(folder, "ffmpeg")
		_, err = tl.Prepare(context.Background(),
			ffmpeg.Work{Path: "/x", Format: ffmpeg.MP4, Folder: folder, Media: ffmpeg.Media{Audio: &ffmpeg.Audio{}}})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// No program outlives the server, even when the server is killed.
func TestToolsDieWithTheServer(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "ffmpeg"),
		[]byte("#!/bin/sh\necho $$ >pid.new; mv pid.new pid; exec sleep 600\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), os.Args[0])
	server.Env = append(os.Environ(), victimFolder+"="+folder)
	var output bytes.Buffer
	server.Stderr = &output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	pid := filepath.Join(folder, "pid")
	wait(t, "the tool to start", func() bool { _, err := os.Stat(pid); return err == nil })
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil {
		t.Fatalf("it ended on its own: %s", output.String())
	}
	raw, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	wait(t, "the tool to end", func() bool {
		state, err := os.ReadFile("/proc/" + strings.TrimSpace(string(raw)) + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ") // gone, or a zombie
	})
}

func wait(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for range 2000 {
		if happened() {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("waiting for %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatalf("waited in vain for %s", what)
}

// outputOf runs a script in place of ffmpeg and returns its output.
func outputOf(t *testing.T, tl ffmpeg.Tool, text string) string {
	t.Helper()
	folder := t.TempDir()
	tl.FFmpeg = script(t, `{ `+text+`; } >output 2>&1; exit 1`)
	if _, err := tl.Prepare(t.Context(), ffmpeg.Work{
		Path: "/x", Format: ffmpeg.MP4, Folder: folder,
		Media: ffmpeg.Media{Audio: &ffmpeg.Audio{}},
	}); err == nil {
		t.Fatal("it failed without an error")
	}
	output, err := os.ReadFile(filepath.Join(folder, "output"))
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

func TestAFileAndProcessorTimeAreLimited(t *testing.T) {
	tl := *tool(t)
	tl.Least, tl.Slowest = 9*time.Second, 0
	// A sparse file counts as much as real bytes and needs no disk space. dash limits files in blocks of 512 bytes,
	// time in seconds.
	output := outputOf(t, tl, `dd if=/dev/zero of=big bs=1 count=1 seek=8589934592; stat -c %s big; ulimit -f; ulimit -t`)
	if !strings.Contains(output, "File size limit exceeded") || !strings.HasSuffix(output, "8589934592\n16777216\n640\n") {
		t.Errorf("it says\n%s", output)
	}
	// A limit of one second, instead of ours, shows that an endless computation is stopped.
	if output = outputOf(t, tl, `(ulimit -t 1; while :; do :; done); echo ended $?`); !strings.Contains(output,
		"ended 137") && !strings.Contains(output, "ended 152") {
		t.Errorf("it says\n%s", output)
	}
}

func TestThereIsNoNetwork(t *testing.T) {
	tl := tool(t)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			if tl.Isolated() {
				t.Error("it reached us")
			}
			_ = conn.Close()
		}
	}()
	host, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	output := outputOf(t, *tl,
		`readlink /proc/self/ns/net; bash -c "echo hello >/dev/tcp/127.0.0.1/`+port+`" && echo reached`)
	if !tl.Isolated() { // no network namespaces here; doctor reports it, and only the protocol list remains
		if !strings.Contains(output, host) {
			t.Errorf("it has a separate network, but Isolated is false: %s", output)
		}
		return
	}
	if strings.Contains(output, host) || !strings.Contains(output, "net:[") || strings.Contains(output, "reached\n") ||
		!strings.Contains(output, "unreachable") {
		t.Errorf("on %s; it says\n%s", host, output)
	}
}
