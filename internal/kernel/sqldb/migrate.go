package sqldb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// migration is one file of schema/, named NNNN_what.sql, in SQL for both engines. The files below 0200 are the first
// release; later changes are new files from 0201 on.
type migration struct {
	version  int64
	name     string
	text     string
	checksum string
}

const migrationTable = `CREATE TABLE IF NOT EXISTS schema_migration (
	version    BIGINT NOT NULL PRIMARY KEY,
	name       TEXT   NOT NULL,
	checksum   TEXT   NOT NULL,
	applied_at BIGINT NOT NULL
)`

// migrations reads the files in order. It panics on a misnamed one, which is a build error.
func migrations() []migration {
	names, err := fs.Glob(schemaFiles, "schema/*.sql")
	if err != nil {
		panic(err)
	}
	list := make([]migration, 0, len(names))
	for _, path := range names { // Glob sorts
		raw, err := schemaFiles.ReadFile(path)
		if err != nil {
			panic(err)
		}
		list = append(list, newMigration(strings.TrimPrefix(path, "schema/"), string(raw)))
	}
	return list
}

func newMigration(file, text string) migration {
	number, name, ok := strings.Cut(strings.TrimSuffix(file, ".sql"), "_")
	version, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		panic("sqldb: a migration is named NNNN_what.sql, not " + file)
	}
	sum := sha256.Sum256([]byte(text))
	return migration{version, name, text, hex.EncodeToString(sum[:8])}
}

func (m *migration) file() string { return fmt.Sprintf("%04d_%s", m.version, m.name) }

// Schema compares the database's tables with what this binary needs.
type Schema struct {
	Version int64 // of the newest migration applied; 0 for an empty database
	Wanted  int64 // of the newest migration this binary knows
	Pending int   // number of missing migrations
}

// NewerError means that a newer Lectern has already changed the database.
type NewerError struct{ Have, Know int64 }

func (e *NewerError) Error() string {
	return fmt.Sprintf("the database was upgraded by a newer version of Lectern (schema %d, this version knows %d): "+
		"start that version, or restore a backup made by this one", e.Have, e.Know)
}

// development returns the error for tables that a build between releases made: no migration starts from them.
func development(what string) error {
	return fmt.Errorf(
		"a development build of Lectern made these tables (%s): export the college as spreadsheets with that "+
			"build (lectern export KIND), and import them into an empty database with this version (lectern import KIND); "+
			"accounts of staff, passwords, messages and recordings are not in them", what)
}

// Schema compares the database with this binary; a newer database is a *NewerError.
func (db *DB) Schema(ctx context.Context) (Schema, error) {
	applied, err := db.applied(ctx, db.reader)
	if err != nil {
		return Schema{}, err
	}
	return compare(migrations(), applied)
}

func compare(known []migration, applied map[int64]string) (Schema, error) {
	s := Schema{Wanted: known[len(known)-1].version}
	for version := range applied {
		s.Version = max(s.Version, version)
	}
	same := 0
	for _, m := range known {
		sum, ok := applied[m.version]
		switch {
		case !ok:
			s.Pending++
		case sum != m.checksum:
			return s, development(m.file() + " differs")
		default:
			same++
		}
	}
	switch {
	case same == len(applied):
		return s, nil
	case s.Pending == 0: // all that this binary knows, and more
		return s, &NewerError{Have: s.Version, Know: s.Wanted}
	}
	return s, development(fmt.Sprintf("schema %d", s.Version))
}

// applied returns version → checksum, or an empty map for a database without tables.
func (db *DB) applied(ctx context.Context, q Querier) (map[int64]string, error) {
	tables, err := db.listTables(ctx, q)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(tables, "schema_migration") {
		return map[int64]string{}, nil
	}
	return checksums(ctx, q)
}

// checksums reads the table of migrations, which must exist.
func checksums(ctx context.Context, q Querier) (map[int64]string, error) {
	out := map[int64]string{}
	err := Each(ctx, q, "read the schema's version", `SELECT version, checksum FROM schema_migration`,
		nil, func(row *sql.Rows) error {
			var version int64
			var sum string
			err := row.Scan(&version, &sum)
			out[version] = sum
			return err
		})
	return out, err
}

func (db *DB) listTables(ctx context.Context, q Querier) ([]string, error) {
	return Select(ctx, q, "list the tables", db.engine.tables, nil, func(row *sql.Rows, name *string) error {
		return row.Scan(name)
	})
}

// Migrate applies all missing files in one transaction under a lock, so that several nodes may start together and a
// failure changes nothing. It returns how many it applied.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	return db.migrateTo(ctx, migrations())
}

func (db *DB) migrateTo(ctx context.Context, known []migration) (count int, err error) {
	// Usually nothing is pending, so check without the lock. If the table doesn't exist yet, it is created below.
	if applied, err := checksums(ctx, db.writer); err == nil {
		if s, err := compare(known, applied); err != nil || s.Pending == 0 {
			return 0, err
		}
	}
	// Not serializable on PostgreSQL: the snapshot would be taken before the lock is acquired.
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("begin migration: %w", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, db.engine.lock); err != nil {
		return 0, fmt.Errorf("wait for another migration: %w", err)
	}
	if _, err := tx.ExecContext(ctx, migrationTable); err != nil {
		return 0, fmt.Errorf("make the migration table: %w", err)
	}
	applied, err := db.applied(ctx, tx)
	if err != nil {
		return 0, err
	}
	if _, err := compare(known, applied); err != nil {
		return 0, err
	}
	for _, m := range known {
		if _, ok := applied[m.version]; ok {
			continue
		}
		if err := apply(ctx, tx, m); err != nil {
			return 0, err
		}
		count++
	}
	return count, tx.Commit()
}

func apply(ctx context.Context, tx *sql.Tx, m migration) error {
	if _, err := tx.ExecContext(ctx, m.text); err != nil {
		return fmt.Errorf("migration %s: %w", m.file(), err)
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO schema_migration (version, name, checksum, applied_at)
		VALUES ($1, $2, $3, $4)`, m.version, m.name, m.checksum, time.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("note migration %s: %w", m.file(), err)
	}
	return nil
}

var createTable = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)

// Tables lists the college's tables in order of creation. Rows can be inserted in this order, because foreign keys
// only refer to older tables.
func (db *DB) Tables(ctx context.Context) ([]string, error) {
	found, err := db.listTables(ctx, db.reader)
	if err != nil {
		return nil, err
	}
	missing := make(map[string]bool, len(found))
	for _, name := range found {
		missing[name] = name != "schema_migration"
	}
	var ordered []string
	for _, m := range migrations() {
		for _, match := range createTable.FindAllStringSubmatch(m.text, -1) {
			if missing[match[1]] {
				ordered = append(ordered, match[1])
				missing[match[1]] = false
			}
		}
	}
	for name, unlisted := range missing {
		if unlisted {
			return nil, errors.New("the database holds a table that is not Lectern's: " + name)
		}
	}
	return ordered, nil
}
