//go:build unix && !linux

package blob_test

// fullByTmpfs works only on Linux; elsewhere a limit on the file size tests the same.
func fullByTmpfs(folder string) error { return fullByLimit(folder) }
