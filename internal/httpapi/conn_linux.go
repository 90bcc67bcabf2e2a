package httpapi

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func setCork(conn syscall.RawConn, on int) {
	_ = conn.Control(func(fd uintptr) { _ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_CORK, on) }) // see cork
}
