package dbtest

import (
	"context"
	"database/sql"
	"os"
	"sync"
	"testing"

	"lectern/internal/sqldb"
)

// Migrating takes longer than most tests. So each process migrates one database of each engine, and tests get copies of it.
var (
	sqliteOnce, postgresOnce sync.Once
	sqliteFile               []byte // a migrated database
	postgresName             string // of a migrated database; it goes with the throw-away server
)

// SQLite returns the path of a migrated database without rows.
func SQLite(t testing.TB) string {
	t.Helper()
	sqliteOnce.Do(func() {
		path := NewSQLite(t)
		migrate(t, path)
		var err error
		if sqliteFile, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	})
	path := NewSQLite(t)
	if err := os.WriteFile(path, sqliteFile, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Postgres makes a migrated database without rows and returns its URL; the database goes when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	postgresOnce.Do(func() {
		server := os.Getenv("LECTERN_TEST_POSTGRES")
		if server == "" {
			return // whoever needs it fails
		}
		admin, err := sql.Open("pgx", server)
		if err != nil {
			t.Fatal(err)
		}
		defer admin.Close()
		name := newName()
		if _, err := admin.ExecContext(context.Background(), "CREATE DATABASE "+name); err != nil {
			t.Fatalf("make a test database: %v", err)
		}
		migrate(t, at(t, server, name))
		postgresName = name
	})
	if postgresName == "" {
		return NewPostgres(t)
	}
	return postgresLike(t, " TEMPLATE "+postgresName)
}

// migrate brings a database up to date and closes it: what is copied must be at rest.
func migrate(t testing.TB, url string) {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{URL: url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
