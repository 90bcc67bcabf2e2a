//go:build race

package keyring_test

// raceEnabled: under the race detector sync.Pool drops items on purpose, so allocations can't be counted.
const raceEnabled = true
