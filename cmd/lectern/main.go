// Command lectern is the student portal of a business college: one binary that serves it and looks after it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"lectern/internal/app"
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := app.Main(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "lectern:", err)
		return 1
	}
	return 0
}
