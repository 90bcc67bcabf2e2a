package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/locale"
)

// call is what the middleware knows of a request. It is the request's context at the same time, so that the hot path pays for one
// allocation and one look-up.
type call struct {
	context.Context // the connection's own
	until           time.Time
	bounded         atomic.Pointer[bound]
	out             recorder

	request   string // id, in the answer's X-Request-Id and in every log line
	api       bool   // under /api/
	pattern   string // of the route that answered; empty when none did
	language  locale.Language
	address   netip.Addr
	actor     access.Actor
	body      []byte       // as far as the gate has read it
	must      account.Must // what the session has to do before anything else
	header    http.Header  // of the answer, for the few handlers that set one
	token     string       // as sent; for a login, which binds it
	tokenHash [32]byte     // of the session
	device    string       // value of the device cookie; empty without one
	agent     string       // what the client calls itself
}

type callKey struct{}

// A bound is a context that ends when the call's time is up. Most calls are answered from memory, where nobody waits for anything:
// it is made when somebody first asks for its end.
type bound struct {
	context.Context
	cancel context.CancelFunc
}

// limit gives the call so much time from now on.
func (c *call) limit(d time.Duration) { c.until = time.Now().Add(d) }

// release ends what still hangs on the call's time.
func (c *call) release() {
	if b := c.bounded.Load(); b != nil {
		b.cancel()
	}
}

func (c *call) inner() context.Context {
	if c.until.IsZero() {
		return c.Context
	}
	if b := c.bounded.Load(); b != nil {
		return b
	}
	ctx, cancel := context.WithDeadline(c.Context, c.until)
	if b := (&bound{ctx, cancel}); c.bounded.CompareAndSwap(nil, b) {
		return b
	}
	cancel() // another goroutine was faster
	return c.bounded.Load()
}

// Deadline, Done, Err and Value make the call a context.
func (c *call) Deadline() (time.Time, bool) {
	if c.until.IsZero() {
		return c.Context.Deadline()
	}
	return c.until, true
}

// Done is closed when the caller has gone or the time is up.
func (c *call) Done() <-chan struct{} { return c.inner().Done() }

// Err says which of the two it was.
func (c *call) Err() error {
	if b := c.bounded.Load(); b == nil && (c.until.IsZero() || time.Now().Before(c.until)) {
		return c.Context.Err()
	}
	return c.inner().Err()
}

// Value finds the call itself, and what the contexts around it know. Package context asks for the nearest one that it made.
func (c *call) Value(key any) any {
	if _, ok := key.(callKey); ok {
		return c
	}
	if b := c.bounded.Load(); b != nil {
		return b.Value(key)
	}
	return c.Context.Value(key)
}

func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{Context: ctx, language: locale.English}
}

func languageOf(ctx context.Context) locale.Language { return callOf(ctx).language }
func requestOf(ctx context.Context) string           { return callOf(ctx).request }
func actorOf(ctx context.Context) access.Actor       { return callOf(ctx).actor }
