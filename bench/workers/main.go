// Command workers compares the time two workers take to prepare recordings with the time one takes.
// scripts/with-postgres provides PostgreSQL.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"lectern/bench/load"
	"lectern/internal/feature/media"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	recordings = 20
	seconds    = 4 // per recording
)

func main() { load.Main(measure) }

// farm is a portal that runs no jobs, and the folder that its workers share.
type farm struct {
	binary, folder, database string
	db                       *sqldb.DB
}

func measure(ctx context.Context, binary string, _ time.Duration) (err error) {
	f := &farm{binary: binary, database: os.Getenv("LECTERN_TEST_POSTGRES")}
	if f.database == "" {
		return errors.New("run it with scripts/with-postgres")
	}
	if f.folder, err = os.MkdirTemp("", "lectern-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(f.folder)
	if err := f.run(ctx, "demo"); err != nil {
		return err
	}
	portal, err := load.Start(ctx, f.env("portal"), binary, "serve", "--no-work")
	if err != nil {
		return err
	}
	defer portal.Stop()
	if f.db, err = sqldb.Open(ctx, sqldb.Options{URL: f.database}); err != nil {
		return err
	}
	defer f.db.Close()
	one, err := f.prepare(ctx, 1)
	if err != nil {
		return err
	}
	two, err := f.prepare(ctx, 2)
	if err != nil {
		return err
	}
	return load.Figure{
		What:  fmt.Sprintf("%d recordings of %d s, two workers", recordings, seconds),
		Value: two.Seconds() / one.Seconds(), Unit: "× one worker", Most: 0.65, Detail: fmt.Sprintf(
			"%.1f and %.1f s, %d cores; ffmpeg uses all of them for one job", two.Seconds(), one.Seconds(), runtime.NumCPU()),
	}.Print()
}

func (f *farm) env(node string) []string {
	keys, _ := os.ReadFile(filepath.Join(f.folder, "portal", "keys")) // created by the first start
	return []string{
		"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + filepath.Join(f.folder, node),
		"LECTERN_BLOBS=" + filepath.Join(f.folder, "blobs"), "LECTERN_DATABASE=" + f.database, "LECTERN_NODE=" + node,
		"LECTERN_KEYS=" + string(keys), "LECTERN_LOG_LEVEL=warn",
	}
}

// run runs a subcommand of the portal.
func (f *farm) run(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, f.binary, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), f.env("portal")...), os.Stderr
	return cmd.Run()
}

// prepare measures how long that many workers take, from their start until no job is left.
func (f *farm) prepare(ctx context.Context, workers int) (time.Duration, error) {
	folder := filepath.Join(f.folder, fmt.Sprint("files-", workers))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return 0, err
	}
	for i := range recordings {
		file := filepath.Join(folder, fmt.Sprintf("STA201 Bench %d of %d.avi", i+1, workers))
		cmd := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-nostdin", "-f",
			"lavfi", "-i", fmt.Sprintf("testsrc2=s=640x360:r=25:d=%d", seconds), "-f", "lavfi", "-i",
			fmt.Sprintf("sine=%d:d=%d", 300+i, seconds), "-c:v", "mpeg4", "-q:v", "3", "-c:a", "mp3", file)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return 0, err
		}
	}
	if err := f.run(ctx, "media", "add", "--yes", folder); err != nil {
		return 0, err
	}
	queue := job.New(f.db, f.db.Now)
	begun := time.Now()
	for i := range workers {
		worker, err := load.Start(ctx, f.env(fmt.Sprint("worker-", i+1)), f.binary, "work", "--kinds=media", "--slots=1")
		if err != nil {
			return 0, err
		}
		defer worker.Stop()
	}
	for {
		left, err := leftIn(ctx, queue, f.db)
		switch {
		case err != nil:
			return 0, err
		case left == 0:
			return time.Since(begun), nil
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// leftIn counts the waiting and running jobs of recordings; no worker runs other kinds here.
func leftIn(ctx context.Context, queue *job.Queue, db *sqldb.DB) (int, error) {
	kinds := []string{media.PrepareKind, media.RenditionKind}
	left, err := queue.Waiting(ctx, db.Reader(), kinds...)
	for _, kind := range kinds {
		running, failed := queue.List(ctx, db.Reader(), job.Filter{State: job.Running, Kind: kind})
		left, err = left+len(running), errors.Join(err, failed)
	}
	return left, err
}
