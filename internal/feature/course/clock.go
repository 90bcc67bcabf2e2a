package course

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// grace is how much may be watched beyond the server's clock, in milliseconds of lessons, since reports come
	// slightly early or late. It is a loan: it recovers only from time in which nothing was watched.
	grace = 15_000
	// maxUsed limits the detail of the past; forgotten time counts as used.
	maxUsed = 64
	// wrongClock is how far ahead of now an instant must be to count as written by a wrong clock.
	wrongClock = 60_000
)

// A clock is the time that the server's clock has granted one student. Each millisecond pays once for up to MaxSpeed
// milliseconds of any lesson on any device. So the total accepted never exceeds the time since Open plus one grace, and
// watching several lessons at once gains nothing. A player that was offline pays with the unused time since its last
// ack.
type clock struct {
	used    Spans // of Unix ms
	grace   int64
	studied int64 // Unix ms up to which study time was counted
}

func newClock() clock { return clock{grace: grace} }

// free returns the unused pieces between two instants.
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

// allowed returns how many milliseconds of a lesson may be accepted now, given the player's last ack.
func (c *clock) allowed(since, now int64) int64 {
	return c.grace + MaxSpeed*c.free(since, now).Total()
}

// pay takes the accepted time out of the time since an instant, then out of the grace. The grace is paid back from
// unused time since the oldest ack, which some player could have claimed too.
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

// inClock returns the least clock time that this much of a lesson takes.
func inClock(ms int64) int64 { return (ms + MaxSpeed - 1) / MaxSpeed }

// use marks this much of the pieces as used, starting where used time ends, otherwise at the end. That way every second
// report joins the one before it, which keeps the list short.
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
		c.used, _ = c.used.add(piece, piece.To) // as much as needed
		ms -= part
	}
	for len(c.used) > maxUsed {
		c.used[1].From = c.used[0].From
		c.used = c.used[1:]
	}
}

// study returns how much of the time a player took counts as study time: never more than the clock, however many
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

// String is the stored form: the grace, the end of study, then alternating free and used durations, starting in 1970.
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

// parseClock reads what String wrote; an empty text is the clock of a student who has not watched anything yet.
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
