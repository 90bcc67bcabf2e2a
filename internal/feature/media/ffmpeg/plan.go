package ffmpeg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	topHeight = 1080
	segment   = 4 * time.Second
	// fastest is the highest frame rate we encode: slides and speakers need no more.
	fastest = 30
)

// A Rendition is one height in which a recording is offered.
type Rendition struct {
	Name   string // also of its playlist: v720 is v720.m3u8
	Width  int
	Height int
	Copy   bool // copied without encoding
}

// Renditions returns the heights for a picture: its own up to 1080, then smaller ones, each at most three quarters of
// the one before. A large picture gets four, a usual one three, a small one two.
func Renditions(v *Video) []Rendition {
	if v == nil {
		return nil
	}
	count := 2
	switch {
	case v.Height > topHeight:
		count = 4
	case v.Height >= 720:
		count = 3
	}
	top := min(v.Height, topHeight) &^ 1
	list := []Rendition{rendition(v, top)}
	list[0].Copy = v.Copy
	for _, h := range []int{720, 480, 360, 240, 144, 120} {
		last := list[len(list)-1].Height
		if len(list) < count && h*4 <= last*3 {
			list = append(list, rendition(v, h))
		}
	}
	return list
}

func rendition(v *Video, height int) Rendition {
	width := int(math.Round(float64(v.Width)*float64(height)/float64(v.Height)/2)) * 2
	return Rendition{Name: "v" + strconv.Itoa(height), Width: max(width, 2), Height: height}
}

// maxrate limits the bits per second by height, so that the small ones suit a mobile connection.
func maxrate(height int) int {
	switch {
	case height > 720:
		return 4500
	case height > 480:
		return 2500
	case height > 360:
		return 1200
	case height > 240:
		return 700
	}
	return 350
}

// hlsArgs makes all renditions, and the pictures if that costs nothing more, in one command that reads and decodes the
// file once.
func hlsArgs(path, format string, m Media, list []Rendition, pictures bool) []string {
	pictures = pictures && picturesAlong(m, list)
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1"},
		input(path, format)...)
	args = append(args, filters(m, list, pictures)...)
	var streams []string
	for i, r := range list {
		if r.Copy {
			args = append(args, "-map", fmt.Sprintf("0:%d", m.Video.Index), fmt.Sprintf("-c:v:%d", i), "copy")
		} else {
			rate := maxrate(r.Height)
			args = append(args, "-map", "["+r.Name+"]", fmt.Sprintf("-c:v:%d", i), "libx264",
				fmt.Sprintf("-preset:v:%d", i), "veryfast", fmt.Sprintf("-profile:v:%d", i), "main", fmt.Sprintf("-crf:v:%d", i),
				"23", fmt.Sprintf("-maxrate:v:%d", i), fmt.Sprintf("%dk", rate), fmt.Sprintf("-bufsize:v:%d", i), fmt.Sprintf("%dk",
					2*rate), fmt.Sprintf("-force_key_frames:v:%d", i), fmt.Sprintf("expr:gte(t,n_forced*%d)", segment/time.Second))
		}
		stream := fmt.Sprintf("v:%d,name:%s", i, r.Name)
		if m.Audio != nil {
			stream += ",agroup:sound"
		}
		streams = append(streams, stream)
	}
	if m.Audio != nil {
		args = append(args, "-map", fmt.Sprintf("0:%d", m.Audio.Index), "-c:a")
		if m.Audio.Copy {
			args = append(args, "copy")
		} else {
			args = append(args, "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000")
		}
		streams = append(streams, "a:0,agroup:sound,name:audio")
	}
	name := "%v"
	if len(streams) == 1 { // ffmpeg replaces %v only with several streams
		_, name, _ = strings.Cut(streams[0], "name:")
	}
	args = append(args,
		// Drop cover pictures, timecodes and metadata that people put in their files.
		"-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn",
		"-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", strconv.Itoa(int(segment/time.Second)), "-hls_playlist_type",
		"vod", "-hls_flags", "independent_segments", "-hls_fmp4_init_filename", name+"_init.mp4", "-hls_segment_filename",
		name+"_%05d.m4s", "-var_stream_map", strings.Join(streams, " "), name+".m3u8")
	if pictures {
		args = append(append(args, "-map", "[poster]"), posterOutput...)
		args = append(append(args, "-map", "[sprite]"), spriteOutput...)
	}
	return args
}

// picturesAlong reports whether poster and sprite come from the same decoding as the renditions. If nothing is decoded,
// or the length is unknown, they are made afterwards.
func picturesAlong(m Media, list []Rendition) bool { return m.Duration > 0 && len(encoded(list)) > 0 }

func encoded(list []Rendition) []Rendition {
	var out []Rendition
	for _, r := range list {
		if !r.Copy {
			out = append(out, r)
		}
	}
	return out
}

func filters(m Media, list []Rendition, pictures bool) []string {
	encoded := encoded(list)
	if len(encoded) == 0 {
		return nil
	}
	count := len(encoded)
	if pictures {
		count += 2
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[0:%d]yadif=deint=interlaced,", m.Video.Index)
	if m.Video.Rate > fastest+1 {
		fmt.Fprintf(&b, "fps=%d,", fastest)
	}
	fmt.Fprintf(&b, "split=%d", count)
	for i := range count {
		fmt.Fprintf(&b, "[s%d]", i)
	}
	for i, r := range encoded {
		fmt.Fprintf(&b, ";[s%d]scale=%d:%d,setsar=1,format=yuv420p[%s]", i, r.Width, r.Height, r.Name)
	}
	if pictures {
		fmt.Fprintf(&b, `;[s%d]select=gte(t\,%s)*eq(selected_n\,0),%s[poster]`, count-2, posterAt(m), posterFilter(m))
		fmt.Fprintf(&b, ";[s%d]%s[sprite]", count-1, spriteOf(m).filter())
	}
	return []string{"-filter_complex", b.String()}
}

// Options for making pictures.
var (
	posterOutput = []string{
		"-frames:v", "1", "-q:v", "4", "-map_metadata", "-1", "-f",
		"image2", "-update", "1", posterFile,
	}
	spriteOutput = []string{
		"-frames:v", "1", "-q:v", "6", "-map_metadata", "-1", "-f",
		"image2", "-update", "1", spriteFile,
	}
)

// posterAt is slightly after the start, when the title slide is usually shown.
func posterAt(m Media) string {
	return strconv.FormatFloat(min(m.Duration/10, 30*time.Second).Seconds(), 'f', 3, 64)
}

func posterFilter(m Media) string {
	return fmt.Sprintf("scale=%d:-2,setsar=1", min(1280, m.Video.Width&^1))
}

// posterArgs makes only the poster.
func posterArgs(path, format string, m Media) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-ss", posterAt(m)}, input(path, format)...)
	args = append(args, "-map", fmt.Sprintf("0:%d", m.Video.Index), "-vf", posterFilter(m))
	return append(args, posterOutput...)
}

// A sprite is one picture of many small ones, for scrubbing.
type sprite struct {
	every         time.Duration
	count         int
	columns, rows int
	width, height int // of a small picture
}

const (
	spriteTiles   = 100
	spriteColumns = 10
	spriteWidth   = 160
	spriteHeight  = 480 // at most, of a small picture
)

func spriteOf(m Media) sprite {
	every := max(2*time.Second, (m.Duration/spriteTiles).Truncate(time.Second)+time.Second)
	s := sprite{every: every, count: max(1, int((m.Duration+every-1)/every)), width: spriteWidth}
	s.columns = min(spriteColumns, s.count)
	s.rows = (s.count + s.columns - 1) / s.columns
	s.height = min(spriteHeight,
		max(2, int(math.Round(float64(spriteWidth)*float64(m.Video.Height)/float64(m.Video.Width)/2))*2))
	return s
}

func (s sprite) filter() string {
	return fmt.Sprintf("fps=1/%d:start_time=0:round=up,scale=%d:%d,setsar=1,tpad=stop=%d:stop_mode=clone,tile=%dx%d",
		s.every/time.Second, s.width, s.height, s.columns*s.rows, s.columns, s.rows)
}

// spriteArgs makes only the sprite. It decodes just the key frames, at a hundredth of the cost.
func spriteArgs(path, format string, m Media, s sprite) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-skip_frame", "nokey"},
		input(path, format)...)
	args = append(args, "-map", fmt.Sprintf("0:%d", m.Video.Index), "-vf", s.filter())
	return append(args, spriteOutput...)
}

// textArgs extracts all subtitles.
func textArgs(path, format string, m Media) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y"}, input(path, format)...)
	for i, text := range m.Texts {
		args = append(args, "-map", fmt.Sprintf("0:%d", text.Index), "-c:s", "webvtt", "-f", "webvtt", textFile(i))
	}
	return args
}

func textFile(i int) string { return fmt.Sprintf("text%d.vtt", i) }

// BareArgs is the command that makes everything at once, for the benchmark against ffmpeg alone.
func BareArgs(path, format string, m Media) []string {
	return hlsArgs(path, format, m, Renditions(m.Video), true)
}
