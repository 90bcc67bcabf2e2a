package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
)

// bodyTime is how long a client may take to send a small body.
const bodyTime = 5 * time.Second

// gate is what every route stands behind: form of the request, limit, identity, right. The body is read before a place is
// taken, so that a slow sender takes nobody's place.
func (s *Server) gate(row Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.metrics.underWay(row.limits.stream)()
		body, err := readRequest(w, r, row)
		if err != nil {
			Fail(w, r, err)
			return
		}
		if !row.limits.unlimited {
			release, err := s.limiter.acquire(row.limits.stream)
			if err != nil {
				Fail(w, r, err)
				return
			}
			defer release()
		}
		ctx := r.Context()
		if row.limits.time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, row.limits.time)
			defer cancel()
			r = r.WithContext(ctx)
		}
		ctx, err = s.admit(r, row, body)
		if err != nil {
			Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

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
		return nil, fault.New(fault.TooLarge, "request.too_large")
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
	_ = deadline.SetReadDeadline(time.Time{}) // one that outlives the body would cancel whoever waits for the database
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.New(fault.TooLarge, "request.too_large")
	case err != nil:
		return nil, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	if kind == "application/json" {
		if err := checkJSON(body); err != nil {
			return nil, err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// contentType returns the media type of the body, and refuses one that the route does not read.
func contentType(r *http.Request, allowed []string) (string, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	if err == nil && slices.Contains(allowed, kind) && (charset == "" || charset == "utf-8" || charset == "utf8") {
		return kind, nil
	}
	return "", fault.New(fault.Unsupported, "request.content_type", "wanted", strings.Join(allowed, ", "))
}
