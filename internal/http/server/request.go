package server

import (
	"context"
	"net/http"
	"net/netip"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
)

// A Request is what the middleware knows of a request; handlers find it with RequestOf.
type Request struct {
	ID       string // in the answer's X-Request-Id and in every log line
	Language locale.Language
	Address  netip.Addr
	Header   http.Header  // of the answer, for the few typed handlers that set one
	Actor    access.Actor // the caller; a login sets it to who has just logged in, for the log

	server  *Server
	pattern string // of the route that answered; empty when none did
}

type requestKey struct{}

// RequestOf returns the request behind a context. Outside of a request, in tests of handlers, it is an empty one.
func RequestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{Language: locale.English, Header: http.Header{}}
}

// LanguageOf is the caller's language.
func LanguageOf(ctx context.Context) locale.Language { return RequestOf(ctx).Language }

// ActorOf is the caller, for handlers of streams; typed handlers get it as an argument.
func ActorOf(ctx context.Context) access.Actor { return RequestOf(ctx).Actor }
