package media

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
)

// serveUnchanged makes an asset ready without a transcoder: a browser plays the MP4 file by range requests.
func (s *Service) serveUnchanged(ctx context.Context, run *job.Run, row db.Asset, path string) error {
	if row.Format != ffmpeg.MP4 {
		return fault.New(fault.Invalid, "media.no_transcoder")
	}
	f, err := os.Open(path) //nolint:gosec // a file of ours
	if err != nil {
		return fmt.Errorf("open a recording: %w", err)
	}
	defer f.Close()
	duration, err := movieDuration(f, row.Size)
	if err != nil {
		return fault.New(fault.Invalid, "media.unreadable").Because(err)
	}
	return s.complete(ctx, run, done{asset: row.ID, duration: duration})
}

var errNoMovie = errors.New("no movie header")

// movieDuration reads the duration of an MP4 file: box mvhd in box moov (ISO/IEC 14496-12, 8.2.2).
func movieDuration(r io.ReaderAt, size int64) (time.Duration, error) {
	from, to, err := findBox(r, "moov", 0, size)
	if err != nil {
		return 0, err
	}
	from, to, err = findBox(r, "mvhd", from, to)
	if err != nil {
		return 0, err
	}
	head := make([]byte, min(32, to-from))
	if _, err := r.ReadAt(head, from); err != nil {
		return 0, err
	}
	var scale, length uint64
	switch {
	case len(head) >= 20 && head[0] == 0:
		scale, length = uint64(binary.BigEndian.Uint32(head[12:])), uint64(binary.BigEndian.Uint32(head[16:]))
	case len(head) >= 32 && head[0] == 1:
		scale, length = uint64(binary.BigEndian.Uint32(head[20:])), binary.BigEndian.Uint64(head[24:])
	}
	if scale == 0 || length/scale > uint64(longest/time.Second) {
		return 0, errNoMovie
	}
	return time.Duration(float64(length) / float64(scale) * float64(time.Second)).Round(time.Millisecond), nil
}

// findBox looks for a box between two offsets and returns where its content is.
func findBox(r io.ReaderAt, name string, from, to int64) (start, end int64, err error) {
	for head := make([]byte, 16); to-from >= 8; {
		n, err := r.ReadAt(head, from)
		if n < 8 && err != nil {
			return 0, 0, err
		}
		size, content := int64(binary.BigEndian.Uint32(head)), int64(8)
		switch size {
		case 0:
			size = to - from
		case 1:
			size, content = int64(binary.BigEndian.Uint64(head[8:])&(1<<62-1)), 16
		}
		if size < content || size > to-from {
			return 0, 0, errNoMovie
		}
		if string(head[4:8]) == name {
			return from + content, from + size, nil
		}
		from += size
	}
	return 0, 0, errNoMovie
}
