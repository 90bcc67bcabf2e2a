// Command lectern serves and administers the student portal of a business college.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"lectern/internal/app"
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := app.Main(ctx, app.Process{
		Args: os.Args[1:], Environ: os.Environ(), Out: os.Stdout,
		Err: os.Stderr,
	}); err != nil {
		if text := strings.TrimSpace(err.Error()); text != "" { // otherwise the command has printed it
			fmt.Fprintln(os.Stderr, "lectern:", text)
		}
		return 1
	}
	return 0
}
