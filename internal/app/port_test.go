package app_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/testkit/attacktest"
)

// starterVariable makes the test binary a process that listens and starts programs, like a server that prepares
// recordings.
const starterVariable = "LECTERN_TEST_STARTER"

// startPrograms listens at an address and starts programs one after another until it is killed.
func startPrograms(address string) {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	defer listener.Close()
	fmt.Println("ready")
	for {
		cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", ":")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Run(); err != nil {
			fmt.Println(err)
		}
	}
}

// Between fork and exec a child process still has the server's sockets. If the server is killed at that moment, its
// successor must still get the address.
func TestAttackPortAfterKill(t *testing.T) {
	attacktest.Try(t, "port after kill -9 while ffmpeg starts", 25, 100, attackPortAfterKill)
}

func attackPortAfterKill(t *testing.T, trials int) {
	t.Helper()
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	for trial := range trials {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), starterVariable+"="+address)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, _, err := bufio.NewReader(out).ReadLine(); string(line) != "ready" {
			t.Fatalf("%s, %v", line, err)
		}
		time.Sleep(time.Duration(5+trial%20) * time.Millisecond) // any moment will do
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		listener, err := app.Listen(t.Context(), address, "--listen")
		if err != nil {
			t.Fatalf("trial %d: %v", trial, err)
		}
		_ = listener.Close()
	}
}
