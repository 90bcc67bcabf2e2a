package wiring_test

import (
	"errors"
	"testing"
	"time"

	"lectern/internal/app/wiring"
	"lectern/internal/feature/account"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/kernel/steady"
	"lectern/internal/testkit/dbtest"
)

// A clock that runs ahead deletes nothing, also when it is set back; once it was steady, what is old goes.
func TestAClockAheadDeletesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		start := time.UnixMilli(1_790_000_000_000)
		now, passed := start, time.Duration(0)
		clock := steady.New(db, func() time.Time { return now }, func() time.Duration { return passed })
		blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = blobs.Close() })
		c := wiring.New(wiring.Options{
			Config: &config.Config{Data: t.TempDir(), TimeZone: "Asia/Shanghai", FirstPassword: account.KindCode},
			DB:     db, Keys: keyring.Generate(), Blobs: blobs, Now: func() time.Time { return now }, MayDelete: clock.MayDelete,
		})
		dbtest.Asset(t, db, "deleted", "one", "ready", 1000, false)
		dbtest.Exec(t, db, `UPDATE asset SET deleted_at = $1`, start.UnixMilli())
		dbtest.Exec(t, db, `INSERT INTO guess_network (network, day, tries, reported) VALUES ('203.0.113.0/24', $1, 1, 0)`,
			start.UnixMilli())
		dbtest.Exec(t, db, `INSERT INTO import_columns (kind, headers, columns, account, at, removed_at)
			VALUES ('students', 'x', '{}', '', $1, $1)`, start.UnixMilli())
		left := func() int {
			t.Helper()
			err := errors.Join(c.Accounts.Sweep(t.Context()), c.Media.Sweep(t.Context()), c.Media.SweepBlobs(t.Context()),
				c.Imports.Sweep(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			return dbtest.Count(t, db, `SELECT (SELECT count(*) FROM asset) + (SELECT count(*) FROM guess_network)
				+ (SELECT count(*) FROM import_columns)`)
		}
		if _, err := clock.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
		now, passed = now.Add(steady.AfterGap), passed+steady.AfterGap
		for _, ahead := range []time.Duration{2 * 24 * time.Hour, 400 * 24 * time.Hour} {
			now = now.Add(ahead)
			if n := left(); n != 3 {
				t.Errorf("%v ahead: %d of 3 rows are left", ahead, n)
			}
			now, passed = now.Add(time.Hour), passed+time.Hour
			if n := left(); n != 3 {
				t.Errorf("%v ahead for an hour: %d of 3 rows are left", ahead, n)
			}
			now = now.Add(-ahead)
			if n := left(); n != 3 {
				t.Errorf("set back by %v: %d of 3 rows are left", ahead, n)
			}
		}
		year := 400 * 24 * time.Hour
		now, passed = now.Add(year), passed+year
		if n := left(); n != 0 {
			t.Errorf("steady: %d of 3 rows are left", n)
		}
	})
}
