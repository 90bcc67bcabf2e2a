// Package ffmpeg runs ffprobe and ffmpeg on untrusted files and limits what a hostile file can do: the server chooses
// the demuxer, only local files can be read, there is no network where the system can block it, and memory, processor
// time, file size and time without progress are limited. The programs run at the lowest priority in their own process
// group. Start at Find and Tool.Prepare.
package ffmpeg

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// The expected errors of a run.
var (
	// ErrMissing means that the programs are not installed.
	ErrMissing = errors.New("ffmpeg: not installed")
	// ErrUnreadable means that the file is damaged, truncated or not of the format its first bytes suggest.
	ErrUnreadable = errors.New("ffmpeg: the file cannot be read")
	// ErrStalled means that the program made no progress for too long and was killed.
	ErrStalled = errors.New("ffmpeg: no progress")
	// ErrTimeout means that the whole run took too long and was killed.
	ErrTimeout = errors.New("ffmpeg: took too long")
	// ErrDiskFull means that the disk is full, or nearly so.
	ErrDiskFull = errors.New("ffmpeg: the disk is full")
)

// A FailedError is the failure of a program. Text is the end of its standard error, for the log; Cause is its exit.
type FailedError struct {
	Text  string
	Cause error
}

func (e *FailedError) Error() string { return e.Cause.Error() + ": " + e.Text }
func (e *FailedError) Unwrap() error { return e.Cause }

// A Tool holds the two programs and their limits. The zero value of a limit means none; Find sets all of them.
type Tool struct {
	FFmpeg  string
	FFprobe string

	Stall   time.Duration // without any progress
	Slowest float64       // multiple of its duration that a recording may take, on top of Least
	Least   time.Duration
	Memory  int64                        // address space, bytes
	Reserve int64                        // free disk to leave to others, bytes
	Free    func(string) (uint64, error) // free bytes of a folder's disk

	isolated bool  // the system allows network namespaces
	largest  int64 // bytes per file that a program may write; 0: maxFile
}

// Find looks for the programs on the path, or returns ErrMissing.
func Find(ctx context.Context) (*Tool, error) {
	encoder, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrMissing
	}
	prober, err := exec.LookPath("ffprobe")
	if err != nil {
		return nil, ErrMissing
	}
	t := &Tool{
		FFmpeg: encoder, FFprobe: prober, Stall: 2 * time.Minute, Slowest: 12, Least: 10 * time.Minute,
		Memory: 16 << 30, Reserve: 512 << 20, Free: FreeDisk,
	}
	t.isolated = canIsolate(ctx)
	return t, nil
}

// Isolated reports whether the programs run without a network. Otherwise only the protocol list keeps them off it.
func (t *Tool) Isolated() bool { return t.isolated }

// Version runs ffmpeg and returns the first line of its version text.
func (t *Tool) Version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, t.FFmpeg, "-version").Output() //nolint:gosec // from the operator's PATH
	if err != nil {
		return "", fmt.Errorf("%s does not run: %w", t.FFmpeg, err)
	}
	first, _, _ := bytes.Cut(out, []byte("\n"))
	return string(first), nil
}

// limited is a shell script that sets limits on itself and then execs the program, so that they hold from the first
// instruction. dash counts file sizes in blocks of 512 bytes and memory in KiB.
const limited = `ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3
exec nice -n 19 "$@"`

// maxFile limits any file that a program may write; our segments are far smaller.
const maxFile = 8 << 30

// command prepares a run of one of the programs, limited in processor time and memory.
func (t *Tool) command(ctx context.Context, folder string, seconds int, program string, args ...string) *exec.Cmd {
	memory := "unlimited"
	if t.Memory > 0 {
		memory = strconv.FormatInt(t.Memory>>10, 10)
	}
	largest := cmp.Or(t.largest, maxFile)
	argv := append([]string{
		"-c", limited, "sh", strconv.Itoa(seconds), memory,
		strconv.FormatInt(largest>>9, 10), program,
	}, args...)
	//nolint:gosec // arguments never pass through the shell's own parsing
	cmd := exec.CommandContext(ctx, "/bin/sh", argv...)
	cmd.Dir = folder
	// The server's environment has settings and secrets, so none of it is passed on.
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"}
	configure(cmd, t.isolated)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// lockThread keeps the goroutine on its thread until the program has ended: with Pdeathsig the kernel kills the program
// when the thread that started it ends.
func lockThread() (release func()) {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

// input returns the arguments that open a file: the demuxer is forced, and only local files may be read.
func input(path, format string) []string {
	args := []string{"-protocol_whitelist", "file", "-f", demuxers[format]}
	if format == MP4 {
		// A movie may refer to other files for its data; never follow them.
		args = append(args, "-enable_drefs", "0", "-use_absolute_path", "0")
	}
	return append(args, "-i", "file:"+path)
}

// tail keeps the end of what is written to it.
type tail struct {
	bytes.Buffer
}

const tailSize = 2 << 10

func (w *tail) Write(p []byte) (int, error) {
	n, _ := w.Buffer.Write(p) // never fails
	if extra := w.Len() - tailSize; extra > 0 {
		w.Next(extra)
	}
	return n, nil
}

// failure turns the exit of a program into one of the errors above.
func failure(err error, stderr *tail) error {
	text := strings.ToValidUTF8(strings.TrimSpace(stderr.String()), "?")
	switch {
	case err == nil:
		return nil
	case strings.Contains(text, "No space left on device"), strings.Contains(text, "File too large"),
		strings.Contains(text, "Disk quota exceeded"):
		return fmt.Errorf("%w: %s", ErrDiskFull, text)
	case strings.Contains(text, "Invalid data found when processing input"), strings.Contains(text, "moov atom not found"):
		return fmt.Errorf("%w: %s", ErrUnreadable, text)
	}
	return &FailedError{Text: text, Cause: err}
}
