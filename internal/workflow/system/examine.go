package system

import (
	"context"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/sqldb"
)

// Installation is what the checks examine. What doesn't exist yet is nil; what can't be opened is nil and has its
// error.
type Installation struct {
	Config    *config.Config
	Unknown   []string // variables that look like settings but aren't
	DB        *sqldb.DB
	NoDB      error
	Accounts  *account.Service // of the database
	Blobs     blob.Store
	NoBlobs   error
	Now       func() time.Time
	MaxOffset time.Duration // how far the machine's clock may be from the database's
	Groups    []string      // job groups that some node should run

	behind bool // the database is missing or out of date; only its own check reports that
}

// check examines one thing.
type check struct {
	kind string
	run  func(context.Context, *Installation) Finding
	// every is how long a running server reuses the finding; 0 means it always checks.
	every time.Duration
	// reads requires an up-to-date database.
	reads bool
	// alone excludes slow checks from the page; only `lectern doctor` runs them.
	alone bool
}

var checks = []check{
	{kind: "configuration", run: checkConfig},
	{kind: "data-folder", run: checkFolder, every: time.Minute},
	{kind: "disk", run: checkDisk},
	{kind: "keys", run: checkKeys, every: time.Minute},
	{kind: "database", run: checkDatabase},
	{kind: "integrity", run: checkIntegrity, reads: true, alone: true},
	{kind: "clock", run: checkClock},
	{kind: "audit-log", run: checkAudit, every: 15 * time.Minute, reads: true},
	{kind: "first-passwords", run: checkFirstPasswords, every: time.Minute},
	{kind: "failed-logins", run: checkFailedLogins, every: time.Minute, reads: true},
	{kind: "media-store", run: checkBlobs},
	{kind: "ffmpeg", run: checkFFmpeg, every: time.Minute},
	{kind: "backup", run: checkBackup, reads: true},
	{kind: "jobs", run: checkJobs, reads: true},
	{kind: "nodes", run: checkNodes, reads: true},
}

// Examine runs every check, even after one has failed.
func Examine(ctx context.Context, in Installation) []Finding {
	in.look(ctx)
	out := make([]Finding, len(checks))
	for i, c := range checks {
		out[i] = c.finding(ctx, &in)
	}
	return out
}

// look finds out whether the tables can be read.
func (in *Installation) look(ctx context.Context) {
	if in.DB == nil {
		in.behind = true
		return
	}
	schema, err := in.DB.Schema(ctx)
	in.behind = err != nil || schema.Pending > 0
}

func (c check) finding(ctx context.Context, in *Installation) Finding {
	var f Finding
	if c.reads && in.behind {
		f = note("system.not_looked")
	} else {
		f = c.run(ctx, in)
	}
	f.Kind = c.kind
	return f
}
