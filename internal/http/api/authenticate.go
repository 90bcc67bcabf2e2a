package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// rememberedCalls limits the replay window, at about 100 bytes each. A timestamp is valid for ten minutes, which
// allows 400 requests a second.
const rememberedCalls = 1 << 18

// visit is the information from an authenticated request's headers, for handlers that need more than the actor.
type visit struct {
	token  string       // as sent; the login turns it into a session
	device string       // value of the device cookie, or empty
	agent  string       // User-Agent
	must   account.Must // required before anything else, such as a new password
}

type visitKey struct{}

func visitOf(ctx context.Context) visit {
	v, _ := ctx.Value(visitKey{}).(visit)
	return v
}

// authenticate checks the four headers of the contract (row 7.6) and the device cookie, cheapest first. A malformed
// request is 400; 401 only means that there is no valid session.
func (a *api) authenticate(r *http.Request, beforeSession bool) (context.Context, server.Caller, error) {
	ctx := r.Context()
	address := server.RequestOf(ctx).Address
	caller := server.Caller{Actor: access.Actor{Address: address}}
	now := a.Now()
	at, err := a.checkSigned(r.Header, now)
	if err != nil {
		return ctx, caller, err
	}
	token, err := bearer(r.Header)
	if err != nil {
		return ctx, caller, err
	}
	identity, err := single(r.Header, "MiniProgramIdentity")
	if err != nil {
		return ctx, caller, err
	}
	v := visit{token: token, device: a.deviceOf(r), agent: r.UserAgent()}
	hash := account.HashToken(token)
	if !beforeSession {
		known, err := a.Accounts.Resolve(ctx,
			account.Call{Token: token, Identity: identity, Device: v.device, Address: address})
		if err != nil {
			return ctx, caller, err
		}
		v.must = known.Must
		caller = server.Caller{Actor: known.Actor, Setup: setupError(known.Must)}
	}
	caller.Once = func(body []byte) error { return a.replay.Take(hash, at, r.Method, r.URL.RequestURI(), body) }
	return context.WithValue(ctx, visitKey{}, v), caller, nil
}

// checkSigned verifies timestamp and signature as the contract requires. Our security doesn't depend on them.
func (a *api) checkSigned(h http.Header, now time.Time) (account.Timestamp, error) {
	text, err := single(h, "X-Timestamp")
	if err != nil {
		return account.Timestamp{}, err
	}
	signature, err := single(h, "X-Signature")
	if err != nil {
		return account.Timestamp{}, err
	}
	at, err := account.ParseTimestamp(text)
	if err != nil {
		return at, err
	}
	if err := account.CheckSignature(signature, at, a.Client.SignSecret); err != nil {
		return at, err
	}
	return at, at.Near(now)
}

// single returns a header that may occur at most once.
func single(h http.Header, name string) (string, error) {
	switch values := h.Values(name); len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0], nil
	}
	return "", fault.New(fault.Invalid, "request.header_twice", "header", name)
}

// bearer returns the token. A missing one means there is no session.
func bearer(h http.Header) (string, error) {
	text, err := single(h, "Authorization")
	if err != nil {
		return "", err
	}
	scheme, token, _ := strings.Cut(text, " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(token) == "" {
		return "", fault.New(fault.Unauthenticated, "access.signed_out")
	}
	return strings.TrimSpace(token), nil
}

// setupError refuses all other routes to a session that must first complete its setup.
func setupError(must account.Must) error {
	switch {
	case must.ChangePassword:
		return fault.New(fault.Forbidden, "account.change_password_first")
	case must.EnrolFactor:
		return fault.New(fault.Forbidden, "account.enrol_factor_first")
	}
	return nil
}

// sessionHolder returns the actor of the session that a signed address was issued to. The session must be open,
// belong to this browser and have completed its setup.
func (a *api) sessionHolder(r *http.Request, session string) (access.Actor, error) {
	known, err := a.Accounts.CheckSession(r.Context(), session, a.deviceOf(r))
	if err == nil {
		err = setupError(known.Must)
	}
	return known.Actor, err
}

// The device cookie is inaccessible to scripts and other sites. With TLS its prefix stops others from setting it.
func (a *api) deviceCookie() string {
	if a.Secure {
		return "__Host-lectern-device"
	}
	return "lectern-device"
}

func (a *api) deviceOf(r *http.Request) string {
	cookie, err := r.Cookie(a.deviceCookie())
	if err != nil {
		return ""
	}
	return cookie.Value
}

const deviceLife = 400 * 24 * time.Hour // the maximum that browsers allow

func (a *api) setDevice(h http.Header, value string) {
	cookie := http.Cookie{ //nolint:gosec // Secure follows the address that people type; a college may try it without TLS
		Name: a.deviceCookie(), Value: value, Path: "/", MaxAge: int(deviceLife / time.Second),
		HttpOnly: true, Secure: a.Secure, SameSite: http.SameSiteStrictMode,
	}
	h.Add("Set-Cookie", cookie.String())
}
