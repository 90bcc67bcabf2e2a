package ffmpeg_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/feature/media/ffmpeg"
)

// boxOf returns the start and end of the first box of a name.
func boxOf(t *testing.T, in []byte, name string) (from, to int) {
	t.Helper()
	for at := 0; at+8 <= len(in); {
		size := int(binary.BigEndian.Uint32(in[at:]))
		if string(in[at+4:at+8]) == name {
			return at, at + size
		}
		at += size
	}
	t.Fatalf("no box %s", name)
	return 0, 0
}

// exchange replaces the box at the end of a path and corrects the sizes around it.
func exchange(t *testing.T, in []byte, by []byte, path ...string) []byte {
	t.Helper()
	from, to := boxOf(t, in, path[0])
	if len(path) > 1 {
		inner := exchange(t, in[from+8:to], by, path[1:]...)
		by = append(binary.BigEndian.AppendUint32(nil, uint32(len(inner)+8)), path[0]...)
		by = append(by, inner...)
	}
	return bytes.Join([][]byte{in[:from], by, in[to:]}, nil)
}

// elsewhere makes a movie whose video data is in another file, by a Macintosh alias as QuickTime writes it.
func elsewhere(t *testing.T, secret string) string {
	t.Helper()
	raw, err := os.ReadFile(secret)
	if err != nil {
		t.Fatal(err)
	}
	alias := make([]byte, 10+1+27+12+1+63+16+2+2+16)
	binary.BigEndian.PutUint16(alias[130:], 1) // one level up, one down
	binary.BigEndian.PutUint16(alias[132:], 1)
	alias = binary.BigEndian.AppendUint16(alias, 2) // an absolute path
	alias = binary.BigEndian.AppendUint16(alias, uint16(len(secret)))
	alias = append(alias, secret...)
	alias = append(alias, make([]byte, len(secret)&1)...)
	alias = append(alias, 0xff, 0xff, 0, 0)
	entry := append(binary.BigEndian.AppendUint32(nil, uint32(12+len(alias))), "alis\x00\x00\x00\x00"...)
	entry = append(entry, alias...)
	dref := append(binary.BigEndian.AppendUint32(nil, uint32(16+len(entry))), "dref\x00\x00\x00\x00\x00\x00\x00\x01"...)
	dref = append(dref, entry...)
	from, to := boxOf(t, raw, "ftyp")
	head := raw[from:to]
	from, to = boxOf(t, raw, "moov")
	moov := exchange(t, raw[from:to], dref, "moov", "trak", "mdia", "minf", "dinf", "dref")
	path := filepath.Join(filepath.Dir(secret), "lecture.mov")
	write(t, path, string(head)+string(moov))
	return path
}

// A movie may say that its data is in another local file. That file isn't read.
func TestAMovieCannotNameAnotherFile(t *testing.T) {
	secret := film(t, "secret.mp4", join(picture, h264)...)
	movie := elsewhere(t, secret)
	frames := func(args ...string) string {
		out, _ := exec.CommandContext(t.Context(), "ffprobe", append(args, "-v", "error", "-count_frames", "-show_entries",
			"stream=nb_read_frames", "-of", "csv=p=0", movie)...).CombinedOutput()
		return strings.TrimSpace(string(out))
	}
	if got := frames("-enable_drefs", "1", "-use_absolute_path", "1"); got != "150" {
		t.Fatalf("the trap does not work: ffmpeg finds %q frames of the other file", got)
	}
	tl := tool(t)
	m, err := tl.Probe(t.Context(), movie, ffmpeg.MP4)
	if err != nil {
		return // refused already
	}
	folder := t.TempDir()
	if r, err := tl.Prepare(t.Context(),
		ffmpeg.Work{Path: movie, Format: ffmpeg.MP4, Folder: folder, Media: m}); err == nil {
		left, _ := filepath.Glob(filepath.Join(folder, "*"))
		t.Errorf("it was prepared: %+v, %v", r, left)
	}
}
