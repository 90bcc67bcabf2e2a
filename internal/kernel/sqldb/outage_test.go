package sqldb_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// PostgreSQL's outages are recognised, and are different from our own errors.
func TestOutagesOfPostgres(t *testing.T) {
	db := dbtest.Open(t, dbtest.Postgres(t))
	code := func(code string) error { return &pgconn.PgError{Code: code} }
	type verdict struct{ Down, Full bool }
	down, full, ours := verdict{Down: true}, verdict{Down: true, Full: true}, verdict{}
	for _, tc := range []struct {
		name string
		err  error
		want verdict
	}{
		{"refused", &pgconn.ConnectError{}, down},
		{"reset", &net.OpError{Op: "read", Err: syscall.ECONNRESET}, down},
		{"conn closed", pgconn.ErrConnClosed, down},
		{"unexpected EOF", io.ErrUnexpectedEOF, down},
		{"bad connection", driver.ErrBadConn, down},
		{"connection done", sql.ErrConnDone, down},
		{"connection failure", code("08006"), down},
		{"stopped by the administrator", code("57P01"), down},
		{"crashed", code("57P02"), down},
		{"starting", code("57P03"), down},
		{"too many connections", code("53300"), down},
		{"a standby", code("25006"), down},
		{"disk error", code("58030"), down},
		{"disk full", code("53100"), full},
		{"disk full beside the database", &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, full},
		{"quota used up", &os.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, full},
		{"a file that may not be read", &os.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, ours},
		{"a syntax error", code("42601"), ours},
		{"a unique key", code("23505"), ours},
		{"too late", context.DeadlineExceeded, ours},
		{"anything", errors.New("anything"), ours},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := fmt.Errorf("write: %w", tc.err)
			if diff := cmp.Diff(tc.want, verdict{db.IsDown(err), db.IsFull(err)}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// cut ends every other connection to the database.
const cut = `SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
	WHERE datname = current_database() AND pid <> pg_backend_pid()) AS x`

// If the connection is lost before the commit, nothing has happened, so the transaction is run again without the
// caller noticing.
func TestWriteSurvivesALostConnection(t *testing.T) {
	url := dbtest.Postgres(t)
	db, other := dbtest.Open(t, url), dbtest.Open(t, url)
	dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ('n', '')`)
	runs := 0
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		if _, err := q.ExecContext(t.Context(), `UPDATE setting SET value = value || 'x' WHERE name = 'n'`); err != nil {
			return err
		}
		if runs++; runs == 1 {
			dbtest.Count(t, other, cut)
		}
		_, err := q.ExecContext(t.Context(), `UPDATE setting SET value = value || 'y' WHERE name = 'n'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var value string
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT value FROM setting WHERE name = 'n'`).Scan(
		&value); err != nil || value != "xy" || runs != 2 {
		t.Errorf("%d runs left %q, %v", runs, value, err)
	}
}

// Reads succeed even if the pool's connections have ended.
func TestReadSurvivesLostConnections(t *testing.T) {
	url := dbtest.Postgres(t)
	db, other := dbtest.Open(t, url), dbtest.Open(t, url)
	for range 3 {
		dbtest.Count(t, other, cut)
		err := db.Read(t.Context(), func(q sqldb.Querier) error {
			var n int
			return q.QueryRowContext(t.Context(), `SELECT count(*) FROM setting`).Scan(&n)
		})
		if err != nil {
			t.Error(err)
		}
	}
}
