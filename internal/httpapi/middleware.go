package httpapi

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"lectern/internal/fault"
	"lectern/internal/locale"
)

// maxHeader is how many bytes of headers a request may have; ours have about one thousand.
const maxHeader = 16 << 10

// wrap is what every request passes on its way in and out: an id, the language, safe headers, a number for
// the metrics, a line in the log, and a net under it all.
func (a *api) wrap(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.answerQuick(w, r) {
			return
		}
		start := time.Now()
		c := &call{Context: r.Context(), request: newRequestID(), api: strings.HasPrefix(r.URL.Path, "/api/"), language: locale.Match(r.Header.Get("Accept-Language")), address: a.clientAddress(r)}
		r = r.WithContext(c)
		defer c.release()
		out := &c.out
		out.ResponseWriter = w
		c.header = out.Header()
		a.setHeaders(c.header)
		if c.api { // a file needs no name to be found by in the log
			c.header["X-Request-Id"] = []string{c.request}
		}
		defer func() {
			if p := recover(); p != nil {
				a.recovered(out, r, p)
			}
			a.finish(r, out, c, time.Since(start))
		}()
		if headerSize(r) > maxHeader {
			refused := a.refuse(r.Context(), fault.New(fault.TooLarge, "request.header_too_large"))
			refused.StatusCode = http.StatusRequestHeaderFieldsTooLarge
			refused.write(out)
			return
		}
		if err := origin.Check(r); err != nil {
			a.fail(out, r, fault.New(fault.Forbidden, "request.cross_origin").Because(err))
			return
		}
		next.ServeHTTP(out, r)
	})
}

// setHeaders sets what every answer has. What only a page needs is set where pages are served.
func (a *api) setHeaders(h http.Header) {
	h["X-Content-Type-Options"] = nosniff
	h["Referrer-Policy"] = noReferrer
	h["Content-Security-Policy"] = dataPolicy
	if a.Secure {
		h["Strict-Transport-Security"] = transport
	}
}

// The values never change, so that a request allocates none of them.
var (
	nosniff    = []string{"nosniff"}
	noReferrer = []string{"no-referrer"}
	dataPolicy = []string{"default-src 'none'; frame-ancestors 'none'"} // data is not a page: it may load nothing
	transport  = []string{"max-age=31536000; includeSubDomains"}
	// workerPolicy is the service worker's own: a worker lives by the policy of its file, and this one fetches the app and
	// the picture of a notice.
	workerPolicy = []string{"default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"}
)

// recovered turns a panic into an answer and a log line with the stack, and lets the server go on.
func (a *api) recovered(out *recorder, r *http.Request, p any) {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p) // a handler's way to cut the connection; net/http knows it
	}
	slog.ErrorContext(r.Context(), "panic", "request", requestOf(r.Context()), "route", callOf(r.Context()).pattern, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if out.status == 0 {
		say(languageOf(r.Context()), []*fault.Error{
			fault.New(fault.Internal, "server.error", "request", requestOf(r.Context())),
		}).write(out)
	}
}

// finish counts and logs. The log has the route's pattern and no query: paths and queries may hold secrets.
func (a *api) finish(r *http.Request, out *recorder, c *call, took time.Duration) {
	if out.status == 0 {
		out.status = http.StatusOK
	}
	pattern := c.pattern
	if pattern == "" {
		pattern = "none"
	}
	a.metrics.observe(pattern, out.status, took)
	level := slog.LevelDebug
	switch {
	case out.status >= http.StatusInternalServerError:
		level = slog.LevelWarn
	case c.api:
		level = slog.LevelInfo
	}
	if !slog.Default().Enabled(r.Context(), level) {
		return
	}
	slog.LogAttrs(r.Context(), level, "request", slog.String("request", c.request), slog.String("route", pattern),
		slog.String("method", r.Method), slog.Int("status", out.status), slog.Int64("bytes", out.bytes),
		slog.Duration("took", took), slog.String("account", c.actor.Account))
}

// clientAddress is the peer, or what the peer says when it is a proxy that we trust: the last address in
// X-Forwarded-For that is not itself such a proxy.
func (a *api) clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	address := peer.Addr().Unmap()
	if len(a.Proxies) == 0 || !a.trusted(address) {
		return address
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if address = hop.Unmap(); !a.trusted(address) {
			break
		}
	}
	return address
}

func (a *api) trusted(address netip.Addr) bool {
	for _, prefix := range a.Proxies {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

func headerSize(r *http.Request) int {
	size := 0
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	return size
}

// newRequestID needs to be unlikely to repeat, not hard to guess.
func newRequestID() string {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], rand.Uint64()) //nolint:gosec // an id for logs, not a secret
	return hex.EncodeToString(b[:])
}

// recorder remembers the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom hands a file on to net/http, which hands it to the kernel: a segment then never passes through this process.
func (w *recorder) ReadFrom(r io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, r)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach deadlines and flushing.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
