package sqldb_test

import (
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// near tolerates a busy machine.
const near = 20 * time.Second

func TestClock(t *testing.T) {
	url := dbtest.Postgres(t)
	for _, ahead := range []time.Duration{0, 150 * time.Second, -150 * time.Second, 40 * 24 * time.Hour} {
		db := dbtest.OpenAt(t, url, ahead)
		if off := db.ClockOffset() + ahead; off.Abs() > near {
			t.Errorf("%v ahead: the offset is %v", ahead, db.ClockOffset())
		}
		if off := time.Until(db.Now()); off.Abs() > near {
			t.Errorf("%v ahead: Now is %v off", ahead, off)
		}
	}
	ours := dbtest.OpenAt(t, dbtest.SQLite(t), time.Hour)
	if off := time.Until(ours.Now()) - time.Hour; ours.ClockOffset() != 0 || off.Abs() > near ||
		ours.CompareClocks(t.Context()) != nil {
		t.Errorf("SQLite has a clock of its own: %v, %v", ours.ClockOffset(), off)
	}
}

// A clock that is set while the program runs is noticed at the next comparison.
func TestClockIsSet(t *testing.T) {
	var ahead atomic.Int64
	db, err := sqldb.Open(t.Context(), sqldb.Options{
		URL: dbtest.Postgres(t), Clock: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ahead.Store(int64(time.Hour))
	if err := db.CompareClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	if off := time.Until(db.Now()); off.Abs() > near {
		t.Errorf("Now is %v off", off)
	}
}
