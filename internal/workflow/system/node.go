package system

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"lectern/internal/feature/account/argon"
	"lectern/internal/kernel/sqldb"
)

const (
	// beat is how often a node writes its row.
	beat = 15 * time.Second
	// silentAfter is the age of a row from which the node counts as silent: four beats.
	silentAfter = time.Minute
	// forgetAfter is when a killed node is no longer shown.
	forgetAfter = 24 * time.Hour
)

// Role is what a node does.
type Role string

// The roles.
const (
	RoleAll   Role = "all"   // pages and jobs
	RolePages Role = "pages" // lectern serve --no-work
	RoleJobs  Role = "jobs"  // lectern work
)

// Node is one running process.
type Node struct {
	ID       string
	Name     string // the same as the worker's name in jobs
	Version  string
	Role     Role
	Kinds    []string // the groups of jobs that it runs
	Slots    int      // for recordings
	Cores    int
	Started  time.Time
	Seen     time.Time // time of the last beat
	Here     bool      // the node that handles this request
	Silent   bool      // killed, or unable to reach the database
	Draining bool      // stopping: it takes no more jobs
	Logins   argon.Load
	Disk     Disk
	Lost     []Task // of a silent node: jobs that others took over; Worker names them
}

// Run writes this node's row every few seconds until the context ends, and then deletes it.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		if err := s.Beat(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "reporting this instance failed", "error", err)
		}
		select {
		case <-ctx.Done():
			s.deleteNode(context.WithoutCancel(ctx))
			return
		case <-tick.C:
		}
	}
}

// Beat writes this node's row, and deletes nodes that have been silent for a day.
func (s *Service) Beat(ctx context.Context) error {
	now := s.o.Installation.Now()
	load := s.o.Installation.Accounts.LoginLoad()
	disk, err := measureDisk(s.o.Installation.Config.Data)
	if err != nil {
		return err
	}
	err = s.db().WriteSteps(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO node (id, name, version, started_at, seen_at, hashing,
				waiting, places, disk_free, disk_size,
				role, kinds, slots, cores, draining)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
			ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, hashing = excluded.hashing, waiting = excluded.waiting,
				places = excluded.places, disk_free = excluded.disk_free, disk_size = excluded.disk_size,
				draining = excluded.draining`, s.id, s.o.Node, s.o.Version, s.started.UnixMilli(), now.UnixMilli(), load.Hashing,
			load.Waiting, load.Places, disk.Free, disk.Size, string(cmp.Or(s.o.Role, RoleAll)), strings.Join(s.o.Kinds, " "),
			s.o.Slots, runtime.NumCPU(), s.draining.Load())
		if err != nil {
			return err
		}
		// A node that was killed and started again replaces its old row.
		_, err = q.ExecContext(ctx, `DELETE FROM node WHERE seen_at < $1 OR name = $2 AND id <> $3 AND seen_at < $4`,
			now.Add(-forgetAfter).UnixMilli(), s.o.Node, s.id, now.Add(-silentAfter).UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("say that this node serves: %w", err)
	}
	return nil
}

// Drain marks this node as stopping; Run deletes its row at the end.
func (s *Service) Drain(ctx context.Context) {
	s.draining.Store(true)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	_ = s.Beat(ctx) // if the database is down, nobody can be told
}

func (s *Service) deleteNode(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_ = s.db().WriteOne(ctx, func(q sqldb.Querier) error { // on an error the node is shown as silent for a day
		_, err := q.ExecContext(ctx, `DELETE FROM node WHERE id = $1`, s.id)
		return err
	})
}

// Running returns the names of the nodes that were heard of within a minute.
func Running(ctx context.Context, q sqldb.Querier, now time.Time) (names []string, err error) {
	nodes, err := listNodes(ctx, q, now)
	for _, n := range nodes {
		if !n.Silent {
			names = append(names, n.Name)
		}
	}
	return names, err
}

// ForgetNodes deletes all nodes, of a database that was restored.
func ForgetNodes(ctx context.Context, q sqldb.Querier) error {
	_, err := q.ExecContext(ctx, `DELETE FROM node`)
	return err
}

// nodes lists the nodes, and for silent ones who took over their jobs.
func (s *Service) nodes(ctx context.Context, q sqldb.Querier) ([]Node, error) {
	nodes, err := listNodes(ctx, q, s.o.Installation.Now())
	if err != nil {
		return nil, err
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Here = n.ID == s.id; !n.Silent {
			continue
		}
		lost, err := s.o.Jobs.Lost(ctx, q, n.Name, n.Started)
		if err == nil {
			n.Lost, err = s.tasks(ctx, q, lost)
		}
		if err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// listNodes lists the nodes, silent ones first.
func listNodes(ctx context.Context, q sqldb.Querier, now time.Time) ([]Node, error) {
	return sqldb.Select(ctx, q, "list nodes", `SELECT id, name, version, started_at, seen_at, hashing,
			waiting, places, disk_free, disk_size,
			role, kinds, slots, cores, draining
		FROM node WHERE seen_at >= $1 ORDER BY CASE WHEN seen_at < $2 THEN 0 ELSE 1 END, name, started_at, id`,
		[]any{now.Add(-forgetAfter).UnixMilli(), now.Add(-silentAfter).UnixMilli()}, func(row *sql.Rows, n *Node) error {
			var started, seen int64
			var kinds string
			err := row.Scan(&n.ID, &n.Name, &n.Version, &started, &seen, &n.Logins.Hashing, &n.Logins.Waiting, &n.Logins.Places,
				&n.Disk.Free, &n.Disk.Size, &n.Role, &kinds, &n.Slots, &n.Cores, &n.Draining)
			n.Started, n.Seen = time.UnixMilli(started), time.UnixMilli(seen)
			n.Kinds = strings.Fields(kinds)
			n.Silent = n.Seen.Before(now.Add(-silentAfter))
			return err
		})
}
