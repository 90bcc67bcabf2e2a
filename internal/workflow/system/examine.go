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
	Config     *config.Config
	Unknown    []string // variables that look like settings but aren't
	DB         *sqldb.DB
	DBError    error
	Accounts   *account.Service // of the database
	Blobs      blob.Store
	BlobsError error
	Now        func() time.Time
	MaxOffset  time.Duration // how far the machine's clock may be from the database's
	Groups     []string      // job groups that some node should run

	thorough bool // read everything, however long that takes
	noSchema bool // the database is missing or out of date; only its own check reports that
}

// check examines one thing.
type check struct {
	kind string
	run  func(context.Context, *Installation) Finding
	// cacheFor is how long a running server reuses the finding; 0 means it always checks.
	cacheFor time.Duration
	// needsSchema requires an up-to-date database.
	needsSchema bool
	// doctorOnly excludes slow checks from the page; only `lectern doctor` runs them.
	doctorOnly bool
}

var checks = []check{
	{kind: "configuration", run: checkConfig},
	{kind: "data-folder", run: checkFolder, cacheFor: time.Minute},
	{kind: "disk", run: checkDisk},
	{kind: "keys", run: checkKeys, cacheFor: time.Minute},
	{kind: "database", run: checkDatabase},
	{kind: "integrity", run: checkIntegrity, needsSchema: true, doctorOnly: true},
	{kind: "clock", run: checkClock},
	{kind: "audit-log", run: checkAudit, needsSchema: true},
	{kind: "first-passwords", run: checkFirstPasswords, cacheFor: time.Minute},
	{kind: "failed-logins", run: checkFailedLogins, cacheFor: time.Minute, needsSchema: true},
	{kind: "media-store", run: checkBlobs},
	{kind: "ffmpeg", run: checkFFmpeg, cacheFor: time.Minute},
	{kind: "backup", run: checkBackup, needsSchema: true},
	{kind: "jobs", run: checkJobs, needsSchema: true},
	{kind: "nodes", run: checkNodes, needsSchema: true},
}

// Examine runs every check thoroughly, even after one has failed.
func Examine(ctx context.Context, in Installation) []Finding {
	in.thorough = true
	in.checkSchema(ctx)
	out := make([]Finding, len(checks))
	for i, c := range checks {
		out[i] = c.finding(ctx, &in)
	}
	return out
}

// checkSchema finds out whether the tables can be read.
func (in *Installation) checkSchema(ctx context.Context) {
	if in.DB == nil {
		in.noSchema = true
		return
	}
	schema, err := in.DB.Schema(ctx)
	in.noSchema = err != nil || schema.Pending > 0
}

func (c check) finding(ctx context.Context, in *Installation) Finding {
	var f Finding
	if c.needsSchema && in.noSchema {
		f = note("system.not_looked")
	} else {
		f = c.run(ctx, in)
	}
	f.Kind = c.kind
	return f
}
