package blob

import (
	"os"

	"golang.org/x/sys/unix"
)

// openBeneath opens a file below a folder and never by way of a link. It is what os.Root does with a call for every part of the path,
// in one: a segment is opened for every request. Any error means that the careful way is to be asked: this kernel may be too old
// for it, or a container may forbid it.
func openBeneath(folder *os.File, key string) (*os.File, error) {
	how := unix.OpenHow{Flags: unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOFOLLOW, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS}
	fd, err := unix.Openat2(int(folder.Fd()), key, &how)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), folder.Name()+"/"+key), nil
}
