//go:build unix

package ffmpeg

import (
	"fmt"
	"syscall"
)

// FreeDisk returns the free bytes on the disk of a folder.
func FreeDisk(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, fmt.Errorf("look at the disk of %s: %w", folder, err)
	}
	return uint64(disk.Bavail) * uint64(disk.Bsize), nil //nolint:unconvert // the types differ between systems
}
