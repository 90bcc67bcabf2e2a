//go:build unix && !linux

package argon

import "syscall"

// yield lets everybody else go first. The group stands for all threads of this process; alone, each would have to ask for itself.
func yield() {
	const lowest = 19
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, lowest) // to ask for less is never refused
}
