package sqldb

import "github.com/google/uuid"

// NewID returns the id of a new row, a UUIDv7, so that rows sort by creation time and are neighbours in an index. It
// panics if the system has no randomness.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }
