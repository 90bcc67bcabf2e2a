// Package load is what the benches share: a load generator, measured processes, measuring in turns, and the table
// of figures.
package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Conns is how many connections the benches keep busy.
const Conns = 32

// Request returns the bytes of the next request. All connections call it concurrently.
type Request func() []byte

// Run sends requests on conns connections for a while and returns the response times, shortest first. A connection
// pauses before each request. A response other than 200 is an error.
func Run(ctx context.Context, addr string, conns int, pause, duration time.Duration,
	next Request,
) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	times := make([][]time.Duration, conns)
	errs := make([]error, conns)
	var wg sync.WaitGroup
	for i := range conns {
		wg.Go(func() { times[i], errs[i] = runConn(ctx, addr, pause, next) })
	}
	wg.Wait()
	all := slices.Concat(times...)
	slices.Sort(all)
	return all, errors.Join(errs...)
}

func runConn(ctx context.Context, addr string, pause time.Duration, next Request) (times []time.Duration, err error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	for ctx.Err() == nil {
		time.Sleep(pause)
		start := time.Now()
		if err := send(conn, in, next(), io.Discard); err != nil {
			return nil, err
		}
		times = append(times, time.Since(start))
	}
	return times, nil
}

// send sends one request and copies the body of its response.
func send(conn net.Conn, in *bufio.Reader, request []byte, body io.Writer) error {
	if _, err := conn.Write(request); err != nil {
		return err
	}
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(io.LimitReader(res.Body, 300))
		return fmt.Errorf("%s: %s", res.Status, why)
	}
	_, err = io.Copy(body, res.Body)
	return err
}

// Rate measures the requests per second that a server answers, for InTurn.
func Rate(ctx context.Context, addr string, conns int, each time.Duration, next Request) func() (float64, error) {
	return func() (float64, error) {
		start := time.Now()
		times, err := Run(ctx, addr, conns, 0, each, next)
		return float64(len(times)) / time.Since(start).Seconds(), err
	}
}

// P99 measures the 99th percentile in milliseconds at the rate of people, for InTurn.
func P99(ctx context.Context, addr string, each time.Duration, next Request) func() (float64, error) {
	return func() (float64, error) {
		times, err := Run(ctx, addr, 8, 10*time.Millisecond, each, next)
		if err != nil || len(times) == 0 {
			return 0, errors.Join(err, errors.New("no 99th percentile"))
		}
		return times[len(times)*99/100].Seconds() * 1000, nil
	}
}
