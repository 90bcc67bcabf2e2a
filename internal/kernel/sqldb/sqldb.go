// Package sqldb is the database: SQLite in a file or PostgreSQL behind a URL, with one promise for both.
// What Write has returned from without an error is on disk; a Read sees one moment; statements are one text
// for both engines. Start at Open.
//
// It is the only package that knows which engine it is. The tables belong to the packages that use them;
// only their definitions are here, in schema/.
package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// A Querier runs statements: on the pool, or inside the transaction that handed it out.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// transaction is what Write hands out: a Batch may know a faster way in.
type transaction struct {
	*sql.Tx
	copy func(ctx context.Context, table string, columns []string, rows [][]any) error // nil: there is none
}

// engine is what differs between the two databases and cannot be written in common SQL.
type engine struct {
	inProcess bool // no server, so no network to wait for
	name      string
	write     *sql.TxOptions                                                                                // how Write begins
	steps     *sql.TxOptions                                                                                // how WriteSteps begins
	read      *sql.TxOptions                                                                                // how Read begins
	lock      string                                                                                        // the statement that makes a migration wait for another one
	tables    string                                                                                        // the statement that lists our tables, one name a row
	long      string                                                                                        // the statement that gets a connection ready for a long transaction; empty: none
	short     string                                                                                        // the one that undoes it
	copy      func(ctx context.Context, conn *sql.Conn, table string, columns []string, rows [][]any) error // nil: INSERT is as fast
	verify    string                                                                                        // the statement that looks for damage and answers ok; empty when there is none
	clock     string                                                                                        // the statement that reads the database's clock, Unix ms; empty: it is this machine's
	version   string                                                                                        // the statement that names the engine's version
	size      string                                                                                        // the statement that measures the database, in bytes
	probe     func(ctx context.Context, conn *sql.Conn) error                                               // writes something
	retryable func(error) bool
	unique    func(error) bool
	lost      func(error) bool // the connection ended before what was under way on it
	down      func(error) bool
	full      func(error) bool
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine engine
	writer *sql.DB // on SQLite one connection; on PostgreSQL the pool
	reader *sql.DB // on SQLite a pool of its own; on PostgreSQL the same pool
	single Querier // the reader for single statements, on SQLite prepared; pgx prepares by itself
	local  func() time.Time
	offset atomic.Int64 // see ClockOffset
	path   string       // of the SQLite file
	remove func() error // what a copy leaves behind; nil: nothing
}

// Options say which database to open.
type Options struct {
	URL      string           // postgres://… or the path of an SQLite file
	MaxConns int              // connections of the pool; 0 picks a number
	Clock    func() time.Time // this machine's; nil: time.Now
}

// A transaction that takes longer than this is broken, not slow.
const transactionTimeout = time.Minute

// writeTries bounds how often Write repeats a transaction that lost to another one, or its connection.
const writeTries = 12

// Open connects, and says in one line what is wrong when it cannot. It does not migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Clock == nil {
		o.Clock = time.Now //nolint:forbidigo // what is compared with the database's is the machine's own
	}
	if strings.HasPrefix(o.URL, "postgres://") || strings.HasPrefix(o.URL, "postgresql://") {
		return openPostgres(ctx, o)
	}
	if strings.Contains(o.URL, "://") {
		scheme, _, _ := strings.Cut(o.URL, "://")
		return nil, fmt.Errorf("database %s://… is not supported: use postgres://… or a file path for SQLite", scheme)
	}
	return openSQLite(ctx, o)
}

// Close waits for the statements under way and closes every connection.
func (db *DB) Close() error {
	if db.reader == db.writer {
		return db.writer.Close()
	}
	err := errors.Join(db.reader.Close(), db.writer.Close())
	if db.remove != nil {
		err = errors.Join(err, db.remove())
	}
	return err
}

// Engine names the engine for people: "SQLite" or "PostgreSQL". Nothing may be decided by it.
func (db *DB) Engine() string { return db.engine.name }

// Measure asks for the engine's version and for the size of the database in bytes, for people to read.
func (db *DB) Measure(ctx context.Context) (version string, size int64, err error) {
	if err = db.reader.QueryRowContext(ctx, db.engine.version).Scan(&version); err == nil {
		err = db.reader.QueryRowContext(ctx, db.engine.size).Scan(&size)
	}
	if err != nil {
		return "", 0, fmt.Errorf("measure the database: %w", err)
	}
	return version, size, nil
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return db.reader.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Reader runs single statements that only read. Two of them may see two different moments; Read does not.
func (db *DB) Reader() Querier { return db.single }

// Brief returns the context for a hot statement that reads one row by its key. On SQLite that one cannot be cancelled: such a
// read waits for nobody and is over in microseconds, while for a statement that can be cancelled two goroutines start.
func (db *DB) Brief(ctx context.Context) context.Context {
	if db.engine.inProcess {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Read runs fn on one consistent snapshot.
func (db *DB) Read(ctx context.Context, fn func(q Querier) error) error {
	tx, err := db.reader.BeginTx(ctx, db.engine.read)
	for try := 1; err != nil && try < writeTries && db.engine.lost(err); try++ { // a connection of the pool that a restart has ended
		tx, err = db.reader.BeginTx(ctx, db.engine.read)
	}
	if err != nil {
		return fmt.Errorf("begin read: %w", err)
	}
	defer tx.Rollback()
	return fn(tx)
}

// Write runs fn in one transaction as if no other ran at the same time, and commits it when fn returns nil.
// It may run fn again when the database asks for it, so fn has no effect outside the transaction. A caller that
// goes away stops fn but never a commit that has begun, so a returned nil is always true.
func (db *DB) Write(ctx context.Context, fn func(q Querier) error) error {
	return db.WriteWithin(ctx, transactionTimeout, fn)
}

// errPreview ends the transaction of a Preview.
var errPreview = errors.New("a preview")

// Preview runs fn like Write and rolls back what it wrote: it says what a change would do.
func (db *DB) Preview(ctx context.Context, fn func(q Querier) error) error {
	err := db.Write(ctx, func(q Querier) error {
		if err := fn(q); err != nil {
			return err
		}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		return nil
	}
	return err
}

// WriteWithin is Write for a transaction that may take longer than the minute that Write gives it, such as an import.
func (db *DB) WriteWithin(ctx context.Context, limit time.Duration, fn func(q Querier) error) error {
	return db.write(ctx, db.engine.write, limit, fn)
}

// WriteSteps is Write for statements that each hold their whole rule, such as upserts that count: all of them are committed, or
// none. Others may commit between two of them, so nothing may be decided by what an earlier one read. Where Write has to repeat
// a transaction that lost to another, a statement of this one only waits for the row; write rows in the same order everywhere.
func (db *DB) WriteSteps(ctx context.Context, fn func(q Querier) error) error {
	return db.write(ctx, db.engine.steps, transactionTimeout, fn)
}

func (db *DB) write(ctx context.Context, how *sql.TxOptions, limit time.Duration, fn func(q Querier) error) error {
	for try := 1; ; try++ {
		committing, err := db.writeOnce(ctx, how, limit, fn)
		// Nobody knows whether a commit has happened whose answer was lost; what comes before it has not.
		again := err != nil && (db.engine.retryable(err) || !committing && db.engine.lost(err))
		if !again || try == writeTries {
			return err
		}
		pause := time.Duration(1+rand.IntN(4<<min(try, 6))) * time.Millisecond //nolint:gosec // jitter, not a secret
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return fmt.Errorf("%w while waiting to retry: %w", ctx.Err(), err)
		}
	}
}

func (db *DB) writeOnce(ctx context.Context, how *sql.TxOptions, limit time.Duration, fn func(q Querier) error) (committing bool, err error) {
	// The wait for the one SQLite writer ends when the caller goes away; what follows does not.
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("wait for a connection: %w", err)
	}
	defer conn.Close()

	if limit > transactionTimeout && db.engine.long != "" {
		if _, err := conn.ExecContext(ctx, db.engine.long); err != nil {
			return false, fmt.Errorf("get ready for a long transaction: %w", err)
		}
		defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), db.engine.short) }() // a failure only holds memory longer
	}
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	tx, err := conn.BeginTx(whole, how)
	if err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	handed := transaction{Tx: tx}
	if db.engine.copy != nil {
		handed.copy = func(ctx context.Context, table string, columns []string, rows [][]any) error {
			return db.engine.copy(ctx, conn, table, columns, rows)
		}
	}
	if err := fn(handed); err != nil {
		return false, err
	}
	if err := tx.Commit(); err != nil {
		return true, fmt.Errorf("commit: %w", err)
	}
	return true, nil
}

// WriteOne lets fn run one statement that commits by itself. It suits upserts whose whole rule is in the
// statement: cheaper than Write, and PostgreSQL never asks to repeat it.
func (db *DB) WriteOne(ctx context.Context, fn func(q Querier) error) error {
	for try := 1; ; try++ {
		err := fn(db.writer)
		if err == nil || try == writeTries || !db.engine.retryable(err) || ctx.Err() != nil {
			return err
		}
	}
}

// IsUnique reports whether err says that a row with this key exists already.
func (db *DB) IsUnique(err error) bool { return err != nil && db.engine.unique(err) }

// IsDown reports whether err says that the database cannot be reached or cannot write now, and may heal by itself.
func (db *DB) IsDown(err error) bool {
	return err != nil && (db.engine.down(err) || db.IsFull(err))
}

// IsFull reports whether err says that the disk is full: the database's, or that of the files beside it.
func (db *DB) IsFull(err error) bool {
	return err != nil && (db.engine.full(err) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT))
}

// Verify asks the engine to look for damage. It reads the whole file on SQLite; PostgreSQL looks after itself.
func (db *DB) Verify(ctx context.Context) error {
	if db.engine.verify == "" {
		return db.Ping(ctx)
	}
	var verdict string
	if err := db.reader.QueryRowContext(ctx, db.engine.verify).Scan(&verdict); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the database is damaged: %s; restore a backup", verdict)
	}
	return nil
}
