// Package id makes the identifiers of every row: UUIDv7, so that they sort by the time they were made
// and land side by side in an index.
package id

import "github.com/google/uuid"

// New returns a new identifier. It panics only when the system has no randomness left to give.
func New() string { return uuid.Must(uuid.NewV7()).String() }
