package load

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Main is the main function of a bench. Ctrl-C ends it together with its servers.
func Main(measure func(ctx context.Context, binary string, each time.Duration) error) {
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	each := flag.Duration("each", 2*time.Second, "how long a side is measured in each turn")
	bare := flag.String("bare", "", "serve the bytes of this file with bare net/http instead")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	if *bare != "" {
		stop() // the parent bench sends the signal
		err = serveBare(context.Background(), *bare)
	} else {
		err = measure(ctx, *binary, *each)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
