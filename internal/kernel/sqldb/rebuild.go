package sqldb

import (
	"context"
	"fmt"
	"regexp"
	"slices"
)

// Empty reports whether no table of the college holds a row. The table setting doesn't count, and a database without
// tables is empty too.
func (db *DB) Empty(ctx context.Context) (bool, error) {
	tables, err := db.Tables(ctx)
	if err != nil {
		return false, err
	}
	for _, name := range tables {
		if name == "setting" {
			continue
		}
		var found bool
		if err := db.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+name+")").Scan(&found); err != nil {
			return false, fmt.Errorf("look into %s: %w", name, err)
		}
		if found {
			return false, nil
		}
	}
	return true, nil
}

var createView = regexp.MustCompile(`(?m)^CREATE VIEW (\w+)`)

// views lists all views that any migration created, newest first, because a view may use an older one.
func views(known []migration) []string {
	var names []string
	for _, m := range known {
		for _, match := range createView.FindAllStringSubmatch(m.text, -1) {
			names = append(names, match[1])
		}
	}
	slices.Reverse(names)
	return names
}

// Rebuild drops all tables, creates them as they were at the given schema version, lets fill insert rows, and applies
// the later migrations, all in one transaction.
func (db *DB) Rebuild(ctx context.Context, version int64, fill func(q Querier) error) error {
	return db.rebuild(ctx, migrations(), version, fill)
}

func (db *DB) rebuild(ctx context.Context, known []migration, version int64, fill func(q Querier) error) error {
	then := slices.IndexFunc(known, func(m migration) bool { return m.version == version })
	if newest := known[len(known)-1].version; version > newest {
		return &NewerError{Have: version, Know: newest}
	} else if then < 0 {
		return development(fmt.Sprintf("schema %d", version))
	}
	tables, err := db.Tables(ctx)
	if err != nil {
		return err
	}
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin rebuild: %w", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, db.engine.lock); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	for _, name := range views(known) {
		if _, err := tx.ExecContext(ctx, "DROP VIEW IF EXISTS "+name); err != nil {
			return fmt.Errorf("drop %s: %w", name, err)
		}
	}
	slices.Reverse(tables) // drop a table before those it refers to
	for _, name := range append(tables, "schema_migration") {
		if _, err := tx.ExecContext(ctx, "DROP TABLE IF EXISTS "+name); err != nil {
			return fmt.Errorf("drop %s: %w", name, err)
		}
	}
	if _, err := tx.ExecContext(ctx, migrationTable); err != nil {
		return fmt.Errorf("make the migration table: %w", err)
	}
	for i, m := range known {
		if err := apply(ctx, tx, m); err != nil {
			return err
		}
		if i == then {
			if err := fill(tx); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}
