//go:build !linux

package sqldb

import "syscall"

// limitUnacknowledged does nothing where TCP_USER_TIMEOUT doesn't exist.
func limitUnacknowledged(string, string, syscall.RawConn) error { return nil }
