package argon

import (
	"runtime"
	"syscall"
)

// spread asks the kernel for large pages where the blocks of a hash will lie: a hash jumps about in its megabytes, and with pages
// of four kilobytes a tenth of its time goes into finding them. The library takes its memory from Go's heap, which gives what was
// freed to whoever asks next; so what is asked for here and let go is where the hashes will be. Nothing is touched, so nothing
// is taken from the system yet.
func spread(c Cost) {
	area := make([]byte, int(c.Memory)<<10)
	_ = syscall.Madvise(area, syscall.MADV_HUGEPAGE) // where there are none, hashing goes on as before
	runtime.KeepAlive(area)
	runtime.GC()
}
