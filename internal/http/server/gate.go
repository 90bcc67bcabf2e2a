package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

const (
	// bodyTimeout is how long a client may take to send a small body.
	bodyTimeout = 5 * time.Second
	// responseTimeout is how long a client may take to read a response that is not a stream.
	responseTimeout = 30 * time.Second
)

// gate checks every request: form, limits, identity, right. A slot is only taken between reading the body and writing
// the response, so that a slow client doesn't occupy it.
func (s *Server) gate(row Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.metrics.countRunning(row.limits.stream)()
		body, err := readRequest(w, r, row)
		if err != nil {
			Fail(w, r, err)
			return
		}
		if !row.limits.unlimited {
			limiter := s.limiterOf(row)
			release, err := limiter.acquireForNetwork(RequestOf(r.Context()).Address)
			if err != nil {
				Fail(w, r, err)
				return
			}
			defer release()
			releaseSlot, err := limiter.acquire()
			if err != nil {
				Fail(w, r, err)
				return
			}
			defer releaseSlot()
			if !row.limits.stream {
				w = &slotWriter{w, releaseSlot}
			}
		}
		s.serveAdmitted(w, r, row, body, next)
	})
}

// serveAdmitted calls the handler if the caller may use the route.
func (s *Server) serveAdmitted(w http.ResponseWriter, r *http.Request, row Route, body []byte, next http.Handler) {
	if row.limits.time > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), row.limits.time)
		defer cancel()
		r = r.WithContext(ctx)
	}
	ctx, err := s.admit(r, row, body)
	if err != nil {
		Fail(w, r, err)
		return
	}
	if who := RequestOf(ctx).Actor; who.Account != "" {
		release, err := s.limiterOf(row).acquireForAccount(who.Account)
		if err != nil {
			Fail(w, r, err)
			return
		}
		defer release()
		if err := s.writes.take(s.options.Now(), who, row.writeCost); err != nil {
			Fail(w, r, err)
			return
		}
	}
	next.ServeHTTP(w, r.WithContext(ctx))
}

func (s *Server) limiterOf(row Route) *limiter {
	if row.limits.stream {
		return s.streams
	}
	return s.calls
}

// CountStream counts a stream whose handler authenticates the caller itself, until release is called. It returns a
// fault if that account or session has too many streams running.
func CountStream(ctx context.Context, who string) (release func(), err error) {
	s := RequestOf(ctx).server
	if s == nil {
		return func() {}, nil
	}
	return s.streams.acquireForAccount(who)
}

// slotWriter releases the slot at the first byte of the response, which is then ready.
type slotWriter struct {
	http.ResponseWriter
	releaseSlot func()
}

func (w *slotWriter) Write(b []byte) (int, error) {
	if w.releaseSlot != nil {
		// If unsupported, the server's own deadline applies.
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(responseTimeout))
		w.releaseSlot()
		w.releaseSlot = nil
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController set deadlines.
func (w *slotWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// admit identifies the caller and checks the right to use the route.
func (s *Server) admit(r *http.Request, row Route, body []byte) (context.Context, error) {
	ctx := r.Context()
	caller := Caller{Actor: access.Actor{Address: RequestOf(ctx).Address}}
	if row.Policy != access.Open && row.Policy != access.SignedURL {
		var err error
		if ctx, caller, err = s.options.Authenticate(r, body, row.limits.beforeSession); err != nil {
			return nil, err
		}
	}
	if err := row.Policy.Check(caller.Actor); err != nil {
		return nil, err
	}
	if err := row.checkView(caller.Actor); err != nil {
		return nil, err
	}
	if caller.Setup != nil && !row.limits.allowDuringSetup && row.Policy != access.Anyone {
		return nil, caller.Setup
	}
	RequestOf(ctx).Actor = caller.Actor
	return ctx, nil
}

// readRequest checks the query and reads the body.
func readRequest(w http.ResponseWriter, r *http.Request, row Route) ([]byte, error) {
	if err := checkQuery(r.URL.RawQuery); err != nil {
		return nil, err
	}
	if strings.HasPrefix(r.URL.Path, "/api/") { // calendar programs and players add query parameters
		if err := checkQueryNames(r.URL.RawQuery, row.queries); err != nil {
			return nil, err
		}
	}
	return readBody(w, r, row.limits)
}

// readBody reads a small body completely, so that it can be checked before the handler reads it.
func readBody(w http.ResponseWriter, r *http.Request, l limits) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		return nil, nil
	}
	kind, err := contentType(r, l.content)
	if err != nil {
		return nil, err
	}
	if r.ContentLength > l.body && l.body > 0 {
		return nil, tooLarge(l.body)
	}
	if l.body > 0 {
		r.Body = http.MaxBytesReader(w, r.Body, l.body)
	}
	if l.stream {
		return nil, nil
	}
	deadline := http.NewResponseController(w)
	_ = deadline.SetReadDeadline(time.Now().Add(bodyTimeout)) // if unsupported, the server's own applies
	body, err := io.ReadAll(r.Body)
	if err != nil {
		// Leave the deadline: net/http would wait for the rest of the body before responding.
		w.Header().Set("Connection", "close")
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, tooLarge(l.body)
		}
		return nil, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	_ = deadline.SetReadDeadline(time.Time{}) // a later deadline would cancel a wait for the database
	if kind == "application/json" {
		if err := checkJSON(body); err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", kind) // huma compares it exactly
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

func tooLarge(limit int64) error {
	text := strconv.FormatInt(limit>>10, 10) + " KB"
	if limit >= 1<<20 {
		text = strconv.FormatInt(limit>>20, 10) + " MB"
	}
	return fault.New(fault.TooLarge, "request.too_large", "limit", text)
}

// contentType returns the media type of the body, or a fault if the route doesn't accept it.
func contentType(r *http.Request, allowed []string) (string, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(allowed, kind) {
		return "", fault.New(fault.Unsupported, "request.content_type", "wanted", strings.Join(allowed, ", "))
	}
	if charset := strings.ToLower(params["charset"]); charset != "" && charset != "utf-8" && charset != "utf8" {
		return "", fault.New(fault.Unsupported, "request.charset")
	}
	return kind, nil
}
