package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"modernc.org/sqlite" // the driver: pure Go, and it binds $N by number
	sqlite3 "modernc.org/sqlite/lib"
)

var sqliteEngine = engine{
	inProcess: true,
	name:      "SQLite",
	// The indexes of many new rows don't fit into the usual cache, and every evicted page is written and read again.
	// A page takes twice its size in memory, because the driver's allocator rounds up to powers of two. With 64 MiB
	// an import of fifty thousand rows is no faster.
	long:    "PRAGMA cache_size = -16384",
	short:   "PRAGMA cache_size = -4096",
	version: `SELECT sqlite_version()`,
	size:    `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`,
	verify:  "PRAGMA quick_check(1)",
	tables:  `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
	// BEGIN IMMEDIATE already waits for other writers, so a migration needs no other lock.
	lock:      `SELECT 1`,
	probe:     probeSQLite,
	retryable: func(err error) bool { return sqliteCode(err)&0xff == sqlite3.SQLITE_BUSY },
	unique: func(err error) bool {
		code := sqliteCode(err)
		return code == sqlite3.SQLITE_CONSTRAINT_UNIQUE || code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
	},
	lost: func(error) bool { return false }, // there is no connection to lose
	down: func(err error) bool {
		switch sqliteCode(err) & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
			return true
		}
		return false
	},
	full: func(err error) bool {
		code := sqliteCode(err) // SHMSIZE: the shared memory beside the file can't grow
		return code&0xff == sqlite3.SQLITE_FULL || code == sqlite3.SQLITE_IOERR_SHMSIZE
	},
}

var errDiskFull = errors.New("the disk is full: free some space, then start again")

func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// openSQLite opens one connection that writes and a pool that reads, because several writers would only compete for
// the file's lock and fail.
func openSQLite(ctx context.Context, o Options) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(o.URL), 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the database: %w", err)
	}
	writer, err := sql.Open("sqlite", sqliteDSN(o.URL, "immediate", "query_only(0)"))
	if err != nil {
		return nil, fmt.Errorf("open the SQLite database %s: %w", o.URL, err)
	}
	writer.SetMaxOpenConns(1)
	writer.SetMaxIdleConns(1)
	if _, err := writer.ExecContext(ctx, "SELECT 1"); err != nil { // creates the file and switches it to WAL
		_ = writer.Close()
		if sqliteEngine.full(err) {
			err = errDiskFull
		}
		return nil, fmt.Errorf("open the SQLite database %s: %w", o.URL, err)
	}
	if err := os.Chmod(o.URL, 0o600); err != nil && !errors.Is(err, os.ErrPermission) {
		_ = writer.Close()
		return nil, err
	}
	conns := o.MaxConns
	if conns <= 0 {
		conns = max(4, 2*runtime.NumCPU())
	}
	reader, err := readers(o.URL, conns)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	slow, err := readers(o.URL, slowReaders)
	if err != nil {
		return nil, errors.Join(err, reader.Close(), writer.Close())
	}
	return &DB{
		engine: sqliteEngine, writer: writer, reader: reader, single: newPrepared(reader), slow: slow,
		local: o.Clock, path: o.URL,
	}, nil
}

// slowReaders is how many slow reads run at once; more wait.
const slowReaders = 2

// readers returns a pool of connections that read.
func readers(path string, conns int) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", sqliteDSN(path, "deferred", "query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open the SQLite database %s: %w", path, err)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool, nil
}

func sqliteDSN(path, lock, mode string) string {
	q := url.Values{"_txlock": {lock}, "_pragma": {
		"busy_timeout(10000)", // another process, such as `lectern admin create`, may hold the lock briefly
		"journal_mode(WAL)",
		"synchronous(FULL)", // an acknowledged write survives a power cut, as on PostgreSQL
		"foreign_keys(1)",
		"temp_store(MEMORY)",
		"cache_size(-4096)",
		mode,
	}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}
