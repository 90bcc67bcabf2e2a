package server

import (
	"context"
	"net/http"
	"net/netip"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
)

// Request is what the middleware knows of a request; handlers get it with RequestOf.
type Request struct {
	ID       string // in the header X-Request-Id and in every log line
	Language locale.Language
	Address  netip.Addr
	Header   http.Header  // of the response, for the few typed handlers that set one
	Actor    access.Actor // the caller; a login sets it to the new session's, for the log

	server  *Server
	pattern string // of the matched route; empty if none
}

type requestKey struct{}

// RequestOf returns the request of a context, or an empty one outside of a request, as in tests of handlers.
func RequestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{Language: locale.English, Header: http.Header{}}
}

// LanguageOf returns the caller's language.
func LanguageOf(ctx context.Context) locale.Language { return RequestOf(ctx).Language }

// ActorOf returns the caller, for handlers of streams; typed handlers get it as an argument.
func ActorOf(ctx context.Context) access.Actor { return RequestOf(ctx).Actor }
