package sqldb

import "context"

// Prepared returns the texts whose statements are kept for Reader.
func (db *DB) Prepared() []string { return db.single.(*prepared).statements.Keys() }

// MigrateNext is the Migrate of a later version with one more file.
func (db *DB) MigrateNext(ctx context.Context, file, text string) (int, error) {
	return db.migrateTo(ctx, append(migrations(), newMigration(file, text)))
}

// RebuildNext is the Rebuild of a later version with one more file.
func (db *DB) RebuildNext(ctx context.Context, file, text string, version int64, fill func(q Querier) error) error {
	return db.rebuild(ctx, append(migrations(), newMigration(file, text)), version, fill)
}
