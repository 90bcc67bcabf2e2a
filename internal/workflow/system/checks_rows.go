package system

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/audit"
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

// verifiedAge is the maximum age of a verification that starts at the first entry; they start daily.
const verifiedAge = 26 * time.Hour

// checkAudit reports what is stored about the audit log, so that it costs the same for one of any length. A thorough
// examination also compares every entry.
func checkAudit(ctx context.Context, in *Installation) Finding {
	var log audit.Status
	now := in.Now()
	err := in.DB.Read(ctx, func(q sqldb.Querier) (err error) {
		log, err = audit.ReadStatus(ctx, q, now)
		return err
	})
	if err == nil && in.thorough {
		var check audit.Check
		check, err = audit.Verify(ctx, in.DB)
		log.Verified, log.FirstBroken, log.VerifiedAt, log.WholeAt = check.Rows, check.FirstBroken, now, now
	}
	if err != nil {
		return failed(err)
	}
	rows := strconv.FormatInt(log.Verified, 10)
	switch {
	case log.FirstBroken > 0:
		return problem("system.audit_broken", "row", strconv.FormatInt(log.FirstBroken, 10), "rows", rows)
	case log.Late:
		return problem("system.audit_unsealed", "count", strconv.Itoa(log.Waiting),
			"minutes", strconv.Itoa(int(log.Unsealed(now)/time.Minute)))
	case log.Sealed == 0:
		return ok("system.audit_empty")
	case now.Sub(later(log.FirstAt, log.WholeAt)) > verifiedAge:
		return note("system.audit_unverified")
	case log.WholeAt.IsZero():
		return ok("system.audit_new")
	}
	return ok("system.audit", "rows", rows, "minutes", strconv.Itoa(int(now.Sub(log.VerifiedAt)/time.Minute)),
		"seconds", strconv.Itoa(int(now.Sub(log.SealedAt)/time.Second)))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
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
