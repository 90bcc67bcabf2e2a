//go:build unix && !linux

package ffmpeg

type coreSet struct{}

// cores is for Linux; elsewhere the low priority has to do.
func cores() (all, fewer coreSet, ok bool) { return all, fewer, false }

func confine(int, coreSet) {}
