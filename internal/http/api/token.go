package api

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"lectern/internal/feature/account"
	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// wireClient is the form of a token request.
type wireClient struct {
	ClientID     string `json:"client_id" doc:"clientId of /app-config.json, unless sent by HTTP Basic."`
	ClientSecret string `json:"client_secret"`
	GrantType    string `json:"grant_type" enum:"client_credentials"`
	Scope        string `json:"scope,omitempty"`
}

// wireToken is the response of RFC 6749, section 5.1; it has no envelope.
type wireToken struct {
	AccessToken string `json:"access_token" example:"v1.4f0c…"`
	TokenType   string `json:"token_type" example:"Bearer"`
	ExpiresIn   int    `json:"expires_in" example:"600"`
	Scope       string `json:"scope"`
}

// wireTokenError is the error response of section 5.2.
type wireTokenError struct {
	Error       string `json:"error" enum:"invalid_request,invalid_client,invalid_scope,unsupported_grant_type"`
	Description string `json:"error_description" doc:"For developers, in English. Errors of timestamp or signature begin with their code in brackets."`
}

// issueToken issues an anonymous token to clients that know the client secret, which is public in the web app. It
// also sets the device cookie if missing, so that the login can be bound to the browser.
func (a *api) issueToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Pragma", "no-cache")
	if refused := a.checkSignedClient(r); refused != nil {
		writeToken(w, http.StatusBadRequest, refused)
		return
	}
	if refused, basic := a.checkClient(r); refused != nil {
		status := http.StatusBadRequest
		if basic && refused.Error == "invalid_client" {
			status = http.StatusUnauthorized // section 5.2 requires it only in this case
			w.Header().Set("Www-Authenticate", `Basic realm="lectern"`)
		}
		writeToken(w, status, refused)
		return
	}
	if a.deviceOf(r) == "" {
		a.setDevice(w.Header(), account.NewDevice())
	}
	writeToken(w, http.StatusOK, wireToken{
		AccessToken: a.Accounts.IssueToken(), TokenType: "Bearer",
		ExpiresIn: int(account.TokenLife.Seconds()), Scope: a.Client.Scope,
	})
}

// checkSignedClient verifies timestamp and signature like every other call, but responds in the form of RFC 6749.
// Repeated requests are accepted: two clients may send the same in one millisecond, and each only gets another
// anonymous token.
func (a *api) checkSignedClient(r *http.Request) *wireTokenError {
	if _, err := a.checkSigned(r.Header, a.Now()); err != nil {
		return &wireTokenError{"invalid_request", server.Sentence(locale.English, fault.All(err)[0])}
	}
	return nil
}

// checkClient parses and checks the form, and reports whether the client used HTTP Basic.
func (a *api) checkClient(r *http.Request) (refused *wireTokenError, basic bool) {
	if err := r.ParseForm(); err != nil {
		return &wireTokenError{"invalid_request", "the form cannot be read"}, false
	}
	for _, name := range []string{"client_id", "client_secret", "grant_type", "scope"} {
		if len(r.PostForm[name]) > 1 {
			return &wireTokenError{"invalid_request", name + " is given twice"}, false
		}
	}
	id, secret, basic := basicClient(r)
	if basic && r.PostForm.Has("client_secret") {
		return &wireTokenError{"invalid_request", "the client names itself twice"}, basic
	}
	if !basic {
		id, secret = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
	}
	switch grant := r.PostForm.Get("grant_type"); {
	case grant == "":
		return &wireTokenError{"invalid_request", "grant_type is missing"}, basic
	case grant != "client_credentials":
		return &wireTokenError{"unsupported_grant_type", "only client_credentials is supported"}, basic
	case id == "" && !basic:
		return &wireTokenError{"invalid_request", "client_id is missing"}, basic
	case !same(id, a.Client.ID) || !same(secret, a.Client.Secret):
		return &wireTokenError{"invalid_client", "unknown client_id or wrong client_secret"}, basic
	}
	for scope := range strings.FieldsSeq(r.PostForm.Get("scope")) {
		if scope != a.Client.Scope {
			return &wireTokenError{"invalid_scope", "the only scope is " + a.Client.Scope}, basic
		}
	}
	return nil, basic
}

// basicClient parses HTTP Basic as in RFC 6749: both parts are form-encoded first. Unparseable credentials count as
// tried.
func basicClient(r *http.Request) (id, secret string, tried bool) {
	if scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " "); !strings.EqualFold(scheme, "Basic") {
		return "", "", false
	}
	id, secret, _ = r.BasicAuth()
	plainID, err := url.QueryUnescape(id)
	if err != nil {
		return "", "", true
	}
	plainSecret, err := url.QueryUnescape(secret)
	if err != nil {
		return "", "", true
	}
	return plainID, plainSecret, true
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func writeToken(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the caller may have left
}
