package ffmpeg

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Media is what ffprobe finds in a file.
type Media struct {
	Duration time.Duration // 0: unknown
	Video    *Video        // nil: none
	Audio    *Audio        // nil: none
	Texts    []Text        // text subtitles
	Chapters []Chapter
}

// A Video is the first picture stream that is not a cover.
type Video struct {
	Index  int // of the stream
	Width  int // as shown
	Height int
	Rate   float64 // frames per second
	// Copy means that browsers can play it unchanged: H.264, 8 bit, upright, progressive, with a size and key frames
	// that suit HLS.
	Copy bool
	// Params are equal for streams that can be joined without encoding; empty: never.
	Params string
}

// Audio is the first audio stream.
type Audio struct {
	Index  int
	Copy   bool   // AAC-LC, at most stereo
	Params string // see Video
}

// A Text is a stream of subtitles.
type Text struct {
	Index    int
	Language string // three letters, as in the file; empty: unknown
}

// A Chapter is a named part.
type Chapter struct {
	Start, End time.Duration
	Title      string
}

type probed struct {
	Format struct {
		Duration string `json:"duration"`
	} `json:"format"`
	Streams  []probedStream `json:"streams"`
	Chapters []struct {
		Start string            `json:"start_time"`
		End   string            `json:"end_time"`
		Tags  map[string]string `json:"tags"`
	} `json:"chapters"`
}

type probedStream struct {
	Index       int               `json:"index"`
	Kind        string            `json:"codec_type"`
	Codec       string            `json:"codec_name"`
	Profile     string            `json:"profile"`
	Pixels      string            `json:"pix_fmt"`
	Fields      string            `json:"field_order"`
	Level       int               `json:"level"`
	Width       int               `json:"width"`
	Height      int               `json:"height"`
	Channels    int               `json:"channels"`
	SampleRate  string            `json:"sample_rate"`
	Extradata   string            `json:"extradata_hash"`
	Rate        string            `json:"avg_frame_rate"`
	Duration    string            `json:"duration"`
	Disposition map[string]int    `json:"disposition"`
	Tags        map[string]string `json:"tags"`
	Side        []struct {
		Rotation float64 `json:"rotation"`
	} `json:"side_data_list"`
}

const probeTime = time.Minute

// Probe reads the streams and chapters of a file whose format is known. An unreadable file is ErrUnreadable.
func (t *Tool) Probe(ctx context.Context, path, format string) (Media, error) {
	args := append([]string{
		"-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters",
		"-show_data_hash", "sha256",
	}, input(path, format)...)
	var found probed
	if err := t.runProbe(ctx, args, &found); err != nil {
		return Media{}, err
	}
	m := Media{Duration: seconds(found.Format.Duration)}
	for _, s := range found.Streams {
		m.Duration = max(m.Duration, seconds(s.Duration))
		switch {
		case s.Kind == "video" && m.Video == nil && s.Disposition["attached_pic"] == 0 && s.Width > 0:
			m.Video = toVideo(s)
		case s.Kind == "audio" && m.Audio == nil && s.Channels > 0:
			m.Audio = &Audio{
				Index: s.Index, Copy: s.Codec == "aac" && s.Profile == "LC" && s.Channels <= 2,
				Params: strings.Join([]string{s.Codec, s.Profile, s.SampleRate, strconv.Itoa(s.Channels), s.Extradata}, " "),
			}
		case s.Kind == "subtitle" && isText(s.Codec):
			m.Texts = append(m.Texts, Text{Index: s.Index, Language: s.Tags["language"]})
		}
	}
	for _, c := range found.Chapters {
		m.Chapters = append(m.Chapters, Chapter{seconds(c.Start), seconds(c.End), strings.TrimSpace(c.Tags["title"])})
	}
	if m.Video != nil && m.Video.Copy {
		steady, err := t.steady(ctx, path, format, m)
		if err != nil {
			return Media{}, err
		}
		m.Video.Copy = steady
	}
	return m, nil
}

func isText(codec string) bool {
	switch codec {
	case "mov_text", "subrip", "webvtt", "ass", "ssa", "text":
		return true
	}
	return false
}

func toVideo(s probedStream) *Video {
	v := &Video{Index: s.Index, Width: s.Width, Height: s.Height, Rate: fraction(s.Rate)}
	rotated := false
	for _, side := range s.Side {
		if side.Rotation != 0 {
			rotated = true
			if int(side.Rotation)%180 != 0 {
				v.Width, v.Height = v.Height, v.Width
			}
		}
	}
	if !rotated {
		v.Params = fmt.Sprint(s.Codec, " ", s.Profile, " ", s.Pixels, " ", s.Width, "x", s.Height, " ", s.Extradata)
	}
	progressive := s.Fields == "progressive" || s.Fields == "unknown" || s.Fields == ""
	v.Copy = s.Codec == "h264" && s.Pixels == "yuv420p" && progressive && !rotated &&
		v.Height <= topHeight && v.Rate <= 61 && s.Level <= 42
	return v
}

// longestGOP limits the distance of key frames in a copied stream: every segment starts with one.
const longestGOP = 10 * time.Second

// steady reports whether the first minute has enough key frames.
func (t *Tool) steady(ctx context.Context, path, format string, m Media) (bool, error) {
	args := []string{
		"-v", "error", "-of", "json", "-select_streams", strconv.Itoa(m.Video.Index), "-skip_frame", "nokey",
		"-show_entries", "frame=pts_time", "-read_intervals", "%+60",
	}
	var found struct {
		Frames []struct {
			At string `json:"pts_time"`
		} `json:"frames"`
	}
	if err := t.runProbe(ctx, append(args, input(path, format)...), &found); err != nil {
		return false, err
	}
	var last time.Duration
	for _, f := range found.Frames {
		at := seconds(f.At)
		if at-last > longestGOP {
			return false, nil
		}
		last = at
	}
	return len(found.Frames) > 0 && min(m.Duration, time.Minute)-last <= longestGOP, nil
}

func (t *Tool) runProbe(ctx context.Context, args []string, into any) error {
	defer lockThread()()
	limit, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	cmd := t.command(limit, "/", int(probeTime/time.Second), t.FFprobe, args...)
	var out bytes.Buffer
	var stderr tail
	cmd.Stdout, cmd.Stderr = &limitedBuffer{into: &out, left: 16 << 20}, &stderr
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(limit.Err(), context.DeadlineExceeded):
		return ErrTimeout
	case err != nil && cmd.ProcessState != nil && cmd.ProcessState.Exited():
		return fmt.Errorf("%w: %w", ErrUnreadable, failure(err, &stderr))
	case err != nil:
		return failure(err, &stderr)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		return fmt.Errorf("%w: ffprobe wrote no JSON: %w", ErrUnreadable, err)
	}
	return nil
}

// limitedBuffer refuses more than its limit: a file with a million chapters is no recording. It doesn't embed
// bytes.Buffer, because io.Copy would call the unlimited ReadFrom.
type limitedBuffer struct {
	into *bytes.Buffer
	left int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errors.New("the program wrote too much")
	}
	return b.into.Write(p)
}

func seconds(text string) time.Duration {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > 1e7 {
		return 0
	}
	return time.Duration(f * float64(time.Second)).Round(time.Millisecond)
}

func fraction(text string) float64 {
	over, under, _ := strings.Cut(text, "/")
	a, err1 := strconv.ParseFloat(over, 64)
	b, err2 := strconv.ParseFloat(under, 64)
	if err1 != nil || err2 != nil || b == 0 {
		return 0
	}
	return a / b
}
