package account

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"lectern/internal/fault"
)

const (
	// MaxAvatar is how many bytes an uploaded picture may have.
	MaxAvatar = 2 << 20
	// maxPixels bounds what decoding may cost: four bytes each, so 64 MiB.
	maxPixels  = 16 << 20
	avatarSide = 256
	minSide    = 16
)

// picture reads a JPEG, PNG or WebP picture and returns it anew: the middle square, 256 pixels wide, as PNG when it has
// transparent parts and as JPEG otherwise. Nothing of the original bytes survives, and so no place, name or script
// that was hidden in them.
func picture(r io.Reader) (encoded []byte, kind string, err error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxAvatar+1))
	if err != nil {
		return nil, "", fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	if len(raw) > MaxAvatar {
		return nil, "", fault.New(fault.TooLarge, "account.avatar_too_large")
	}
	decode, config := decoderOf(raw)
	if decode == nil {
		return nil, "", fault.New(fault.Unsupported, "account.avatar_type")
	}
	size, err := config(bytes.NewReader(raw)) // the size is known before any memory is spent on pixels
	if err != nil {
		return nil, "", fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	if size.Width < minSide || size.Height < minSide || size.Width > maxPixels/size.Height {
		return nil, "", fault.New(fault.Invalid, "account.avatar_dimensions")
	}
	full, err := decode(bytes.NewReader(raw))
	if err != nil {
		return nil, "", fault.New(fault.Invalid, "account.avatar_unreadable").Because(err)
	}
	return encodeSquare(upright(full, orientation(raw)))
}

func decoderOf(raw []byte) (func(io.Reader) (image.Image, error), func(io.Reader) (image.Config, error)) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xd8\xff")):
		return jpeg.Decode, jpeg.DecodeConfig
	case bytes.HasPrefix(raw, []byte("\x89PNG\r\n\x1a\n")):
		return png.Decode, png.DecodeConfig
	case len(raw) > 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP":
		return webp.Decode, webp.DecodeConfig
	}
	return nil, nil
}

func encodeSquare(full image.Image) ([]byte, string, error) {
	square := image.NewNRGBA(image.Rect(0, 0, avatarSide, avatarSide))
	draw.CatmullRom.Scale(square, square.Bounds(), full, middle(full.Bounds()), draw.Src, nil)
	var out bytes.Buffer
	if square.Opaque() {
		if err := jpeg.Encode(&out, square, &jpeg.Options{Quality: 88}); err != nil {
			return nil, "", fmt.Errorf("encode a picture: %w", err)
		}
		return out.Bytes(), "jpg", nil
	}
	if err := png.Encode(&out, square); err != nil {
		return nil, "", fmt.Errorf("encode a picture: %w", err)
	}
	return out.Bytes(), "png", nil
}

// middle is the largest square in the middle of a rectangle.
func middle(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	corner := image.Pt(r.Min.X+(r.Dx()-side)/2, r.Min.Y+(r.Dy()-side)/2)
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}
