//go:build !race

package keyring_test

const raceEnabled = false
