// Command watching measures how many reports of players one node takes per second with SQLite, every one of them durable before it is
// acknowledged: inside the program, and over HTTP through the real binary. The peer is the limit that cannot be passed: one
// writer that does nothing but write the same rows, as many in a transaction as the program gathers at most.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"lectern/bench/load"
	"lectern/internal/access"
	"lectern/internal/course"
	"lectern/internal/sqldb"
)

const (
	goal     = 10_000 // reports per second
	students = 20_000
	lessons  = 12 // of the course that all of them take
	players  = 512
	gathered = 512
	rounds   = 3
)

func main() {
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	seconds := flag.Int("seconds", 5, "how long each rate is measured")
	flag.Parse()
	if err := measure(context.Background(), *binary, time.Duration(*seconds)*time.Second); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, binary string, each time.Duration) error {
	folder, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	db, err := sqldb.Open(ctx, sqldb.Options{URL: filepath.Join(folder, "inside.db")})
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	if err := fill(ctx, db); err != nil {
		return err
	}
	p, err := open(ctx, binary, filepath.Join(folder, "served"))
	if err != nil {
		return err
	}
	defer p.Stop()
	var inside, bare, served []float64
	used := p.CPU()
	for range rounds { // in turn, so that a busy moment hits all
		for _, run := range []struct {
			rates *[]float64
			rate  func() (float64, error)
		}{
			{&bare, func() (float64, error) { return bareRate(ctx, db, each) }},
			{&inside, func() (float64, error) { return insideRate(ctx, db, each) }},
			{&served, func() (float64, error) { return p.rate(ctx, each) }},
		} {
			rate, err := run.rate()
			if err != nil {
				return err
			}
			*run.rates = append(*run.rates, rate)
		}
	}
	limit := load.Middle(bare)
	for _, row := range []struct {
		what string
		rate float64
	}{{"reports of players per second, durable, inside the program", load.Middle(inside)}, {"the same over HTTP, the load on the same machine", load.Middle(served)}} {
		fmt.Printf("| %s | %.0f/s | bare batches of %d: %.0f/s | %.2f | ≥ %.0f/s |\n", row.what, row.rate, gathered, limit, row.rate/limit, math.Min(goal, limit))
	}
	// A busy neighbour and the load itself slow the rate down, but not this.
	cost := float64((p.CPU() - used).Microseconds()) / float64(p.count.Load())
	fmt.Printf("| processor time of the server for one report over HTTP | %.0f µs | two processors: %.0f/s | | |\n", cost, 2e6/cost)
	return nil
}

// insideRate lets many players report at once for a while.
func insideRate(ctx context.Context, db *sqldb.DB, each time.Duration) (float64, error) {
	// The clock runs a minute with every report of a student, so that all that is reported could have been watched.
	var count atomic.Int64
	begin := time.Now()
	service := course.New(db, func() time.Time { return begin.Add(time.Duration(count.Load()/students) * time.Minute) }, time.UTC)
	ctx, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	var wg sync.WaitGroup
	var done atomic.Int64
	errs := make([]error, players)
	for i := range players {
		wg.Go(func() {
			for ctx.Err() == nil {
				n := count.Add(1)
				at := n / students * 10_000 % lessonMS
				_, err := service.Report(ctx, access.Actor{Account: "a", Student: studentID(int(n % students)), Role: access.User}, lessonID(int(n%students%lessons)), course.Report{
					Player: "bench", Speed: 1, Position: at, Spans: []course.Span{{From: at, To: at + 10_000}},
				})
				if err != nil && ctx.Err() == nil {
					errs[i] = err
					return
				}
				done.Add(1)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	return float64(done.Load()) / time.Since(begin).Seconds(), nil
}

// bareRate writes the rows of reports as fast as one writer can.
func bareRate(ctx context.Context, db *sqldb.DB, each time.Duration) (float64, error) {
	begin, n := time.Now(), 0
	for time.Since(begin) < each {
		err := db.Write(ctx, func(q sqldb.Querier) error {
			watching, err := q.PrepareContext(ctx, upsertWatching)
			if err != nil {
				return err
			}
			defer watching.Close()
			day, err := q.PrepareContext(ctx, upsertDay)
			if err != nil {
				return err
			}
			defer day.Close()
			plain := context.WithoutCancel(ctx)
			for i := range gathered {
				who := "bare-" + studentID((n+i)%students)
				if _, err := watching.ExecContext(plain, who, lessonID(i%lessons), "0-10000,20000-30000", 20_000, 30_000, 5, false, "15000 1:1:1", n); err != nil {
					return err
				}
				if _, err := day.ExecContext(plain, who, "2026-09-07", 10_000); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		n += gathered
	}
	return float64(n) / time.Since(begin).Seconds(), nil
}
