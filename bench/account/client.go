package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"

	"lectern/bench/load"
)

// A client knows what a browser knows of a portal.
type client struct {
	addr   string
	config config
	http   http.Client
}

type config struct {
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	SignSecret   string `json:"signSecret"`
}

func connect(addr string) *client {
	// A browser keeps its connection from the token to the login.
	return &client{addr: addr, http: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1024}}}
}

func newClient(ctx context.Context, addr string) (*client, error) {
	c := connect(addr)
	raw, _, err := c.do(ctx, http.MethodGet, "/app-config.json", nil, nil)
	if err != nil {
		return nil, err
	}
	return c, json.Unmarshal(raw, &c.config)
}

func (c *client) do(ctx context.Context, method, path string, header http.Header, body []byte) ([]byte, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+c.addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if header != nil {
		r.Header = header
	}
	res, err := c.http.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %s", method, path, res.Status, raw)
	}
	return raw, res.Header, err
}

func (c *client) token(ctx context.Context) (string, error) {
	form := url.Values{"client_id": {c.config.ClientID}, "client_secret": {c.config.ClientSecret}, "grant_type": {"client_credentials"}}
	raw, _, err := c.do(ctx, http.MethodPost, "/api/Identity/connect/token",
		http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, []byte(form.Encode()))
	if err != nil {
		return "", err
	}
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	return answer.AccessToken, json.Unmarshal(raw, &answer)
}

func (c *client) get(path, token, identity string) []byte {
	return load.Caller{Token: token, Identity: identity, Secret: c.config.SignSecret}.Get(path)
}

// A browser logs in to one account and keeps its device cookie.
type browser struct {
	*client
	as     login
	device string
}

// login makes a session. Without a cookie from an earlier one it is bound to none, as the mini-program's is.
func (b *browser) login(ctx context.Context) (token, identity string, err error) {
	if token, err = b.token(ctx); err != nil {
		return "", "", err
	}
	timestamp, signature := load.Signed(b.config.SignSecret)
	header := http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer " + token},
		"X-Timestamp": {timestamp}, "X-Signature": {signature},
	}
	if b.device != "" {
		header.Set("Cookie", b.device)
	}
	raw, answered, err := b.do(ctx, http.MethodPost, "/api/Students/Students/Login", header, fmt.Appendf(nil, `{"phoneNumber":%q,"password":%q}`, b.as.Phone, b.as.Password))
	if err != nil {
		return "", "", err
	}
	if cookie, _, ok := strings.Cut(answered.Get("Set-Cookie"), ";"); ok {
		b.device = cookie
	}
	var answer struct {
		Data struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	err = json.Unmarshal(raw, &answer)
	return token, answer.Data.ID, err
}

type login struct{ Role, Phone, Password string }

// demo loads the sample college and returns its logins.
func demo(ctx context.Context, binary string, env []string) ([]login, error) {
	cmd := exec.CommandContext(ctx, binary, "demo", "--json")
	cmd.Env = append(cmd.Environ(), env...)
	raw, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var out []login
	return out, json.Unmarshal(raw, &out)
}

// one sends one request and returns the body of its answer.
func one(ctx context.Context, addr string, request []byte) ([]byte, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Write(request); err != nil {
		return nil, err
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
