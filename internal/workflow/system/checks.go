package system

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/steady"
)

const (
	// lowDisk is the free space below which a check reports a problem.
	lowDisk = 1 << 30
	// noteOffset is the difference between clocks from which a check reports a note.
	noteOffset = 5 * time.Second
	// manyFailures is the number of failed logins in a day from which a check reports a note.
	manyFailures = 1000
)

func checkConfig(_ context.Context, in *Installation) Finding {
	if len(in.Unknown) > 0 {
		return problem("system.unknown_settings", "names", strings.Join(in.Unknown, " "))
	}
	return ok("system.configuration", "college", in.Config.CollegeEn, "zone", in.Config.TimeZone)
}

func checkFolder(_ context.Context, in *Installation) Finding {
	if missing(in.Config.Data) {
		return note("system.no_folder", "folder", in.Config.Data)
	}
	if err := Writable(in.Config.Data); err != nil {
		return failed(err)
	}
	return ok("system.folder", "folder", in.Config.Data)
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// Writable creates the data folder and checks that a file can be created in it.
func Writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the data folder %s cannot be made: %w; choose another with --data (LECTERN_DATA)", folder,
			errors.Unwrap(err))
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk of the data folder %s is full: free some space, then start again", folder)
	}
	if err != nil {
		return fmt.Errorf("the data folder %s cannot be written: %w; give it to this user, or choose another with --data "+
			"(LECTERN_DATA)", folder, errors.Unwrap(err))
	}
	return errors.Join(probe.Close(), os.Remove(filepath.Clean(probe.Name())))
}

// Disk is the size of the data folder's disk and its free space, in bytes.
type Disk struct {
	Free int64 `json:"free" doc:"In bytes."`
	Size int64 `json:"size"`
}

// FreeDisk returns the free space of a folder's disk, in bytes.
func FreeDisk(folder string) (int64, error) {
	disk, err := measureDisk(folder)
	return disk.Free, err
}

func measureDisk(folder string) (Disk, error) {
	if missing(folder) {
		folder = filepath.Dir(folder)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return Disk{}, fmt.Errorf("the data folder's disk cannot be looked at: %w", err)
	}
	block := int64(disk.Bsize) //nolint:unconvert // the types differ between systems
	return Disk{Free: int64(disk.Bavail) * block, Size: int64(disk.Blocks) * block}, nil
}

func checkDisk(_ context.Context, in *Installation) Finding {
	disk, err := measureDisk(in.Config.Data)
	if err != nil {
		return failed(err)
	}
	free := fmt.Sprintf("%.1f GiB", float64(disk.Free)/(1<<30))
	if disk.Free < lowDisk {
		return problem("system.disk_low", "free", free)
	}
	return ok("system.disk", "free", free)
}

func checkDatabase(ctx context.Context, in *Installation) Finding {
	switch {
	case in.DBError != nil:
		return failed(in.DBError)
	case in.DB == nil:
		return note("system.no_database")
	}
	schema, err := in.DB.Schema(ctx)
	if err != nil {
		return failed(err)
	}
	version := strconv.FormatInt(schema.Version, 10)
	if schema.Pending > 0 {
		return note("system.database_behind", "engine", in.DB.Engine(), "schema", version,
			"pending", strconv.Itoa(schema.Pending))
	}
	return ok("system.database", "engine", in.DB.Engine(), "schema", version)
}

func checkIntegrity(ctx context.Context, in *Installation) Finding {
	if err := in.DB.Verify(ctx); err != nil {
		return failed(err)
	}
	return ok("system.integrity")
}

func checkClock(ctx context.Context, in *Installation) Finding {
	if in.DB == nil {
		return note("system.not_looked")
	}
	offset := in.DB.ClockOffset()
	by := []string{"by", offset.Abs().Round(time.Millisecond).String(), "engine", in.DB.Engine()}
	ahead := offset < 0
	switch {
	case offset.Abs() > in.MaxOffset && ahead:
		return problem("system.clock_far_ahead", by...)
	case offset.Abs() > in.MaxOffset:
		return problem("system.clock_far_behind", by...)
	case offset.Abs() > noteOffset && ahead:
		return note("system.clock_ahead", by...)
	case offset.Abs() > noteOffset:
		return note("system.clock_behind", by...)
	}
	if f, found := clockStep(ctx, in); found {
		return f
	}
	return ok("system.clock", by...)
}

// clockStep returns the finding that the clock was set, as long as sweeps wait for that.
func clockStep(ctx context.Context, in *Installation) (f Finding, found bool) {
	if in.noSchema {
		return Finding{}, false
	}
	state, err := steady.Read(ctx, in.DB.Reader())
	if err != nil {
		return failed(err), true
	}
	left := state.Until.Sub(in.Now())
	if state.Step == 0 || left <= 0 || !state.Until.Equal(state.At.Add(steady.AfterStep)) {
		return Finding{}, false
	}
	params := []string{"by", state.Step.Abs().Round(time.Second).String(), "hours", strconv.Itoa(int(left/time.Hour) + 1)}
	if state.Step < 0 {
		return note("system.clock_set_back", params...), true
	}
	return note("system.clock_set_ahead", params...), true
}

func checkFirstPasswords(ctx context.Context, in *Installation) Finding {
	var tries account.Guessing
	if !in.noSchema {
		tries, _ = guessing(ctx, in) // the check of failed logins reports the error
	}
	params := []string{"count", strconv.Itoa(tries.LastSix), "closed", strconv.Itoa(tries.Closed)}
	switch {
	case in.Config.FirstPassword == account.KindLastSix && tries.LastSix > 0:
		return note("system.last_six_left", params...)
	case in.Config.FirstPassword == account.KindLastSix:
		return note("system.last_six")
	case tries.LastSix > 0:
		return note("system.codes_and_last_six", params...)
	}
	return ok("system.codes")
}

func checkFailedLogins(ctx context.Context, in *Installation) Finding {
	tries, err := guessing(ctx, in)
	if err != nil {
		return failed(err)
	}
	count := strconv.Itoa(tries.Tries)
	if len(tries.Networks) == 0 {
		return ok("system.logins", "count", count)
	}
	most := tries.Networks[0]
	params := []string{"count", count, "network", most.Network, "most", strconv.Itoa(most.Tries)}
	if tries.Tries >= manyFailures {
		return note("system.logins_many", params...)
	}
	return ok("system.logins_from", params...)
}

// guessing returns the failed logins of the last 24 hours.
func guessing(ctx context.Context, in *Installation) (account.Guessing, error) {
	return in.Accounts.Guessing(ctx, access.System(), in.Now().Add(-24*time.Hour))
}

func checkBlobs(ctx context.Context, in *Installation) Finding {
	switch {
	case in.BlobsError != nil:
		return failed(in.BlobsError)
	case in.Blobs == nil:
		return note("system.no_store")
	}
	if _, err := in.Blobs.Stat(ctx, "doctor/probe"); err != nil && fault.Code(err) != "blob.not_found" {
		return failed(err)
	}
	return ok("system.store")
}

func checkFFmpeg(ctx context.Context, _ *Installation) Finding {
	tool, err := ffmpeg.Find(ctx)
	if err != nil {
		return note("system.no_ffmpeg")
	}
	version, err := tool.Version(ctx)
	if err != nil {
		return failed(err)
	}
	if !tool.Isolated() {
		return note("system.ffmpeg_network", "version", version)
	}
	return ok("system.ffmpeg", "version", version)
}
