package ffmpeg

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Speech is a recording to transcribe.
type Speech struct {
	Path     string // of the file, absolute
	Format   string // as Format tells
	Folder   string // for working files
	Duration time.Duration
	// Command is the program and its arguments. {audio} is replaced by a WAV file (16 kHz, mono), {out} by a path
	// without extension: the program may write .vtt or .srt there. Otherwise its standard output counts.
	Command []string
}

const (
	audioFile = "audio.wav"
	wordsFile = "captions"
	// maxWords limits what a program may print, in bytes.
	maxWords = 4 << 20
)

// Transcribe runs a transcription program like ffmpeg: limited, at the lowest priority, without a network, and killed
// with its children if the context ends or it takes too long.
func (t *Tool) Transcribe(ctx context.Context, s Speech) ([]byte, error) {
	limit := t.Least + time.Duration(float64(s.Duration)*t.Slowest)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrTimeout)
	defer cancel()
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1"},
		input(s.Path, s.Format)...)
	args = append(args, "-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "1", "-ar", "16000", "-c:a",
		"pcm_s16le", "-f", "wav", audioFile)
	if err := t.run(ctx, s.Folder, limit, func(time.Duration) {}, args...); err != nil {
		return nil, err
	}
	said, err := t.listen(ctx, s, limit)
	if err != nil {
		return nil, err
	}
	for _, ending := range []string{".vtt", ".srt"} {
		raw, err := os.ReadFile(filepath.Join(s.Folder, wordsFile+ending)) //nolint:gosec // a folder of our own
		if err == nil {
			return raw, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return said, nil
}

// listen runs the program.
func (t *Tool) listen(ctx context.Context, s Speech, limit time.Duration) ([]byte, error) {
	defer lockThread()()
	places := strings.NewReplacer("{audio}", filepath.Join(s.Folder, audioFile), "{out}",
		filepath.Join(s.Folder, wordsFile))
	var argv []string
	for _, arg := range s.Command {
		argv = append(argv, places.Replace(arg))
	}
	cmd := t.command(ctx, s.Folder, int(limit/time.Second+1)*64, argv[0], argv[1:]...)
	var stderr tail
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limitedBuffer{into: &out, left: maxWords}, &stderr
	err := cmd.Run()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return nil, cause
	}
	return out.Bytes(), failure(err, &stderr)
}
