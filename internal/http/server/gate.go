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
	"sync"
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
	serve := s.serveSmall
	if row.limits.large() {
		serve = s.serveLarge
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.metrics.countRunning(row.limits.stream)()
		if err := checkRequestQuery(r, row); err != nil {
			Fail(w, r, err)
			return
		}
		serve(w, r, row, next)
	})
}

// serveSmall reads the body before it takes a slot. Streams are read by their handlers.
func (s *Server) serveSmall(w http.ResponseWriter, r *http.Request, row Route, next http.Handler) {
	body, err := readBody(w, r, row.limits)
	if err != nil {
		Fail(w, r, err)
		return
	}
	if !row.limits.unlimited {
		releaseSlot, leave, err := s.limiterOf(row).enter(RequestOf(r.Context()).Address)
		if err != nil {
			Fail(w, r, err)
			return
		}
		defer leave()
		if !row.limits.stream {
			w = &slotWriter{w, releaseSlot}
		}
	}
	if row.limits.time > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), row.limits.time)
		defer cancel()
		r = r.WithContext(ctx)
	}
	ctx, caller, err := s.identify(r, row)
	if err == nil {
		err = caller.checkOnce(body)
	}
	if err != nil {
		Fail(w, r, err)
		return
	}
	release, err := s.admit(ctx, row, caller, s.limiterOf(row))
	if err != nil {
		Fail(w, r, err)
		return
	}
	defer release()
	next.ServeHTTP(w, r.WithContext(ctx))
}

// serveLarge identifies and admits the caller like that of a call without a body. Only then it reads the body, in one
// of a few slots for large ones, so that memory is bounded whatever strangers send.
func (s *Server) serveLarge(w http.ResponseWriter, r *http.Request, row Route, next http.Handler) {
	ctx, cancel := context.WithTimeout(r.Context(), bodyTimeout+row.limits.time)
	defer cancel()
	r = r.WithContext(ctx)
	ctx, caller, release, err := s.admitLarge(r, row)
	if err != nil {
		w.Header().Set("Connection", "close") // or net/http would read on before responding
		Fail(w, r, err)
		return
	}
	defer release()
	body, err := readBody(w, r, row.limits)
	if err == nil {
		err = caller.checkOnce(body)
	}
	if err != nil {
		Fail(w, r, err)
		return
	}
	next.ServeHTTP(&slotWriter{w, release}, r.WithContext(ctx))
}

// admitLarge does everything that needs no body, and returns with a slot for a large one.
func (s *Server) admitLarge(r *http.Request, row Route) (
	ctx context.Context, caller Caller, release func(), err error,
) {
	if _, err = checkBody(r, row.limits); err != nil {
		return r.Context(), caller, nil, err
	}
	_, leave, err := s.calls.enter(RequestOf(r.Context()).Address)
	if err != nil {
		return r.Context(), caller, nil, err
	}
	defer leave()
	if ctx, caller, err = s.identify(r, row); err != nil {
		return ctx, caller, nil, err
	}
	releaseAccount, err := s.admit(ctx, row, caller, s.large)
	if err != nil {
		return ctx, caller, nil, err
	}
	releaseSlot, err := s.large.acquire()
	if err != nil {
		releaseAccount()
		return ctx, caller, nil, err
	}
	return ctx, caller, sync.OnceFunc(func() { releaseSlot(); releaseAccount() }), nil
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

// identify returns the caller of a route that has one.
func (s *Server) identify(r *http.Request, row Route) (context.Context, Caller, error) {
	if row.Policy != access.Open && row.Policy != access.SignedURL {
		return s.options.Authenticate(r, row.limits.beforeSession)
	}
	return r.Context(), Caller{Actor: access.Actor{Address: RequestOf(r.Context()).Address}}, nil
}

// admit checks the right to use the route, and counts the request for the account until release is called.
func (s *Server) admit(ctx context.Context, row Route, caller Caller, l *limiter) (release func(), err error) {
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
	if caller.Account == "" {
		return func() {}, nil
	}
	if release, err = l.acquireForAccount(caller.Account); err != nil {
		return nil, err
	}
	if err := s.writes.take(s.options.Now(), caller.Actor, row.writeCost); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

func checkRequestQuery(r *http.Request, row Route) error {
	if err := checkQuery(r.URL.RawQuery); err != nil {
		return err
	}
	if strings.HasPrefix(r.URL.Path, "/api/") { // calendar programs and players add query parameters
		return checkQueryNames(r.URL.RawQuery, row.queries)
	}
	return nil
}

func hasBody(r *http.Request) bool {
	return r.Body != nil && r.Body != http.NoBody && r.ContentLength != 0
}

// checkBody returns the media type of the body, or a fault if the route doesn't accept its type or length.
func checkBody(r *http.Request, l limits) (kind string, err error) {
	if !hasBody(r) {
		return "", nil
	}
	if kind, err = contentType(r, l.content); err != nil {
		return "", err
	}
	if r.ContentLength > l.body && l.body > 0 {
		return "", tooLarge(l.body)
	}
	return kind, nil
}

// readBody reads the body of a call completely, so that it can be checked before the handler reads it.
func readBody(w http.ResponseWriter, r *http.Request, l limits) ([]byte, error) {
	kind, err := checkBody(r, l)
	if err != nil || !hasBody(r) {
		return nil, err
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
