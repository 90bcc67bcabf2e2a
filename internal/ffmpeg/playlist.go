package ffmpeg

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The files that Prepare leaves, besides the renditions' playlists and segments.
const (
	masterFile = "master.m3u8"
	posterFile = "poster.jpg"
	spriteFile = "sprite.jpg"
	spriteText = "sprite.vtt"
)

// track is what a finished playlist and its segments measure.
type track struct {
	duration time.Duration
	bytes    int64
	peak     float64 // bits a second of the heaviest segment
	codec    string
}

// readTrack measures a rendition, and fails when any of it is missing.
func readTrack(folder, name string) (track, error) {
	raw, err := os.ReadFile(filepath.Join(folder, name+".m3u8")) //nolint:gosec // a folder and names of ours
	if err != nil {
		return track{}, err
	}
	if !bytes.Contains(raw, []byte("#EXT-X-ENDLIST")) {
		return track{}, fmt.Errorf("%s.m3u8 has no end", name)
	}
	var t track
	var length time.Duration
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "#EXTINF:"); ok {
			length = seconds(strings.TrimSuffix(text, ","))
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		info, err := os.Stat(filepath.Join(folder, filepath.Base(line)))
		if err != nil {
			return track{}, err
		}
		t.duration += length
		t.bytes += info.Size()
		if length > segment/4 { // a very short last segment says nothing about the rate
			t.peak = max(t.peak, float64(info.Size())*8/length.Seconds())
		}
	}
	if t.bytes == 0 {
		return track{}, fmt.Errorf("%s.m3u8 has no segments", name)
	}
	t.peak = max(t.peak, float64(t.bytes)*8/max(t.duration.Seconds(), 0.1))
	t.codec, err = codecOf(filepath.Join(folder, name+"_init.mp4"))
	return t, err
}

// PlaylistDuration sums up the segments of a media playlist; a playlist of playlists has none.
func PlaylistDuration(playlist string) (whole time.Duration) {
	for line := range strings.Lines(playlist) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "#EXTINF:"); ok {
			whole += seconds(strings.TrimSuffix(text, ","))
		}
	}
	return whole
}

// codecOf reads the RFC 6381 name of the one codec in an initialisation segment.
func codecOf(path string) (string, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // as above
	if err != nil {
		return "", err
	}
	if at := bytes.Index(raw, []byte("avcC")); at > 0 && len(raw) > at+8 {
		return fmt.Sprintf("avc1.%02x%02x%02x", raw[at+5], raw[at+6], raw[at+7]), nil
	}
	if bytes.Contains(raw, []byte("mp4a")) {
		return "mp4a.40.2", nil
	}
	return "", errors.New("an unknown codec in " + filepath.Base(path))
}

// writeMaster writes the playlist of playlists, with rates as measured: players choose by them. The middle one comes first,
// because a player begins with the first: it suits a phone, and players soon notice a faster connection.
func writeMaster(folder string, list []Rendition, audio bool) (time.Duration, error) {
	var b strings.Builder
	b.WriteString("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n")
	var sound track
	var err error
	if audio {
		if sound, err = readTrack(folder, "audio"); err != nil {
			return 0, err
		}
	}
	whole := sound.duration
	if audio && len(list) > 0 {
		b.WriteString(`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"` + "\n")
	}
	for _, r := range middleFirst(list) {
		picture, err := readTrack(folder, r.Name)
		if err != nil {
			return 0, err
		}
		whole = max(whole, picture.duration)
		codecs, group := picture.codec, ""
		if audio {
			codecs, group = codecs+","+sound.codec, `,AUDIO="sound"`
		}
		average := float64(picture.bytes+sound.bytes) * 8 / max(picture.duration.Seconds(), 0.1)
		fmt.Fprintf(&b, "#EXT-X-STREAM-INF:BANDWIDTH=%.0f,AVERAGE-BANDWIDTH=%.0f,RESOLUTION=%dx%d,CODECS=%q%s\n%s.m3u8\n",
			math.Ceil(picture.peak+sound.peak), math.Ceil(average), r.Width, r.Height, codecs, group, r.Name)
	}
	if len(list) == 0 {
		fmt.Fprintf(&b, "#EXT-X-STREAM-INF:BANDWIDTH=%.0f,CODECS=%q\naudio.m3u8\n", math.Ceil(sound.peak), sound.codec)
	}
	return whole, os.WriteFile(filepath.Join(folder, masterFile), []byte(b.String()), 0o600)
}

func middleFirst(list []Rendition) []Rendition {
	if len(list) < 2 {
		return list
	}
	middle := len(list) / 2
	return append([]Rendition{list[middle]}, slices.Delete(slices.Clone(list), middle, middle+1)...)
}

// writeSpriteText says which part of the sprite belongs to which seconds.
func writeSpriteText(folder string, s sprite, whole time.Duration) error {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for i := range s.count {
		from := time.Duration(i) * s.every
		to := min(from+s.every, max(whole, from+time.Millisecond))
		fmt.Fprintf(&b, "\n%s --> %s\n%s#xywh=%d,%d,%d,%d\n", Timestamp(from), Timestamp(to), spriteFile,
			i%s.columns*s.width, i/s.columns*s.height, s.width, s.height)
	}
	return os.WriteFile(filepath.Join(folder, spriteText), []byte(b.String()), 0o600)
}

// Timestamp writes a moment as WebVTT has it.
func Timestamp(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// progressOf reads one line of ffmpeg's progress; ok is false for all other lines.
func progressOf(line string) (done time.Duration, ok bool) {
	text, found := strings.CutPrefix(line, "out_time_us=")
	if !found {
		return 0, false
	}
	us, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return time.Duration(us) * time.Microsecond, err == nil && us > 0
}
