package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"

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
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %s", method, path, res.Status, raw)
	}
	return raw, res.Header, err
}

// signed makes the four headers of the contract.
func (p *portal) signed(a asker) map[string]string {
	timestamp, signature := load.Signed(p.secret)
	return map[string]string{
		"Authorization": "Bearer " + a.token, "MiniProgramIdentity": a.account, "Accept-Encoding": "gzip",
		"X-Timestamp": timestamp, "X-Signature": signature,
	}
}

// path adds the parameter that keeps a request out of caches: there are more of them than milliseconds.
func (p *portal) path(of string) string { return of + "?_=" + strconv.FormatInt(p.count.Add(1), 10) }

// next makes the requests of a rate: every asker in turn.
func (p *portal) next(path string) load.Request {
	return func(int, int) []byte {
		a := p.askers[p.count.Add(1)%askers]
		return load.Caller{Token: a.token, Identity: a.account, Secret: p.secret}.Get(path, "Accept-Encoding: gzip, deflate, br")
	}
}

// feeds asks for the calendars of all askers in turn.
func (p *portal) feeds(paths []string) load.Request {
	return func(int, int) []byte {
		return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n", paths[p.count.Add(1)%int64(len(paths))], p.Addr)
	}
}
