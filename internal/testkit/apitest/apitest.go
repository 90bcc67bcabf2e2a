// Package apitest is a client of the portal for tests and benchmarks. It only uses the HTTP API. Start at Dial.
package apitest

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Client is one browser. It is safe for concurrent use after a login.
type Client struct {
	Base     string
	Config   Config
	Token    string
	Identity string
	http     http.Client
	last     atomic.Int64
}

// Config is the content of /app-config.json.
type Config struct {
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	Scope        string `json:"scope"`
	SignSecret   string `json:"signSecret"`
}

// Answer is a response's envelope and status.
type Answer struct {
	Status    int             `json:"-"`
	Header    http.Header     `json:"-"`
	Succeeded bool            `json:"succeeded"`
	Data      json.RawMessage `json:"data"`
	Errors    []string        `json:"errors"`
}

// Code returns the code of the first error.
func (a Answer) Code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _, _ := strings.Cut(strings.TrimPrefix(a.Errors[0], "["), "]")
	return code
}

// Dial reads the configuration of the portal at base and gets an anonymous token.
func Dial(ctx context.Context, base string) (*Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := &Client{Base: base, http: http.Client{Jar: jar, Timeout: 30 * time.Second}}
	if err := c.raw(ctx, http.MethodGet, "/app-config.json", nil, nil, &c.Config); err != nil {
		return nil, err
	}
	return c, c.NewToken(ctx)
}

// NewToken gets an anonymous token, as a browser does before each login. The cookies stay.
func (c *Client) NewToken(ctx context.Context) error {
	form := url.Values{
		"client_id": {c.Config.ClientID}, "client_secret": {c.Config.ClientSecret},
		"grant_type": {"client_credentials"}, "scope": {c.Config.Scope},
	}
	var token struct {
		AccessToken string `json:"access_token"`
	}
	headers := c.stamp() // there is no token and no account yet
	headers["Content-Type"] = "application/x-www-form-urlencoded"
	err := c.raw(ctx, http.MethodPost, "/api/Identity/connect/token", strings.NewReader(form.Encode()), headers, &token)
	c.Token = token.AccessToken
	return err
}

func (c *Client) raw(ctx context.Context, method, path string, body io.Reader,
	headers map[string]string, into any,
) error {
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return err
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	res, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, res.Status)
	}
	return json.NewDecoder(res.Body).Decode(into)
}

// Login binds the token to a session.
func (c *Client) Login(ctx context.Context, phone, password string) (Answer, error) {
	answer, err := c.Do(ctx, http.MethodPost, "/api/Students/Students/Login",
		map[string]string{"phoneNumber": phone, "password": password})
	if err != nil || !answer.Succeeded {
		return answer, err
	}
	var who struct {
		ID string `json:"id"`
	}
	err = json.Unmarshal(answer.Data, &who)
	c.Identity = who.ID
	return answer, err
}

// Upload posts a file as a multipart form.
func (c *Client) Upload(ctx context.Context, path, name string, content []byte) (Answer, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return Answer{}, err
	}
	if _, err := part.Write(content); err != nil {
		return Answer{}, err
	}
	if err := form.Close(); err != nil {
		return Answer{}, err
	}
	return c.send(ctx, http.MethodPost, path, &body, form.FormDataContentType())
}

// Do sends one call with the four headers of the contract, without a body if that is nil.
func (c *Client) Do(ctx context.Context, method, path string, body any) (Answer, error) {
	if body == nil {
		return c.send(ctx, method, path, nil, "")
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return Answer{}, err
	}
	return c.send(ctx, method, path, bytes.NewReader(raw), "application/json")
}

func (c *Client) send(ctx context.Context, method, path string, body io.Reader, contentType string) (Answer, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return Answer{}, err
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for name, value := range c.Sign() {
		r.Header.Set(name, value)
	}
	res, err := c.http.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer res.Body.Close()
	answer := Answer{Status: res.StatusCode, Header: res.Header}
	err = json.NewDecoder(res.Body).Decode(&answer)
	return answer, err
}

// Sign returns the four headers of the next call.
func (c *Client) Sign() map[string]string {
	headers := c.stamp()
	headers["Authorization"], headers["MiniProgramIdentity"] = "Bearer "+c.Token, c.Identity
	return headers
}

// stamp returns the next timestamp and its signature. The timestamp always increases.
func (c *Client) stamp() map[string]string {
	var at int64
	for {
		last := c.last.Load()
		at = max(time.Now().UnixMilli(), last+1)
		if c.last.CompareAndSwap(last, at) {
			break
		}
	}
	number := strconv.FormatInt(at, 10)
	sum := md5.Sum([]byte(number + c.Config.SignSecret))
	return map[string]string{
		"X-Timestamp": base64.StdEncoding.EncodeToString([]byte(number)),
		"X-Signature": strings.ToUpper(hex.EncodeToString(sum[:])),
	}
}

// Cookies returns the portal's cookies as a request header.
func (c *Client) Cookies() string {
	u, err := url.Parse(c.Base)
	if err != nil {
		return ""
	}
	parts := make([]string, 0, 1)
	for _, cookie := range c.http.Jar.Cookies(u) {
		parts = append(parts, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(parts, "; ")
}
