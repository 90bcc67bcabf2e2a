package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

const (
	maxHeader = 16 << 10 // bytes of request headers; ours have about one thousand
	maxURL    = 16 << 10 // bytes of the URL; enough for the thousand parameters of row 9.5
)

// MaxHeaderBytes is where net/http gives up on a request. Requests between our own limits and this one get a response
// with a code.
const MaxHeaderBytes = 64 << 10

// middleware wraps every request: request id, language, security headers, limits, origin check, recover, metrics and
// a log line.
func (s *Server) middleware(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		request := &Request{
			ID: newRequestID(), Language: locale.Match(r.Header.Get("Accept-Language")), Address: s.clientAddress(r),
			Header: w.Header(), server: s,
		}
		r = r.WithContext(context.WithValue(r.Context(), requestKey{}, request))
		out := &recorder{ResponseWriter: w}
		setHeaders(w.Header(), s.options.Secure)
		w.Header().Set("X-Request-Id", request.ID)
		defer func() {
			if p := recover(); p != nil {
				recovered(out, r, p)
			}
			s.finish(r, out, time.Since(start))
		}()
		if len(r.RequestURI) > maxURL {
			FailWith(out, r, http.StatusRequestURITooLong, fault.New(fault.TooLarge, "request.url_too_long"))
			return
		}
		if headerSize(r) > maxHeader {
			FailWith(out, r, http.StatusRequestHeaderFieldsTooLarge, fault.New(fault.TooLarge, "request.header_too_large"))
			return
		}
		if err := origin.Check(r); err != nil {
			Fail(out, r, fault.New(fault.Forbidden, "request.cross_origin").Because(err))
			return
		}
		next.ServeHTTP(out, r)
	})
}

// recovered turns a panic into a response and a log line with the stack.
func recovered(out *recorder, r *http.Request, p any) {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p) // how handlers abort the connection; net/http expects it
	}
	slog.ErrorContext(r.Context(), "panic", "request", RequestOf(r.Context()).ID, "route", RequestOf(r.Context()).pattern,
		"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if out.status == 0 {
		refusalOf(r.Context(),
			[]*fault.Error{fault.New(fault.Internal, "server.error", "request", RequestOf(r.Context()).ID)}).write(out)
	}
}

// callerGone is the status in logs and metrics if the caller left before the response, as in nginx.
const callerGone = 499

// finish counts and logs a request. The log has the route's pattern and no query, because paths and queries may
// contain secrets.
func (s *Server) finish(r *http.Request, out *recorder, took time.Duration) {
	if out.status == 0 {
		out.status = http.StatusOK
	}
	if out.status == http.StatusServiceUnavailable && errors.Is(r.Context().Err(), context.Canceled) {
		out.status = callerGone
	}
	request := RequestOf(r.Context())
	pattern := cmp.Or(request.pattern, "none")
	s.metrics.observe(pattern, out.status, took)
	level := slog.LevelDebug
	switch {
	case out.status >= http.StatusInternalServerError:
		level = slog.LevelWarn
	case strings.HasPrefix(r.URL.Path, "/api/"):
		level = slog.LevelInfo
	}
	slog.LogAttrs(r.Context(), level, "request", slog.String("request", request.ID), slog.String("route", pattern),
		slog.String("method", r.Method), slog.Int("status", out.status), slog.Int64("bytes", out.bytes),
		slog.Duration("took", took), slog.String("account", cmp.Or(request.Actor.Viewer, request.Actor.Account)))
}

// clientAddress returns the peer's address or, if the peer is a trusted proxy, the last address in X-Forwarded-For
// that is not a trusted proxy.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	address := peer.Addr().Unmap()
	if len(s.options.Proxies) == 0 || !s.trusted(address) {
		return address
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(hops) {
		hop, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil {
			break
		}
		if address = hop.Unmap(); !s.trusted(address) {
			break
		}
	}
	return address
}

func (s *Server) trusted(address netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
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

// newRequestID only needs to be unlikely to repeat, not hard to guess.
func newRequestID() string {
	return fmt.Sprintf("%016x", rand.Uint64()) //nolint:gosec // an id for logs, not a secret
}

// recorder records the status and size of a response.
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

// ReadFrom passes a file to net/http, so that it can use sendfile.
func (w *recorder) ReadFrom(r io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, r)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController set deadlines and flush.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
