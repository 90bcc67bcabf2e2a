// Package sqldb is the database, an SQLite file or a PostgreSQL server, with the same guarantees for both: what Write
// has committed is on disk, Read sees one snapshot, and one SQL text runs on both. Start at Open.
//
// Only this package knows which engine it is. Other packages own the tables; the definitions are here, in schema/.
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

// Querier runs statements, on the pool or in a transaction.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// transaction is what Write passes to its function. A Batch uses copy if there is one.
type transaction struct {
	*sql.Tx
	copy  func(ctx context.Context, table string, columns []string, rows [][]any) error // nil if the engine has none
	queue []string                                                                      // see OneAtATime
}

// engine holds what differs between the two databases and can't be written in common SQL.
type engine struct {
	inProcess bool // there is no network to wait for
	name      string
	write     *sql.TxOptions // of Write
	steps     *sql.TxOptions // of WriteSteps
	lasting   *sql.TxOptions // of WriteWithin
	read      *sql.TxOptions // of Read
	// The following are statements; an empty one is not needed.
	lock    string   // waits for another migration
	patient string   // lets a long transaction think between its statements
	queue   []string // wait for another transaction that has executed them; see OneAtATime
	tables  string   // lists our tables, one name per row
	long    string   // prepares a connection for a long transaction
	short   string   // undoes long
	verify  string   // checks for damage and returns ok
	clock   string   // returns the database's clock in Unix ms; empty if it is this machine's
	version string   // returns the engine's version
	size    string   // returns the size in bytes
	// copy inserts many rows; nil if INSERT is as fast.
	copy      func(ctx context.Context, conn *sql.Conn, table string, columns []string, rows [][]any) error
	probe     func(ctx context.Context, conn *sql.Conn) error // writes something
	retryable func(error) bool
	unique    func(error) bool
	lost      func(error) bool // the connection ended during the statement
	down      func(error) bool
	full      func(error) bool
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine engine
	writer *sql.DB // one connection on SQLite; the pool on PostgreSQL
	reader *sql.DB // a separate pool on SQLite; the same pool on PostgreSQL
	single Querier // reader for single statements, prepared on SQLite (pgx prepares them anyway)
	slow   *sql.DB // a small separate pool on SQLite, see SlowReader; the same pool on PostgreSQL
	local  func() time.Time
	offset atomic.Int64 // see ClockOffset
	path   string       // of the SQLite file
	remove func() error // removes the folder of a copy; otherwise nil
}

// Options select the database to open.
type Options struct {
	URL      string           // postgres://… or the path of an SQLite file
	MaxConns int              // connections of the pool; 0 means the default
	Clock    func() time.Time // this machine's clock; nil means time.Now
}

// transactionTimeout is a minute: a transaction that takes longer is broken, not slow.
const transactionTimeout = time.Minute

// writeTries limits how often Write repeats a transaction that lost to another one, or lost its connection.
const writeTries = 12

// Open connects. Its error says in one line what is wrong. It does not migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Clock == nil {
		o.Clock = time.Now //nolint:forbidigo // the machine's own clock is compared with the database's
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

// Close waits for running statements and closes every connection.
func (db *DB) Close() error {
	if db.reader == db.writer {
		return db.writer.Close()
	}
	err := errors.Join(db.reader.Close(), db.slow.Close(), db.writer.Close())
	if db.remove != nil {
		err = errors.Join(err, db.remove())
	}
	return err
}

// Engine returns "SQLite" or "PostgreSQL", for people. Code must not depend on it.
func (db *DB) Engine() string { return db.engine.name }

// Measure returns the engine's version and the size of the database in bytes, for people to read.
func (db *DB) Measure(ctx context.Context) (version string, size int64, err error) {
	if err = db.reader.QueryRowContext(ctx, db.engine.version).Scan(&version); err == nil {
		err = db.reader.QueryRowContext(ctx, db.engine.size).Scan(&size)
	}
	if err != nil {
		return "", 0, fmt.Errorf("measure the database: %w", err)
	}
	return version, size, nil
}

// Ping reports whether the database responds.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return db.reader.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Reader runs single read-only statements. Two of them may see different states; use Read for a snapshot.
func (db *DB) Reader() Querier { return db.single }

// SlowReader is Reader for statements that may read very much, such as those of exports: on SQLite they wait for each
// other, and never take the last connection that everybody else reads with.
func (db *DB) SlowReader() Querier { return db.slow }

// ReadSlow is Read for such statements.
func (db *DB) ReadSlow(ctx context.Context, fn func(q Querier) error) error {
	return db.read(ctx, db.slow, fn)
}

// WithoutCancel returns a context for a frequent statement that reads one row by its key. On SQLite it can't be
// cancelled: such a read takes microseconds and waits for nobody, while each cancellable statement
// starts two goroutines.
func (db *DB) WithoutCancel(ctx context.Context) context.Context {
	if db.engine.inProcess {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Read runs fn on one consistent snapshot.
func (db *DB) Read(ctx context.Context, fn func(q Querier) error) error {
	return db.read(ctx, db.reader, fn)
}

func (db *DB) read(ctx context.Context, pool *sql.DB, fn func(q Querier) error) error {
	tx, err := pool.BeginTx(ctx, db.engine.read)
	// A restart of the server ends the connections of the pool.
	for try := 1; err != nil && try < writeTries && db.engine.lost(err); try++ {
		tx, err = pool.BeginTx(ctx, db.engine.read)
	}
	if err != nil {
		return fmt.Errorf("begin read: %w", err)
	}
	defer tx.Rollback()
	return fn(tx)
}

// Write runs fn in one serializable transaction and commits if fn returns nil. It may run fn again when the database
// requires it, so fn must have no effect outside the transaction. A caller that leaves stops fn but never a commit
// that has begun, so a returned nil is always true.
func (db *DB) Write(ctx context.Context, fn func(q Querier) error) error {
	return db.write(ctx, db.engine.write, transactionTimeout, fn)
}

// errPreview rolls back the transaction of a Preview.
var errPreview = errors.New("a preview")

// Preview runs fn like Write and rolls back, to find out what a change would do.
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

// WriteWithin is Write for a transaction that may take longer than a minute, such as an import. On PostgreSQL it sees
// one snapshot and is repeated if somebody else changes a row that it changes, but what it only reads may change until
// it commits: a serializable one that reads a whole table would lose to every login.
func (db *DB) WriteWithin(ctx context.Context, limit time.Duration, fn func(q Querier) error) error {
	return db.write(ctx, db.engine.lasting, limit, fn)
}

// OneAtATime waits until no other transaction is open that has called it. It must be the transaction's first statement.
// Two long transactions would otherwise wait for each other's rows, or repeat each other.
func OneAtATime(ctx context.Context, q Querier) error {
	tx, ok := q.(transaction)
	if !ok {
		return errors.New("only a transaction of Write can wait for others")
	}
	for _, statement := range tx.queue {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("wait for another long transaction: %w", err)
		}
	}
	return nil
}

// WriteSteps commits all of several statements or none, where each statement contains its whole rule, such as upserts
// that count. Others may commit between them, so don't base a decision on an earlier read. Unlike Write it isn't
// repeated after losing to another transaction: each statement just waits for the row. Write rows in the same order
// everywhere.
func (db *DB) WriteSteps(ctx context.Context, fn func(q Querier) error) error {
	return db.write(ctx, db.engine.steps, transactionTimeout, fn)
}

func (db *DB) write(ctx context.Context, how *sql.TxOptions, limit time.Duration, fn func(q Querier) error) error {
	for try := 1; ; try++ {
		committing, err := db.writeOnce(ctx, how, limit, fn)
		// If the response to a commit was lost, it may have happened, so don't repeat it. Earlier steps are safe to
		// repeat.
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

func (db *DB) writeOnce(
	ctx context.Context, how *sql.TxOptions, limit time.Duration, fn func(q Querier) error,
) (committing bool, err error) {
	// Waiting for the only SQLite writer ends when the caller leaves; the transaction itself doesn't.
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("wait for a connection: %w", err)
	}
	defer conn.Close()

	if limit > transactionTimeout && db.engine.long != "" {
		if _, err := conn.ExecContext(ctx, db.engine.long); err != nil {
			return false, fmt.Errorf("get ready for a long transaction: %w", err)
		}
		// An error only means more memory in use.
		defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), db.engine.short) }()
	}
	txCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	tx, err := conn.BeginTx(txCtx, how)
	if err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if limit > transactionTimeout && db.engine.patient != "" {
		if _, err := tx.ExecContext(txCtx, db.engine.patient); err != nil {
			return false, fmt.Errorf("get ready for a long transaction: %w", err)
		}
	}
	wrapped := transaction{Tx: tx, queue: db.engine.queue}
	if db.engine.copy != nil {
		wrapped.copy = func(ctx context.Context, table string, columns []string, rows [][]any) error {
			return db.engine.copy(ctx, conn, table, columns, rows)
		}
	}
	if err := fn(wrapped); err != nil {
		return false, err
	}
	if err := tx.Commit(); err != nil {
		return true, fmt.Errorf("commit: %w", err)
	}
	return true, nil
}

// WriteOne runs fn with one statement that commits at once. Use it for upserts whose whole rule is in the statement:
// it is cheaper than Write, and PostgreSQL never makes it repeat.
func (db *DB) WriteOne(ctx context.Context, fn func(q Querier) error) error {
	for try := 1; ; try++ {
		err := fn(db.writer)
		if err == nil || try == writeTries || !db.engine.retryable(err) || ctx.Err() != nil {
			return err
		}
	}
}

// IsUnique reports whether err means that a row with this key exists already.
func (db *DB) IsUnique(err error) bool { return err != nil && db.engine.unique(err) }

// IsDown reports whether err means that the database can't be reached or can't write now, which may pass.
func (db *DB) IsDown(err error) bool {
	return err != nil && (db.engine.down(err) || db.IsFull(err))
}

// IsFull reports whether err means that the disk is full, for the database or for files.
func (db *DB) IsFull(err error) bool {
	return err != nil && (db.engine.full(err) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT))
}

// Verify checks SQLite's file for damage, reading all of it. On PostgreSQL it only pings.
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
