package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/audit"
	"lectern/internal/blob"
	"lectern/internal/fault"
	"lectern/internal/ffmpeg"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
)

type doctorCmd struct{}

// A check examines one thing and returns a short result; its error says what is wrong and what to do.
type check struct {
	name string
	run  func(context.Context, *commandContext) (string, error)
}

// adviceError marks something that works but should be known.
type adviceError struct{ text string }

func (e adviceError) Error() string { return e.text }

// lowDisk is the free space below which the operator should hear about it.
const lowDisk = 1 << 30

var checks = []check{
	{"configuration", checkConfig},
	{"data folder", checkData},
	{"disk", checkDisk},
	{"keys", checkKeys},
	{"database", checkDatabase},
	{"clock", checkClock},
	{"audit log", checkAudit},
	{"first passwords", checkFirstPasswords},
	{"failed logins", checkFailedLogins},
	{"media store", checkBlobs},
	{"ffmpeg", checkFFmpeg},
}

// Run makes every check, even after a failed one, and fails if any did.
func (doctorCmd) Run(cc *commandContext) error {
	failed := 0
	for _, c := range checks {
		text, err := c.run(cc.ctx, cc)
		mark := "ok  "
		var advice adviceError
		switch {
		case errors.As(err, &advice):
			mark, text = "note", advice.text
		case err != nil:
			mark, text = "FAIL", err.Error()
			failed++
		}
		if _, err := fmt.Fprintf(cc.out, "%s  %-15s %s\n", mark, c.name, text); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(checks))
	}
	return nil
}

func checkConfig(_ context.Context, cc *commandContext) (string, error) {
	if unknown := cc.source.Unknown(); len(unknown) > 0 {
		return "", fmt.Errorf("%v look like settings and are none; `lectern config` lists them", unknown)
	}
	return cc.config.CollegeEn + ", " + cc.config.TimeZone, nil
}

func checkData(_ context.Context, cc *commandContext) (string, error) {
	if _, err := os.Stat(cc.config.Data); errors.Is(err, fs.ErrNotExist) {
		return "", adviceError{cc.config.Data + " is not there yet: the first start makes it"}
	}
	return cc.config.Data, writable(cc.config.Data)
}

func checkDisk(_ context.Context, cc *commandContext) (string, error) {
	folder := cc.config.Data
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		folder = filepath.Dir(folder)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return "", fmt.Errorf("the data folder's disk cannot be looked at: %w", err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	text := fmt.Sprintf("%.1f GiB free", float64(free)/(1<<30))
	if free < lowDisk {
		return "", fmt.Errorf("only %s: make room before writes begin to fail", text)
	}
	return text, nil
}

func checkKeys(_ context.Context, cc *commandContext) (string, error) {
	if _, err := os.Stat(cc.config.KeysPath()); cc.config.Keys.Empty() && errors.Is(err, fs.ErrNotExist) {
		return "", adviceError{"none yet: the first start makes them"}
	}
	ring, err := keyring.Load(cc.config.KeysPath(), cc.config.Keys.Reveal())
	if err != nil {
		return "", err
	}
	return "fingerprint " + ring.Fingerprint(), nil
}

// withDatabase opens the database for a check; a missing one is only advice.
func withDatabase(ctx context.Context, cc *commandContext, run func(db *sqldb.DB) (string, error)) (string, error) {
	url := cc.config.DatabaseURL()
	if _, err := os.Stat(url); !strings.Contains(url, "://") && errors.Is(err, fs.ErrNotExist) {
		return "", adviceError{"none yet: the first start makes it"}
	}
	db, err := sqldb.Open(ctx, sqldb.Options{URL: url, Clock: cc.clock})
	if err != nil {
		return "", err
	}
	defer db.Close()
	return run(db)
}

func checkDatabase(ctx context.Context, cc *commandContext) (string, error) {
	return withDatabase(ctx, cc, func(db *sqldb.DB) (string, error) {
		if err := db.Verify(ctx); err != nil {
			return "", err
		}
		schema, err := db.Schema(ctx)
		if err != nil {
			return "", err
		}
		text := fmt.Sprintf("%s, schema %d", db.Engine(), schema.Version)
		if schema.Pending > 0 {
			return "", adviceError{fmt.Sprintf("%s, %d migrations to come: `lectern migrate` or the next start applies them", text, schema.Pending)}
		}
		return text, nil
	})
}

func checkClock(ctx context.Context, cc *commandContext) (string, error) {
	return withDatabase(ctx, cc, func(db *sqldb.DB) (string, error) {
		if err := checkClocks(db); err != nil {
			return "", err
		}
		text := clockText(db)
		if db.ClockOffset().Abs() > noteClockOffset {
			return "", adviceError{text + "; set both by NTP"}
		}
		return text, nil
	})
}

func checkAudit(ctx context.Context, cc *commandContext) (string, error) {
	return withDatabase(ctx, cc, func(db *sqldb.DB) (string, error) {
		if schema, err := db.Schema(ctx); err != nil || schema.Pending > 0 {
			return "", adviceError{"not looked at: the database is not up to date"}
		}
		var found audit.Check
		err := db.Read(ctx, func(q sqldb.Querier) (err error) {
			found, err = audit.Verify(ctx, q)
			return err
		})
		if err != nil {
			return "", err
		}
		if found.FirstBroken > 0 {
			return "", fmt.Errorf("somebody has changed it: the chain breaks at row %d of %d; compare with a backup", found.FirstBroken, found.Rows)
		}
		return fmt.Sprintf("%d rows, the chain holds", found.Rows), nil
	})
}

// lastSixRisk is what an operator should know who leaves first passwords as the specification has them.
const lastSixRisk = "new students log in with the last six of their national ID: somebody who knows birthday, county and sex has about 500 to try; " +
	"LECTERN_FIRST_PASSWORD=code gives them one-time codes instead"

func checkFirstPasswords(ctx context.Context, cc *commandContext) (string, error) {
	found, _ := guessing(ctx, cc) // without a database the policy is all there is to say
	text := fmt.Sprintf("%d accounts still have the last six of the ID, %d of them closed by wrong guesses (`lectern admin reset` gives a code)", found.LastSix, found.Closed)
	switch {
	case cc.config.FirstPassword == account.KindLastSix && found.LastSix > 0:
		return "", adviceError{lastSixRisk + "; " + text}
	case cc.config.FirstPassword == account.KindLastSix:
		return "", adviceError{lastSixRisk}
	case found.LastSix > 0:
		return "", adviceError{"one-time codes, but " + text}
	}
	return "one-time codes", nil
}

// manyFailures is how many failed logins in two days the operator should hear about.
const manyFailures = 1000

func checkFailedLogins(ctx context.Context, cc *commandContext) (string, error) {
	found, err := guessing(ctx, cc)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%d since yesterday", found.Tries)
	if len(found.Networks) > 0 {
		text += fmt.Sprintf(", most from %s (%d)", found.Networks[0].Network, found.Networks[0].Tries)
	}
	if found.Tries >= manyFailures {
		return "", adviceError{text + ": somebody may be guessing passwords; the audit log names accounts and networks"}
	}
	return text, nil
}

// guessing reads the failed logins since yesterday.
func guessing(ctx context.Context, cc *commandContext) (found account.Guessing, err error) {
	_, err = withDatabase(ctx, cc, func(db *sqldb.DB) (string, error) {
		if schema, err := db.Schema(ctx); err != nil || schema.Pending > 0 {
			return "", adviceError{"not looked at: the database is not up to date"}
		}
		accounts := account.New(account.Options{DB: db, Now: time.Now})
		found, err = accounts.Guessing(ctx, access.System(), time.Now().Add(-24*time.Hour))
		return "", err
	})
	if err != nil && !errors.As(err, new(adviceError)) {
		err = adviceError{"not looked at: the database cannot be read"} // the check of the database says why
	}
	return found, err
}

func checkBlobs(ctx context.Context, cc *commandContext) (string, error) {
	folder := filepath.Join(cc.config.Data, "blobs")
	if _, err := os.Stat(folder); cc.config.Blobs == "" && errors.Is(err, fs.ErrNotExist) {
		return "", adviceError{"none yet: the first start makes it"}
	}
	store, err := blob.Open(string(cc.config.Blobs), cc.config.Data)
	if err != nil {
		return "", err
	}
	defer store.Close()
	if _, err := store.Stat(ctx, "doctor/probe"); fault.Code(err) != "blob.not_found" {
		return "", translate(err, cc.source.Language())
	}
	return "reachable", nil
}

func checkFFmpeg(ctx context.Context, _ *commandContext) (string, error) {
	tool, err := ffmpeg.Find(ctx)
	if err != nil {
		return "", adviceError{"not installed: MP4 recordings are served as they were uploaded, others are refused; install Debian's package ffmpeg to prepare them"}
	}
	version, err := tool.Version(ctx)
	if err == nil && !tool.Isolated() {
		return "", adviceError{version + "; it keeps the server's network: " + notIsolated}
	}
	return version, err
}

// notIsolated is what to do where ffmpeg cannot be run without a network.
const notIsolated = "allow user and network namespaces (systemd: RestrictNamespaces=user net; Debian: sysctl kernel.unprivileged_userns_clone=1; Docker: a seccomp profile)"
