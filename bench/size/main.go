// Command size measures the size of the binary and the memory of an idle server.
package main

import (
	"context"
	"os"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, _ time.Duration) error {
	info, err := os.Stat(binary)
	if err != nil {
		return err
	}
	if err := (load.Figure{What: "binary", Value: float64(info.Size()) / 1e6, Unit: "MB", Most: 80}).Print(); err != nil {
		return err
	}
	c, err := college.Start(ctx, binary, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	time.Sleep(10 * time.Second) // until start-up work is done
	memory, err := c.RSS()
	if err != nil {
		return err
	}
	return load.Figure{What: "idle memory", Value: memory, Unit: "MiB", Most: 90}.Print()
}
