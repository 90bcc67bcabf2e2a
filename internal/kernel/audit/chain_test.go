package audit_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// An entry of a slow transaction is sealed when it becomes visible, after younger ones.
func TestASlowTransactionHoldsNobodyUp(t *testing.T) {
	db := dbtest.Open(t, dbtest.Postgres(t)) // on SQLite writers wait for each other anyway
	appended, commit, slow := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		slow <- db.Write(t.Context(), func(q sqldb.Querier) error {
			err := audit.Append(t.Context(), q, access.System(), audit.Entry{At: noon, Action: "test.slow"})
			close(appended)
			<-commit
			return err
		})
	}()
	<-appended
	fill(t, db, 2)
	if n, err := audit.Seal(t.Context(), db, noon); err != nil || n != 2 {
		t.Errorf("%d sealed, %v", n, err)
	}
	close(commit)
	if err := <-slow; err != nil {
		t.Fatal(err)
	}
	if n := dbtest.Audited(t, db); n != 3 {
		t.Errorf("%d entries", n)
	}
	if n := dbtest.Count(t, db, `SELECT seq FROM audit WHERE action = 'test.slow'`); n != 3 {
		t.Errorf("the slow one is entry %d", n)
	}
}

// Nodes that append and seal at the same time skip no entry and seal none twice.
func TestNodesSealOneChain(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		nodes := []*sqldb.DB{dbtest.Open(t, url), dbtest.Open(t, url)}
		const workers, rounds, each = 4, 10, 3
		var sealing, writing sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		for _, db := range nodes {
			sealing.Go(func() {
				for ctx.Err() == nil {
					if _, err := audit.Seal(t.Context(), db, noon); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for w := range workers {
			writing.Go(func() {
				entry := audit.Entry{At: noon, Action: "test.change", Object: fmt.Sprint(w)}
				for range rounds {
					err := nodes[w%len(nodes)].Write(t.Context(), func(q sqldb.Querier) error {
						return audit.AppendAll(t.Context(), q, access.System(), []audit.Entry{entry, entry, entry})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		writing.Wait()
		stop()
		sealing.Wait()
		if n := dbtest.Audited(t, nodes[0]); n != workers*rounds*each {
			t.Errorf("%d entries", n)
		}
	})
}

// More entries than one batch and one page are sealed and verified in order.
func TestALongLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		many(t, db, 2500)
		if n := dbtest.Audited(t, db); n != 2500 {
			t.Errorf("%d entries", n)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM audit AS a JOIN audit AS b ON b.seq = a.seq + 1
			WHERE a.id < b.id`); n != 2499 {
			t.Errorf("%d neighbours are in the order they were appended", n)
		}
	})
}

func many(t *testing.T, db *sqldb.DB, count int) {
	t.Helper()
	entries := make([]audit.Entry, count)
	for i := range entries {
		entries[i] = audit.Entry{At: noon, Action: "test.import", Object: fmt.Sprint("row-", i)}
	}
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		return audit.AppendAll(t.Context(), q, access.System(), entries)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// verifier runs the jobs of a chain by hand, with a clock that is stepped.
type verifier struct {
	*testing.T
	db    *sqldb.DB
	chain *audit.Chain
	jobs  *job.Queue
	now   time.Time
}

func newVerifier(t *testing.T, db *sqldb.DB) *verifier {
	t.Helper()
	v := &verifier{T: t, db: db, now: noon}
	clock := func() time.Time { return v.now }
	v.jobs = job.New(db, clock)
	v.chain = audit.NewChain(db, v.jobs, clock)
	return v
}

// pass lets time pass, seals, and runs the verification if one is due. It reports whether one was.
func (v *verifier) pass(d time.Duration) bool {
	v.Helper()
	v.now = v.now.Add(d)
	if _, err := audit.Seal(v.Context(), v.db, v.now); err != nil {
		v.Fatal(err)
	}
	if err := v.chain.Schedule(v.Context()); err != nil {
		v.Fatal(err)
	}
	return v.work(v.Context())
}

func (v *verifier) work(ctx context.Context) bool {
	v.Helper()
	run, err := v.jobs.Claim(v.Context(), "node", time.Minute, "audit.verify")
	if err != nil {
		v.Fatal(err)
	}
	if run == nil {
		return false
	}
	if err := v.chain.Handlers()[run.Kind](ctx, run); err != nil {
		if ctx.Err() == nil {
			v.Fatal(err)
		}
		v.now = v.now.Add(2 * time.Minute) // the lease ends
		return true
	}
	err = v.db.WriteOne(v.Context(), func(q sqldb.Querier) error { return run.Complete(v.Context(), q) })
	if err != nil {
		v.Fatal(err)
	}
	return true
}

func (v *verifier) status() audit.Status {
	v.Helper()
	s, err := v.chain.Status(v.Context(), access.System())
	if err != nil {
		v.Fatal(err)
	}
	return s
}

func (v *verifier) want(verified, broken int64) {
	v.Helper()
	if s := v.status(); s.Verified != verified || s.FirstBroken != broken || s.Running {
		v.Errorf("got %+v, want %d entries, broken at %d", s, verified, broken)
	}
}

func TestVerificationContinuesAndStartsAgainDaily(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		v := newVerifier(t, db)
		if v.pass(0) {
			t.Error("an empty log was verified")
		}
		many(t, db, 1500)
		if !v.pass(0) {
			t.Error("the first entries weren't verified")
		}
		v.want(1500, 0)
		many(t, db, 10)
		if v.pass(time.Minute) {
			t.Error("verified after a minute")
		}
		dbtest.Exec(t, db, `UPDATE audit SET object = 'x' WHERE seq = 1505`)
		if !v.pass(time.Hour) {
			t.Error("not verified after an hour")
		}
		v.want(1510, 1505)
		dbtest.Exec(t, db, `UPDATE audit SET object = 'row-4' WHERE seq = 1505`)
		v.pass(time.Hour)
		v.want(1510, 1505) // until every entry is verified again
		v.request()
		v.want(1510, 0)

		dbtest.Exec(t, db, `UPDATE audit SET object = 'x' WHERE seq = 3`)
		v.pass(time.Hour)
		v.want(1510, 0) // before the checkpoint
		begun := v.now
		v.pass(24 * time.Hour)
		v.want(1510, 3)
		if s := v.status(); !s.WholeAt.After(begun) || !s.VerifiedAt.Equal(v.now) {
			t.Errorf("%+v", s)
		}
		dbtest.Exec(t, db, `UPDATE audit SET object = 'row-2' WHERE seq = 3`)
		v.request()
		v.want(1510, 0)
		dbtest.Exec(t, db, `DELETE FROM audit WHERE seq = 7`)
		v.request()
		v.want(1509, 7)
	})
}

// request asks for a verification of every entry, and nobody can ask twice.
func (v *verifier) request() {
	v.Helper()
	if err := v.chain.Request(v.Context(), access.System()); err != nil {
		v.Fatal(err)
	}
	if err := v.chain.Request(v.Context(), access.System()); fault.Code(err) != "audit.verifying" {
		v.Errorf("asked twice: %v", err)
	}
	if s := v.status(); !s.Running {
		v.Errorf("%+v", s)
	}
	if !v.work(v.Context()) {
		v.Error("nothing was verified")
	}
}

// A worker that is killed loses one page; the next one continues from the checkpoint.
func TestVerificationSurvivesItsWorker(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		v := newVerifier(t, db)
		many(t, db, 3500)
		dbtest.Audited(t, db)
		if err := v.chain.Schedule(t.Context()); err != nil {
			t.Fatal(err)
		}
		at := func() int { return dbtest.Count(t, db, `SELECT seq FROM audit_check`) }
		ctx, die := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for at() == 0 && v.status().Verified == 0 {
				runtime.Gosched()
			}
			die()
		}()
		v.work(ctx)
		<-ended
		if now := at(); now == 0 {
			t.Error("nothing was kept of the first pages")
		}
		if v.status().Running { // the worker died before it could say that it was done
			v.work(t.Context())
		}
		v.want(3500, 0)
		if n := dbtest.Count(t, db, `SELECT entries FROM audit_check`); n != 3500 {
			t.Errorf("%d entries compared", n)
		}
	})
}

func TestEntriesThatStayUnsealedAreAnAlarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		v := newVerifier(t, db)
		add := func() {
			t.Helper()
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				return audit.Append(t.Context(), q, access.System(), audit.Entry{At: v.now, Action: "test.change"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		type state struct {
			Sealed   int64
			Waiting  int
			Late     bool
			Unsealed time.Duration
		}
		want := func(want state) {
			t.Helper()
			s := v.status()
			if diff := cmp.Diff(want, state{s.Sealed, s.Waiting, s.Late, s.Unsealed(v.now)}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
		want(state{})
		add()
		want(state{Waiting: 1})
		v.now = v.now.Add(time.Minute + time.Second)
		want(state{Waiting: 1, Late: true, Unsealed: time.Minute + time.Second})
		v.pass(0)
		want(state{Sealed: 1})
		add()
		v.pass(time.Hour)
		add()
		add()
		v.now = v.now.Add(time.Minute)
		want(state{Sealed: 2, Waiting: 2, Unsealed: time.Minute})
		v.now = v.now.Add(time.Second)
		want(state{Sealed: 2, Waiting: 2, Late: true, Unsealed: time.Minute + time.Second})
		v.pass(0)
		for range 5 { // nothing to seal
			v.pass(40 * time.Second)
		}
		// An entry of a transaction that took long, such as an import, is visible only now.
		v.now = v.now.Add(-10 * time.Minute)
		add()
		v.now = v.now.Add(10 * time.Minute)
		want(state{Sealed: 4, Waiting: 1})
	})
}
