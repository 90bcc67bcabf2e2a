//go:build race

package keyring_test

// raceEnabled: the race detector makes sync.Pool forget on purpose, so allocations cannot be counted under it.
const raceEnabled = true
