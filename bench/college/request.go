package college

import (
	"fmt"
	"strings"
	"time"

	"lectern/bench/load"
)

// Get requests a path as every student in turn.
func (c *College) Get(path string) load.Request {
	return func() []byte {
		n := c.sent.Add(1)
		// The number makes every request unique; a repeated one would be refused as a replay.
		return c.request(n, fmt.Sprintf("GET %s?_t=%d", path, n), "")
	}
}

// Post sends a JSON body as every student in turn; body gets the number of the request.
func (c *College) Post(path string, body func(n int64) string) load.Request {
	return func() []byte {
		n := c.sent.Add(1)
		return c.request(n, "POST "+path, body(n))
	}
}

func (c *College) request(n int64, line, body string) []byte {
	return c.Students[n%int64(len(c.Students))].request(line, body)
}

// Get requests a path, which may have a query, as this person.
func (who *Person) Get(path string) []byte {
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return who.request(fmt.Sprintf("GET %s%s_t=%d", path, mark, time.Now().UnixNano()), "")
}

func (who *Person) request(line, body string) []byte {
	out := fmt.Appendf(nil, "%s HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, deflate, br\r\nCookie: %s\r\n",
		line, who.Cookie)
	for name, value := range who.Sign() {
		out = fmt.Appendf(out, "%s: %s\r\n", name, value)
	}
	if body != "" {
		out = fmt.Appendf(out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	return fmt.Appendf(out, "\r\n%s", body)
}
