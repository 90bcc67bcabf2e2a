package httpapi

import (
	"context"
	"net/http"
	"net/netip"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/locale"
)

// call is what the middleware knows of a request. One pointer in the context holds all of it, so that the
// hot path pays for one allocation and one look-up.
type call struct {
	request   string // id, in the answer's X-Request-Id and in every log line
	api       bool   // under /api/
	pattern   string // of the route that answered; empty when none did
	language  locale.Language
	address   netip.Addr
	actor     access.Actor
	must      account.Must // what the session has to do before anything else
	header    http.Header  // of the answer, for the few handlers that set one
	token     string       // as sent; for a login, which binds it
	tokenHash [32]byte     // of the session
	device    string       // value of the device cookie; empty without one
	agent     string       // what the client calls itself
}

type callKey struct{}

func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{language: locale.English}
}

func languageOf(ctx context.Context) locale.Language { return callOf(ctx).language }
func requestOf(ctx context.Context) string           { return callOf(ctx).request }
func actorOf(ctx context.Context) access.Actor       { return callOf(ctx).actor }
