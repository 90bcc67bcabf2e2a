package system_test

import (
	"strconv"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/system"
)

// fixture is a college with a clock that the test moves.
type fixture struct {
	*testing.T
	db  *sqldb.DB
	now time.Time
}

func (f *fixture) clock() time.Time { return f.now }

func (f *fixture) node(name string) *system.Service {
	f.Helper()
	blobs, err := blob.OpenLocal(f.TempDir(), time.Hour, f.clock)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = blobs.Close() })
	c := &config.Config{Data: f.TempDir(), CollegeEn: "x", TimeZone: "Asia/Shanghai", FirstPassword: account.KindCode}
	return system.New(system.Options{
		Installation: system.Installation{
			Config: c, DB: f.db, Accounts: account.New(account.Options{DB: f.db, Now: f.clock}), Blobs: blobs,
			Now: f.clock, MaxOffset: time.Minute,
		},
		Jobs: job.New(f.db, f.clock), Version: "1", Node: name,
	})
}

func (f *fixture) beat(s *system.Service) {
	f.Helper()
	if err := s.Beat(f.Context()); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) status(s *system.Service) system.Status {
	f.Helper()
	out, err := s.Status(f.Context(), access.System())
	if err != nil {
		f.Fatal(err)
	}
	return out
}

func finding(t *testing.T, list []system.Finding, kind string) system.Finding {
	t.Helper()
	for _, f := range list {
		if f.Kind == kind {
			return f
		}
	}
	t.Fatalf("no finding %s", kind)
	return system.Finding{}
}

func each(t *testing.T, test func(f *fixture)) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		test(&fixture{t, db, time.UnixMilli(1_790_000_000_000)})
	})
}

// A killed node is silent for a day, then forgotten; one that stops deletes its row.
func TestNodes(t *testing.T) {
	each(t, func(f *fixture) {
		a, b := f.node("node-a"), f.node("node-b")
		f.beat(a)
		f.beat(b)
		f.now = f.now.Add(2 * time.Minute)
		f.beat(a)
		nodes := f.status(a).Nodes
		if len(nodes) != 2 || nodes[0].Name != "node-b" || !nodes[0].Silent || nodes[0].Here ||
			!nodes[1].Here || nodes[1].Silent {
			f.Fatalf("got %+v", nodes)
		}
		if got := finding(f.T, f.status(a).Findings, "nodes"); got.State != system.Note || got.Params["name"] != "node-b" {
			f.Errorf("got %+v", got)
		}
		f.now = f.now.Add(25 * time.Hour)
		f.beat(a)
		if nodes := f.status(a).Nodes; len(nodes) != 1 || nodes[0].Name != "node-a" {
			f.Errorf("a day later: %+v", nodes)
		}
	})
}

func TestOldBackupIsNoted(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.node("node-a")
		backup := func() system.Finding { return finding(f.T, f.status(s).Findings, "backup") }
		if got := backup(); got.Code != "system.no_backup" || got.State != system.Note {
			f.Errorf("never: %+v", got)
		}
		if err := desk.New(f.db, f.clock).NoteBackup(f.Context()); err != nil {
			f.Fatal(err)
		}
		if got := backup(); got.State != system.OK {
			f.Errorf("just now: %+v", got)
		}
		f.now = f.now.Add(50 * time.Hour)
		if got := backup(); got.Code != "system.backup_old" || got.Params["days"] != "2" || f.status(s).Backup.IsZero() {
			f.Errorf("two days later: %+v", got)
		}
	})
}

// The findings of slow checks are reused for a while; the others run every time.
func TestSlowChecksAreCached(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.node("node-a")
		rows := func() int {
			n, err := strconv.Atoi(finding(f.T, f.status(s).Findings, "audit-log").Params["rows"])
			if err != nil {
				f.Fatal(err)
			}
			return n
		}
		before := rows()
		err := f.db.Write(f.Context(), func(q sqldb.Querier) error {
			return audit.Append(f.Context(), q, access.System(), audit.Entry{At: f.now, Action: "test.x"})
		})
		if err != nil {
			f.Fatal(err)
		}
		if got := rows(); got != before {
			f.Errorf("%d rows at once", got)
		}
		f.now = f.now.Add(16 * time.Minute)
		if got := rows(); got != before+1 {
			f.Errorf("%d rows later, %d before", got, before)
		}
	})
}

// Only registrars may see the system and change jobs.
func TestRegistrarsOnly(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.node("node-a")
		for _, who := range []access.Actor{
			{},
			{Account: "x", Role: access.User},
			{Account: "x", Role: access.Staff, Scope: access.Adviser},
			{Account: "x", Role: access.Staff, Scope: access.Recordist},
			{Account: "x", Role: access.Staff, Scope: access.Auditor},
		} {
			_, err := s.Status(f.Context(), who)
			for _, err := range []error{err, s.RetryJob(f.Context(), who, "x"), s.ForgetJob(f.Context(), who, "x")} {
				if code := fault.Code(err); code != "access.forbidden" && code != "access.signed_out" {
					f.Errorf("%+v: %v", who, err)
				}
			}
		}
	})
}

// Before the first start nothing is wrong, and every text exists in both languages.
func TestExamineBeforeTheFirstStart(t *testing.T) {
	list := system.Examine(t.Context(), system.Installation{
		Config: &config.Config{
			Data: t.TempDir() + "/none", CollegeEn: "x", TimeZone: "Asia/Shanghai",
			FirstPassword: account.KindLastSix,
		}, Now: time.Now,
	})
	for _, f := range list {
		if f.State == system.Problem {
			t.Errorf("%s: %s", f.Kind, f.Text(locale.English))
		}
		if f.Text(locale.English) == f.Text(locale.Chinese) {
			t.Errorf("%s: %q in both languages", f.Kind, f.Text(locale.Chinese))
		}
	}
	if len(list) != 15 {
		t.Errorf("%d findings", len(list))
	}
}
