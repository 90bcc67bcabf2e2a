package steady_test

import (
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/kernel/steady"
	"lectern/internal/testkit/dbtest"
)

// fixture is a clock that the test sets, beside the time that passes.
type fixture struct {
	*testing.T
	db     *sqldb.DB
	now    time.Time
	passed time.Duration
	*steady.Clock
}

func each(t *testing.T, test func(f *fixture)) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := &fixture{T: t, db: db, now: time.UnixMilli(1_790_000_000_000)}
		f.restart()
		test(f)
	})
}

// restart begins a new process.
func (f *fixture) restart() {
	f.Clock = steady.New(f.db, func() time.Time { return f.now }, func() time.Duration { return f.passed })
}

// pass lets time pass while a process looks at the clock.
func (f *fixture) pass(d time.Duration) {
	f.Helper()
	for ; d > 0; d -= 4 * time.Hour {
		step := min(d, 4*time.Hour)
		f.now, f.passed = f.now.Add(step), f.passed+step
		if by, err := f.Look(f.Context()); by != 0 || err != nil {
			f.Fatalf("a step of %v, %v", by, err)
		}
	}
}

func (f *fixture) want(may bool, when string) {
	f.Helper()
	if got := f.MayDelete(f.Context()); got != may {
		f.Errorf("%s: may delete %v", when, got)
	}
}

func TestSweepsWaitForASteadyClock(t *testing.T) {
	each(t, func(f *fixture) {
		f.want(false, "at the first start")
		f.pass(steady.AfterGap)
		f.want(true, "two hours later")
		f.now = f.now.Add(steady.Tolerance)
		f.want(true, "after a small step")
		for _, by := range []time.Duration{time.Hour, -time.Hour, 30 * 24 * time.Hour, -30 * 24 * time.Hour} {
			f.now = f.now.Add(by)
			f.want(false, "right after a step of "+by.String())
			state, err := steady.Read(f.Context(), f.db.Reader())
			if err != nil || state.Step != by || !state.At.Equal(f.now) || !state.Until.Equal(f.now.Add(steady.AfterStep)) {
				f.Errorf("%+v, %v", state, err)
			}
			f.pass(steady.AfterStep - time.Minute)
			f.want(false, "a day after a step of "+by.String())
			f.pass(time.Minute)
			f.want(true, "more than a day after a step of "+by.String())
		}
	})
}

// A step is also noticed if no process ran meanwhile; a time without any process is only a gap.
func TestStepsBetweenProcesses(t *testing.T) {
	each(t, func(f *fixture) {
		f.want(false, "at the first start")
		f.pass(steady.AfterGap)
		f.restart()
		f.want(true, "after a quick restart")
		f.now = f.now.Add(time.Hour)
		f.restart()
		f.want(false, "after an hour without a process, or with a clock that is ahead")
		f.pass(steady.AfterGap)
		f.want(true, "two hours later")
		f.now = f.now.Add(-8 * time.Hour)
		f.restart()
		if by, err := f.Look(f.Context()); by != -8*time.Hour || err != nil {
			f.Errorf("a step of %v, %v", by, err)
		}
		f.pass(steady.AfterStep - time.Hour)
		f.restart()
		f.want(false, "nearly a day after the clock was set back")
		f.pass(time.Hour)
		f.want(true, "a day after the clock was set back")
	})
}
