package ffmpeg

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lectern/internal/kernel/recovery"
)

// A Work is a recording to prepare.
type Work struct {
	Path     string // of the file, absolute
	Format   string // from Format
	Folder   string // empty; the results go here
	Media    Media  // from Probe
	Progress func(percent int)
	// Renditions is a subset of those that Renditions returns; nil: all.
	Renditions []Rendition
	// Alone omits sound, pictures and subtitles, which another run has made.
	Alone bool
}

// A Result lists what Prepare put into the folder, besides master.m3u8 and the files it refers to.
type Result struct {
	Duration time.Duration
	Audio    bool // audio.m3u8
	Poster   bool // poster.jpg
	Sprite   bool // sprite.jpg and sprite.vtt
	Texts    []TextFile
	Tracks   []Track // for Master
}

// A TextFile is a subtitle track extracted from the recording, as WebVTT.
type TextFile struct {
	Language string
	File     string // its name in the folder
}

// Prepare makes the renditions. If the context ends, the programs and their children are killed. A picture or subtitle
// that can't be made is omitted: the recording plays without it.
func (t *Tool) Prepare(ctx context.Context, w Work) (Result, error) {
	list := w.Renditions
	if list == nil {
		list = Renditions(w.Media.Video)
	}
	if w.Alone {
		w.Media.Audio, w.Media.Texts = nil, nil
	}
	r := Result{Audio: w.Media.Audio != nil}
	if len(list) == 0 && !r.Audio {
		return r, ErrUnreadable
	}
	if w.Progress == nil {
		w.Progress = func(int) {}
	}
	limit := t.Least + time.Duration(float64(w.Media.Duration)*t.Slowest)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrTimeout)
	defer cancel()
	last := -1
	report := func(done time.Duration) {
		if w.Media.Duration > 0 {
			if percent := int(min(95, done*95/w.Media.Duration)); percent > last {
				last = percent
				w.Progress(percent)
			}
		}
	}
	if err := t.run(ctx, w.Folder, limit, report, hlsArgs(w.Path, w.Format, w.Media, list, !w.Alone)...); err != nil {
		return r, err
	}
	var err error
	if r.Tracks, err = readTracks(w.Folder, list, r.Audio); err != nil {
		return r, &FailedError{Text: err.Error(), Cause: errors.New("ffmpeg left something out")}
	}
	for _, t := range r.Tracks {
		r.Duration = max(r.Duration, t.Duration)
	}
	if w.Alone {
		w.Progress(97)
		return r, nil
	}
	if err := os.WriteFile(filepath.Join(w.Folder, MasterFile), []byte(Master(r.Tracks)), 0o600); err != nil {
		return r, err
	}
	if w.Media.Duration == 0 {
		w.Media.Duration = r.Duration
	}
	if err := t.extras(ctx, w, &r, limit); err != nil {
		return r, err
	}
	w.Progress(97)
	return r, nil
}

// extras makes pictures and subtitles. Only a full disk and the end of the context are errors.
func (t *Tool) extras(ctx context.Context, w Work, r *Result, limit time.Duration) error {
	quiet := func(time.Duration) {}
	if w.Media.Video != nil {
		s := spriteOf(w.Media)
		for file, args := range map[string][]string{
			posterFile: posterArgs(w.Path, w.Format, w.Media),
			spriteFile: spriteArgs(w.Path, w.Format, w.Media, s),
		} {
			if made(w.Folder, file) {
				continue // made with the renditions
			}
			if err := t.run(ctx, w.Folder, limit, quiet, args...); fatal(ctx, err) {
				return err
			}
		}
		r.Poster, r.Sprite = made(w.Folder, posterFile), made(w.Folder, spriteFile)
		if r.Sprite {
			if err := writeSpriteText(w.Folder, s, r.Duration); err != nil {
				return err
			}
		}
	}
	if len(w.Media.Texts) == 0 {
		return nil
	}
	if err := t.run(ctx, w.Folder, limit, quiet, textArgs(w.Path, w.Format, w.Media)...); fatal(ctx, err) {
		return err
	}
	for i, text := range w.Media.Texts {
		if made(w.Folder, textFile(i)) {
			r.Texts = append(r.Texts, TextFile{Language: text.Language, File: textFile(i)})
		}
	}
	return nil
}

func fatal(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, ErrDiskFull))
}

func made(folder, name string) bool {
	info, err := os.Stat(filepath.Join(folder, name))
	return err == nil && info.Size() > 0
}

const watchEvery = time.Second

// run runs ffmpeg, and kills it if it makes no progress, if the disk is nearly full or if the context ends.
func (t *Tool) run(ctx context.Context, folder string, limit time.Duration, progress func(
	done time.Duration), args ...string,
) error {
	defer lockThread()()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	// The processor time of all cores together; the context limits the real time.
	cmd := t.command(ctx, folder, int(limit/time.Second+1)*64, t.FFmpeg, args...)
	var stderr tail
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return &FailedError{Cause: err}
	}
	moved := make(chan struct{}, 1)
	var watching sync.WaitGroup
	watching.Go(func() {
		if err := recovery.Do(func() error { t.watch(ctx, folder, moved, end); return nil }); err != nil {
			end(err)
		}
	})
	readProgress(out, progress, moved)
	err = cmd.Wait()
	cause := context.Cause(ctx)
	end(nil)
	watching.Wait()
	if err != nil && cause != nil {
		return cause
	}
	return failure(err, &stderr)
}

// readProgress reads ffmpeg's progress until the program closes its output.
func readProgress(out io.Reader, progress func(time.Duration), moved chan<- struct{}) {
	lines := bufio.NewScanner(out)
	var last time.Duration
	for lines.Scan() {
		done, ok := progressOf(lines.Text())
		if !ok || done <= last {
			continue
		}
		last = done
		progress(done)
		select {
		case moved <- struct{}{}:
		default:
		}
	}
	_, _ = io.Copy(io.Discard, out) // a line that is too long must not block the program
}

// watch ends the run if there is no progress or the disk is nearly full.
func (t *Tool) watch(ctx context.Context, folder string, moved <-chan struct{}, end context.CancelCauseFunc) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	var stalled <-chan time.Time
	var timer *time.Timer
	if t.Stall > 0 {
		timer = time.NewTimer(t.Stall)
		defer timer.Stop()
		stalled = timer.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-moved:
			if timer != nil {
				timer.Reset(t.Stall)
			}
		case <-stalled:
			end(ErrStalled)
			return
		case <-tick.C:
			if t.Free == nil {
				continue
			}
			if free, err := t.Free(folder); err == nil && t.Reserve > 0 && free < uint64(t.Reserve) {
				end(ErrDiskFull)
				return
			}
		}
	}
}
