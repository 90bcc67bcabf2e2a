// Command account measures what logging in costs, in one run on one machine: logins against the bare hash on all
// cores, what a storm of logins does to other requests and to memory, and an authenticated request against bare net/http.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"lectern/bench/load"
)

func main() {
	storming := flag.Bool("flood", false, "offer logins as told on the standard input")
	bare := flag.String("bare", "", "serve the bytes of this file, as bare net/http does it")
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	seconds := flag.Int("seconds", 2, "how long each side is measured in each round")
	flag.Parse()
	var err error
	switch {
	case *bare != "":
		err = load.ServeBare(*bare)
	case *storming:
		err = runFlood(context.Background(), os.Stdin)
	default:
		err = measure(context.Background(), *binary, time.Duration(*seconds)*time.Second)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const (
	conns  = 32
	rounds = 9
	// The server's own cost of a password.
	hashTime, hashMemory = 2, 19 << 10
)

type bench struct {
	*client
	server   *load.Process
	data     string
	each     time.Duration
	logins   []login
	browsers []*browser
	crowd    chan *browser // the browsers in turn
	capacity float64       // logins per second that were served
}

func measure(ctx context.Context, binary string, each time.Duration) error {
	data, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	env := []string{"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + data, "LECTERN_LOG_LEVEL=warn", "LECTERN_MAX_REQUESTS=2048"}
	logins, err := demo(ctx, binary, env)
	if err != nil {
		return err
	}
	server, err := load.Start(ctx, env, "/healthz", binary, "serve")
	if err != nil {
		return err
	}
	defer server.Stop()
	c, err := newClient(ctx, server.Addr)
	if err != nil {
		return err
	}
	b := &bench{client: c, server: server, data: data, each: each}
	for _, l := range logins {
		if l.Role == "user" {
			b.logins = append(b.logins, l)
		}
	}
	b.crowd = make(chan *browser, 20*conns)
	for i := range cap(b.crowd) { // one after another: a device that is new to its account has few tries
		own := &browser{client: c, as: b.logins[i%len(b.logins)], device: fmt.Sprintf("lectern-device=%043d", i)}
		if _, _, err := own.login(ctx); err != nil {
			return err
		}
		b.browsers = append(b.browsers, own)
		b.crowd <- own
	}
	for _, figure := range []func(context.Context) error{b.authenticated, b.rate, b.memory, b.others} {
		if err := figure(ctx); err != nil {
			return err
		}
	}
	return nil
}

const smallGet = "/api/user/info"

// authenticated compares a small GET with a session behind it with bare net/http that writes the same bytes.
func (b *bench) authenticated(ctx context.Context) error {
	token, identity, err := (&browser{client: b.client, as: b.logins[0]}).login(ctx)
	if err != nil {
		return err
	}
	next := func(int, int) []byte { return b.get(smallGet, token, identity) }
	body, err := one(ctx, b.addr, next(0, 0))
	if err != nil {
		return err
	}
	file := b.data + "/body"
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	bare, err := load.Start(ctx, nil, "/", self, "-bare", file)
	if err != nil {
		return err
	}
	defer bare.Stop()
	a, peer, ratio, err := load.InTurn(rounds, load.Rate(ctx, b.addr, conns, b.each, next), load.Rate(ctx, bare.Addr, conns, b.each, next))
	if err != nil {
		return err
	}
	return load.Row(fmt.Sprintf("authenticated GET (%d B)", len(body)), a, "requests/s", "at least 0.60 ×", fmt.Sprintf("bare net/http %.0f", peer), ratio)
}

// rate compares logins with the bare hash on all cores.
func (b *bench) rate(ctx context.Context) error {
	a, peer, ratio, err := load.InTurn(rounds, func() (float64, error) {
		r, err := b.offer(ctx, conns, b.each)
		if r.Failed > 0 {
			return 0, fmt.Errorf("%d of %d logins were refused: %w", r.Failed, r.Requests, err)
		}
		return r.PerSecond(), nil
	}, func() (float64, error) { return hashes(b.each), nil })
	if err != nil {
		return err
	}
	b.capacity = a
	return load.Row("logins", a, "logins/s", "at least 0.90 ×", fmt.Sprintf("bare argon2id %.1f", peer), ratio)
}

// offer logs in over and over on many connections: a crowd of browsers, each of which has logged in before.
func (b *bench) offer(ctx context.Context, workers int, each time.Duration) (load.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	var mu sync.Mutex
	var total load.Result
	var why error // of the last refusal
	var wg sync.WaitGroup
	start := time.Now()
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				own := <-b.crowd
				// A login under way when the time is up is finished and counted with the time that it took.
				_, _, err := own.login(context.WithoutCancel(ctx))
				b.crowd <- own
				mu.Lock()
				total.Requests++
				if err != nil {
					total.Failed++
					why = err
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	total.Took = time.Since(start)
	return total, why
}

// memory compares what a storm takes with what the server held before its first one.
func (b *bench) memory(ctx context.Context) error {
	time.Sleep(8 * time.Second) // what a hash took goes back to the system when nobody has logged in for some seconds
	before := b.server.Memory()
	peak, err := b.peak(func() (float64, error) {
		return b.storm(ctx, func() (float64, error) { time.Sleep(3 * b.each); return 0, nil })
	})
	if err != nil {
		return err
	}
	room := before + float64(runtime.NumCPU())*19*1.25
	return load.Row("memory in a storm", peak, "MiB", fmt.Sprintf("at most %.0f MiB", room), fmt.Sprintf("before %.0f MiB", before), 0)
}

// others looks at what other requests notice of a storm.
func (b *bench) others(ctx context.Context) error {
	token, identity, err := (&browser{client: b.client, as: b.logins[1]}).login(ctx)
	if err != nil {
		return err
	}
	p99 := func() (float64, error) {
		r, err := load.RunEvery(ctx, b.addr, 8, 10*time.Millisecond, b.each, http.StatusOK, func(int, int) []byte { return b.get(smallGet, token, identity) })
		return load.Milliseconds(r.Percentile(.99)), err
	}
	stormy, quiet, ratio, err := load.InTurn(rounds, func() (float64, error) { return b.storm(ctx, p99) }, p99)
	if err != nil {
		return err
	}
	return load.Row("p99 of others in a storm", stormy, "ms", "at most 2.00 ×", fmt.Sprintf("without it %.2f ms", quiet), ratio)
}

// storm offers ten times the logins that can be served while something is measured.
func (b *bench) storm(ctx context.Context, measure func() (float64, error)) (float64, error) {
	ebb, err := b.startFlood(ctx, time.Duration(float64(time.Second)/(11*b.capacity)))
	if err != nil {
		return 0, err
	}
	figure, err := measure()
	offered, ended := ebb()
	if err := errors.Join(err, ended); err != nil {
		return 0, err
	}
	if offered < 9*b.capacity { // a clock's ticks are late and never early, so a little more than ten times is asked for
		return 0, fmt.Errorf("only %.0f logins/s were offered to a server that does %.0f: no storm", offered, b.capacity)
	}
	return figure, nil
}

// peak is the most memory that the server holds while something happens. To look at it holds the server up, so no time is measured
// meanwhile.
func (b *bench) peak(during func() (float64, error)) (most float64, err error) {
	over := make(chan struct{})
	go func() {
		_, err = during()
		close(over)
	}()
	for {
		most = max(most, b.server.Memory())
		select {
		case <-over:
			return most, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// hashes counts how many bare hashes all cores make in a second.
func hashes(each time.Duration) float64 {
	counts := make([]int, runtime.NumCPU())
	start := time.Now()
	var wg sync.WaitGroup
	for i := range counts {
		wg.Go(func() {
			for time.Since(start) < each {
				argon2.IDKey([]byte("password"), make([]byte, 16), hashTime, hashMemory, 1, 32)
				counts[i]++
			}
		})
	}
	wg.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(total) / time.Since(start).Seconds()
}
