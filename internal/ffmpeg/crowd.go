package ffmpeg

import (
	"context"
	"time"
)

// A crowd tells from the number of requests so far whether people are about.
type crowd struct {
	seen   int64
	recent float64 // requests, of which older ones count less and less
	about  bool
}

const (
	lookEvery = 20 * time.Millisecond
	fade      = 0.9 // of what is recent, from one look to the next
	// Some come at once, or twenty a second for a while; gone they are about a second after the last of many.
	comes, goes = 4, 1
)

// look takes in how many requests there have been, and tells whether the answer has changed.
func (c *crowd) look(requests int64) (changed bool) {
	c.recent = c.recent*fade + float64(requests-c.seen)
	c.seen = requests
	before := c.about
	c.about = c.recent >= comes || before && c.recent >= goes
	return c.about != before
}

// giveWay keeps a core free of a program while people are about, until the context ends. A low priority is not enough: while the program
// has a thread on every core, the kernel takes the machine for fully used and does not look for a core that could be had at once, and
// the server's threads wait for each other. Nor is the lowest (SCHED_IDLE): to the kernel such a core is as good as free, and the
// server is put on it.
func (t *Tool) giveWay(ctx context.Context, pid int) {
	all, fewer, ok := cores()
	if t.Requests == nil || !ok {
		return
	}
	people := crowd{seen: t.Requests()}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for last := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		changed := people.look(t.Requests())
		if changed || last { // once more at the next look, for a thread that was just then being started
			if people.about {
				confine(pid, fewer)
			} else {
				confine(pid, all)
			}
		}
		last = changed
	}
}
