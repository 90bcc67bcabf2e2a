//go:build !linux

package httpapi

import "syscall"

func setCork(syscall.RawConn, int) {}
