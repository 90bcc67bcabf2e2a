package sqldb

import (
	"context"
	"database/sql"
	"errors"
)

// Probe reports whether the database can write, by writing as much as a login does. On SQLite another writer may hold
// the lock longer than the context lasts, which also shows that it can write.
func (db *DB) Probe(ctx context.Context) error {
	conn, err := db.writer.Conn(ctx)
	if err == nil {
		err = errors.Join(db.engine.probe(ctx, conn), conn.Close())
	}
	if db.engine.inProcess && (errors.Is(err, context.DeadlineExceeded) || err != nil && db.engine.retryable(err)) {
		return nil
	}
	return err
}

// probeSQLite commits 32 KiB, which need as many pages of the write-ahead log, and deletes them.
func probeSQLite(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('probe', hex(randomblob(16384)))
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, `DELETE FROM setting WHERE name = 'probe'`)
	return err
}

// probePostgres writes 64 KiB to a table that is never committed. An existing table might have free space in its file
// even though the disk is full.
func probePostgres(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `CREATE TABLE probe (value TEXT)`); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO probe (value) SELECT repeat('x', 1000) FROM generate_series(1, 64)`)
	return err
}
