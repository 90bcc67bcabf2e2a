package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

// measureStorm compares the 99th percentile of other requests during a storm of logins with that of a quiet server,
// in turn. A storm is ten times as many logins as the server can answer.
func measureStorm(ctx context.Context, c *college.College, each time.Duration) error {
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		transport.MaxIdleConnsPerHost = len(c.Students) // a device reuses its connection from the token to the login
	}
	// Half of the students log in; the others send the measured requests.
	half := len(c.Students) / 2
	s := storm{devices: make(chan college.Person, half)}
	for _, who := range c.Students[half:] {
		s.devices <- who
	}
	c.Students = c.Students[:half]
	served, err := s.capacity(ctx, each)
	if err != nil {
		return err
	}
	others := load.P99(ctx, c.Addr, each, c.Get(path))
	var offered []float64
	stormy, quiet, ratio, err := load.InTurn(func() (float64, error) {
		stop := s.start(ctx, time.Duration(float64(time.Second)/(10*served)))
		p99, err := others()
		offered = append(offered, stop())
		return p99, err
	}, others)
	if err != nil {
		return err
	}
	return load.Figure{
		What: "others' p99 in a storm of logins", Value: ratio, Unit: "× without it", Most: 6,
		Detail: fmt.Sprintf("%.1f and %.1f ms; %.0f logins/s offered, %.0f/s can be served", stormy,
			quiet, mean(offered), served),
	}.Print()
}

// storm logs in on devices that have logged in before, where repeated logins don't count as guessing.
type storm struct {
	devices chan college.Person
}

// login reports whether it succeeded. A refusal because of too many logins is no error.
func (s storm) login(ctx context.Context, who college.Person) (bool, error) {
	if err := who.NewToken(ctx); err != nil {
		return false, err
	}
	answer, err := who.Login(ctx, who.Phone, who.Password)
	if err == nil && !answer.Succeeded && answer.Status != http.StatusServiceUnavailable {
		err = fmt.Errorf("log in: %d %v", answer.Status, answer.Errors)
	}
	return answer.Succeeded, err
}

// capacity returns the logins per second that the server answers when a few people keep logging in.
func (s storm) capacity(ctx context.Context, each time.Duration) (float64, error) {
	const people = 4
	var served atomic.Int64
	errs := make([]error, people)
	start := time.Now()
	var wg sync.WaitGroup
	for i := range people {
		wg.Go(func() {
			for time.Since(start) < each && errs[i] == nil {
				who := <-s.devices
				ok, err := s.login(ctx, who)
				if errs[i] = err; ok {
					served.Add(1)
				}
				s.devices <- who
			}
		})
	}
	wg.Wait()
	rate := float64(served.Load()) / time.Since(start).Seconds()
	if rate == 0 {
		errs = append(errs, errors.New("no login was served"))
	}
	return rate, errors.Join(errs...)
}

// start begins logins at a fixed rate, without waiting for answers. stop returns the rate achieved. The server's
// short queue refuses most of them with 503.
func (s storm) start(ctx context.Context, every time.Duration) (stop func() float64) {
	ctx, cancel := context.WithCancel(ctx)
	offered, begin := 0, time.Now()
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			select {
			case who := <-s.devices:
				offered++
				wg.Go(func() {
					_, _ = s.login(context.WithoutCancel(ctx), who)
					s.devices <- who
				})
			default: // all connections wait for an answer
			}
		}
	})
	return func() float64 {
		took := time.Since(begin)
		cancel()
		wg.Wait()
		return float64(offered) / took.Seconds()
	}
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, one := range list {
		sum += one
	}
	return sum / float64(len(list))
}
