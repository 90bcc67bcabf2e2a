package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/fault"
)

// rememberedCalls bounds the replay window: about 16 bytes each.
const rememberedCalls = 1 << 19

// admitCaller checks the four headers of the contract (row 7.6) and the device cookie, cheapest first. What is wrong with
// the form of a request is 400; 401 means that there is no valid session, and nothing else.
func (a *api) admitCaller(ctx context.Context, r *http.Request, body []byte, binds bool) (access.Actor, error) {
	c := callOf(ctx)
	who := access.Actor{Address: c.address}
	now := a.Now()
	at, err := a.checkSigned(r.Header, now)
	if err != nil {
		return who, err
	}
	token, err := bearer(r.Header)
	if err != nil {
		return who, err
	}
	identity, err := single(r.Header, "Miniprogramidentity")
	if err != nil {
		return who, err
	}
	c.token, c.device, c.agent = token, a.deviceOf(r), r.UserAgent()
	if binds {
		c.tokenHash = account.HashToken(token)
	} else {
		visit, err := a.Accounts.Resolve(ctx, account.Call{Token: token, Identity: identity, Device: c.device, Address: c.address})
		if err != nil {
			return who, err
		}
		who, c.must, c.tokenHash = visit.Actor, visit.Must, visit.Token
	}
	return who, a.replay.Take(now, c.tokenHash, at, r.Method, r.URL.RequestURI(), body)
}

// checkSigned verifies timestamp and signature, because the contract says so; nothing relies on them.
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

// single returns a header that may be there once; the name is in its canonical form.
func single(h http.Header, name string) (string, error) {
	switch values := h[name]; len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0], nil
	}
	return "", fault.New(fault.Invalid, "request.header_twice", "header", name)
}

// bearer returns the token. Without one there is no session to speak of.
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

// checkDuty closes everything but the way to do it to a session that must do something first.
func checkDuty(row route, must account.Must) error {
	switch {
	case row.limits.duty || row.policy == access.Anyone:
		return nil
	case must.ChangePassword:
		return fault.New(fault.Forbidden, "account.change_password_first")
	case must.EnrolFactor:
		return fault.New(fault.Forbidden, "account.enrol_factor_first")
	}
	return nil
}

// The device cookie is out of reach of scripts and of other sites. Over TLS its name forbids others to plant it.
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

const deviceLife = 400 * 24 * time.Hour // the longest that browsers keep a cookie

func (a *api) setDevice(h http.Header, value string) {
	cookie := http.Cookie{ //nolint:gosec // Secure follows the address that people type; a college may try it without TLS
		Name: a.deviceCookie(), Value: value, Path: "/", MaxAge: int(deviceLife / time.Second),
		HttpOnly: true, Secure: a.Secure, SameSite: http.SameSiteStrictMode,
	}
	h.Add("Set-Cookie", cookie.String())
}
