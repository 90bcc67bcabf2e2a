// Command timetable compares a student's timetable with bare net/http writing the same bytes, and with PocketBase
// listing the same student's meetings.
package main

import (
	"context"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

const (
	path     = "/api/timetable"
	students = 500
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, each time.Duration) error {
	c, err := college.Open(ctx, binary, students)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := load.CompareBare(ctx, c.Addr, each, c.Get(path), 0.45, "timetable"); err != nil {
		return err
	}
	return comparePocketBase(ctx, c, each)
}
