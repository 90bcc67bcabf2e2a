package account_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"lectern/internal/account"
	"lectern/internal/fault"
)

func drawn(w, h int, alpha uint8) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.NRGBA{R: uint8(x), G: uint8(y), B: 90, A: alpha})
		}
	}
	return img
}

func asJPEG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asPNG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// hugePNG says that it has 60 000 × 60 000 pixels, and has none.
func hugePNG(t *testing.T) []byte {
	t.Helper()
	raw := asPNG(t, drawn(20, 20, 255))
	binary.BigEndian.PutUint32(raw[16:], 60000)
	binary.BigEndian.PutUint32(raw[20:], 60000)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	return raw
}

// withComment puts a text where cameras put the place a picture was taken.
func withComment(raw []byte, text string) []byte {
	segment := append([]byte{0xff, 0xfe, 0, byte(len(text) + 2)}, text...)
	return append(append(append([]byte{}, raw[:2]...), segment...), raw[2:]...)
}

// A WebP picture of one white pixel is too small, but is read as far as its size.
const tinyWebP = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA="

func TestPictures(t *testing.T) {
	webp, err := base64.StdEncoding.DecodeString(tinyWebP)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name       string
		raw        []byte
		kind, code string
	}{
		{"JPEG", asJPEG(t, drawn(640, 480, 255)), "jpg", ""},
		{"PNG", asPNG(t, drawn(300, 900, 255)), "jpg", ""},
		{"transparent PNG", asPNG(t, drawn(300, 300, 100)), "png", ""},
		{"smaller than wanted", asPNG(t, drawn(20, 20, 255)), "jpg", ""},
		{"WebP of one pixel", webp, "", "account.avatar_dimensions"},
		{"too narrow", asPNG(t, drawn(4, 400, 255)), "", "account.avatar_dimensions"},
		{"bomb", hugePNG(t), "", "account.avatar_dimensions"},
		{"cut off", asJPEG(t, drawn(640, 480, 255))[:500], "", "account.avatar_unreadable"},
		{"GIF", []byte("GIF89a\x01\x00\x01\x00"), "", "account.avatar_type"},
		{"SVG", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "", "account.avatar_type"},
		{"HTML that says JPEG", []byte("\xff\xd8\xff<script>"), "", "account.avatar_unreadable"},
		{"empty", nil, "", "account.avatar_type"},
		{"too large", append(asJPEG(t, drawn(64, 64, 255)), make([]byte, account.MaxAvatar)...), "", "account.avatar_too_large"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, kind, err := account.Picture(bytes.NewReader(tc.raw))
			if kind != tc.kind || fault.Code(err) != tc.code {
				t.Fatalf("got %q, %v", kind, err)
			}
			if err != nil {
				return
			}
			img, _, err := image.Decode(bytes.NewReader(out))
			if err != nil || img.Bounds() != image.Rect(0, 0, 256, 256) {
				t.Fatalf("got %v, %v", img.Bounds(), err)
			}
		})
	}
}

func TestPictureLosesWhatWasHiddenInIt(t *testing.T) {
	raw := withComment(asJPEG(t, drawn(64, 64, 255)), "GPS 30.27 N 120.15 E")
	out, _, err := account.Picture(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "GPS") {
		t.Fatal("the place is still there")
	}
}
