package ffmpeg_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media/ffmpeg"
)

// scene makes a film of one colour.
func scene(t *testing.T, name, colour, size string, seconds int, args ...string) string {
	t.Helper()
	return film(t, name,
		join([]string{"-f", "lavfi", "-i", fmt.Sprintf("color=c=%s:s=%s:r=25:d=%d", colour, size, seconds)}, args)...)
}

func beep(seconds int) []string {
	return []string{"-f", "lavfi", "-i", fmt.Sprintf("sine=440:d=%d", seconds)}
}

// colourAt returns the colour in the middle of the picture at a time.
func colourAt(t *testing.T, path string, seconds float64) string {
	t.Helper()
	still := film(t, "still.rgb", "-ss", fmt.Sprint(seconds), "-i", path, "-frames:v", "1", "-vf", "crop=2:2,scale=1:1",
		"-f", "rawvideo", "-pix_fmt", "rgb24")
	raw, err := os.ReadFile(still)
	if err != nil || len(raw) < 3 {
		t.Fatalf("a still at %v: %v %v", seconds, raw, err)
	}
	for name, at := range map[string]int{"red": 0, "green": 1, "blue": 2} {
		if raw[at] > 90 && raw[(at+1)%3] < 80 && raw[(at+2)%3] < 80 {
			return name
		}
	}
	return fmt.Sprint(raw[:3])
}

func TestPartsBecomeOneRecording(t *testing.T) {
	red := scene(t, "red.mp4", "red", "320x180", 4, join(beep(4), h264, aac)...)
	green := scene(t, "green.mp4", "green", "320x180", 3, join(beep(3), h264, aac)...)
	blue := scene(t, "blue.mp4", "blue", "320x180", 2, join(beep(2), h264, aac)...)
	large := scene(t, "it's large.mkv", "green", "640x480", 3, join(beep(3), h264, aac)...)
	silent := scene(t, "silent.mp4", "green", "320x180", 3, h264...)
	endless := scene(t, "endless.mkv", "green", "320x180", 3, join(beep(3), h264, aac, []string{"-live", "1"})...)
	voice := film(t, "voice.mp3", beep(3)...)
	for _, tc := range []struct {
		name    string
		parts   []string
		colours string // at second 1, 4.5 and 7.5
		length  time.Duration
		copied  bool
		audio   bool
	}{
		{"equal", []string{red, green}, "red green", 7 * time.Second, true, true},
		{"three", []string{red, green, blue}, "red green blue", 9 * time.Second, true, true},
		{"the other order", []string{green, red}, "green red", 7 * time.Second, true, true},
		{"another size and container", []string{red, large}, "red green", 7 * time.Second, false, true},
		{"one without sound", []string{red, silent, blue}, "red green blue", 9 * time.Second, false, true},
		{"none has sound", []string{silent, silent}, "green green", 6 * time.Second, true, false},
		{
			"one that does not say how long it is",
			[]string{red, endless, blue},
			"red green blue",
			9 * time.Second, false, true,
		},
		{"one without a picture", []string{red, voice}, "red", 7 * time.Second, false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			to := tool(t)
			var parts []ffmpeg.Part
			for _, path := range tc.parts {
				m, err := to.Probe(t.Context(), path, formatOf(t, path))
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, ffmpeg.Part{Path: path, Format: formatOf(t, path), Media: m})
			}
			folder := t.TempDir()
			last := 0
			got, err := to.Join(t.Context(), ffmpeg.Joining{Parts: parts, Folder: folder, Progress: func(percent int) {
				last = percent
			}})
			if err != nil {
				t.Fatal(err)
			}
			m, err := to.Probe(t.Context(), got.Path, got.Format)
			if err != nil {
				t.Fatal(err)
			}
			if (m.Duration-tc.length).Abs() > 300*time.Millisecond || m.Video == nil || m.Video.Width != 320 ||
				(m.Audio != nil) != tc.audio || last == 0 {
				t.Errorf("%+v %+v %+v, progress %d", m, m.Video, m.Audio, last)
			}
			if _, err := os.Stat(filepath.Join(folder, "parts.txt")); (err == nil) != tc.copied {
				t.Errorf("copied: %v", err == nil)
			}
			var whole time.Duration
			for _, length := range got.Lengths {
				whole += length
			}
			if (whole - tc.length).Abs() > 300*time.Millisecond {
				t.Errorf("lengths %v", got.Lengths)
			}
			var seen []string
			for _, at := range []float64{1, 4.5, 7.5}[:len(strings.Fields(tc.colours))] {
				seen = append(seen, colourAt(t, got.Path, at))
			}
			if strings.Join(seen, " ") != tc.colours {
				t.Errorf("colours %v, want %s", seen, tc.colours)
			}
			if !m.Video.Copy {
				t.Error("it has to be encoded again for its highest rendition")
			}
			work := ffmpeg.Work{Path: got.Path, Format: got.Format, Folder: t.TempDir(), Media: m}
			if r, err := to.Prepare(t.Context(), work); err != nil || (r.Duration-tc.length).Abs() > 300*time.Millisecond {
				t.Errorf("renditions %+v %v", r.Duration, err)
			}
		})
	}
}

func TestPartsKeepTheirSubtitles(t *testing.T) {
	srt := filepath.Join(t.TempDir(), "a.srt")
	if err := os.WriteFile(srt, []byte("1\n00:00:01,000 --> 00:00:02,000\nhello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := scene(t, "plain.mp4", "red", "320x180", 4, h264...)
	spoken := scene(t, "spoken.mkv", "red", "320x180", 4,
		join([]string{"-i", srt}, h264, []string{"-c:s", "srt", "-metadata:s:s:0", "language=eng"})...)
	to := tool(t)
	var parts []ffmpeg.Part
	for _, path := range []string{plain, spoken} {
		m, err := to.Probe(t.Context(), path, formatOf(t, path))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, ffmpeg.Part{Path: path, Format: formatOf(t, path), Media: m})
	}
	folder := t.TempDir()
	got, err := to.Join(t.Context(), ffmpeg.Joining{Parts: parts, Folder: folder})
	if err != nil || len(got.Texts) != 2 || len(got.Texts[0]) != 0 || len(got.Texts[1]) != 1 ||
		got.Texts[1][0].Language != "eng" {
		t.Fatalf("%+v %v", got.Texts, err)
	}
	raw, err := os.ReadFile(filepath.Join(folder, got.Texts[1][0].File))
	if err != nil || !strings.Contains(string(raw), "00:01.000 --> 00:02.000\nhello") {
		t.Errorf("%s %v", raw, err)
	}
}
