// Package system tells operators how the installation is: what `lectern doctor` prints and what staff see on the page System is found out
// here, once. It owns the table node, reads the queue of package job, and keeps no secret in what it tells. Start at Examine, which needs no
// running server, and at Service.
package system

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"lectern/internal/feature/account/argon"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/desk"
)

// Options are what a Service is made of.
type Options struct {
	Installation Installation
	Jobs         *job.Queue
	Owners       map[string]Owner // of jobs, by their kind
	Version      string
	Node         string // what this process is called, as jobs name their worker
	Role         Role
	Kinds        []string // the groups of jobs that it does
	Slots        int      // for recordings
	Settings     []config.Setting
	MediaPlace   string // where media is kept
}

// A Service is the system seen by a running server. It is safe for concurrent use.
type Service struct {
	o       Options
	id      string
	started time.Time
	drains  atomic.Bool

	looking sync.Mutex
	seen    map[string]seenFinding
}

type seenFinding struct {
	at      time.Time
	finding Finding
}

// New makes the service of one start of one process.
func New(o Options) *Service {
	return &Service{o: o, id: sqldb.NewID(), started: o.Installation.Now(), seen: map[string]seenFinding{}}
}

func (s *Service) db() *sqldb.DB { return s.o.Installation.DB }

// A Database is what is told of it.
type Database struct {
	Engine  string
	Version string
	Size    int64 // bytes
	Schema  int64
}

// A Status is all that the page shows.
type Status struct {
	Version  string
	Findings []Finding // in the order of the checks
	Nodes    []Node
	Jobs     []Task // those that failed for good, run and wait; at most some of each
	Counts   map[job.State]int
	Disk     Disk
	Database Database
	Media    string // where it is kept
	Backup   time.Time
	Push     Push
	Logins   argon.Load // of this node
	Settings []config.Setting
}

// Status looks at everything. Registrars only.
func (s *Service) Status(ctx context.Context, who access.Actor) (Status, error) {
	if err := access.Admin.Check(who); err != nil {
		return Status{}, err
	}
	in := s.o.Installation
	out := Status{
		Version: s.o.Version, Findings: s.examine(ctx), Media: s.o.MediaPlace, Logins: in.Accounts.LoginLoad(), Settings: s.o.Settings,
		Database: Database{Engine: in.DB.Engine()},
	}
	out.Disk, _ = measureDisk(in.Config.Data) // the check of the disk says what is wrong
	schema, err := in.DB.Schema(ctx)
	if err != nil {
		return Status{}, err
	}
	out.Database.Schema = schema.Version
	if out.Database.Version, out.Database.Size, err = in.DB.Measure(ctx); err != nil {
		return Status{}, err
	}
	err = in.DB.Read(ctx, func(q sqldb.Querier) error { return s.read(ctx, q, &out) })
	return out, err
}

func (s *Service) read(ctx context.Context, q sqldb.Querier, out *Status) (err error) {
	if out.Nodes, err = s.nodes(ctx, q); err != nil {
		return err
	}
	if out.Jobs, err = s.listJobs(ctx, q); err != nil {
		return err
	}
	if out.Counts, err = s.o.Jobs.Counts(ctx, q); err != nil {
		return err
	}
	if out.Push, err = readPush(ctx, q); err != nil {
		return err
	}
	out.Backup, err = desk.LastBackup(ctx, q)
	return err
}

// lookFor is how long the checks may take together: a store that does not answer must not keep the page waiting.
const lookFor = 20 * time.Second

// examine makes the checks; what takes long is shown as it was found before, for a while. One caller at a time looks.
func (s *Service) examine(ctx context.Context) []Finding {
	s.looking.Lock()
	defer s.looking.Unlock()
	in, now := s.o.Installation, s.o.Installation.Now()
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	in.look(ctx)
	out := make([]Finding, 0, len(checks))
	for _, c := range checks {
		if c.alone {
			continue
		}
		known, ok := s.seen[c.kind]
		if !ok || now.Sub(known.at) >= c.every {
			known = seenFinding{now, c.finding(ctx, &in)}
			if ctx.Err() == nil { // a caller who went away has seen nothing
				s.seen[c.kind] = known
			}
		}
		out = append(out, known.finding)
	}
	return out
}
