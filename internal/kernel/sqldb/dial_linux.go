package sqldb

import (
	"strings"
	"syscall"
)

const (
	tcpUserTimeout = 18 // TCP_USER_TIMEOUT of linux/tcp.h, which package syscall lacks
	unacknowledged = 10_000
)

// limitUnacknowledged ends a connection whose data isn't acknowledged for ten seconds; keepalives only end idle ones.
func limitUnacknowledged(network, _ string, c syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	failed := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, unacknowledged)
	})
	if failed != nil {
		return failed
	}
	return err
}
