// Command media measures recordings against bare programs, in one run on one machine: segments from the local store against nginx
// serving the same file, preparing against the bare ffmpeg command, and the API's tail while a recording is prepared.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lectern/bench/load"
	"lectern/internal/apitest"
	"lectern/internal/ffmpeg"
)

func main() {
	binary := flag.String("binary", "bin/lectern", "the binary to measure")
	seconds := flag.Int("seconds", 3, "how long each rate is measured")
	film := flag.Int("film", 45, "how many seconds the recording lasts")
	flag.Parse()
	if err := measure(context.Background(), *binary, time.Duration(*seconds)*time.Second, *film); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A bench is a portal of the sample college with two of its people logged in.
type bench struct {
	ctx            context.Context //nolint:containedctx // one run
	binary, folder string
	env            []string
	server         *load.Process
	student, staff *apitest.Client
	each           time.Duration
}

func measure(ctx context.Context, binary string, each time.Duration, film int) (err error) {
	folder, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b := &bench{ctx: ctx, binary: binary, folder: folder, each: each}
	b.env = []string{"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + filepath.Join(folder, "data"), "LECTERN_LOG_LEVEL=error"}
	if err := b.begin(); err != nil {
		return err
	}
	defer b.server.Stop()
	recordings := []string{filepath.Join(folder, "MKT201 03 bench.avi"), filepath.Join(folder, "MKT201 20 another.avi")}
	for i, recording := range recordings {
		film := film << i // beside the second one more is measured
		// A codec that browsers do not play, so that everything is encoded.
		if err := b.run("ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=s=1280x720:r=25:d=%d", film),
			"-f", "lavfi", "-i", fmt.Sprintf("sine=440:d=%d", film), "-c:v", "mpeg4", "-q:v", "3", "-c:a", "mp3", recording); err != nil {
			return err
		}
	}
	return errors.Join(b.preparing(recordings[0]), b.besides(recordings[1]), b.segments())
}

type demoLogin struct{ Role, Phone, Password string }

func (b *bench) begin() error {
	cmd := exec.CommandContext(b.ctx, b.binary, "demo", "--json")
	cmd.Env = append(os.Environ(), b.env...)
	raw, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("load the sample: %w", err)
	}
	var logins []demoLogin
	if err := json.Unmarshal(raw, &logins); err != nil {
		return err
	}
	if b.server, err = load.Start(b.ctx, b.env, "/healthz", b.binary, "serve"); err != nil {
		return err
	}
	if b.student, err = b.login(logins[0]); err != nil {
		return err
	}
	b.staff, err = b.login(logins[len(logins)-1])
	return err
}

func (b *bench) login(who demoLogin) (*apitest.Client, error) {
	c, err := apitest.Dial(b.ctx, "http://"+b.server.Addr)
	if err != nil {
		return nil, err
	}
	answer, err := c.Login(b.ctx, who.Phone, who.Password)
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("login: %v", answer.Errors)
	}
	return c, err
}

func (b *bench) run(name string, args ...string) error {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), b.env...), os.Stderr
	return cmd.Run()
}

// bare is how long ffmpeg takes by itself for the same renditions.
func (b *bench) bare(recording string) (time.Duration, error) {
	tool, err := ffmpeg.Find(b.ctx)
	if err != nil {
		return 0, err
	}
	found, err := tool.Probe(b.ctx, recording, ffmpeg.AVI)
	if err != nil {
		return 0, err
	}
	out, err := os.MkdirTemp(b.folder, "bare-")
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(b.ctx, tool.FFmpeg, ffmpeg.BareArgs(recording, ffmpeg.AVI, found)...)
	cmd.Dir = out
	start := time.Now()
	err = cmd.Run()
	return time.Since(start), err
}

// tail is the 99th percentile of a small call of the API, sent at the pace of people. It is written to the connection by hand: a
// client that shares two processors with ffmpeg would measure itself.
func (b *bench) tail() (time.Duration, error) {
	who := load.Caller{Token: b.student.Token, Identity: b.student.Identity, Cookie: b.student.Cookies(), Secret: b.student.Config.SignSecret}
	r, err := load.RunEvery(b.ctx, b.server.Addr, 8, 10*time.Millisecond, b.each, http.StatusOK, func(int, int) []byte { return who.Get("/api/terms") })
	if err == nil && r.Failed > 0 {
		err = fmt.Errorf("terms: %d of %d answers were not 200", r.Failed, r.Requests)
	}
	return r.Percentile(.99), err
}

// preparing compares what the portal takes for a recording with ffmpeg by itself, before and after.
func (b *bench) preparing(recording string) error {
	before, err := b.bare(recording)
	if err != nil {
		return err
	}
	if err := b.add(recording); err != nil {
		return err
	}
	start := time.Now()
	if err := b.until("ready"); err != nil {
		return err
	}
	took := time.Since(start)
	after, err := b.bare(recording)
	if err != nil {
		return err
	}
	bare := (before + after) / 2
	return load.Row("preparing a 720p recording", took.Seconds(), "s", "at most 1.10 ×", fmt.Sprintf("bare ffmpeg %.2f s", bare.Seconds()), took.Seconds()/bare.Seconds())
}

// besides compares the API's tail while a recording is prepared with a quiet one, in turn: ffmpeg stands still meanwhile.
func (b *bench) besides(recording string) error {
	if err := b.add(recording); err != nil {
		return err
	}
	encoder, err := b.encoder()
	if err != nil {
		return err
	}
	beside := func(sent syscall.Signal) func() (float64, error) {
		return func() (float64, error) {
			if err := syscall.Kill(encoder, sent); err != nil {
				return 0, fmt.Errorf("the recording is prepared already: %w", err)
			}
			p99, err := b.tail()
			return load.Milliseconds(p99), err
		}
	}
	busy, quiet, ratio, err := load.InTurn(rounds, beside(syscall.SIGCONT), beside(syscall.SIGSTOP))
	if err != nil {
		return err
	}
	if err := errors.Join(syscall.Kill(encoder, syscall.SIGCONT), b.until("ready")); err != nil {
		return err
	}
	return load.Row("API p99 while preparing", busy, "ms", "at most 1.50 ×", fmt.Sprintf("quiet %.2f ms", quiet), ratio)
}

// encoder is the process of the ffmpeg that the server runs.
func (b *bench) encoder() (int, error) {
	for {
		for _, pid := range b.server.Children() {
			if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); strings.TrimSpace(string(name)) == "ffmpeg" {
				return pid, nil
			}
		}
		if state, err := b.state(); err != nil || state != "preparing" {
			return 0, fmt.Errorf("no ffmpeg runs for a recording that is %s: %w", state, err)
		}
	}
}

// add adds a recording and waits until it is being prepared.
func (b *bench) add(recording string) error {
	if err := b.run(b.binary, "media", "add", "--yes", "--publish", recording); err != nil {
		return err
	}
	return b.until("preparing")
}

// until waits until the newest recording has got so far.
func (b *bench) until(wanted string) error {
	for {
		state, err := b.state()
		if err != nil || state == wanted {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (b *bench) state() (string, error) {
	answer, err := b.staff.Do(b.ctx, http.MethodGet, "/api/admin/media?size=1", nil)
	if err != nil {
		return "", err
	}
	var list []struct{ State, Reason string }
	if err := json.Unmarshal(answer.Data, &list); err != nil || len(list) == 0 {
		return "", fmt.Errorf("list media: %d %v", answer.Status, answer.Errors)
	}
	if list[0].State == "failed" {
		return "", errors.New("it failed: " + list[0].Reason)
	}
	return list[0].State, nil
}

const (
	conns  = 4
	rounds = 9
)

// segments compares one segment of the recording, fetched again and again.
func (b *bench) segments() error {
	path, file, err := b.segment()
	if err != nil {
		return err
	}
	nginx, stop, err := b.nginx(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer stop()
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	ours := load.Same("GET " + path + " HTTP/1.1\r\nHost: x\r\nCookie: " + b.student.Cookies() + "\r\n\r\n")
	theirs := load.Same("GET /" + filepath.Base(file) + " HTTP/1.1\r\nHost: x\r\n\r\n")
	mine, peer, ratio, err := load.InTurn(rounds, load.Rate(b.ctx, b.server.Addr, conns, b.each, ours), load.Rate(b.ctx, nginx, conns, b.each, theirs))
	if err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return load.Row(fmt.Sprintf("segments of %d kB", info.Size()/1000), mine, "segments/s", "at least 0.80 ×", fmt.Sprintf("nginx %.0f", peer), ratio)
}

// segment is the largest of the recording: its address for the student, and its file.
func (b *bench) segment() (path, file string, err error) {
	answer, err := b.staff.Do(b.ctx, http.MethodGet, "/api/admin/media?size=1", nil)
	if err != nil {
		return "", "", err
	}
	var list []struct{ ID, Lesson string }
	if err := json.Unmarshal(answer.Data, &list); err != nil || len(list) == 0 {
		return "", "", fmt.Errorf("list media: %v", answer.Errors)
	}
	answer, err = b.student.Do(b.ctx, http.MethodGet, "/api/lessons/"+list[0].Lesson, nil)
	if err != nil {
		return "", "", err
	}
	var lesson struct{ Media *struct{ Playlist string } }
	if err := json.Unmarshal(answer.Data, &lesson); err != nil || lesson.Media == nil {
		return "", "", fmt.Errorf("lesson: %d %v %s", answer.Status, answer.Errors, answer.Data)
	}
	files, err := filepath.Glob(filepath.Join(b.folder, "data", "blobs", "media", list[0].ID, "*", "v720_*.m4s"))
	if err != nil || len(files) == 0 {
		return "", "", fmt.Errorf("no segments: %w", err)
	}
	slices.SortFunc(files, func(x, y string) int { return int(size(y) - size(x)) })
	return strings.TrimSuffix(lesson.Media.Playlist, "master.m3u8") + filepath.Base(files[0]), files[0], nil
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
