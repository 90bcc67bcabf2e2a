// Package system examines the installation, for `lectern doctor` and the page System. It owns the table node, reads
// the queue of package job, and reveals no secrets. Start at Examine, which needs no running server, and at Service.
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

// Options configure a Service.
type Options struct {
	Installation Installation
	Jobs         *job.Queue
	Owners       map[string]Owner // by kind of job
	Version      string
	Node         string // of this process, the same as its worker's name in jobs
	Role         Role
	Kinds        []string // the groups of jobs that it runs
	Slots        int      // for recordings
	Settings     []config.Setting
	MediaPlace   string // where media is stored
}

// Service is the system as a running server sees it. It is safe for concurrent use.
type Service struct {
	o        Options
	id       string
	started  time.Time
	draining atomic.Bool

	checking sync.Mutex
	cache    map[string]cachedFinding
}

type cachedFinding struct {
	at      time.Time
	finding Finding
}

// New returns the service of this process.
func New(o Options) *Service {
	return &Service{o: o, id: sqldb.NewID(), started: o.Installation.Now(), cache: map[string]cachedFinding{}}
}

func (s *Service) db() *sqldb.DB { return s.o.Installation.DB }

// Database describes the database.
type Database struct {
	Engine  string `json:"engine"`
	Version string `json:"version"`
	Size    int64  `json:"size" doc:"In bytes."`
	Schema  int64  `json:"schema" doc:"The last migration."`
}

// Status is the content of the page System.
type Status struct {
	Version  string
	Findings []Finding // in the order of the checks
	Nodes    []Node
	Jobs     []Task // dead, running and waiting; at most maxJobs of each
	Counts   map[job.State]int
	Disk     Disk
	Database Database
	Media    string // where it is stored
	Backup   time.Time
	Push     Push
	Logins   argon.Load // on this node
	Settings []config.Setting
}

// Status examines everything. Registrars only.
func (s *Service) Status(ctx context.Context, who access.Actor) (Status, error) {
	if err := access.Admin.Check(who); err != nil {
		return Status{}, err
	}
	in := s.o.Installation
	out := Status{
		Version: s.o.Version, Findings: s.examine(ctx), Media: s.o.MediaPlace, Logins: in.Accounts.LoginLoad(),
		Settings: s.o.Settings, Database: Database{Engine: in.DB.Engine()},
	}
	out.Disk, _ = measureDisk(in.Config.Data) // the check of the disk reports the error
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

// checkTimeout limits the checks' total time, so that a store that doesn't respond can't block the page.
const checkTimeout = 20 * time.Second

// examine runs the checks; findings of slow ones are reused for a while. Only one caller at a time runs them.
func (s *Service) examine(ctx context.Context) []Finding {
	s.checking.Lock()
	defer s.checking.Unlock()
	in, now := s.o.Installation, s.o.Installation.Now()
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	in.checkSchema(ctx)
	out := make([]Finding, 0, len(checks))
	for _, c := range checks {
		if c.doctorOnly {
			continue
		}
		known, ok := s.cache[c.kind]
		if !ok || now.Sub(known.at).Abs() >= c.cacheFor { // the clock may have been set back
			known = cachedFinding{now, c.finding(ctx, &in)}
			if ctx.Err() == nil { // findings of a cancelled caller are incomplete
				s.cache[c.kind] = known
			}
		}
		out = append(out, known.finding)
	}
	return out
}
