// Command account compares an authenticated small request with bare net/http, and measures how a storm of logins
// affects other requests.
package main

import (
	"context"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

const (
	path     = "/api/user/info"
	students = 400
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, each time.Duration) error {
	c, err := college.Open(ctx, binary, students)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := load.CompareBare(ctx, c.Addr, each, c.Get(path), 0.45, "authenticated GET"); err != nil {
		return err
	}
	return measureStorm(ctx, c, each)
}
