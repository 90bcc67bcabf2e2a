package course

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// grace is what may be watched beyond the server's clock, in milliseconds of lessons: reports come a little early or
	// late. It is lent, not given: it grows again only out of time in which nothing was watched.
	grace = 15_000
	// maxUsed bounds how finely the past is remembered; what is forgotten counts as used up.
	maxUsed = 64
	// wrongClock is how far ahead of now something may lie before the clock is taken to have been wrong then.
	wrongClock = 60_000
)

// A clock is what the server's clock has given to one student. Every millisecond of it can be paid with once, for
// MaxSpeed milliseconds of whatever lesson on whatever device: so in total no more is accepted than the clock since
// Open allows, but for one grace, and watching several lessons at once gains nothing. A player that was offline pays
// with the time since the last ack to it, as far as that is unused.
type clock struct {
	used    Spans // of Unix ms
	grace   int64
	studied int64 // Unix ms up to which study was counted
}

func newClock() clock { return clock{grace: grace} }

// free are the pieces between two instants that nobody has paid with.
func (c *clock) free(from, to int64) Spans {
	var out Spans
	for _, span := range c.used {
		if from >= to {
			return out
		}
		if span.To <= from {
			continue
		}
		if span.From > from {
			out = append(out, Span{from, min(span.From, to)})
		}
		from = span.To
	}
	if from < to {
		out = append(out, Span{from, to})
	}
	return out
}

// allowed is how many milliseconds of a lesson may be accepted now from a player whose last ack was at an instant.
func (c *clock) allowed(since, now int64) int64 {
	return c.grace + MaxSpeed*c.free(since, now).Total()
}

// pay takes what was accepted out of the time since an instant, and out of the grace when that is not enough. The grace
// is paid back with what is left of the time since the oldest ack to any player, who could have claimed it too.
func (c *clock) pay(since, oldest, now, accepted int64) {
	c.used = slices.DeleteFunc(c.used, func(s Span) bool { return s.From > now+wrongClock })
	pieces := c.free(since, now)
	spent := min(inClock(accepted), pieces.Total())
	c.use(pieces, spent)
	c.grace -= max(accepted-MaxSpeed*spent, 0)
	if c.grace < grace {
		pieces = c.free(oldest, now)
		back := min(inClock(grace-c.grace), pieces.Total())
		c.use(pieces, back)
		c.grace = min(c.grace+MaxSpeed*back, grace)
	}
}

// inClock is how much of the clock so much of a lesson takes at least.
func inClock(ms int64) int64 { return (ms + MaxSpeed - 1) / MaxSpeed }

// use marks so much of the pieces. It begins where used time ends, and at the end otherwise: every second report joins
// the one before it, which keeps the list short.
func (c *clock) use(pieces Spans, ms int64) {
	joins := len(pieces) > 0 && slices.ContainsFunc(c.used, func(s Span) bool { return s.To == pieces[0].From })
	if !joins {
		slices.Reverse(pieces)
	}
	for _, piece := range pieces {
		if ms == 0 {
			break
		}
		part := min(piece.To-piece.From, ms)
		if joins {
			piece.To = piece.From + part
		} else {
			piece.From = piece.To - part
		}
		c.used, _ = c.used.add(piece, piece.To) // as much as it takes
		ms -= part
	}
	for len(c.used) > maxUsed {
		c.used[1].From = c.used[0].From
		c.used = c.used[1:]
	}
}

// study is how much of what took so long counts as time by the clock: nobody studies longer than it runs, however many
// players are open.
func (c *clock) study(since, now, took int64) int64 {
	if c.studied <= now+wrongClock {
		since = max(since, c.studied)
	}
	counted := min(took, max(now-since, 0))
	if counted > 0 {
		c.studied = now
	}
	return counted
}

// String is how a clock is stored: the grace, the end of study, then by turns how long it was free and how long used,
// from 1970 on.
func (c *clock) String() string {
	out := make([]byte, 0, 32+10*len(c.used))
	out = strconv.AppendInt(out, c.grace, 36)
	out = append(out, ' ')
	out = strconv.AppendInt(out, c.studied, 36)
	last := int64(0)
	for _, span := range c.used {
		out = append(out, ' ')
		out = strconv.AppendInt(out, span.From-last, 36)
		out = append(out, ' ')
		out = strconv.AppendInt(out, span.To-span.From, 36)
		last = span.To
	}
	return string(out)
}

// parseClock reads what String wrote; nothing is the clock of a student who has not watched anything yet.
func parseClock(text string) (clock, error) {
	if text == "" {
		return newClock(), nil
	}
	var numbers []int64
	for field := range strings.SplitSeq(text, " ") {
		n, err := strconv.ParseInt(field, 36, 64)
		if err != nil || n < 0 || n == 0 && len(numbers) >= 2 {
			return clock{}, fmt.Errorf("course: %.80q is not a clock", text)
		}
		numbers = append(numbers, n)
	}
	if len(numbers)%2 != 0 {
		return clock{}, fmt.Errorf("course: %.80q is not a clock", text)
	}
	c := clock{grace: numbers[0], studied: numbers[1]}
	last := int64(0)
	for i := 2; i < len(numbers); i += 2 {
		from := last + numbers[i]
		last = from + numbers[i+1]
		c.used = append(c.used, Span{from, last})
	}
	return c, nil
}
