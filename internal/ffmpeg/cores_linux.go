package ffmpeg

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

type coreSet = unix.CPUSet

// cores are those that this process may use, and all of them but one. Of a single one nothing can be spared.
func cores() (all, fewer coreSet, ok bool) {
	if err := unix.SchedGetaffinity(0, &all); err != nil || all.Count() < 2 {
		return all, all, false
	}
	fewer = all
	for i := 0; ; i++ {
		if all.IsSet(i) {
			fewer.Clear(i)
			return all, fewer, true
		}
	}
}

// confine puts every thread of a process on these cores. Those that they start later stay there.
func confine(pid int, on coreSet) {
	threads, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "task"))
	if err != nil {
		return // it has ended
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetaffinity(id, &on) // it may have ended
		}
	}
}
