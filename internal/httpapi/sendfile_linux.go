package httpapi

import (
	"errors"
	"io"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// SendFiles makes connections that send what is in memory anyway, a segment that many watch, without the scheduler's knowledge: told
// of a system call, it takes the place away after twenty microseconds, and what it then does to find another one costs as much
// as sending. See ADR 17.
func SendFiles(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		return sender{tcp}, err
	}
	return conn, err
}

type sender struct{ *net.TCPConn }

// slice is how much is sent at once: a fifth of a millisecond, in which nothing else has this place in the scheduler.
const slice = 2 << 20

// ReadFrom sends a part of a file; net/http calls it for every answer that is one.
func (s sender) ReadFrom(r io.Reader) (sent int64, err error) {
	part, _ := r.(*io.LimitedReader)
	if part == nil {
		return s.TCPConn.ReadFrom(r)
	}
	file, ok := part.R.(*os.File)
	if !ok {
		return s.TCPConn.ReadFrom(r)
	}
	for part.N > 0 {
		n, err := s.send(file, min(part.N, slice))
		sent, part.N = sent+n, part.N-n
		if err != nil || n == 0 { // a file that has become shorter ends early
			return sent, err
		}
	}
	return sent, nil
}

// send may not wait for the disk where the scheduler does not know of it: nobody else would be served, and no garbage collected.
func (s sender) send(file *os.File, size int64) (sent int64, err error) {
	at, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	source, err := file.SyscallConn()
	if err != nil {
		return 0, err
	}
	conn, err := s.SyscallConn()
	if err != nil {
		return 0, err
	}
	quick := false
	var failed, late error
	err = source.Control(func(from uintptr) {
		if quick = isInMemory(from, at, size); !quick {
			return
		}
		late = conn.Write(func(to uintptr) (done bool) {
			var n int64
			n, failed = sendNow(to, from, size-sent)
			sent += n
			return !errors.Is(failed, unix.EAGAIN)
		})
	})
	switch {
	case err != nil:
		return 0, err
	case !quick:
		return s.TCPConn.ReadFrom(&io.LimitedReader{R: file, N: size})
	case late != nil:
		return sent, late
	default:
		return sent, failed
	}
}

// sendNow sends until all is sent, the file ends, or the connection takes no more.
func sendNow(to, from uintptr, size int64) (sent int64, err error) {
	for sent < size {
		n, _, errno := syscall.RawSyscall6(unix.SYS_SENDFILE, to, from, 0, uintptr(size-sent), 0, 0)
		switch {
		case errno == unix.EINTR:
		case errno != 0:
			return sent, os.NewSyscallError("sendfile", errno)
		case n == 0:
			return sent, nil
		default:
			sent += int64(n)
		}
	}
	return sent, nil
}

// isInMemory is false where the kernel does not say (before 6.5).
func isInMemory(file uintptr, at, size int64) bool {
	page := int64(os.Getpagesize())
	var found unix.Cachestat_t
	err := unix.Cachestat(uint(file), &unix.CachestatRange{Off: uint64(at), Len: uint64(size)}, &found, 0)
	return err == nil && int64(found.Cache) > (at+size-1)/page-at/page
}
