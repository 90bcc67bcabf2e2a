// Package dbtest runs a test on both database engines. Start at Each.
package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver that makes and drops the test databases

	"lectern/internal/kernel/sqldb"
)

// Each runs fn on an empty, migrated SQLite database and on an empty, migrated PostgreSQL database. The PostgreSQL
// server is the one in LECTERN_TEST_POSTGRES, which scripts/with-postgres sets; without it the test fails, because
// testing one engine proves only half.
func Each(t *testing.T, fn func(t *testing.T, db *sqldb.DB)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { fn(t, Open(t, SQLite(t))) })
	t.Run("PostgreSQL", func(t *testing.T) { fn(t, Open(t, Postgres(t))) })
}

// EachURL is Each for tests that open the database themselves, such as two nodes on one database.
func EachURL(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { fn(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { fn(t, Postgres(t)) })
}

// EachNew is EachURL for tests of the first start: SQLite has no file yet, PostgreSQL no tables.
func EachNew(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { fn(t, NewSQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { fn(t, NewPostgres(t)) })
}

// NewSQLite returns the path of a database file that does not exist yet.
func NewSQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "lectern.db")
}

// NewPostgres creates a database without tables and returns its URL. It is dropped when the test ends.
func NewPostgres(t testing.TB) string {
	t.Helper()
	return postgresLike(t, "")
}

func newName() string { return "t_" + strings.ReplaceAll(sqldb.NewID(), "-", "") }

// postgresServer returns the server for the tests' databases.
func postgresServer(t testing.TB) string {
	t.Helper()
	server := os.Getenv("LECTERN_TEST_POSTGRES")
	if server == "" {
		t.Fatal("no PostgreSQL: run the tests through `make test-go`, or through scripts/with-postgres")
	}
	return server
}

func postgresLike(t testing.TB, template string) string {
	t.Helper()
	server := postgresServer(t)
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := newName()
	if _, err := admin.ExecContext(context.Background(), "CREATE DATABASE "+name+template); err != nil {
		t.Fatalf("make a test database: %v", err)
	}
	t.Cleanup(func() {
		defer admin.Close()
		if _, err := admin.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	return at(t, server, name)
}

// at returns the URL of a database on the server.
func at(t testing.TB, server, name string) string {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// Open opens and migrates a database, and closes it when the test ends.
func Open(t testing.TB, url string) *sqldb.DB {
	t.Helper()
	return OpenAt(t, url, 0)
}

// OpenAt is Open for a machine whose clock is ahead.
func OpenAt(t testing.TB, url string, ahead time.Duration) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{URL: url, MaxConns: 8, Clock: func() time.Time {
		return time.Now().Add(ahead)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return db
}

// Exec runs a statement and fails the test on an error.
func Exec(t testing.TB, db *sqldb.DB, query string, args ...any) {
	t.Helper()
	err := db.WriteOne(context.Background(), func(q sqldb.Querier) error {
		_, err := q.ExecContext(context.Background(), query, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// Count returns the single number that a query selects.
func Count(t testing.TB, db *sqldb.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.Reader().QueryRowContext(context.Background(), query, args...).Scan(&n); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", query, err))
	}
	return n
}
