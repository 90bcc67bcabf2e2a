package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// fingerprintEnds is how much of a file is hashed at its beginning and at its end. Browsers hash the same bytes.
const fingerprintEnds = 64 << 10

// Fingerprint tells files of one size apart without reading them whole: SHA-256 of the first 64 KiB and the last 64
// KiB, in hexadecimal.
func Fingerprint(r io.ReaderAt, size int64) (string, error) {
	h := sha256.New()
	for _, from := range []int64{0, max(size-fingerprintEnds, 0)} {
		n := min(fingerprintEnds, size)
		if _, err := io.Copy(h, io.NewSectionReader(r, from, n)); err != nil {
			return "", fmt.Errorf("read a recording: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// fingerprintOf is the fingerprint of a stored file.
func (s *Service) fingerprintOf(ctx context.Context, key string, size int64) (_ string, err error) {
	r, _, err := s.o.Blobs.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return Fingerprint(seekerAt{r}, size)
}

// seekerAt reads at a place, one call after the other.
type seekerAt struct{ r io.ReadSeeker }

func (s seekerAt) ReadAt(p []byte, at int64) (int, error) {
	if _, err := s.r.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(s.r, p)
}
