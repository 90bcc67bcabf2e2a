package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A flood offers logins from a process of its own, as other people's devices do: in this one its work would be counted as
// waiting for the server. It is told what it needs on its standard input, goes on until that is closed, and answers how
// many logins it has offered.
type flood struct {
	Addr     string
	Config   config
	Browsers []visitor
	Every    time.Duration
}

// A visitor is a browser on its way to another process.
type visitor struct {
	As     login
	Device string
}

// startFlood begins a flood; stop ends it and tells how many logins it offered in a second.
func (b *bench) startFlood(ctx context.Context, every time.Duration) (stop func() (float64, error), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-flood")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// The other devices have processors of their own; here they give way to the server and to what measures it.
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, 10); err != nil {
		return nil, err
	}
	f := flood{Addr: b.addr, Config: b.config, Every: every}
	for _, own := range b.browsers {
		f.Browsers = append(f.Browsers, visitor{own.as, own.device})
	}
	if err := json.NewEncoder(in).Encode(f); err != nil {
		return nil, err
	}
	return func() (float64, error) {
		if err := in.Close(); err != nil {
			return 0, err
		}
		var offered int
		var took time.Duration
		if _, err := fmt.Fscan(out, &offered, (*int64)(&took)); err != nil {
			return 0, fmt.Errorf("the flood: %w", err)
		}
		return float64(offered) / took.Seconds(), cmd.Wait()
	}, nil
}

// runFlood is the other end.
func runFlood(ctx context.Context, in io.Reader) error {
	var f flood
	words := json.NewDecoder(in)
	if err := words.Decode(&f); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	go func() {
		_, _ = words.Token() // until there is no more
		stop()
	}()
	c := connect(f.Addr)
	c.config = f.Config
	free := make(chan *browser, len(f.Browsers))
	for _, v := range f.Browsers {
		free <- &browser{client: c, as: v.As, device: v.Device}
	}
	offered, took := f.run(ctx, free)
	_, err := fmt.Println(offered, int64(took))
	return err
}

// run begins a login every so often, whether the earlier ones were answered or not. Most are told to come back: that is
// what the queue is for.
func (f flood) run(ctx context.Context, free chan *browser) (offered int, took time.Duration) {
	start := time.Now()
	tick := time.NewTicker(f.Every)
	defer tick.Stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		select {
		case <-ctx.Done():
			return offered, time.Since(start)
		case <-tick.C:
		}
		select {
		case own := <-free:
			offered++
			wg.Go(func() {
				_, _, _ = own.login(context.WithoutCancel(ctx))
				free <- own
			})
		default: // every browser waits for an answer
		}
	}
}
