package account

import (
	"context"
	"time"

	"lectern/internal/kernel/keyring"
)

// Hashes returns how many passwords were hashed.
func (s *Service) Hashes() int64 { return s.hashes.Load() }

// TOTPAt and the following are exported for the tests.
func TOTPAt(key []byte, step int64, digits int) string { return totpAt(key, step, digits) }

func TOTPMatch(key []byte, code string, now time.Time, used int64) (int64, bool) {
	return totpMatch(key, code, now, used)
}

func IssueToken(keys *keyring.Ring, now time.Time) string { return issueToken(keys, now) }

func ParseToken(keys *keyring.Ring, text string) (time.Time, error) { return parseToken(keys, text) }

// WriteSeen writes at once which sessions were used.
func (s *Service) WriteSeen(ctx context.Context) { s.writeSeen(ctx, 0) }

// OccupyHasher takes the only hashing slot; the returned function gives it back.
func (s *Service) OccupyHasher() func() {
	release, err := s.hasher.Acquire(context.Background())
	if err != nil {
		panic(err)
	}
	return release
}

// Remembered returns how many requests are remembered.
func (r *Replay) Remembered() (held int) {
	for _, shard := range r.shards {
		held += shard.Len()
	}
	return held
}

// Refresh makes the service look for changed sessions at its next call, as it does twice a second.
func (s *Service) Refresh() { s.changes.Refresh() }

func HashDevice(cookie string) []byte { return hashDevice(cookie) }

// HashUnfolded hashes a password without folding it.
func (s *Service) HashUnfolded(password string) string { return s.hasher.Hash(s.pepper(password)) }
