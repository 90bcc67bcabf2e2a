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

// MasterFile is the HLS master playlist.
const MasterFile = "master.m3u8"

// The files that Prepare creates, besides the renditions' playlists and segments.
const (
	posterFile = "poster.jpg"
	spriteFile = "sprite.jpg"
	spriteText = "sprite.vtt"
)

// A Track is a finished media playlist with its measurements.
type Track struct {
	Name     string // such as v720; audio is the sound
	Width    int    // 0 for sound
	Height   int
	Duration time.Duration
	Bytes    int64
	Peak     int64 // bits per second of the heaviest segment
	Codec    string
}

const soundName = "audio"

// readTracks measures the renditions in their order, then the sound.
func readTracks(folder string, list []Rendition, audio bool) ([]Track, error) {
	var tracks []Track
	for _, r := range list {
		t, err := readTrack(folder, r.Name)
		if err != nil {
			return nil, err
		}
		t.Width, t.Height = r.Width, r.Height
		tracks = append(tracks, t)
	}
	if audio {
		t, err := readTrack(folder, soundName)
		if err != nil {
			return nil, err
		}
		tracks = append(tracks, t)
	}
	return tracks, nil
}

// readTrack measures a rendition, and fails if any of its files is missing.
func readTrack(folder, name string) (Track, error) {
	raw, err := os.ReadFile(filepath.Join(folder, name+".m3u8")) //nolint:gosec // a folder and names of ours
	if err != nil {
		return Track{}, err
	}
	if !bytes.Contains(raw, []byte("#EXT-X-ENDLIST")) {
		return Track{}, fmt.Errorf("%s.m3u8 has no end", name)
	}
	t := Track{Name: name}
	var length time.Duration
	var peak float64
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
			return Track{}, err
		}
		t.Duration += length
		t.Bytes += info.Size()
		if length > segment/4 { // the rate of a very short last segment means nothing
			peak = max(peak, float64(info.Size())*8/length.Seconds())
		}
	}
	if t.Bytes == 0 {
		return Track{}, fmt.Errorf("%s.m3u8 has no segments", name)
	}
	t.Peak = int64(math.Ceil(max(peak, float64(t.Bytes)*8/max(t.Duration.Seconds(), 0.1))))
	t.Codec, err = codecOf(filepath.Join(folder, name+"_init.mp4"))
	return t, err
}

// PlaylistDuration adds up the segments of a media playlist; a master playlist has none.
func PlaylistDuration(playlist string) (whole time.Duration) {
	for line := range strings.Lines(playlist) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "#EXTINF:"); ok {
			whole += seconds(strings.TrimSuffix(text, ","))
		}
	}
	return whole
}

// codecOf reads the RFC 6381 name of the codec in an initialisation segment.
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

// Master writes the master playlist with measured rates, by which players choose. The middle rendition comes first
// because players start with the first: it suits a phone, and players soon notice a faster connection.
func Master(tracks []Track) string {
	var pictures []Track
	var sound Track
	for _, t := range tracks {
		if t.Name == soundName {
			sound = t
		} else {
			pictures = append(pictures, t)
		}
	}
	slices.SortStableFunc(pictures, func(a, b Track) int { return b.Height - a.Height })
	var b strings.Builder
	b.WriteString("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n")
	audio := sound.Name != ""
	if audio && len(pictures) > 0 {
		b.WriteString(
			`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"` + "\n")
	}
	for _, t := range middleFirst(pictures) {
		codecs, group := t.Codec, ""
		if audio {
			codecs, group = codecs+","+sound.Codec, `,AUDIO="sound"`
		}
		average := float64(t.Bytes+sound.Bytes) * 8 / max(t.Duration.Seconds(), 0.1)
		fmt.Fprintf(&b, "#EXT-X-STREAM-INF:BANDWIDTH=%d,AVERAGE-BANDWIDTH=%.0f,RESOLUTION=%dx%d,CODECS=%q%s\n%s.m3u8\n",
			t.Peak+sound.Peak, math.Ceil(average), t.Width, t.Height, codecs, group, t.Name)
	}
	if len(pictures) == 0 {
		fmt.Fprintf(&b, "#EXT-X-STREAM-INF:BANDWIDTH=%d,CODECS=%q\naudio.m3u8\n", sound.Peak, sound.Codec)
	}
	return b.String()
}

func middleFirst(list []Track) []Track {
	if len(list) < 2 {
		return list
	}
	middle := len(list) / 2
	return append([]Track{list[middle]}, slices.Delete(slices.Clone(list), middle, middle+1)...)
}

// writeSpriteText maps times to parts of the sprite.
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

// Timestamp formats a time for WebVTT.
func Timestamp(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// progressOf reads one line of ffmpeg's progress; ok is false for other lines.
func progressOf(line string) (done time.Duration, ok bool) {
	text, found := strings.CutPrefix(line, "out_time_us=")
	if !found {
		return 0, false
	}
	us, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return time.Duration(us) * time.Microsecond, err == nil && us > 0
}
