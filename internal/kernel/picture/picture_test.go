package picture_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/picture"
)

// read reads one picture with a new limiter, which is cheap.
func read(t *testing.T, raw []byte) ([]byte, string, error) {
	return picture.NewLimiter().Read(t.Context(), "account", picture.Square, bytes.NewReader(raw))
}

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

// hugePNG claims 60 000 × 60 000 pixels, and has none.
func hugePNG(t *testing.T) []byte {
	t.Helper()
	raw := asPNG(t, drawn(20, 20, 255))
	binary.BigEndian.PutUint32(raw[16:], 60000)
	binary.BigEndian.PutUint32(raw[20:], 60000)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	return raw
}

// withComment adds a text where cameras store the location.
func withComment(raw []byte, text string) []byte {
	segment := append([]byte{0xff, 0xfe, 0, byte(len(text) + 2)}, text...)
	return append(append(append([]byte{}, raw[:2]...), segment...), raw[2:]...)
}

func ofDisk(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A WebP picture of one white pixel: too small, but its header is valid.
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
		{"WebP", ofDisk(t, "lossy.webp"), "jpg", ""},
		{"transparent WebP", ofDisk(t, "alpha.webp"), "png", ""},
		{"WebP cut off", ofDisk(t, "lossy.webp")[:900], "", "account.avatar_unreadable"},
		{"WebP of one pixel", webp, "", "account.avatar_dimensions"},
		{"too narrow", asPNG(t, drawn(4, 400, 255)), "", "account.avatar_dimensions"},
		{"bomb", hugePNG(t), "", "account.avatar_dimensions"},
		{"cut off", asJPEG(t, drawn(640, 480, 255))[:500], "", "account.avatar_unreadable"},
		{"GIF", []byte("GIF89a\x01\x00\x01\x00"), "", "account.avatar_type"},
		{"SVG", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "", "account.avatar_type"},
		{"HTML that says JPEG", []byte("\xff\xd8\xff<script>"), "", "account.avatar_unreadable"},
		{"empty", nil, "", "account.avatar_type"},
		{
			"too large", append(asJPEG(t, drawn(64, 64, 255)), make([]byte, picture.MaxBytes)...),
			"", "account.avatar_too_large",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, kind, err := read(t, tc.raw)
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

func TestPicturesHaveAShape(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {300, 900}, {20, 20}} {
		out, _, err := picture.NewLimiter().Read(t.Context(), "account", picture.Portrait,
			bytes.NewReader(asPNG(t, drawn(size.X, size.Y, 255))))
		if err != nil {
			t.Fatal(err)
		}
		if img, err := jpeg.Decode(bytes.NewReader(out)); err != nil || img.Bounds() != image.Rect(0, 0, 288, 384) {
			t.Errorf("%v became %v, %v", size, img.Bounds(), err)
		}
	}
}

func TestPictureLosesItsMetadata(t *testing.T) {
	raw := withComment(asJPEG(t, drawn(64, 64, 255)), "GPS 30.27 N 120.15 E")
	out, _, err := read(t, raw)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "GPS") {
		t.Fatal("the place is still there")
	}
}

// withOrientation adds Exif data with an orientation.
func withOrientation(raw []byte, how byte) []byte {
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), how, 0,
		0, 0, 0, 0, 0)
	segment := append([]byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(append(append([]byte{}, raw[:2]...), segment...), raw[2:]...)
}

// A picture with a white top left corner is turned as each of Exif's eight orientations requires.
func TestPicturesAreTurnedUpright(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 128, 128))
	for y := range 64 {
		for x := range 64 {
			img.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	raw := asJPEG(t, img)
	const near, far = 60, 196
	for how, corner := range map[byte]image.Point{
		0: {near, near}, 1: {near, near}, 2: {far, near}, 3: {far, far}, 4: {near, far},
		5: {near, near}, 6: {far, near}, 7: {far, far}, 8: {near, far}, 9: {near, near},
	} {
		out, _, err := read(t, withOrientation(raw, how))
		if err != nil {
			t.Fatal(err)
		}
		got, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []image.Point{{near, near}, {far, near}, {near, far}, {far, far}} {
			r, _, _, _ := got.At(at.X, at.Y).RGBA()
			if white := r > 0x8000; white != (at == corner) {
				t.Errorf("orientation %d: white %v at %v", how, white, at)
			}
		}
	}
}

func FuzzPicture(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\xff\xff\xff\xff"))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8 "))
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, kind, err := read(t, raw)
		if err == nil && (len(out) == 0 || kind != "jpg" && kind != "png") || err != nil && fault.All(err) == nil {
			t.Fatalf("%d bytes of %q, %v", len(out), kind, err)
		}
	})
}
