// Command foundation measures the bare house against a bare net/http program, in one run on one machine: start, idle
// memory, and requests per second of the web app and of a small JSON route with all middleware on.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"lectern/bench/load"
)

func main() {
	bare := flag.String("bare", "", "serve the bytes of this file, as bare net/http does it")
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	seconds := flag.Int("seconds", 2, "how long each rate is measured")
	flag.Parse()
	var err error
	if *bare != "" {
		err = load.ServeBare(*bare)
	} else {
		err = measure(context.Background(), *binary, time.Duration(*seconds)*time.Second)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const (
	starts = 21
	conns  = 32
	rounds = 9
)

func measure(ctx context.Context, binary string, each time.Duration) error {
	data, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	env := []string{"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + data}
	lectern := func(path string) (*load.Process, error) { return load.Start(ctx, env, path, binary, "serve") }
	if err := load.Row("binary size", size(binary), "MB", "under 40 MB", "", 0); err != nil {
		return err
	}
	first, err := lectern("/healthz") // makes the data folder, so that the starts below find one
	if err != nil {
		return err
	}
	defer first.Stop()
	if err := load.Row("idle memory", first.RSS(), "MiB RSS", "under 40 MiB", "", 0); err != nil {
		return err
	}
	if err := measureStart(ctx, data, lectern); err != nil {
		return err
	}
	for _, what := range []struct{ name, path, encoding string }{
		{"web app", "/", "br"}, {"small JSON", "/app-config.json", "identity"},
	} {
		if err := measureRate(ctx, first, data, what.name, what.path, what.encoding, each); err != nil {
			return err
		}
	}
	return nil
}

func measureStart(ctx context.Context, data string, lectern func(string) (*load.Process, error)) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	file := data + "/body"
	if err := os.WriteFile(file, []byte(`{"status":"alive"}`), 0o600); err != nil {
		return err
	}
	var ours, theirs []time.Duration
	for range starts { // in turn, so that a busy moment hits both
		for _, side := range []struct {
			times *[]time.Duration
			start func() (*load.Process, error)
		}{
			{&theirs, func() (*load.Process, error) { return load.Start(ctx, nil, "/", self, "-bare", file) }},
			{&ours, func() (*load.Process, error) { return lectern("/healthz") }},
		} {
			p, err := side.start()
			if err != nil {
				return err
			}
			*side.times = append(*side.times, p.Started)
			p.Stop()
		}
	}
	a, b := load.Middle(ours), load.Middle(theirs)
	return load.Row("start to first 200", load.Milliseconds(a), "ms", "at most 3.00 ×", fmt.Sprintf("bare net/http %.1f ms", load.Milliseconds(b)), float64(a)/float64(b))
}

func measureRate(ctx context.Context, p *load.Process, data, name, path, encoding string, each time.Duration) error {
	body, err := fetch(ctx, "http://"+p.Addr+path, encoding)
	if err != nil {
		return err
	}
	file := data + "/body"
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
	request := load.Same("GET " + path + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: " + encoding + "\r\nAccept-Language: zh-CN,zh;q=0.9\r\n\r\n")
	a, b, ratio, err := load.InTurn(rounds, load.Rate(ctx, p.Addr, conns, each, request), load.Rate(ctx, bare.Addr, conns, each, request))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return load.Row(fmt.Sprintf("%s (%d B)", name, len(body)), a, "requests/s", "at least 0.70 ×", fmt.Sprintf("bare net/http %.0f", b), ratio)
}

func fetch(ctx context.Context, url, encoding string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Encoding", encoding)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

func size(path string) float64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return float64(info.Size()) / 1e6
}
