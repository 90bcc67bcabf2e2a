package watching

import (
	"strconv"
	"strings"

	"lectern/internal/feature/course"
)

// CurveParts is the number of equal parts of a lesson for which viewers are counted.
const CurveParts = 60

// curve counts, for each part of a lesson, the students who watched its middle.
type curve [CurveParts]int

// add counts one student. A span covers the parts whose middle it contains.
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

// String returns the curve as it is stored: 12,12,9,…
func (c *curve) String() string {
	parts := make([]string, len(c))
	for i, n := range c {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ",")
}

// addText adds a stored curve. It ignores an invalid one, which the next run overwrites.
func (c *curve) addText(text string) {
	i := 0
	for part := range strings.SplitSeq(text, ",") {
		if n, err := strconv.Atoi(part); err == nil && i < len(c) {
			c[i] += n
		}
		i++
	}
}
