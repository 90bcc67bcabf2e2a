package httpapi

import (
	"net/http"
	"strconv"

	"lectern/internal/course"
)

// readReport reads a report as our player writes it. What it takes keeps every rule in the tags of reportIn; the test holds the two
// against each other.
func readReport(r *http.Request, body []byte) (*reportIn, bool) {
	in := &reportIn{Lesson: r.PathValue("lesson")}
	said, p := &in.Body, &plain{text: body}
	fields := 0 // that were read: the gate has refused one that comes twice
	whole := p.fields(func(key []byte) (ok bool) {
		fields++
		switch string(key) {
		case "player":
			said.Player, ok = p.name()
		case "speed":
			said.Speed, ok = p.float()
		case "position":
			said.Position, ok = p.float()
		case "intervals":
			said.Intervals, ok = p.pairs(course.MaxReportSpans)
		}
		return ok
	})
	return in, whole && p.end() && fields == 4 && len(in.Lesson) <= 64 && said.Speed >= 0.5 && said.Speed <= course.MaxSpeed
}

// name reads a text of 1 to 64 characters; beyond ASCII they would have to be counted.
func (p *plain) name() (string, bool) {
	p.next()
	text, ok := p.string()
	return string(text), ok && len(text) >= 1 && len(text) <= 64 && isASCII(text)
}

func (p *plain) float() (float64, bool) {
	text, ok := p.number()
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(text), 64)
	return n, err == nil
}

// pairs reads so many lists of two numbers at most.
func (p *plain) pairs(most int) ([][]float64, bool) {
	list := [][]float64{}
	ok := p.list(func() bool {
		pair := make([]float64, 0, 2)
		whole := p.list(func() bool {
			n, ok := p.float()
			pair = append(pair, n)
			return ok && len(pair) <= 2
		})
		list = append(list, pair)
		return whole && len(pair) == 2 && len(list) <= most
	})
	return list, ok
}
