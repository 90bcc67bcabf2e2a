package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
)

// limits are what a route takes; the zero body limit means the handler reads the body itself.
type limits struct {
	body    int64
	content []string // content types the route reads, when it has a body
	time    time.Duration
	binds   bool // the token is about to be bound, so no session is looked for behind it
	duty    bool // open to a session that must do something else first, because this is how it is done
	instant bool // answers from memory, so it is never late and never in the way
	lenient bool // the handler itself says what is wrong with its fields, unknown ones included
	stream  bool // the handler reads or writes at length, so neither body nor time is bounded here
}

// The usual route takes a small JSON body and answers before the browser gives up at ten seconds.
var defaultLimits = limits{body: 64 << 10, content: []string{"application/json"}, time: 9 * time.Second}

// An option makes a route differ from the usual one.
type option func(*limits)

// form makes a route take a form instead of JSON.
func form(l *limits) { l.content = []string{"application/x-www-form-urlencoded"} }

// instant makes a route that answers from memory: it needs no deadline and no room.
func instant(l *limits) { l.instant = true }

// binds makes a route look at the token by itself.
func binds(l *limits) { l.binds = true }

// duty keeps a route open to a session that must change its password or enrol a second factor first.
func duty(l *limits) { l.duty = true }

// lenient leaves the fields of a body to the handler.
func lenient(l *limits) { l.lenient = true }

// upload makes a route take a multipart form of up to size bytes, which its handler reads as a stream.
func upload(size int64) option {
	return func(l *limits) { *l = limits{body: size, content: []string{"multipart/form-data"}, stream: true} }
}

// download makes a route that sends as much as there is, for as long as it takes.
func download(l *limits) { *l = limits{stream: true} }

// takes makes a route read a body of up to size bytes and of one of these types as a stream.
func takes(size int64, types ...string) option {
	return func(l *limits) { *l = limits{body: size, content: types, stream: true} }
}

// An Admit decides who is calling from the headers that the contract demands. It is told the body because
// a replay is told apart by it, and whether the token is about to be bound: then it is a visitor's, whatever it was.
type Admit func(ctx context.Context, r *http.Request, body []byte, binds bool) (access.Actor, error)

// gate is what every route stands behind, in this order: room, form, identity, right.
func (a *api) gate(row route, next http.Handler) http.Handler {
	if row.policy == access.Open && row.limits.instant {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := a.room.enter(row.limits.stream)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		defer leave()
		ctx := r.Context()
		if row.limits.time > 0 {
			callOf(ctx).limit(row.limits.time)
		}
		if err := checkQuery(r.URL.RawQuery); err != nil {
			a.fail(w, r, err)
			return
		}
		body, err := readBody(w, r, row.limits)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		who := access.Actor{Address: callOf(ctx).address}
		if row.policy != access.Open && row.policy != access.SignedURL {
			if who, err = a.admit(ctx, r, body, row.limits.binds); err != nil {
				a.fail(w, r, err)
				return
			}
		}
		if err := row.policy.Check(who); err != nil {
			a.fail(w, r, err)
			return
		}
		if err := checkDuty(row, callOf(ctx).must); err != nil {
			a.fail(w, r, err)
			return
		}
		callOf(ctx).actor, callOf(ctx).body = who, body
		next.ServeHTTP(w, r)
	})
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
	if l.stream {
		if l.body > 0 {
			r.Body = http.MaxBytesReader(w, r.Body, l.body)
		}
		return nil, nil
	}
	var body []byte
	if r.ContentLength > 0 && r.ContentLength <= l.body {
		body = make([]byte, r.ContentLength)
		_, err = io.ReadFull(r.Body, body)
	} else {
		body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, l.body))
	}
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
	header := r.Header.Get("Content-Type")
	if header == "application/json" && len(allowed) == 1 && allowed[0] == header {
		return header, nil // what every one of our own requests says
	}
	kind, params, err := mime.ParseMediaType(header)
	charset := strings.ToLower(params["charset"])
	if err == nil && (charset == "" || charset == "utf-8" || charset == "utf8") {
		for _, want := range allowed {
			if kind == want {
				return kind, nil
			}
		}
	}
	return "", fault.New(fault.Unsupported, "request.content_type", "wanted", strings.Join(allowed, ", "))
}
