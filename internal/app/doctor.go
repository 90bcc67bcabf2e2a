package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lectern/internal/feature/account"
	"lectern/internal/http/server"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/system"
)

func (cc *commandContext) doctorCommand() *cobra.Command {
	return command("doctor", "Check the configuration, database, keys, disk and ffmpeg.",
		func([]string) error { return cc.doctor() })
}

// marks are the printed prefixes of findings.
var marks = map[system.State]string{system.OK: "ok  ", system.Note: "note", system.Problem: "FAIL"}

// doctor prints the findings of all checks, and fails if there is a problem. It creates nothing.
func (cc *commandContext) doctor() error {
	in, stop := cc.installation(cc.ctx)
	defer stop()
	failed, findings := 0, system.Examine(cc.ctx, in)
	for _, f := range findings {
		if f.State == system.Problem {
			failed++
		}
		name := strings.ReplaceAll(f.Kind, "-", " ")
		if _, err := fmt.Fprintf(cc.out, "%s  %-15s %s\n", marks[f.State], name, f.Text(cc.source.Language())); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(findings))
	}
	return cc.findInstallation(cc.ctx)
}

// installation opens what exists and creates nothing.
func (cc *commandContext) installation(ctx context.Context) (in system.Installation, stop func()) {
	in = system.Installation{
		Config: cc.config, Unknown: cc.source.Unknown(), Now: time.Now,
		MaxOffset: server.MaxClockOffset, Groups: allGroups(),
	}
	url := cc.config.DatabaseURL()
	if _, err := os.Stat(url); strings.Contains(url, "://") || !errors.Is(err, fs.ErrNotExist) {
		in.DB, in.DBError = sqldb.Open(ctx, sqldb.Options{URL: url, Clock: cc.clock})
	}
	if in.DB != nil {
		in.Accounts = account.New(account.Options{DB: in.DB, Now: time.Now})
	}
	folder := filepath.Join(cc.config.Data, "blobs")
	if _, err := os.Stat(folder); cc.config.Blobs != "" || !errors.Is(err, fs.ErrNotExist) {
		in.Blobs, in.BlobsError = blob.Open(string(cc.config.Blobs), cc.config.Data)
	}
	return in, func() {
		if in.DB != nil {
			_ = in.DB.Close()
		}
		if in.Blobs != nil {
			_ = in.Blobs.Close()
		}
	}
}

// lastSixRisk warns about the default first passwords.
const lastSixRisk = "new students log in with the last six digits of their national ID: anyone who knows birthday, " +
	"county and gender needs about 500 guesses; " +
	"LECTERN_FIRST_PASSWORD=code gives them one-time codes instead"

// notIsolated says how to run ffmpeg without a network.
const notIsolated = "allow user and network namespaces (systemd: RestrictNamespaces=user net; Debian: sysctl " +
	"kernel.unprivileged_userns_clone=1; Docker: a seccomp profile)"
