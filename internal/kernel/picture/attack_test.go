package picture_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"hash/crc32"
	"io"
	mathbits "math/bits"
	"runtime"
	"strings"
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/picture"
	"lectern/internal/testkit/attacktest"
)

// TestAttackPictureBombs sends small files with huge dimensions. Each must be refused by its header.
func TestAttackPictureBombs(t *testing.T) {
	attacktest.Try(t, "picture bombs", 2, 50, attackPictureBombs)
}

func attackPictureBombs(t *testing.T, trials int) {
	t.Helper()
	const bound = 1 << 20 // bytes that a refusal may allocate besides the file
	for _, tc := range []struct {
		name, code string
		raw        []byte
	}{
		{"PNG of 16 million pixels", "account.avatar_dimensions", blankPNG(t, 4096, 4096, 8, 6, false)},
		{"interlaced PNG of 16 million pixels", "account.avatar_dimensions", blankPNG(t, 4096, 4096, 8, 6, true)},
		{"PNG one row over the limit", "account.avatar_dimensions", blankPNG(t, 2048, 2049, 1, 0, false)},
		{"long and thin PNG", "account.avatar_dimensions", blankPNG(t, 16, 1<<20, 1, 0, false)},
		{"PNG of 60 000 × 60 000", "account.avatar_dimensions", hugePNG(t)},
		{"PNG with 16 bits", "account.avatar_depth", blankPNG(t, 2048, 2048, 16, 6, false)},
		{"interlaced PNG with 16 bits", "account.avatar_depth", blankPNG(t, 2048, 2048, 16, 6, true)},
		{"grey PNG with 16 bits", "account.avatar_depth", blankPNG(t, 2048, 2048, 16, 0, false)},
		{"colour PNG with 16 bits", "account.avatar_depth", blankPNG(t, 2048, 2048, 16, 2, false)},
		{"JPEG of 65 000 × 65 000", "account.avatar_dimensions", hugeJPEG(t)},
		{"JPEG with thousands of scans", "account.avatar_unreadable", manyScans(t, 40_000)},
		{"WebP of 16 000 × 16 000", "account.avatar_dimensions", hugeWebP()},
		{"WebP that says it has 15 MB", "account.avatar_unreadable", longWebP(t)},
		{"WebP with thousands of trees", "account.avatar_too_large", manyTrees(2600)},
		{"animated GIF", "account.avatar_type", append([]byte("GIF89a\xff\xff\xff\xff\xf0\x00\x00"), make([]byte, 999)...)},
	} {
		for range trials {
			var err error
			used := allocated(func() { _, _, err = read(t, tc.raw) })
			if fault.Code(err) != tc.code {
				t.Errorf("%s (%d bytes): got %v, want %s", tc.name, len(tc.raw), err, tc.code)
			}
			if most := uint64(bound + 8*len(tc.raw)); used > most {
				t.Errorf("%s (%d bytes): its refusal took %d bytes, want %d at most", tc.name, len(tc.raw), used, most)
			}
		}
	}
}

// The largest accepted pictures stay below the limit that docs/security.md names.
func TestAttackLargestPictures(t *testing.T) {
	attacktest.Try(t, "largest pictures at once", 1, 5, attackLargestPictures)
}

func attackLargestPictures(t *testing.T, trials int) {
	t.Helper()
	const bound = 128 << 20
	for _, tc := range []struct {
		name, code string
		raw        []byte
	}{
		{"PNG", "", blankPNG(t, 2048, 2048, 8, 6, false)},
		{"interlaced PNG", "", blankPNG(t, 2048, 2048, 8, 6, true)},
		{"long and thin", "", blankPNG(t, 16, 1<<18, 8, 6, true)},
		{"JPEG", "", asJPEG(t, drawn(2048, 2048, 255))},
		{"JPEG on its side", "", withOrientation(asJPEG(t, drawn(2048, 2048, 255)), 6)},
		{"JPEG with four channels, progressive", "", manyScans(t, 1)},
		{"WebP with transparency", "", ofDisk(t, "alpha.webp")},
		{"WebP with many trees", "account.avatar_unreadable", manyTrees(1280)},
	} {
		for range trials {
			var err error
			used := allocated(func() { _, _, err = read(t, tc.raw) })
			wantCode(t, err, tc.code)
			t.Logf("%s: %d KiB for %d bytes", tc.name, used>>10, len(tc.raw))
			if used > bound {
				t.Errorf("%s (%d bytes) took %d bytes, want %d at most", tc.name, len(tc.raw), used, bound)
			}
		}
	}
}

// Each account sends one picture at a time, checked before the second is read, and two are decoded at a time.
func TestPicturesAreDecodedTwoAtATime(t *testing.T) {
	limiter := picture.NewLimiter()
	raw := asPNG(t, drawn(64, 64, 255))
	set := func(ctx context.Context, who string) error {
		_, _, err := limiter.Read(ctx, who, picture.Square, bytes.NewReader(raw))
		return err
	}
	slow, sender := io.Pipe()
	first := make(chan error)
	go func() {
		_, _, err := limiter.Read(t.Context(), "student", picture.Square, slow)
		first <- err
	}()
	if _, err := sender.Write(raw[:8]); err != nil { // once these are read, the first upload has reserved the account
		t.Fatal(err)
	}
	wantCode(t, set(t.Context(), "student"), "account.avatar_busy")
	wantCode(t, set(t.Context(), "staff"), "")
	if _, err := sender.Write(raw[8:]); err != nil {
		t.Fatal(err)
	}
	_ = sender.Close()
	wantCode(t, <-first, "")
	wantCode(t, set(t.Context(), "student"), "")

	release := limiter.Occupy()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, set(gone, "student"), "account.avatar_busy")
	release()
	wantCode(t, set(t.Context(), "student"), "")
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err != nil) != (code != "") {
		t.Errorf("got %v, want %q", err, code)
	}
}

// allocated returns how many bytes fn allocates, freed or not.
func allocated(fn func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// blankPNG returns a PNG of zeros, which compress a thousandfold.
func blankPNG(t *testing.T, w, h, depth, kind int, interlaced bool) []byte {
	t.Helper()
	channels := map[int]int{0: 1, 2: 3, 6: 4}[kind]
	passes := [][4]int{{0, 0, 1, 1}}
	if interlaced {
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	for _, p := range passes {
		cols, rows := (w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3]
		row := make([]byte, 1+(cols*channels*depth+7)/8)
		for range rows {
			if _, err := z.Write(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, byte(depth), byte(kind), 0, 0, 0)
	if interlaced {
		head[12] = 1
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		name string
		data []byte
	}{{"IHDR", head}, {"IDAT", data.Bytes()}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk.data)))
		sum := crc32.NewIEEE()
		body := append([]byte(chunk.name), chunk.data...)
		_, _ = sum.Write(body)
		out = binary.BigEndian.AppendUint32(append(out, body...), sum.Sum32())
	}
	return out
}

// hugeJPEG claims 65 000 × 65 000 pixels.
func hugeJPEG(t *testing.T) []byte {
	t.Helper()
	raw := asJPEG(t, drawn(64, 64, 255))
	at := bytes.Index(raw, []byte("\xff\xc0"))
	binary.BigEndian.PutUint16(raw[at+5:], 65000)
	binary.BigEndian.PutUint16(raw[at+7:], 65000)
	return raw
}

// manyScans returns a progressive JPEG of four channels. Each scan takes a few bytes to say that nothing changes, and
// walks all blocks.
func manyScans(t *testing.T, scans int) []byte {
	t.Helper()
	const side = 2048
	raw := []byte("\xff\xd8\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00\xff\xdb\x00\x43\x00" +
		strings.Repeat("\x01", 64))
	raw = append(raw, "\xff\xc2\x00\x14\x08"...)
	raw = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(raw, side), side)
	raw = append(raw, "\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"...)
	// One code for DC: no difference. One code for AC: the end of a run of 2^14 blocks and more.
	for _, table := range []string{"\x00\x01", "\x10\x01"} {
		symbol := byte(0)
		if table[0] == 0x10 {
			symbol = 0xe0
		}
		raw = append(raw, "\xff\xc4\x00\x14"...)
		raw = append(raw, table[0], table[1])
		raw = append(append(raw, make([]byte, 15)...), symbol)
	}
	// The first scan has the DC of all four: one bit for each of 4 × 65 536 blocks.
	raw = append(raw, "\xff\xda\x00\x0e\x04\x01\x00\x02\x00\x03\x00\x04\x00\x00\x00\x00"...)
	raw = append(raw, make([]byte, side*side/64*4/8)...)
	for range scans - 1 {
		raw = append(raw, "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"...)
		// A zero bit, then fourteen bits that make the run 2^15-1 long, three times.
		raw = append(raw, 0x7f, 0xfe, 0xff, 0x00, 0xfd, 0xff, 0x00, 0xfb, 0xff, 0x00)
	}
	return append(raw, 0xff, 0xd9)
}

// bits are written as WebP reads them, the lowest first.
type bits struct {
	out []byte
	n   int
}

func (b *bits) write(value uint32, count int) {
	for i := range count {
		if b.n%8 == 0 {
			b.out = append(b.out, 0)
		}
		b.out[b.n/8] |= byte(value>>i&1) << (b.n % 8)
		b.n++
	}
}

// tree begins a Huffman tree. lengths are the code lengths of its own code lengths, by position.
func (b *bits) tree(positions int, lengths map[int]uint32) {
	b.write(0, 1)
	b.write(uint32(positions-4), 4)
	for i := range positions {
		b.write(lengths[i], 3)
	}
	b.write(0, 1)
}

// bytesTree writes 256 codes of eight bits, in twelve bytes.
func (b *bits) bytesTree() {
	b.tree(9, map[int]uint32{8: 1})
	for range 42 {
		b.write(3, 2) // the eight is repeated six times
	}
	b.write(1, 2)
}

func (b *bits) emptyTree() { b.write(1, 4) }

// manyTrees returns a lossless WebP with many Huffman trees of the largest size, and no pixels.
func manyTrees(groups int) []byte {
	const side = 256
	b := &bits{}
	b.write(0x2f, 8)
	b.write(side-1, 14)
	b.write(side-1, 14)
	b.write(0, 1+3+1)     // no transparency, version 0, no transform
	b.write(1|11<<1, 1+4) // the largest colour cache
	b.write(1, 1+3)       // each 4 × 4 pixels have their own trees: a picture says which
	b.write(0, 1)
	b.tree(9, map[int]uint32{1: 1, 8: 1})
	for range 42 {
		b.write(0|3<<1, 1+2)
	}
	b.write(0|1<<1, 1+2)
	b.write(1|13<<1, 1+7) // 24 zeros
	b.bytesTree()
	b.emptyTree()
	b.emptyTree()
	b.emptyTree()
	for i := range side / 4 * side / 4 {
		group := min(i, groups-1)
		b.write(uint32(mathbits.Reverse8(byte(group))), 8)
		b.write(uint32(mathbits.Reverse8(byte(group>>8))), 8)
	}
	for range groups {
		b.tree(16, map[int]uint32{8: 1, 14: 2, 15: 2}) // repeat: 0, eleven: 10, twelve: 11
		b.write(0b01, 2)
		for range 294 {
			b.write(0|3<<1, 1+2)
		}
		b.write(0, 1+2)
		b.write(0b11, 2)
		for range 92 {
			b.write(0|3<<1, 1+2)
		}
		b.write(0, 1+2)
		b.write(0|1<<1, 1+2)
		b.bytesTree()
		b.bytesTree()
		b.bytesTree()
		b.emptyTree()
	}
	b.write(0, 2*8-b.n%8) // no padding is needed with an even number of bytes
	b.out = b.out[:len(b.out)/2*2]
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(b.out)+12))
	out = binary.LittleEndian.AppendUint32(append(out, "WEBPVP8L"...), uint32(len(b.out)))
	return append(out, b.out...)
}

// hugeWebP claims 16 000 × 16 000 pixels.
func hugeWebP() []byte {
	return []byte("RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x7f\x3e\x00\x7f\x3e\x00")
}

// longWebP claims that 15 MB follow.
func longWebP(t *testing.T) []byte {
	t.Helper()
	raw := bytes.Clone(ofDisk(t, "lossy.webp"))
	binary.LittleEndian.PutUint32(raw[4:], 15<<20+12)
	binary.LittleEndian.PutUint32(raw[16:], 15<<20)
	return raw
}
