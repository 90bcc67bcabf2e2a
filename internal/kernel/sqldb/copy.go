package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"lectern/internal/kernel/workdir"
)

// copyFolder is the prefix of folders that hold a copy.
const copyFolder = "copy-"

// Copy returns a database with the same content, in which a long transaction that is rolled back blocks nobody. Close
// removes it. On PostgreSQL it returns nil, because writers don't block each other there.
func (db *DB) Copy(ctx context.Context) (*DB, error) {
	if db.path == "" {
		return nil, nil //nolint:nilnil // not needed
	}
	folder, remove, err := workdir.Make(filepath.Dir(db.path), copyFolder)
	if err != nil {
		return nil, fmt.Errorf("copy the database: %w", err)
	}
	copied, err := db.copyTo(ctx, filepath.Join(folder, "lectern.db"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copy the database: %w", err), remove())
	}
	copied.remove = remove
	return copied, nil
}

func (db *DB) copyTo(ctx context.Context, path string) (_ *DB, err error) {
	// A separate connection, because readers may not write, not even to another file.
	from, err := sql.Open("sqlite", sqliteDSN(db.path, "deferred", "query_only(0)"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if _, err := from.ExecContext(ctx, "VACUUM INTO $1", path); err != nil {
		return nil, err
	}
	return openSQLite(ctx, Options{URL: path, Clock: db.local})
}

// SweepCopies removes the copies of killed processes.
func (db *DB) SweepCopies() error {
	if db.path == "" {
		return nil
	}
	return workdir.Sweep(filepath.Dir(db.path), copyFolder)
}
