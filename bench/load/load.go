// Package load sends requests over kept-alive connections as fast as the answers come. It does as little as it can
// besides, because it shares the machine with what it measures.
package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A Result is what a run saw.
type Result struct {
	Requests int
	Failed   int // answers that were not the expected status
	Took     time.Duration
	Times    []time.Duration // of every request, sorted
}

// PerSecond is the rate of good answers.
func (r Result) PerSecond() float64 { return float64(r.Requests-r.Failed) / r.Took.Seconds() }

// Percentile returns the time that p of the requests stayed under, p between 0 and 1.
func (r Result) Percentile(p float64) time.Duration {
	if len(r.Times) == 0 {
		return 0
	}
	return r.Times[min(int(p*float64(len(r.Times))), len(r.Times)-1)]
}

// A Request makes the bytes of the next request of a connection.
type Request func(conn, n int) []byte

// Same sends one request again and again.
func Same(request string) Request {
	raw := []byte(request)
	return func(int, int) []byte { return raw }
}

// Run keeps conns connections busy for a while. An answer with another status than want counts as failed.
func Run(ctx context.Context, addr string, conns int, duration time.Duration, want int, next Request) (Result, error) {
	return RunEvery(ctx, addr, conns, 0, duration, want, next)
}

// RunEvery is Run with a pause on every connection before each of its requests: people, not a mill.
func RunEvery(ctx context.Context, addr string, conns int, pause, duration time.Duration, want int, next Request) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	results := make([]Result, conns)
	errs := make([]error, conns)
	var wg sync.WaitGroup
	start := time.Now()
	for i := range conns {
		wg.Go(func() { results[i], errs[i] = one(ctx, addr, i, pause, want, next) })
	}
	wg.Wait()
	total := Result{Took: time.Since(start)}
	for _, r := range results {
		total.Requests += r.Requests
		total.Failed += r.Failed
		total.Times = append(total.Times, r.Times...)
	}
	slices.Sort(total.Times)
	return total, errors.Join(errs...)
}

func one(ctx context.Context, addr string, i int, pause time.Duration, want int, next Request) (Result, error) {
	var r Result
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return r, err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	status := []byte(strconv.Itoa(want))
	for n := 0; ctx.Err() == nil; n++ {
		if pause > 0 {
			time.Sleep(pause)
		}
		sent := time.Now()
		if _, err := conn.Write(next(i, n)); err != nil {
			return r, err
		}
		got, err := answer(in)
		if err != nil {
			return r, err
		}
		r.Requests++
		r.Times = append(r.Times, time.Since(sent))
		if !bytes.Equal(got, status) {
			r.Failed++
		}
	}
	return r, nil
}

var lengthHeader = []byte("Content-Length: ")

// answer reads one answer to its end and returns its status.
func answer(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if len(line) < 12 {
		return nil, fmt.Errorf("not HTTP: %q", line)
	}
	status := bytes.Clone(line[9:12])
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if len(line) <= 2 {
			break
		}
		if rest, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(rest))); err != nil {
				return nil, err
			}
		}
	}
	_, err = io.CopyN(io.Discard, in, int64(length))
	return status, err
}
