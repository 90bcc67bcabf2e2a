package system

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/desk"
)

// backupAge is the maximum age of the last backup.
const backupAge = 26 * time.Hour // daily, with two hours to run

func checkBackup(ctx context.Context, in *Installation) Finding {
	last, err := desk.LastBackup(ctx, in.DB.Reader())
	switch {
	case err != nil:
		return failed(err)
	case last.IsZero():
		return note("system.no_backup")
	}
	age := in.Now().Sub(last)
	if age > backupAge {
		return note("system.backup_old", "days", strconv.Itoa(int(age/(24*time.Hour))))
	}
	return ok("system.backup", "hours", strconv.Itoa(int(age/time.Hour)))
}

func checkJobs(ctx context.Context, in *Installation) Finding {
	counts, err := job.New(in.DB, in.Now).Counts(ctx, in.DB.Reader())
	if err != nil {
		return failed(err)
	}
	waiting := strconv.Itoa(counts[job.Waiting] + counts[job.Running])
	if dead := counts[job.Dead]; dead > 0 {
		return note("system.jobs_dead", "dead", strconv.Itoa(dead), "waiting", waiting)
	}
	return ok("system.jobs", "waiting", waiting)
}

func checkNodes(ctx context.Context, in *Installation) Finding {
	var nodes []Node
	err := in.DB.Read(ctx, func(q sqldb.Querier) (err error) {
		nodes, err = listNodes(ctx, q, in.Now())
		return err
	})
	if err != nil {
		return failed(err)
	}
	silent, idle := "", slices.Clone(in.Groups)
	for _, n := range nodes {
		if n.Silent {
			silent = n.Name
			continue
		}
		idle = slices.DeleteFunc(idle, func(group string) bool { return slices.Contains(n.Kinds, group) })
	}
	switch {
	case silent != "":
		return note("system.node_silent", "name", silent)
	case len(nodes) == 0:
		return note("system.no_nodes")
	case len(idle) > 0:
		return note("system.no_workers", "kinds", strings.Join(idle, ", "))
	}
	return ok("system.nodes", "count", strconv.Itoa(len(nodes)))
}
