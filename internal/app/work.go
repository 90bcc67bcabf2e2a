package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"lectern/internal/http/server"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/system"
)

// workCmd has the options of `lectern work`.
type workCmd struct {
	kinds []string
	slots int
	lease time.Duration
}

func (cc *commandContext) workCommand() *cobra.Command {
	var cmd workCmd
	c := command("work", "Run jobs for the portal without serving pages, here or on another machine.",
		func([]string) error {
			return cmd.run(cc)
		})
	c.Flags().StringSliceVar(&cmd.kinds, "kinds", nil, "The `KINDS` of jobs to run: media (recordings), push "+
		"(notifications), roster (imports), planning (messages about the timetable), "+
		"search (the index of recordings), watching (viewing records), audit (verifying the audit log). Default: all.")
	c.Flags().IntVar(&cmd.slots, "slots", 2, "Slots for preparing recordings. A quality takes one up to 480 lines "+
		"or ten minutes, two up to 720, three above.")
	c.Flags().DurationVar(&cmd.lease, "lease", 30*time.Second, "How long a silent worker keeps its job.")
	_ = c.Flags().MarkHidden("lease") // only fails for an unknown flag
	return c
}

// validate refuses invalid options.
func (cmd *workCmd) validate() error {
	for _, kind := range cmd.kinds {
		if !slices.Contains(allGroups(), kind) {
			return fmt.Errorf("--kinds: there is no kind %q; it is one of %s", kind, strings.Join(allGroups(), ", "))
		}
	}
	if cmd.slots < 1 {
		return errors.New("--slots: must be at least 1")
	}
	return nil
}

// run runs jobs until the context ends, then lets running ones finish for a while and releases the others.
func (cmd *workCmd) run(cc *commandContext) (err error) {
	if err := cmd.validate(); err != nil {
		return err
	}
	listener, err := listen(cc.ctx, cc.config.Listen, "--listen (LECTERN_LISTEN)")
	if err != nil {
		return err
	}
	defer listener.Close()
	inst, err := openWorker(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	if err := checkClocks(inst.db); err != nil {
		return err
	}
	node := nodeOptions{
		name: inst.nodeName(roleWork), kinds: cmd.kinds, slots: cmd.slots, lease: cmd.lease,
		grace: inst.config.ShutdownGrace,
	}
	if len(node.kinds) == 0 {
		node.kinds = allGroups()
	}
	if !slices.Contains(node.kinds, "media") {
		node.slots = 0
	}
	college, draining := inst.college(), make(chan struct{})
	state := system.New(inst.systemOptions(cc, college, node))
	front := newHTTPServer(inst.workHandler(college, draining))
	defer front.Close()
	failed := make(chan error, 2)
	go func() { failed <- front.Serve(listener) }()
	defer college.background(cc.ctx, "state", state.Run)()
	defer college.background(cc.ctx, "clocks", func(ctx context.Context) { inst.watchClocks(ctx, college.Jobs) })()
	defer college.background(cc.ctx, "college", func(ctx context.Context) { college.run(ctx, node) })()
	defer college.background(cc.ctx, "version", func(ctx context.Context) { failed <- inst.watchVersion(ctx) })()
	fmt.Fprintf(cc.out, "working as %s, listening on %s\n", node.name, address(listener))
	select {
	case err = <-failed:
	case <-cc.ctx.Done():
	}
	close(draining)
	state.Drain(cc.ctx)
	slog.Info("stopping: running jobs may finish, others are released", "grace", node.grace)
	return err
}

// workHandler serves health and metrics. Unlike the portal's, the address isn't public, so anyone who can reach it
// may read the metrics.
func (inst *instance) workHandler(college *college, draining <-chan struct{}) http.Handler {
	whole := server.New(server.Options{
		Database: inst.db, Now: inst.db.Now, MaxCalls: inst.config.MaxRequests, Draining: draining,
		Collectors: []prometheus.Collector{
			college.panics,
			jobCounts{college.Jobs, inst.db},
			auditState{college.Chain, inst.db.Now},
			freeDisk(inst.config.Data),
		},
	}, nil)
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", whole)
	mux.Handle("GET /readyz", whole)
	mux.Handle("GET /metrics", whole.Metrics)
	return mux
}

// openWorker opens the installation. It never creates keys or tables, because they must be the portal's.
func openWorker(cc *commandContext) (*instance, error) {
	if err := system.Writable(cc.config.Data); err != nil {
		return nil, err
	}
	inst := &instance{config: cc.config}
	if err := inst.findKeys(); err != nil {
		return nil, err
	}
	if inst.keys == nil {
		return nil, fmt.Errorf("this worker has no keys: copy the file keys of the portal's data folder to %s, or set "+
			"LECTERN_KEYS to what 'lectern keys' prints there", cc.config.KeysPath())
	}
	db, err := sqldb.Open(cc.ctx, sqldb.Options{URL: cc.config.DatabaseURL(), Clock: cc.clock})
	if err != nil {
		return nil, err
	}
	inst.db = db
	err = inst.checkVersion(cc.ctx)
	if err == nil {
		err = inst.prepare(cc.ctx) // there is nothing to migrate
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return inst, nil
}

// rememberVersion stores the version that served last, so that workers can compare theirs.
func (inst *instance) rememberVersion(ctx context.Context) error {
	return inst.db.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('version', $1) ON CONFLICT (name) DO UPDATE
			SET value = excluded.value`, Version)
		return err
	})
}

// otherVersionError means that a worker doesn't belong to the portal, and says what to do.
type otherVersionError struct{ text string }

func (e *otherVersionError) Error() string { return e.text }

// checkVersion refuses a worker of another version than the portal's: it might run jobs differently, or not know
// them.
func (inst *instance) checkVersion(ctx context.Context) error {
	schema, err := inst.db.Schema(ctx)
	var newer *sqldb.NewerError
	switch {
	case errors.As(err, &newer):
		return &otherVersionError{fmt.Sprintf("this worker is Lectern %s and knows the database up to "+
			"schema %d, but the portal is newer (schema %d): install the portal's version here, then start it again",
			Version, newer.Know, newer.Have)}
	case err != nil:
		return err
	case schema.Pending > 0:
		return &otherVersionError{fmt.Sprintf("this worker is Lectern %s and newer than the database (schema %d of "+
			"%d): start 'lectern serve' of this version first, it brings the database up to date, then start the worker again",
			Version, schema.Version, schema.Wanted)}
	}
	var known string
	err = inst.db.Reader().QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'version'`).Scan(&known)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &otherVersionError{"no portal has served from this database yet: start 'lectern serve' first, then the worker"}
	case err != nil:
		return fmt.Errorf("read the portal's version: %w", err)
	case known != Version:
		return &otherVersionError{fmt.Sprintf("this worker is Lectern %s, but the portal is Lectern %s: install %s here, "+
			"then start it again", Version, known, known)}
	}
	return nil
}

// checkKeys returns an error if a backup with other keys was restored while this process runs.
func (inst *instance) checkKeys(ctx context.Context) error {
	known, err := system.KeysOf(ctx, inst.db)
	if err != nil || known == inst.keys.Fingerprint() {
		return nil //nolint:nilerr // the database is down
	}
	return fmt.Errorf("a backup with other keys was restored into this database (it knows %s, these are %s): start again",
		known, inst.keys.Fingerprint())
}

// watchKeys returns an error if the database gets other keys, and nil when the context ends.
func (inst *instance) watchKeys(ctx context.Context) error {
	tick := time.NewTicker(versionInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := inst.checkKeys(ctx); err != nil {
			return err
		}
	}
}

// versionInterval is how soon a worker notices that the portal was upgraded.
const versionInterval = 5 * time.Second

// watchVersion returns an error if the portal was upgraded while the worker runs, and nil when the context ends.
func (inst *instance) watchVersion(ctx context.Context) error {
	tick := time.NewTicker(versionInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		var other *otherVersionError
		if err := inst.checkVersion(ctx); errors.As(err, &other) { // any other error means the database is down
			return err
		}
		if err := inst.checkKeys(ctx); err != nil {
			return err
		}
	}
}
