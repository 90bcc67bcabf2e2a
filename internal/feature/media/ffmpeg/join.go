package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Part is one of the files to join.
type Part struct {
	Path   string // absolute
	Format string // from Format
	Media  Media  // from Probe
}

// A Joining is the input of Join.
type Joining struct {
	Parts    []Part
	Folder   string // to work in; the results go here
	Progress func(percent int)
}

// A Joined is the result of Join.
type Joined struct {
	Path    string // in the folder
	Format  string
	Lengths []time.Duration // of the parts, in order
	Texts   [][]TextFile    // the subtitles of each part, with times from its start; names are relative to the folder
}

const (
	joinedFile  = "joined.mkv"
	concatFile  = "parts.txt"
	defaultRate = 25
)

// errJoined means that the result is not as long as its parts together.
var errJoined = errors.New("ffmpeg: the parts do not fit together as they are")

// Join joins parts in order. Streams are copied if all parts have the same; otherwise all are encoded in the size of
// the first picture, and a part without sound is silent. The parts stay unchanged.
func (t *Tool) Join(ctx context.Context, j Joining) (Joined, error) {
	if j.Progress == nil {
		j.Progress = func(int) {}
	}
	out := Joined{Path: filepath.Join(j.Folder, joinedFile), Format: Matroska}
	j.Parts = slices.Clone(j.Parts)
	var whole time.Duration
	for i := range j.Parts {
		if err := t.measure(ctx, &j.Parts[i], filepath.Join(j.Folder, fmt.Sprintf("whole%d.mkv", i))); err != nil {
			return out, err
		}
		out.Lengths = append(out.Lengths, j.Parts[i].Media.Duration)
		whole += j.Parts[i].Media.Duration
	}
	limit := t.Least + time.Duration(float64(whole)*t.Slowest)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrTimeout)
	defer cancel()
	var err error
	if out.Texts, err = t.partTexts(ctx, j, limit); err != nil {
		return out, err
	}
	report := func(done time.Duration) { j.Progress(int(min(99, done*100/max(whole, 1)))) }
	writer := *t
	for _, p := range j.Parts {
		info, err := os.Stat(p.Path)
		if err != nil {
			return out, err
		}
		writer.largest += 2*info.Size() + maxFile
	}
	err = errJoined
	if copyable(j.Parts) {
		if err = writeConcat(j); err != nil {
			return out, err
		}
		if err = writer.run(ctx, j.Folder, limit, report, copyArgs(j.Parts)...); err == nil {
			err = t.checkJoined(ctx, out.Path, whole)
		}
		if fatal(ctx, err) {
			return out, err
		}
	}
	if err != nil {
		err = writer.run(ctx, j.Folder, limit, report, encodeArgs(j.Parts)...)
	}
	return out, err
}

// measure finds the length of a part whose file doesn't say it, by rewriting the file.
func (t *Tool) measure(ctx context.Context, p *Part, path string) error {
	if p.Media.Duration > 0 {
		return nil
	}
	limit := t.Least + probeTime
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1"},
		input(p.Path, p.Format)...)
	args = append(args, "-map", "0:v?", "-map", "0:a?", "-c", "copy", "-f", "matroska", "file:"+path)
	if err := t.run(ctx, filepath.Dir(path), limit, func(time.Duration) {}, args...); err != nil {
		return err
	}
	m, err := t.Probe(ctx, path, Matroska)
	if err != nil {
		return err
	}
	p.Path, p.Format, p.Media = path, Matroska, m
	return nil
}

// copyable reports whether all parts have the same streams in the same container.
func copyable(parts []Part) bool {
	params := func(p Part) (video, audio string) {
		if p.Media.Video != nil {
			video = strconv.Itoa(p.Media.Video.Index) + " " + p.Media.Video.Params
		}
		if p.Media.Audio != nil {
			audio = strconv.Itoa(p.Media.Audio.Index) + " " + p.Media.Audio.Params
		}
		return video, audio
	}
	video, audio := params(parts[0])
	for _, p := range parts {
		v, a := params(p)
		if p.Format != parts[0].Format || v != video || a != audio || p.Media.Video != nil && p.Media.Video.Params == "" {
			return false
		}
	}
	return true
}

// writeConcat writes the list for the concat demuxer. It sets the lengths, so that parts start exactly where we say.
func writeConcat(j Joining) error {
	var b strings.Builder
	b.WriteString("ffconcat version 1.0\n")
	for _, p := range j.Parts {
		fmt.Fprintf(&b, "file 'file:%s'\nduration %.6f\n",
			strings.ReplaceAll(p.Path, "'", `'\''`), p.Media.Duration.Seconds())
	}
	return os.WriteFile(filepath.Join(j.Folder, concatFile), []byte(b.String()), 0o600)
}

func copyArgs(parts []Part) []string {
	m := parts[0].Media
	args := []string{
		"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1", "-protocol_whitelist", "file",
		// Allowing only these demuxers forces the format of the parts.
		"-format_whitelist", "concat," + demuxers[parts[0].Format], "-safe", "0", "-f", "concat", "-i", "file:" + concatFile,
	}
	if m.Video != nil {
		args = append(args, "-map", fmt.Sprintf("0:%d", m.Video.Index))
	}
	if m.Audio != nil {
		args = append(args, "-map", fmt.Sprintf("0:%d", m.Audio.Index))
	}
	return append(args, "-c", "copy", "-map_metadata", "-1", "-map_chapters", "-1", "-f", "matroska", joinedFile)
}

// checkJoined compares the length with that of the parts: it differs if timestamps jump.
func (t *Tool) checkJoined(ctx context.Context, path string, whole time.Duration) error {
	m, err := t.Probe(ctx, path, Matroska)
	if err == nil && (m.Duration-whole).Abs() > time.Second+whole/200 {
		err = errJoined
	}
	return err
}

// encodeArgs decodes all parts and encodes them as one. Its highest rendition needs no further encoding.
func encodeArgs(parts []Part) []string {
	var first *Video
	sound := false
	for _, p := range parts {
		if first == nil {
			first = p.Media.Video
		}
		sound = sound || p.Media.Audio != nil
	}
	args := []string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1"}
	for _, p := range parts {
		args = append(args, input(p.Path, p.Format)...)
	}
	var b strings.Builder
	var streams strings.Builder
	for i, p := range parts {
		if first != nil {
			pictureFilter(&b, i, p.Media, first)
			fmt.Fprintf(&streams, "[v%d]", i)
		}
		if sound {
			soundFilter(&b, i, p.Media)
			fmt.Fprintf(&streams, "[a%d]", i)
		}
	}
	fmt.Fprintf(&b, "%sconcat=n=%d:v=%d:a=%d", &streams, len(parts), count(first != nil), count(sound))
	maps := []string{}
	if first != nil {
		b.WriteString("[v]")
		rate := maxrate(min(first.Height, topHeight))
		maps = append(maps, "-map", "[v]", "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "main", "-crf", "21",
			"-maxrate", fmt.Sprintf("%dk", rate), "-bufsize", fmt.Sprintf("%dk", 2*rate),
			"-force_key_frames", fmt.Sprintf("expr:gte(t,n_forced*%d)", segment/time.Second))
	}
	if sound {
		b.WriteString("[a]")
		maps = append(maps, "-map", "[a]", "-c:a", "aac", "-b:a", "128k")
	}
	args = append(append(args, "-filter_complex", b.String()), maps...)
	return append(args, "-map_metadata", "-1", "-map_chapters", "-1", "-f", "matroska", joinedFile)
}

func count(there bool) int {
	if there {
		return 1
	}
	return 0
}

// pictureFilter fits a part's picture into that of the first; a part without one is black.
func pictureFilter(b *strings.Builder, i int, m Media, first *Video) {
	height := min(first.Height, topHeight) &^ 1
	width := max(rendition(first, height).Width, 2)
	rate := min(first.Rate, fastest)
	if rate <= 0 {
		rate = defaultRate
	}
	if m.Video == nil {
		fmt.Fprintf(b, "color=c=black:s=%dx%d:r=%.3f:d=%.3f", width, height, rate, m.Duration.Seconds())
	} else {
		fmt.Fprintf(b, "[%d:%d]yadif=deint=interlaced,fps=%.3f:start_time=0,scale=%d:%d:force_original_aspect_ratio="+
			"decrease:force_divisible_by=2,pad=%d:%d:(ow-iw)/2:(oh-ih)/2", i, m.Video.Index, rate, width, height, width, height)
	}
	fmt.Fprintf(b, ",setsar=1,format=yuv420p[v%d];", i)
}

// soundFilter makes a part's sound stereo; a part without any is silent.
func soundFilter(b *strings.Builder, i int, m Media) {
	if m.Audio == nil {
		fmt.Fprintf(b, "anullsrc=r=48000:cl=stereo:d=%.3f", m.Duration.Seconds())
	} else {
		fmt.Fprintf(b, "[%d:%d]aresample=48000:async=1:first_pts=0", i, m.Audio.Index)
	}
	fmt.Fprintf(b, ",aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo[a%d];", i)
}

// partTexts extracts the subtitles of each part, omitting unreadable ones.
func (t *Tool) partTexts(ctx context.Context, j Joining, limit time.Duration) ([][]TextFile, error) {
	out := make([][]TextFile, len(j.Parts))
	for i, p := range j.Parts {
		if len(p.Media.Texts) == 0 {
			continue
		}
		folder := filepath.Join(j.Folder, fmt.Sprintf("texts%d", i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, err
		}
		if err := t.run(ctx, folder, limit, func(time.Duration) {}, textArgs(p.Path, p.Format, p.Media)...); fatal(ctx, err) {
			return nil, err
		}
		for k, text := range p.Media.Texts {
			if made(folder, textFile(k)) {
				out[i] = append(out[i], TextFile{Language: text.Language, File: filepath.Join(filepath.Base(folder), textFile(k))})
			}
		}
	}
	return out, nil
}
