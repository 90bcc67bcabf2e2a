package argon

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// yield lets everybody else go first, at once. A low nice value alone is not enough: the kernel lets a running thread finish its slice
// of some milliseconds before a request that woke up, unless the thread is declared idle. Threads made later inherit it.
func yield() {
	const idlePolicy = 5 // SCHED_IDLE of sched(7), which nobody needs a right for
	var none struct{ priority int32 }
	done := map[string]bool{}
	for more := true; more; { // until no thread was made meanwhile by one that had not been asked yet
		more = false
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for _, task := range tasks {
			id, err := strconv.Atoi(task.Name())
			if err != nil || done[task.Name()] {
				continue
			}
			done[task.Name()], more = true, true
			_, _, _ = syscall.Syscall(syscall.SYS_SCHED_SETSCHEDULER, uintptr(id), idlePolicy, uintptr(unsafe.Pointer(&none))) //nolint:gosec // there is no wrapper; where it is forbidden, hashing goes on as before
		}
	}
}
