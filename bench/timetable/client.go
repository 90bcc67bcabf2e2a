package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"lectern/bench/load"
)

// A portal is a college that runs.
type portal struct {
	*college
	*load.Process
	secret string // requests are signed with it
	count  atomic.Int64
}

func open(ctx context.Context, binary string, c *college) (*portal, error) {
	p, err := load.Start(ctx, c.env, "/healthz", binary, "serve")
	if err != nil {
		return nil, err
	}
	out := &portal{college: c, Process: p}
	var config struct {
		SignSecret string `json:"signSecret"`
	}
	body, _, err := out.fetch(ctx, http.MethodGet, "/app-config.json", nil, nil)
	if err == nil {
		err = json.Unmarshal(body, &config)
	}
	if err != nil {
		p.Stop()
		return nil, err
	}
	out.secret = config.SignSecret
	return out, nil
}

func (p *portal) fetch(ctx context.Context, method, path string, header map[string]string, body []byte) ([]byte, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+p.Addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %s", method, path, res.Status, raw)
	}
	return raw, res.Header, err
}

// signed makes the four headers of the contract.
func (p *portal) signed(a asker) map[string]string {
	at := strconv.FormatInt(time.Now().UnixMilli(), 10)
	return map[string]string{
		"Authorization": "Bearer " + a.token, "MiniProgramIdentity": a.account, "Accept-Encoding": "gzip",
		"X-Timestamp": base64.StdEncoding.EncodeToString([]byte(at)), "X-Signature": p.sign(at),
	}
}

func (p *portal) sign(at string) string {
	sum := md5.Sum([]byte(at + p.secret))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// path adds the parameter that keeps a request out of caches: there are more of them than milliseconds.
func (p *portal) path(of string) string { return of + "?_=" + strconv.FormatInt(p.count.Add(1), 10) }

// next makes the requests of a rate: every asker in turn.
func (p *portal) next(path string) load.Request {
	return func(int, int) []byte {
		n := p.count.Add(1)
		a := p.askers[n%askers]
		at := strconv.FormatInt(time.Now().UnixMilli(), 10)
		return fmt.Appendf(nil, "GET %s?_=%d HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, deflate, br\r\nAuthorization: Bearer %s\r\nMiniProgramIdentity: %s\r\nX-Timestamp: %s\r\nX-Signature: %s\r\n\r\n",
			path, n, a.token, a.account, base64.StdEncoding.EncodeToString([]byte(at)), p.sign(at))
	}
}

// feeds asks for the calendars of all askers in turn.
func (p *portal) feeds(paths []string) load.Request {
	return func(int, int) []byte {
		return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n", paths[p.count.Add(1)%int64(len(paths))], p.Addr)
	}
}
