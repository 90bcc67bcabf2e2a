package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// copyFolder begins the name of every folder that holds a copy; copyLife is when one that a killed process has left goes.
const (
	copyFolder = "copy-"
	copyLife   = 2 * time.Hour
)

// Copy makes a database with the same content, in which a long transaction that is rolled back keeps nobody waiting. Close removes
// it. It is nil on PostgreSQL, where writers do not wait for each other.
func (db *DB) Copy(ctx context.Context) (*DB, error) {
	if db.path == "" {
		return nil, nil //nolint:nilnil // none is needed
	}
	db.removeOldCopies()
	folder, err := os.MkdirTemp(filepath.Dir(db.path), copyFolder)
	if err != nil {
		return nil, fmt.Errorf("copy the database: %w", err)
	}
	copied, err := db.copyTo(ctx, filepath.Join(folder, "lectern.db"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copy the database: %w", err), os.RemoveAll(folder))
	}
	copied.remove = func() error { return os.RemoveAll(folder) }
	return copied, nil
}

func (db *DB) copyTo(ctx context.Context, path string) (_ *DB, err error) {
	from, err := sql.Open("sqlite", sqliteDSN(db.path, "deferred", "query_only(0)")) // of its own: readers may not write, not even elsewhere
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if _, err := from.ExecContext(ctx, "VACUUM INTO $1", path); err != nil {
		return nil, err
	}
	return openSQLite(ctx, Options{URL: path, Clock: db.local})
}

func (db *DB) removeOldCopies() {
	folders, _ := filepath.Glob(filepath.Join(filepath.Dir(db.path), copyFolder+"*"))
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && db.local().Sub(info.ModTime()) > copyLife {
			_ = os.RemoveAll(folder) // the next call tries again
		}
	}
}
