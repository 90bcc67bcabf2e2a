package ffmpeg_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/feature/media/ffmpeg"
)

func tool(t *testing.T) *ffmpeg.Tool {
	t.Helper()
	found, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatalf("%v: run scripts/deps", err)
	}
	return found
}

// film makes a recording with the real ffmpeg, independently of the code under test.
func film(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	argv := append([]string{"-v", "error", "-nostdin", "-y"}, args...)
	out, err := exec.CommandContext(t.Context(), "ffmpeg", append(argv, path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("make a film: %v\n%s", err, out)
	}
	return path
}

var (
	picture = []string{"-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=6"}
	sound   = []string{"-f", "lavfi", "-i", "sine=440:d=6"}
	h264    = []string{"-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-pix_fmt", "yuv420p"}
	aac     = []string{"-c:a", "aac", "-ac", "1"}
)

func join(parts ...[]string) (all []string) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func formatOf(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return ffmpeg.Format(raw[:min(len(raw), ffmpeg.FormatBytes)])
}

func TestFormatGoesByTheFirstBytes(t *testing.T) {
	for _, tc := range []struct {
		file, want string
		args       []string
	}{
		{"a.mp4", ffmpeg.MP4, join(picture, h264)},
		{"a.mov", ffmpeg.MP4, join(picture, h264)},
		{"a.mkv", ffmpeg.Matroska, join(picture, h264)},
		{"a.webm", ffmpeg.Matroska, join(picture, []string{"-c:v", "libvpx", "-deadline", "realtime"})},
		{"a.ts", ffmpeg.MPEGTS, join(picture, h264)},
		{"a.avi", ffmpeg.AVI, join(picture, []string{"-c:v", "mpeg4"})},
		{"a.flv", ffmpeg.FLV, join(picture, h264)},
		{"a.wmv", ffmpeg.ASF, join(picture, []string{"-c:v", "wmv2"})},
		{"a.ogg", ffmpeg.Ogg, join(sound, []string{"-c:a", "libvorbis"})},
		{"a.mp3", ffmpeg.MP3, sound},
		{"a.wav", ffmpeg.WAV, sound},
		{"a.flac", ffmpeg.FLAC, sound},
	} {
		t.Run(tc.file, func(t *testing.T) {
			if got := formatOf(t, film(t, tc.file, tc.args...)); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	for name, head := range map[string]string{
		"a playlist":      "#EXTM3U\n#EXTINF:1,\nhttp://example.com/x.ts\n",
		"a concat script": "ffconcat version 1.0\nfile /etc/passwd\n", "a page": "<!doctype html><html>",
		"a picture": "\x89PNG\r\n\x1a\n", "a program": "\x7fELF\x02\x01\x01", "an archive": "PK\x03\x04", "nothing": "",
		"a box too small": "\x00\x00\x00\x04ftypisom",
	} {
		if got := ffmpeg.Format([]byte(head + strings.Repeat("\n", 600))); got != "" {
			t.Errorf("%s is taken for %s", name, got)
		}
	}
}

func TestRenditionsFollowTheHeight(t *testing.T) {
	for height, want := range map[int]string{
		2160: "1080 720 480 360", 1440: "1080 720 480 360", 1080: "1080 720 480", 720: "720 480 360", 480: "480 360",
		360: "360 240", 240: "240 144", 180: "180 120", 100: "100",
	} {
		var got []string
		for _, r := range ffmpeg.Renditions(&ffmpeg.Video{Width: height * 16 / 9, Height: height}) {
			got = append(got, strconv.Itoa(r.Height))
			if r.Width%2 != 0 {
				t.Errorf("%d: odd width %d", height, r.Width)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %v, want %s", height, got, want)
		}
	}
}

func prepare(t *testing.T, tl *ffmpeg.Tool, path string) (string, ffmpeg.Media, ffmpeg.Result, error) {
	t.Helper()
	format := formatOf(t, path)
	m, err := tl.Probe(t.Context(), path, format)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	r, err := tl.Prepare(t.Context(), ffmpeg.Work{Path: path, Format: format, Folder: folder, Media: m})
	return folder, m, r, err
}

func TestPrepare(t *testing.T) {
	for _, tc := range []struct {
		name, file string
		args       []string
		copied     bool
		playlists  []string
	}{
		{"what fits is copied", "a.mp4", join(picture, sound, h264, aac), true, []string{"v360", "v240", "audio"}},
		{"what does not fit is encoded", "a.webm", join(picture, sound,
			[]string{"-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"}), false, []string{"v360", "v240", "audio"}},
		{"no sound", "a.mkv", join(picture, h264), true, []string{"v360", "v240"}},
		{"no picture", "a.mp3", sound, false, []string{"audio"}},
		{"key frames too far apart", "a.mp4", []string{
			"-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=14", "-c:v", "libx264",
			"-preset", "ultrafast", "-g", "1000", "-sc_threshold", "0", "-pix_fmt", "yuv420p",
		}, false, []string{"v180", "v120"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder, m, r, err := prepare(t, tool(t), film(t, tc.file, tc.args...))
			if err != nil {
				t.Fatal(err)
			}
			if m.Video != nil && m.Video.Copy != tc.copied {
				t.Errorf("copy = %v", m.Video.Copy)
			}
			master, err := os.ReadFile(filepath.Join(folder, "master.m3u8"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range tc.playlists {
				if !strings.Contains(string(master), name+".m3u8") {
					t.Errorf("no %s in\n%s", name, master)
				}
			}
			if d := r.Duration.Seconds(); d < 5.5 || d > 15 {
				t.Errorf("duration %v", r.Duration)
			}
			if (m.Video != nil) != r.Poster || r.Poster != r.Sprite {
				t.Errorf("result %+v", r)
			}
			// ffmpeg itself can read our output.
			out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-i",
				filepath.Join(folder, "master.m3u8"), "-f", "null", "-").CombinedOutput()
			if err != nil || len(out) > 0 {
				t.Errorf("it does not play: %v\n%s", err, out)
			}
		})
	}
}

func TestSubtitlesAndChaptersComeOut(t *testing.T) {
	folder := t.TempDir()
	srt, meta := filepath.Join(folder, "a.srt"), filepath.Join(folder, "meta.txt")
	write(t, srt, "1\n00:00:01,000 --> 00:00:02,000\n你好\n")
	write(t, meta, ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=3000\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\n"+
		"START=3000\nEND=6000\ntitle=Two\n")
	path := film(t, "a.mp4", join(picture, []string{
		"-i", srt, "-i", meta, "-map", "0", "-map", "1", "-map_metadata", "2",
		"-c:s", "mov_text", "-metadata:s:s:0", "language=zho",
	}, h264)...)
	out, m, r, err := prepare(t, tool(t), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Chapters) != 2 || m.Chapters[1].Title != "Two" || m.Chapters[1].Start != 3*time.Second {
		t.Errorf("chapters %+v", m.Chapters)
	}
	if len(r.Texts) != 1 || r.Texts[0].Language != "zho" {
		t.Fatalf("texts %+v", r.Texts)
	}
	text, err := os.ReadFile(filepath.Join(out, r.Texts[0].File))
	if err != nil || !strings.Contains(string(text), "你好") {
		t.Errorf("%s, %v", text, err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A playlist disguised as MP4, and an MP4 whose data is elsewhere: neither makes a network request or a read.
func TestAPlaylistInDisguiseReachesNothing(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	asked := make(chan struct{}, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			asked <- struct{}{}
			_ = conn.Close()
		}
	}()
	secret := filepath.Join(t.TempDir(), "secret.ts")
	if err := os.Rename(film(t, "b.ts", join(picture, h264)...), secret); err != nil {
		t.Fatal(err)
	}
	remote := "http://" + listener.Addr().String() + "/x.ts"
	for name, text := range map[string]string{
		"hls": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n" + remote + "\n#EXTINF:4,\n" +
			secret + "\n#EXT-X-ENDLIST\n",
		"concat": "ffconcat version 1.0\nfile '" + secret + "'\nfile '" + remote + "'\n",
		"forged": "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2#EXTM3U\n#EXTINF:4,\n" + remote + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lecture.mp4")
			write(t, path, text)
			for _, as := range []string{ffmpeg.MP4, ffmpeg.MPEGTS, ffmpeg.Matroska} { // whatever the first bytes
				if m, err := tool(t).Probe(t.Context(), path, as); !errors.Is(err, ffmpeg.ErrUnreadable) {
					t.Errorf("as %s: %+v, %v", as, m, err)
				}
			}
		})
	}
	select {
	case <-asked:
		t.Error("a request went out")
	default:
	}
}

func TestDamagedFilesAreUnreadable(t *testing.T) {
	whole, err := os.ReadFile(film(t, "a.mp4", join(picture, h264)...))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.mp4")
	write(t, cut, string(whole[:len(whole)/2])) // the index is at the end
	if _, err := tool(t).Probe(t.Context(), cut, ffmpeg.MP4); !errors.Is(err, ffmpeg.ErrUnreadable) {
		t.Errorf("got %v", err)
	}
}

// script writes a program that replaces ffmpeg.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ffmpeg")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestABadDayOfFFmpeg(t *testing.T) {
	media := ffmpeg.Media{Duration: time.Minute, Audio: &ffmpeg.Audio{}}
	for _, tc := range []struct {
		name, script string
		change       func(*ffmpeg.Tool)
		want         error
	}{
		{"hangs", `echo $$ >pid; sleep 600`, func(t *ffmpeg.Tool) { t.Stall = 200 * time.Millisecond }, ffmpeg.ErrStalled},
		{
			"is too slow", `echo $$ >pid; while :; do i=$((i+1000)); echo out_time_us=$i; sleep 0.05; done`,
			func(t *ffmpeg.Tool) { t.Least, t.Slowest = 300*time.Millisecond, 0 }, ffmpeg.ErrTimeout,
		},
		{"fills the disk", `echo $$ >pid; sleep 600`, func(t *ffmpeg.Tool) {
			t.Free = func(
				string,
			) (uint64, error) {
				return 1, nil
			}
		}, ffmpeg.ErrDiskFull},
		{
			"finds the disk full", `echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1`, nil,
			ffmpeg.ErrDiskFull,
		},
		{"says the file is bad", `echo 'x: Invalid data found when processing input' >&2; exit 1`, nil, ffmpeg.ErrUnreadable},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tl := tool(t)
			tl.FFmpeg = script(t, tc.script)
			if tc.change != nil {
				tc.change(tl)
			}
			folder := t.TempDir()
			_, err := tl.Prepare(t.Context(), ffmpeg.Work{Path: "/x", Format: ffmpeg.MP4, Folder: folder, Media: media})
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, want %v", err, tc.want)
			}
			ended(t, filepath.Join(folder, "pid"))
		})
	}
	for name, text := range map[string]string{
		"crashes": `kill -SEGV $$`, "is killed": `kill -KILL $$`, "gives up": `echo nonsense >&2; exit 187`,
		"no output and no files": `exit 0`,
	} {
		t.Run(name, func(t *testing.T) {
			tl := tool(t)
			tl.FFmpeg = script(t, text)
			_, err := tl.Prepare(t.Context(), ffmpeg.Work{Path: "/x", Format: ffmpeg.MP4, Folder: t.TempDir(), Media: media})
			var failed *ffmpeg.FailedError
			if !errors.As(err, &failed) {
				t.Fatalf("got %v", err)
			}
		})
	}
}

// ended waits until the process whose ID is in the file is gone, if it ever existed.
func ended(t *testing.T, file string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		return
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	for syscall.Kill(pid, 0) == nil {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(state), ") Z ") {
			return // gone, or a zombie
		}
		if t.Context().Err() != nil {
			t.Fatal("it lives on")
		}
	}
}

func TestCancelKillsTheWholeGroup(t *testing.T) {
	tl := tool(t)
	folder := t.TempDir()
	tl.FFmpeg = script(t, `sleep 600 & echo $! >child; echo $$ >pid; echo out_time_us=1000000; wait`)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := tl.Prepare(ctx, ffmpeg.Work{
		Path: "/x", Format: ffmpeg.MP4, Folder: folder, Media: ffmpeg.Media{Duration: time.Minute, Audio: &ffmpeg.Audio{}},
		Progress: func(int) { cancel() },
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	ended(t, filepath.Join(folder, "pid"))
	ended(t, filepath.Join(folder, "child"))
}

// The limits and the priority apply to the program, and it gets nothing of our environment.
func TestTheProgramIsLimited(t *testing.T) {
	t.Setenv("LECTERN_SECRET_CANARY", "canary")
	tl := tool(t)
	folder := t.TempDir()
	tl.FFmpeg = script(t, `{ ulimit -v; ulimit -c; nice; env; } >said; exit 1`)
	_, err := tl.Prepare(t.Context(),
		ffmpeg.Work{Path: "/x", Format: ffmpeg.MP4, Folder: folder, Media: ffmpeg.Media{Audio: &ffmpeg.Audio{}}})
	if err == nil {
		t.Fatal("it failed without an error")
	}
	said, err := os.ReadFile(filepath.Join(folder, "said"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(said), "\n")
	if lines[0] != strconv.FormatInt(tl.Memory>>10, 10) || lines[1] != "0" || lines[2] != "19" ||
		strings.Contains(string(said), "canary") {
		t.Errorf("it says\n%s", said)
	}
}
