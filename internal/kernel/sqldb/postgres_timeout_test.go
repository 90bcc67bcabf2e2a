package sqldb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// setting reads a setting of the session, in a transaction so that it is one of the pool.
func setting(t *testing.T, db *sqldb.DB, name string) (value string) {
	t.Helper()
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT current_setting($1)`, name).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestSessionsAreLimited(t *testing.T) {
	url := dbtest.Postgres(t)
	db := dbtest.Open(t, url)
	// Those of TCP read as 0 on the tests' socket.
	for name, want := range map[string]string{
		"idle_in_transaction_session_timeout": "10s", "lock_timeout": "8s", "client_connection_check_interval": "2s",
	} {
		if got := setting(t, db, name); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	chosen := dbtest.Open(t, url+"&lock_timeout=3s&client_connection_check_interval=0")
	for name, want := range map[string]string{
		"idle_in_transaction_session_timeout": "10s", "lock_timeout": "3s", "client_connection_check_interval": "0",
	} {
		if got := setting(t, chosen, name); got != want {
			t.Errorf("chosen: %s is %s", name, got)
		}
	}
}

// A transaction that stands still is ended, and its rows are free; its own process repeats it.
func TestATransactionThatStandsStillIsEnded(t *testing.T) {
	url := dbtest.Postgres(t)
	still, other := dbtest.Open(t, url+"&idle_in_transaction_session_timeout=100ms"), dbtest.Open(t, url+"&lock_timeout=0")
	dbtest.Exec(t, other, `INSERT INTO setting (name, value) VALUES ('x', '0')`)
	const add = `UPDATE setting SET value = value || '1' WHERE name = 'x'`
	tries := 0
	err := still.Write(t.Context(), func(q sqldb.Querier) error {
		tries++
		if _, err := q.ExecContext(t.Context(), add); err != nil || tries > 1 {
			return err
		}
		dbtest.Exec(t, other, add) // waits until this transaction is ended
		_, err := q.ExecContext(t.Context(), add)
		return err
	})
	if err != nil || tries != 2 {
		t.Errorf("%v after %d tries", err, tries)
	}
	if n := dbtest.Count(t, other, `SELECT length(value) FROM setting WHERE name = 'x'`); n != 3 {
		t.Errorf("%d changes", n-1)
	}
}

// A statement that waits too long for a row fails in a way that says so.
func TestNobodyWaitsForARowForEver(t *testing.T) {
	url := dbtest.Postgres(t)
	holds, waits := dbtest.Open(t, url), dbtest.Open(t, url+"&lock_timeout=50ms")
	dbtest.Exec(t, holds, `INSERT INTO setting (name, value) VALUES ('x', '0')`)
	const change = `UPDATE setting SET value = '1' WHERE name = 'x'`
	err := holds.Write(t.Context(), func(q sqldb.Querier) error {
		if _, err := q.ExecContext(t.Context(), change); err != nil {
			return err
		}
		err := waits.WriteOne(t.Context(), func(q sqldb.Querier) error {
			_, err := q.ExecContext(t.Context(), change)
			return err
		})
		if !waits.IsDown(err) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Long transactions run one after another, each on a snapshot that has the one before it, and logins don't repeat them.
func TestLongTransactionsRunOneAtATime(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		first, second := dbtest.Open(t, url), dbtest.Open(t, url)
		dbtest.Exec(t, first, `INSERT INTO setting (name, value) VALUES ('x', '0'), ('y', '0')`)
		add := func(ctx context.Context, q sqldb.Querier) error {
			_, err := q.ExecContext(ctx, `UPDATE setting SET value = value || '1' WHERE name = 'x'`)
			return err
		}
		long := func(db *sqldb.DB, tries *int, then func() error) error {
			return db.WriteWithin(t.Context(), time.Hour, func(q sqldb.Querier) error {
				*tries++
				return errors.Join(sqldb.OneAtATime(t.Context(), q), add(t.Context(), q), then())
			})
		}
		begun, ended, tries := make(chan struct{}), make(chan error, 1), [2]int{}
		nothing := func() error { return nil }
		err := long(first, &tries[0], func() error {
			go func() {
				close(begun)
				ended <- long(second, &tries[1], nothing)
			}()
			<-begun
			return nil
		})
		if err = errors.Join(err, <-ended); err != nil || tries != [2]int{1, 1} {
			t.Errorf("%v after %v tries", err, tries)
		}
		if n := dbtest.Count(t, first, `SELECT length(value) FROM setting WHERE name = 'x'`); n != 3 {
			t.Errorf("%d changes", n-1)
		}
	})
}
