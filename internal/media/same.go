package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/media/db"
)

// ends is how much of a recording is compared at its beginning and at its end.
const ends = 1 << 20

// Same tells whether an asset was made of this very file, whatever it is called: of the same size, with the same beginning and end. One
// whose file is gone goes by its name. Staff only.
func (s *Service) Same(ctx context.Context, who access.Actor, asset, name string, r io.ReaderAt, size int64) (bool, error) {
	if err := access.Recordings.Check(who); err != nil {
		return false, err
	}
	row, err := db.New(s.o.DB.Reader()).SelectAsset(ctx, asset)
	if err != nil {
		return false, missing(err, "media.no_asset")
	}
	if row.Size != size || row.Source == "" {
		return row.Size == size && row.File == CleanName(name), nil
	}
	stored, _, err := s.o.Blobs.Open(ctx, row.Source)
	if fault.Code(err) == "blob.not_found" {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer stored.Close()
	for _, from := range []int64{0, max(size-ends, 0)} {
		mine, theirs := make([]byte, min(ends, size)), make([]byte, min(ends, size))
		if _, err := r.ReadAt(mine, from); err != nil && !errors.Is(err, io.EOF) {
			return false, fmt.Errorf("read a recording: %w", err)
		}
		if _, err := stored.Seek(from, io.SeekStart); err != nil {
			return false, err
		}
		if _, err := io.ReadFull(stored, theirs); err != nil {
			return false, fmt.Errorf("read a stored recording: %w", err)
		}
		if !bytes.Equal(mine, theirs) {
			return false, nil
		}
	}
	return true, nil
}
