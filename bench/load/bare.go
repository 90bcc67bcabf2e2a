package load

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// CompareBare measures our server and a bare net/http server that answers with the same bytes, in turn, and prints
// the ratio.
func CompareBare(ctx context.Context, addr string, each time.Duration, next Request, least float64, what string) error {
	body, err := fetch(ctx, addr, next())
	if err != nil {
		return err
	}
	bare, stop, err := startBare(ctx, body)
	if err != nil {
		return err
	}
	defer stop()
	ours, theirs, ratio, err := InTurn(Rate(ctx, addr, Conns, each, next), Rate(ctx, bare, Conns, each, next))
	if err != nil {
		return err
	}
	return Figure{
		What: fmt.Sprintf("%s (%d B)", what, len(body)), Value: ratio, Unit: "× bare net/http", Least: least,
		Detail: fmt.Sprintf("%.0f and %.0f requests/s", ours, theirs),
	}.Print()
}

// fetch returns the body of one response as sent, compressed or not.
func fetch(ctx context.Context, addr string, request []byte) ([]byte, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	var body bytes.Buffer
	err = send(conn, bufio.NewReader(conn), request, &body)
	return body.Bytes(), err
}

// startBare starts this program again as the bare server, in a separate process like our server.
func startBare(ctx context.Context, body []byte) (addr string, stop func(), err error) {
	file, err := os.CreateTemp("", "lectern-bench-")
	if err != nil {
		return "", nil, err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // a temporary file
	defer file.Close()
	if _, err := file.Write(body); err != nil {
		return "", nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	p, err := Start(ctx, nil, self, "-bare", file.Name())
	if err != nil {
		return "", nil, err
	}
	return p.Addr, p.Stop, nil
}

// serveBare serves the bytes of a file with the least code that net/http allows.
func serveBare(ctx context.Context, file string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	length := strconv.Itoa(len(body))
	fmt.Println("listening on http://" + l.Addr().String())
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", length)
		_, _ = w.Write(body)
	}))
}
