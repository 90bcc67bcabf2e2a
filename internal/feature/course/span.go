package course

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Span is a part of a lesson, in milliseconds from its start. To is exclusive.
type Span struct {
	From, To int64
}

// Spans are parts of a lesson in order, at least joinGap apart.
type Spans []Span

const (
	// joinGap is the gap up to which two spans are joined: a player samples its position a few times a second. The gap
	// counts as watched, so it is paid for.
	joinGap = 500
	// maxSpans limits what is stored about one lesson. Beyond it, more counts only where it touches an existing span.
	maxSpans = 400
)

// Total is the length of all spans together.
func (s Spans) Total() int64 {
	var total int64
	for _, span := range s {
		total += span.To - span.From
	}
	return total
}

// add adds a span, at most limit milliseconds of it that are new, and returns the new spans and how much they grew by.
// If the limit cuts the span, its start counts.
func (s Spans) add(piece Span, limit int64) (Spans, int64) {
	if piece.To <= piece.From || limit <= 0 {
		return s, 0
	}
	// The spans from first to last are within reach of the new one and are joined with it.
	first, _ := slices.BinarySearchFunc(s, piece.From-joinGap, func(span Span, from int64) int {
		return int(min(max(span.To-from, -1), 1))
	})
	last := first
	for last < len(s) && s[last].From <= piece.To+joinGap {
		last++
	}
	if first == last && len(s) >= maxSpans {
		return s, 0
	}
	whole, grown := piece, int64(0)
	if first < last {
		whole.From = min(piece.From, s[first].From)
	}
	to := whole.From // how far the joined span is paid for
	for i := first; i <= last; i++ {
		end := max(piece.To, to)
		if i < last {
			end = s[i].From
		}
		need := max(end-to, 0)
		if need > limit-grown {
			return s.cut(first, i, Span{whole.From, to + limit - grown}, limit)
		}
		grown += need
		to = max(to, end)
		if i < last {
			to = max(to, s[i].To)
		}
	}
	whole.To = to
	return slices.Replace(slices.Clone(s), first, last, whole), grown
}

// cut is the result of add if the limit ends in the gap before span i: the spans from first up to there are joined.
func (s Spans) cut(first, i int, whole Span, limit int64) (Spans, int64) {
	if first == i && len(s) >= maxSpans {
		return s, 0
	}
	return slices.Replace(slices.Clone(s), first, i, whole), limit
}

// within clips the span to a lesson of some length.
func (s Span) within(duration int64) Span {
	return Span{From: min(max(s.From, 0), duration), To: min(max(s.To, 0), duration)}
}

// within clips the spans to a lesson of some length.
func (s Spans) within(duration int64) Spans {
	if len(s) == 0 || s[len(s)-1].To <= duration {
		return s
	}
	var out Spans
	for _, span := range s {
		if span = span.within(duration); span.From < span.To {
			out = append(out, span)
		}
	}
	return out
}

// String is the stored form: 0-15000,20000-30500.
func (s Spans) String() string {
	out := make([]byte, 0, 16*len(s))
	for i, span := range s {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, span.From, 10)
		out = append(out, '-')
		out = strconv.AppendInt(out, span.To, 10)
	}
	return string(out)
}

// ParseSpans reads exactly what String writes.
func ParseSpans(text string) (Spans, error) {
	if text == "" {
		return nil, nil
	}
	out := make(Spans, 0, strings.Count(text, ",")+1)
	last := int64(-1)
	for part := range strings.SplitSeq(text, ",") {
		from, to, ok := strings.Cut(part, "-")
		a, errA := strconv.ParseInt(from, 10, 64)
		b, errB := strconv.ParseInt(to, 10, 64)
		if !ok || errA != nil || errB != nil || a <= last || b <= a {
			return nil, fmt.Errorf("course: %.40q is not a list of pieces in order", text)
		}
		out, last = append(out, Span{a, b}), b
	}
	return out, nil
}
