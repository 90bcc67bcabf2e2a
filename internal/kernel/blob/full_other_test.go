//go:build unix && !linux

package blob_test

// fullByTmpfs is for Linux; elsewhere the limit on the file size proves the same.
func fullByTmpfs(folder string) error { return fullByLimit(folder) }
