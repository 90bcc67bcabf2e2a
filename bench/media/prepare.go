package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
	"lectern/internal/feature/media/ffmpeg"
)

// seconds is the length of the recording.
const seconds = 45

// measurePreparing compares the server's time for a recording with bare ffmpeg, which runs before and after it.
func measurePreparing(ctx context.Context, c *college.College) error {
	file := filepath.Join(c.Folder, "MKT201 03 bench.avi") // the name identifies the lesson
	if err := makeRecording(ctx, file); err != nil {
		return err
	}
	before, err := runBare(ctx, c.Folder, file)
	if err != nil {
		return err
	}
	if _, err := c.Run(ctx, "media", "add", "--yes", "--publish", file); err != nil {
		return err
	}
	if err := waitFor(ctx, c, func(m medium) bool { return m.State == "preparing" }); err != nil {
		return err
	}
	start := time.Now()
	if err := waitFor(ctx, c, func(m medium) bool { return m.State == "ready" }); err != nil {
		return err
	}
	plays := time.Since(start).Seconds()
	if err := waitFor(ctx, c, medium.whole); err != nil {
		return err
	}
	took := time.Since(start).Seconds()
	after, err := runBare(ctx, c.Folder, file)
	if err != nil {
		return err
	}
	bare := (before + after).Seconds() / 2
	err = load.Figure{
		What: fmt.Sprintf("%d s of 720p until it plays", seconds), Value: plays / bare,
		Unit: "× bare ffmpeg for all heights at once", Most: 0.6, Detail: fmt.Sprintf("%.1f and %.1f s", plays, bare),
	}.Print()
	if err != nil {
		return err
	}
	return load.Figure{
		What: fmt.Sprintf("preparing %d s of 720p in all heights", seconds), Value: took / bare,
		Unit: "× bare ffmpeg for all heights at once", Most: 1.1, Detail: fmt.Sprintf("%.1f and %.1f s", took, bare),
	}.Print()
}

// makeRecording uses codecs that browsers can't play, so that everything must be encoded.
func makeRecording(ctx context.Context, file string) error {
	cmd := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-nostdin",
		"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=s=1280x720:r=25:d=%d", seconds),
		"-f", "lavfi", "-i", fmt.Sprintf("sine=440:d=%d", seconds),
		"-c:v", "mpeg4", "-q:v", "3", "-c:a", "mp3", file)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// runBare runs only the server's ffmpeg command.
func runBare(ctx context.Context, folder, file string) (time.Duration, error) {
	tool, err := ffmpeg.Find(ctx)
	if err != nil {
		return 0, err
	}
	found, err := tool.Probe(ctx, file, ffmpeg.AVI)
	if err != nil {
		return 0, err
	}
	out, err := os.MkdirTemp(folder, "bare-")
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, tool.FFmpeg, ffmpeg.BareArgs(file, ffmpeg.AVI, found)...)
	cmd.Dir = out
	start := time.Now()
	err = cmd.Run()
	return time.Since(start), err
}
