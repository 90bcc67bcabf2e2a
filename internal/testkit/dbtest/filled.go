package dbtest

import (
	"context"
	"database/sql"
	"os"
	"sync"
	"testing"

	"lectern/internal/kernel/sqldb"
)

// Filled creates a database once per process and engine, because that takes longer than most tests. Tests get copies
// of it.
type Filled[T any] struct {
	// Fill fills a new database and closes it, because only a closed one can be copied. It returns data for all
	// copies, such as keys.
	Fill func(t testing.TB, url string) T

	sqlite, postgres struct {
		once sync.Once
		made bool
		with T
	}
	file []byte // the SQLite database
	name string // of the PostgreSQL database, which disappears with the temporary server
}

// Each runs fn on a copy for each engine.
func (f *Filled[T]) Each(t *testing.T, fn func(t *testing.T, url string, with T)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { url, with := f.SQLite(t); fn(t, url, with) })
	t.Run("PostgreSQL", func(t *testing.T) { url, with := f.Postgres(t); fn(t, url, with) })
}

// SQLite returns the path of a copy.
func (f *Filled[T]) SQLite(t testing.TB) (url string, with T) {
	t.Helper()
	f.sqlite.once.Do(func() {
		path := NewSQLite(t)
		f.sqlite.with = f.Fill(t, path)
		var err error
		if f.file, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
		f.sqlite.made = true
	})
	if !f.sqlite.made {
		t.Fatal("there is nothing to copy: another test has failed to fill it")
	}
	path := NewSQLite(t)
	if err := os.WriteFile(path, f.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, f.sqlite.with
}

// Postgres returns the URL of a copy, which is dropped when the test ends.
func (f *Filled[T]) Postgres(t testing.TB) (url string, with T) {
	t.Helper()
	f.postgres.once.Do(func() {
		server := postgresServer(t)
		admin, err := sql.Open("pgx", server)
		if err != nil {
			t.Fatal(err)
		}
		defer admin.Close()
		f.name = newName()
		if _, err := admin.ExecContext(context.Background(), "CREATE DATABASE "+f.name); err != nil {
			t.Fatalf("make a test database: %v", err)
		}
		f.postgres.with = f.Fill(t, at(t, server, f.name))
		f.postgres.made = true
	})
	if !f.postgres.made {
		t.Fatal("there is nothing to copy: another test has failed to fill it")
	}
	// FILE_COPY takes half as long as WAL_LOG.
	return postgresLike(t, " TEMPLATE "+f.name+" STRATEGY FILE_COPY"), f.postgres.with
}

var migrated = Filled[struct{}]{Fill: Opened(func(testing.TB, *sqldb.DB) (none struct{}) { return none })}

// SQLite returns the path of a migrated database without rows.
func SQLite(t testing.TB) string {
	t.Helper()
	path, _ := migrated.SQLite(t)
	return path
}

// Postgres creates a migrated database without rows and returns its URL. It is dropped when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	url, _ := migrated.Postgres(t)
	return url
}

// Opened returns a Fill that opens, migrates and closes the database around fill.
func Opened[T any](fill func(t testing.TB, db *sqldb.DB) T) func(t testing.TB, url string) T {
	return func(t testing.TB, url string) T {
		t.Helper()
		db, err := sqldb.Open(context.Background(), sqldb.Options{URL: url, MaxConns: 8})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Migrate(context.Background()); err != nil {
			t.Fatal(err)
		}
		with := fill(t, db)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return with
	}
}
