package watching

import (
	"strconv"
	"strings"

	"lectern/internal/feature/course"
)

// CurveParts is into how many parts of the same length a lesson is divided to see where its viewers stop.
const CurveParts = 60

// A curve counts for each part of a lesson how many have watched its middle.
type curve [CurveParts]int

// add counts one student. A part belongs to a piece that has its middle.
func (c *curve) add(spans course.Spans, duration int64) {
	if duration <= 0 {
		return
	}
	for i := range c {
		middle := (2*int64(i) + 1) * duration / (2 * CurveParts)
		for _, span := range spans {
			if span.From <= middle && middle < span.To {
				c[i]++
				break
			}
		}
	}
}

// String is how a curve is stored: 12,12,9,…
func (c *curve) String() string {
	parts := make([]string, len(c))
	for i, n := range c {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ",")
}

// addText adds a stored curve. What is not one adds nothing: the next run writes it anew.
func (c *curve) addText(text string) {
	i := 0
	for part := range strings.SplitSeq(text, ",") {
		if n, err := strconv.Atoi(part); err == nil && i < len(c) {
			c[i] += n
		}
		i++
	}
}
