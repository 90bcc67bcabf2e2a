package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

var postgresEngine = engine{
	name:  "PostgreSQL",
	copy:  copyRows,
	probe: probePostgres,
	// SQLite runs writers one after another; serializable guarantees the same result.
	write:   &sql.TxOptions{Isolation: sql.LevelSerializable},
	steps:   &sql.TxOptions{Isolation: sql.LevelReadCommitted},
	lasting: &sql.TxOptions{Isolation: sql.LevelRepeatableRead},
	read:    &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	// Any number that all nodes share. A migration or a restore may take as long as it needs.
	lock: `SELECT set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
		pg_advisory_xact_lock(5069276513)`,
	patient: `SET LOCAL idle_in_transaction_session_timeout = '5min'`,
	// These take no snapshot, so the transaction sees what the one before it has written. Others may read the table.
	queue:     []string{`SET LOCAL lock_timeout = 0`, `LOCK TABLE schema_migration IN SHARE ROW EXCLUSIVE MODE`},
	tables:    `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename COLLATE "C"`,
	version:   `SELECT current_setting('server_version')`,
	size:      `SELECT pg_database_size(current_database())`,
	clock:     `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`,
	retryable: func(err error) bool { c := postgresCode(err); return c == "40001" || c == "40P01" },
	unique:    func(err error) bool { return postgresCode(err) == "23505" },
	lost:      postgresLost,
	down:      postgresDown,
	full:      func(err error) bool { return postgresCode(err) == "53100" },
}

func postgresCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// postgresDown reports whether the server can't be reached or can't work at the moment.
func postgresDown(err error) bool {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || postgresLost(err) {
		return true
	}
	code := postgresCode(err)
	// 53 out of resources, 57P shutting down or starting, 58 file system error, 25006 a read-only standby, 55P03 another
	// transaction has had the row for too long.
	return strings.HasPrefix(code, "53") || strings.HasPrefix(code, "57P") ||
		strings.HasPrefix(code, "58") || code == "25006" || code == "55P03"
}

// postgresLost reports whether an open connection ended: the server stopped or crashed, or the network failed.
// Anything uncommitted on it has not happened.
func postgresLost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return false // there was no connection
	}
	var network *net.OpError // not net.Error, which every system error implements
	if errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, sql.ErrConnDone) || errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	code := postgresCode(err)
	// 25P03: this process stood still in the middle of a transaction.
	return strings.HasPrefix(code, "08") || code == "57P01" || code == "57P02" || code == "25P03"
}

func openPostgres(ctx context.Context, o Options) (*DB, error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		// pgx's own error contains the URL, and with it the password.
		return nil, errors.New("the PostgreSQL address is malformed: write postgres://name:password@host:5432/database")
	}
	config.RuntimeParams["application_name"] = "lectern"
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	config.DialFunc = dialer(config.ConnectTimeout).DialContext
	pool := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(limitSession(config.RuntimeParams)))
	conns := o.MaxConns
	if conns <= 0 {
		conns = max(8, 4*runtime.NumCPU())
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(time.Hour)
	if err := pool.PingContext(ctx); err != nil {
		_ = pool.Close()
		return nil, fmt.Errorf("cannot reach PostgreSQL at %s:%d, database %q: %s; check LECTERN_DATABASE and that "+
			"the server runs", config.Host, config.Port, config.Database, rootText(err))
	}
	db := &DB{engine: postgresEngine, writer: pool, reader: pool, single: pool, slow: pool, local: o.Clock}
	if err := db.CompareClocks(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return db, nil
}

// rootText returns the innermost reason: pgx wraps it in several lines that repeat the address.
func rootText(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
				err = many.Unwrap()[0]
				continue
			}
			return err.Error()
		}
		err = next
	}
}

// copyRows runs COPY on the transaction's connection, so it is part of the transaction.
func copyRows(ctx context.Context, conn *sql.Conn, table string, columns []string, rows [][]any) error {
	return conn.Raw(func(driver any) error {
		c, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("a connection of type %T cannot copy", driver)
		}
		_, err := c.Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}
