// Command timetable measures what a timetable costs, in one run on one machine: the answer against bare net/http that
// writes the same bytes, a college of 200 000 against one of 1 000, how soon a change reaches 5 000 students, and the
// calendar feed against the answer. The rows are made by SQL, so it measures SQLite.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"lectern/bench/load"
	"lectern/internal/apitest"
)

func main() {
	bare := flag.String("bare", "", "serve the bytes of this file, as bare net/http does it")
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	seconds := flag.Int("seconds", 5, "how long each rate is measured")
	many := flag.Int("students", 200_000, "students of the large college")
	flag.Parse()
	var err error
	if *bare != "" {
		err = load.ServeBare(*bare)
	} else {
		err = measure(context.Background(), *binary, *many, time.Duration(*seconds)*time.Second)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const (
	conns  = 32
	rounds = 5
	few    = 1000
)

const timetable = "/api/timetable"

func measure(ctx context.Context, binary string, many int, each time.Duration) error {
	data, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	var portals []*portal
	for _, students := range []int{few, many} {
		c, err := newCollege(ctx, binary, fmt.Sprintf("%s/%d", data, students), students)
		if err != nil {
			return err
		}
		p, err := open(ctx, binary, c)
		if err != nil {
			return err
		}
		defer p.Stop()
		portals = append(portals, p)
	}
	small, large := portals[0], portals[1]
	if err := answer(ctx, small, large, data, each); err != nil {
		return err
	}
	paths, err := large.calendars(ctx)
	if err != nil {
		return err
	}
	if err := large.feedRate(ctx, paths, each); err != nil {
		return err
	}
	return large.published(ctx, paths)
}

// A side is one of the servers that take turns, so that a busy moment hits all.
type side struct {
	name     string
	server   *load.Process
	next     load.Request
	rates    []float64
	requests int
	cpu      time.Duration
}

// cost is the processor time of one request, in microseconds.
func (s *side) cost() float64 { return float64(s.cpu.Microseconds()) / float64(s.requests) }

func (s *side) median() float64 { return load.Middle(s.rates) }

func race(ctx context.Context, each time.Duration, sides ...*side) error {
	for round := range rounds + 1 {
		for _, s := range sides {
			before := s.server.CPU()
			r, err := load.Run(ctx, s.server.Addr, conns, each, http.StatusOK, s.next)
			if err != nil {
				return err
			}
			if r.Failed > 0 {
				return fmt.Errorf("%s: %d of %d answers were not 200", s.name, r.Failed, r.Requests)
			}
			if round > 0 { // the first one warms up
				s.rates = append(s.rates, r.PerSecond())
				s.requests += r.Requests
				s.cpu += s.server.CPU() - before
			}
		}
	}
	return nil
}

func answer(ctx context.Context, small, large *portal, data string, each time.Duration) error {
	body, _, err := small.fetch(ctx, http.MethodGet, small.path(timetable), small.signed(small.askers[0]), nil)
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
	peer := &side{name: "bare", server: bare, next: small.next("/")} // it is sent the same headers
	a := &side{name: "1 000 students", server: small.Process, next: small.next(timetable)}
	b := &side{name: "many students", server: large.Process, next: large.next(timetable)}
	for _, p := range []*portal{small, large} { // what is measured is the second look
		for _, who := range p.askers {
			if _, _, err := p.fetch(ctx, http.MethodGet, p.path(timetable), p.signed(who), nil); err != nil {
				return err
			}
		}
	}
	if err := race(ctx, each, peer, a, b); err != nil {
		return err
	}
	err = load.Row(fmt.Sprintf("timetable (%d B)", len(body)), a.median(), "requests/s", "at least 0.50 ×", fmt.Sprintf("bare net/http %.0f", peer.median()), a.median()/peer.median())
	if err != nil {
		return err
	}
	if err := load.Row("timetable, processor time", a.cost(), "µs/request", "", fmt.Sprintf("bare net/http %.1f", peer.cost()), a.cost()/peer.cost()); err != nil {
		return err
	}
	return load.Row(fmt.Sprintf("of %d students", large.students), b.median(), "requests/s", "at least 0.90 ×", fmt.Sprintf("of %d students %.0f", few, a.median()), b.median()/a.median())
}

// calendars opens a feed for every asker.
func (p *portal) calendars(ctx context.Context) ([]string, error) {
	var paths []string
	for _, a := range p.askers {
		raw, _, err := p.fetch(ctx, http.MethodPost, p.path("/api/calendar"), p.signed(a), nil)
		if err != nil {
			return nil, err
		}
		var made struct {
			Data struct {
				Path string `json:"path"`
			} `json:"data"`
		}
		if err := json.Unmarshal(raw, &made); err != nil {
			return nil, err
		}
		paths = append(paths, made.Data.Path)
	}
	return paths, nil
}

func (p *portal) feedRate(ctx context.Context, paths []string, each time.Duration) error {
	feed := &side{name: "feed", server: p.Process, next: p.feeds(paths)}
	table := &side{name: "timetable", server: p.Process, next: p.next(timetable)}
	for _, path := range paths {
		if _, _, err := p.fetch(ctx, http.MethodGet, path, map[string]string{"Accept-Encoding": "gzip"}, nil); err != nil {
			return err
		}
	}
	if err := race(ctx, each, feed, table); err != nil {
		return err
	}
	if err := load.Row("feed, processor time", feed.cost(), "µs/request", "cost under 2.00 ×", fmt.Sprintf("timetable %.1f", table.cost()), feed.cost()/table.cost()); err != nil {
		return err
	}
	return load.Row("calendar feed, warm", feed.median(), "requests/s", "cost under 2.00 ×", fmt.Sprintf("timetable %.0f", table.median()), table.median()/feed.median())
}

// published changes the lecture's class and asks at once, as students from all over the college.
func (p *portal) published(ctx context.Context, paths []string) error {
	dean, err := apitest.Dial(ctx, "http://"+p.Addr)
	if err != nil {
		return err
	}
	if got, err := dean.Login(ctx, p.admin.Phone, p.admin.Password); err != nil || !got.Succeeded {
		return fmt.Errorf("log in as staff: %v, %w", got.Errors, err)
	}
	const each = 200
	stale := 0
	var took, tables, feeds time.Duration
	for week := 10; week < 13; week++ {
		before := make([]string, each)
		for i := range each {
			_, header, err := p.fetch(ctx, http.MethodGet, p.path(timetable), p.signed(p.askers[i]), nil)
			if err != nil {
				return err
			}
			before[i] = header.Get("Etag")
		}
		start := time.Now()
		got, err := dean.Do(ctx, http.MethodPost, "/api/admin/timetable/changes", map[string]any{"changes": []map[string]any{
			{"action": "cancel", "group": lecture, "class": fmt.Sprintf("%s.%d", lecture, week)},
		}})
		if err != nil || !got.Succeeded {
			return fmt.Errorf("publish: %v, %w", got.Errors, err)
		}
		took += time.Since(start)
		start = time.Now()
		for i := range each {
			_, header, err := p.fetch(ctx, http.MethodGet, p.path(timetable), p.signed(p.askers[i]), nil)
			if err != nil {
				return err
			}
			if header.Get("Etag") == before[i] {
				stale++
			}
		}
		tables += time.Since(start)
		start = time.Now()
		for i := range each { // others: the same student's timetable would be warm in parts
			if _, _, err := p.fetch(ctx, http.MethodGet, paths[each+i], map[string]string{"Accept-Encoding": "gzip"}, nil); err != nil {
				return err
			}
		}
		feeds += time.Since(start)
	}
	if err := load.Row(fmt.Sprintf("change for %d students", change), load.Milliseconds(took)/3, "ms to publish", "0 old answers", fmt.Sprintf("%d old answers of %d", stale, 3*each), 0); err != nil {
		return err
	}
	if err := load.Row("timetable, cold", load.Milliseconds(tables)/3/each, "ms", "", "", 0); err != nil {
		return err
	}
	return load.Row("calendar feed, cold", load.Milliseconds(feeds)/3/each, "ms", "cost under 2.00 ×", fmt.Sprintf("timetable %.2f ms", load.Milliseconds(tables)/3/each), float64(feeds)/float64(tables))
}
