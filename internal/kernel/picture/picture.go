// Package picture decodes uploaded pictures within limits of memory and time, and encodes them again, smaller.
package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"sync"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"lectern/internal/kernel/fault"
)

const (
	// MaxBytes limits an uploaded picture. The limit for WebP is lower: 1 kB of it can require 400 kB of tables.
	MaxBytes = 2 << 20
	maxWebP  = 256 << 10
	// maxPixels limits the memory for decoding. The worst case, a progressive JPEG of four channels, takes about 24
	// bytes per pixel.
	maxPixels = 4 << 20
	// maxScans limits how often a JPEG makes its decoder walk all pixels. Cameras and programs write about ten.
	maxScans = 100
	minSide  = 16

	// slots is how many pictures a node decodes at once; wait is how long another one waits for a slot.
	slots = 2
	wait  = 5 * time.Second
)

// Shape is the width and height of the result.
type Shape struct{ width, height int }

// The shapes.
var (
	Square   = Shape{256, 256} // of a profile
	Portrait = Shape{288, 384} // of a student's record, like an ID photo
)

// Limiter limits how many pictures are in memory: one per account, and two being decoded.
type Limiter struct {
	decoding *semaphore.Weighted

	mu       sync.Mutex
	accounts map[string]bool // that are sending a picture
}

// NewLimiter returns the limiter of a node.
func NewLimiter() *Limiter {
	return &Limiter{decoding: semaphore.NewWeighted(slots), accounts: map[string]bool{}}
}

// Read decodes an account's JPEG, PNG or WebP picture, crops its middle to the shape and encodes it again: as PNG if
// parts are transparent, otherwise as JPEG. No original byte remains, so no hidden location, name or script does
// either. If the account is already sending a picture, or no slot becomes free, it returns account.avatar_busy.
func (l *Limiter) Read(ctx context.Context, account string, shape Shape,
	r io.Reader,
) (encoded []byte, kind string, err error) {
	busy := fault.New(fault.Unavailable, "account.avatar_busy").After(wait)
	l.mu.Lock()
	sending := l.accounts[account]
	l.accounts[account] = true
	l.mu.Unlock()
	if sending {
		return nil, "", busy
	}
	defer func() {
		l.mu.Lock()
		delete(l.accounts, account)
		l.mu.Unlock()
	}()
	raw, err := readAll(r) // before taking a slot, because the sender may be slow
	if err != nil {
		return nil, "", err
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := l.decoding.Acquire(waiting, 1); err != nil {
		return nil, "", busy.Because(err)
	}
	defer l.decoding.Release(1)
	return rewrite(raw, shape)
}

func readAll(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	if len(raw) > MaxBytes {
		return nil, tooLarge("2 MB")
	}
	if isWebP(raw) && len(raw) > maxWebP {
		return nil, tooLarge("256 kB")
	}
	return raw, nil
}

// tooLarge returns the fault of a picture over the limit.
func tooLarge(limit string) error {
	return fault.New(fault.TooLarge, "account.avatar_too_large", "limit", limit)
}

func rewrite(raw []byte, shape Shape) (encoded []byte, kind string, err error) {
	decode, err := check(raw)
	if err != nil {
		return nil, "", err
	}
	full, err := decode(bytes.NewReader(raw))
	if err != nil {
		return nil, "", fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	return encode(upright(full, orientation(raw)), shape)
}

// check reads only the header and refuses pictures that would take much memory or time to decode.
func check(raw []byte) (decode func(io.Reader) (image.Image, error), err error) {
	decode, config := decoderOf(raw)
	if decode == nil {
		return nil, fault.New(fault.Unsupported, "account.avatar_type")
	}
	head, err := config(bytes.NewReader(raw))
	if err != nil {
		return nil, fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	if head.Width < minSide || head.Height < minSide || head.Width > maxPixels/head.Height {
		return nil, fault.New(fault.Invalid, "account.avatar_dimensions")
	}
	switch head.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		return nil, fault.New(fault.Invalid, "account.avatar_depth")
	}
	if bytes.Count(raw, []byte("\xff\xda")) > maxScans && isJPEG(raw) || isWebP(raw) && riffSize(raw) > len(raw) {
		return nil, fault.New(fault.Invalid, "account.avatar_unreadable")
	}
	return decode, nil
}

func decoderOf(raw []byte) (func(io.Reader) (image.Image, error), func(io.Reader) (image.Config, error)) {
	switch {
	case isJPEG(raw):
		return jpeg.Decode, jpeg.DecodeConfig
	case bytes.HasPrefix(raw, []byte("\x89PNG\r\n\x1a\n")):
		return png.Decode, png.DecodeConfig
	case isWebP(raw):
		return webp.Decode, webp.DecodeConfig
	}
	return nil, nil
}

func isJPEG(raw []byte) bool { return bytes.HasPrefix(raw, []byte("\xff\xd8\xff")) }

func isWebP(raw []byte) bool {
	return len(raw) > 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP"
}

// riffSize returns the length that a WebP file claims. Its decoder allocates that much.
func riffSize(raw []byte) int { return int(binary.LittleEndian.Uint32(raw[4:])) + 8 }

func encode(full image.Image, shape Shape) ([]byte, string, error) {
	out := image.NewNRGBA(image.Rect(0, 0, shape.width, shape.height))
	draw.CatmullRom.Scale(out, out.Bounds(), full, middle(full.Bounds(), shape), draw.Src, nil)
	var encoded bytes.Buffer
	if out.Opaque() {
		if err := jpeg.Encode(&encoded, out, &jpeg.Options{Quality: 88}); err != nil {
			return nil, "", fmt.Errorf("encode a picture: %w", err)
		}
		return encoded.Bytes(), "jpg", nil
	}
	if err := png.Encode(&encoded, out); err != nil {
		return nil, "", fmt.Errorf("encode a picture: %w", err)
	}
	return encoded.Bytes(), "png", nil
}

// middle returns the largest centred part of a rectangle that has the shape.
func middle(r image.Rectangle, shape Shape) image.Rectangle {
	width := min(r.Dx(), r.Dy()*shape.width/shape.height)
	height := min(r.Dy(), r.Dx()*shape.height/shape.width)
	corner := image.Pt(r.Min.X+(r.Dx()-width)/2, r.Min.Y+(r.Dy()-height)/2)
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(width, height))}
}
