package httpapi

import (
	"context"
	"net"
	"syscall"
)

type connKey struct{}

// WithConn lets a handler reach the connection of its request; it is the server's ConnContext.
func WithConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// cork holds a small head back until what follows fills packets, and returns what lets the rest go: a segment then starts in
// the packet of its header, and wakes its reader once. Where it cannot be had, the answer is the same in one packet more.
func cork(ctx context.Context) (pull func()) {
	conn, _ := ctx.Value(connKey{}).(syscall.Conn)
	if conn == nil {
		return func() {}
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return func() {}
	}
	setCork(raw, 1)
	return func() { setCork(raw, 0) }
}
