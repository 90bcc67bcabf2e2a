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
	// bodyTime is how long a client may take to send a small body.
	bodyTime = 5 * time.Second
	// answerTime is how long a client may take to read an answer that is not a stream.
	answerTime = 30 * time.Second
)

// gate checks every request: its form, limit, identity, right. A place is held only while we work: it is
// taken when the body is there and given back when the answer is, so that a client that sends or reads slowly takes nobody's place.
func (s *Server) gate(row Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.metrics.underWay(row.limits.stream)()
		body, err := readRequest(w, r, row)
		if err != nil {
			Fail(w, r, err)
			return
		}
		if !row.limits.unlimited {
			limiter := s.limiterOf(row)
			release, err := limiter.shareOfNetwork(RequestOf(r.Context()).Address)
			if err != nil {
				Fail(w, r, err)
				return
			}
			defer release()
			giveBack, err := limiter.takePlace()
			if err != nil {
				Fail(w, r, err)
				return
			}
			defer giveBack()
			if !row.limits.stream {
				w = &answerWriter{w, giveBack}
			}
		}
		s.serveAdmitted(w, r, row, body, next)
	})
}

// serveAdmitted calls the handler when the caller may.
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
		release, err := s.limiterOf(row).shareOfAccount(who.Account)
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

// HoldStream counts a stream whose sender the handler has found out, until release is called, and refuses it when that account or
// session has too many under way.
func HoldStream(ctx context.Context, who string) (release func(), err error) {
	s := RequestOf(ctx).server
	if s == nil {
		return func() {}, nil
	}
	return s.streams.shareOfAccount(who)
}

// answerWriter gives the place back when the first byte of the answer is there. What is sent then is ready.
type answerWriter struct {
	http.ResponseWriter
	giveBack func()
}

func (w *answerWriter) Write(b []byte) (int, error) {
	if w.giveBack != nil {
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(answerTime)) // where it cannot be set, the server's own holds
		w.giveBack()
		w.giveBack = nil
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach deadlines.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// admit finds out who is calling and whether they may.
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
	if strings.HasPrefix(r.URL.Path, "/api/") { // calendar programs and players add parameters of their own to addresses
		if err := checkQueryNames(r.URL.RawQuery, row.queries); err != nil {
			return nil, err
		}
	}
	return readBody(w, r, row.limits)
}

// readBody reads a small body whole, so that it can be checked before any handler sees it, and puts it back.
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
	_ = deadline.SetReadDeadline(time.Now().Add(bodyTime)) // where it cannot be set, the server's own holds
	body, err := io.ReadAll(r.Body)
	if err != nil {
		// The deadline stays: net/http would wait for the rest of the body before it answers.
		w.Header().Set("Connection", "close")
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, tooLarge(l.body)
		}
		return nil, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	_ = deadline.SetReadDeadline(time.Time{}) // one that outlives the body would cancel whoever waits for the database
	if kind == "application/json" {
		if err := checkJSON(body); err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", kind) // huma compares it letter by letter
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

// contentType returns the media type of the body, and refuses one that the route does not read.
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
