package app

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/job"
	"lectern/internal/workflow/system"
)

// nodeOptions configure the background work of a process.
type nodeOptions struct {
	name  string
	pages bool     // it serves, and cleans up after requests
	kinds []string // the groups of jobs that it runs
	slots int      // for recordings
	lease time.Duration
	grace time.Duration // for running jobs when it stops
}

// The roles of a process, as part of its name.
const (
	rolePages = ""
	roleWork  = "-work"
)

const (
	// serveSlots allows one rendition at a time on a machine that also serves.
	serveSlots = 1
	jobGrace   = 10 * time.Second
	// Quick kinds have separate slots, so that a message doesn't wait behind a recording.
	pushSlots   = 4
	importSlots = 2
)

func (n nodeOptions) role() system.Role {
	switch {
	case !n.pages:
		return system.RoleJobs
	case len(n.kinds) == 0:
		return system.RolePages
	}
	return system.RoleAll
}

// nodeName returns the name of a process that staff see.
func (inst *instance) nodeName(role string) string {
	if inst.config.Node != "" {
		return inst.config.Node
	}
	machine, _ := os.Hostname() // only for display
	return machine + role
}

// groups run the jobs whose kinds begin with their names until the context ends.
var groups = map[string]func(c *college, ctx context.Context, node nodeOptions){
	"media": (*college).prepareMedia,
	"push": func(c *college, ctx context.Context, node nodeOptions) {
		handlers := c.Push.Handlers()
		c.recoverJobs(ctx, node, handlers)
		c.Jobs.Runner(node.options(pushSlots), handlers).Run(ctx)
	},
	"roster": func(c *college, ctx context.Context, node nodeOptions) {
		c.recoverAndRun(ctx, node, importSlots, c.Imports.Handlers())
	},
	"planning": func(c *college, ctx context.Context, node nodeOptions) {
		c.recoverAndRun(ctx, node, 1, c.Planning.Handlers())
	},
	"audit": func(c *college, ctx context.Context, node nodeOptions) {
		c.recoverAndRun(ctx, node, 1, c.Chain.Handlers())
	},
	"search": func(c *college, ctx context.Context, node nodeOptions) {
		c.recoverAndRun(ctx, node, 1, c.Search.Handlers())
	},
	"watching": func(c *college, ctx context.Context, node nodeOptions) {
		c.recoverAndRun(ctx, node, 1, c.Watching.Handlers())
	},
}

func allGroups() []string { return slices.Sorted(maps.Keys(groups)) }

func (n nodeOptions) options(slots int) job.Options {
	return job.Options{Name: n.name, Slots: slots, Lease: n.lease, Grace: n.grace, Log: slog.Default()}
}

func (c *college) prepareMedia(ctx context.Context, node nodeOptions) {
	var transcoder media.Transcoder // nil unless it is installed
	tool, err := ffmpeg.Find(ctx)
	if err == nil {
		transcoder = tool
		if !tool.Isolated() {
			slog.WarnContext(ctx, "ffmpeg has network access: "+notIsolated)
		}
	} else {
		slog.WarnContext(ctx, "ffmpeg isn't installed: recordings are served as uploaded")
	}
	c.recoverJobs(ctx, node, c.Media.Handlers(transcoder))
	var all sync.WaitGroup
	all.Go(func() {
		c.keepRunning(ctx, "media jobs", restartPause, func(ctx context.Context) {
			c.Media.Work(ctx, node.options(node.slots), transcoder)
		})
	})
	if transcoder != nil && c.Media.Transcribes() {
		// One at a time, because such a program uses all memory and cores that it gets.
		handlers := map[string]job.Handler{media.TranscribeKind: c.Media.TranscribeWith(tool)}
		c.recoverJobs(ctx, node, handlers)
		all.Go(func() {
			c.keepRunning(ctx, "captions jobs", restartPause, c.Jobs.Runner(node.options(1), handlers).Run)
		})
	}
	all.Wait()
}

// recoverAndRun runs jobs that people wait for. The lease is long because on SQLite an import blocks all other writes.
func (c *college) recoverAndRun(ctx context.Context, node nodeOptions, slots int, handlers map[string]job.Handler) {
	c.recoverJobs(ctx, node, handlers)
	o := node.options(slots)
	o.Lease = time.Minute
	c.Jobs.Runner(o, handlers).Run(ctx)
}

// recoverJobs releases the jobs of a killed process with the same name, so that they continue at once.
func (c *college) recoverJobs(ctx context.Context, node nodeOptions, handlers map[string]job.Handler) {
	kinds := slices.Sorted(maps.Keys(handlers))
	if _, err := c.Jobs.Recover(ctx, node.name, kinds...); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "releasing running jobs failed; they wait until their lease ends", "kinds",
			strings.Join(kinds, " "), "error", err)
	}
}
