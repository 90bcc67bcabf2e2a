package system_test

import (
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
	"lectern/internal/kernel/steady"
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

// A step of the clock is shown as long as nothing old is deleted because of it.
func TestAStepOfTheClockIsNoted(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.node("node-a")
		clock := steady.New(f.db, f.clock, func() time.Duration { return 0 })
		look := func(want time.Duration) {
			t.Helper()
			if by, err := clock.Look(f.Context()); by != want || err != nil {
				f.Fatalf("a step of %v, %v", by, err)
			}
		}
		look(0)
		if got := finding(f.T, f.status(s).Findings, "clock"); got.Code != "system.clock" {
			f.Errorf("%+v", got)
		}
		f.now = f.now.Add(-8 * time.Hour)
		look(-8 * time.Hour)
		got := finding(f.T, f.status(s).Findings, "clock")
		if got.Code != "system.clock_set_back" || got.Params["by"] != "8h0m0s" || got.Params["hours"] != "25" {
			f.Errorf("%+v", got)
		}
		f.now = f.now.Add(25 * time.Hour)
		if got := finding(f.T, f.status(s).Findings, "clock"); got.Code != "system.clock" {
			f.Errorf("a day later: %+v", got)
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
		tries := func() string { return finding(f.T, f.status(s).Findings, "failed-logins").Params["count"] }
		if got := tries(); got != "0" {
			f.Errorf("%s failed logins", got)
		}
		dbtest.Exec(f.T, f.db, `INSERT INTO guess_network (network, day, tries, reported) VALUES ('192.0.2.0/24', $1, 7, 0)`,
			f.now.UTC().Truncate(24*time.Hour).UnixMilli())
		if got := tries(); got != "0" {
			f.Errorf("%s failed logins at once", got)
		}
		f.now = f.now.Add(time.Minute)
		if got := tries(); got != "7" {
			f.Errorf("%s failed logins a minute later", got)
		}
	})
}

// The page reports what is stored about the audit log; doctor reads every entry.
func TestAuditLogIsReported(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.node("node-a")
		jobs := job.New(f.db, f.clock)
		chain := audit.NewChain(f.db, jobs, f.clock)
		want := func(state system.State, code string, params ...string) {
			f.Helper()
			got := finding(f.T, f.status(s).Findings, "audit-log")
			if got.State != state || got.Code != code {
				f.Errorf("got %+v, want %s", got, code)
			}
			for i := 0; i+1 < len(params); i += 2 {
				if got.Params[params[i]] != params[i+1] {
					f.Errorf("got %+v, want %v", got.Params, params)
				}
			}
		}
		add := func() {
			f.Helper()
			err := f.db.Write(f.Context(), func(q sqldb.Querier) error {
				return audit.Append(f.Context(), q, access.System(), audit.Entry{At: f.now, Action: "test.x"})
			})
			if err != nil {
				f.Fatal(err)
			}
		}
		verify := func() {
			f.Helper()
			if _, err := audit.Seal(f.Context(), f.db, f.now); err != nil {
				f.Fatal(err)
			}
			if err := chain.Schedule(f.Context()); err != nil {
				f.Fatal(err)
			}
			run, err := jobs.Claim(f.Context(), "node-a", time.Hour, "audit.verify")
			if err != nil || run == nil {
				f.Fatal(run, err)
			}
			if err := chain.Handlers()[run.Kind](f.Context(), run); err != nil {
				f.Fatal(err)
			}
			err = f.db.WriteOne(f.Context(), func(q sqldb.Querier) error { return run.Complete(f.Context(), q) })
			if err != nil {
				f.Fatal(err)
			}
		}
		want(system.OK, "system.audit_empty")
		add()
		f.now = f.now.Add(2 * time.Minute)
		want(system.Problem, "system.audit_unsealed", "count", "1", "minutes", "2")
		if _, err := audit.Seal(f.Context(), f.db, f.now); err != nil {
			f.Fatal(err)
		}
		want(system.OK, "system.audit_new")
		f.now = f.now.Add(27 * time.Hour)
		want(system.Note, "system.audit_unverified")
		verify()
		f.now = f.now.Add(7*time.Minute + 5*time.Second)
		want(system.OK, "system.audit", "rows", "1", "minutes", "7", "seconds", "425")
		dbtest.Exec(f.T, f.db, `UPDATE audit SET action = 'test.y'`)
		want(system.OK, "system.audit") // it isn't read
		examined := system.Examine(f.Context(), system.Installation{
			Config: &config.Config{Data: f.TempDir(), FirstPassword: account.KindCode}, DB: f.db,
			Accounts: account.New(account.Options{DB: f.db, Now: f.clock}), Now: f.clock, MaxOffset: time.Minute,
		})
		if got := finding(f.T, examined, "audit-log"); got.Code != "system.audit_broken" || got.Params["row"] != "1" {
			f.Errorf("doctor: %+v", got)
		}
		f.now = f.now.Add(26 * time.Hour)
		want(system.Note, "system.audit_unverified")
		verify()
		want(system.Problem, "system.audit_broken", "row", "1")
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
