package sqldb

import (
	"context"
	"fmt"
	"time"
)

// clockTries is how often CompareClocks reads the clock; the fastest response counts, because it is the most exact.
const clockTries = 3

// Now returns the time of the database's clock. All nodes agree on it, so leases and expiries mean the same on each.
// On SQLite it is this machine's clock.
func (db *DB) Now() time.Time { return db.local().Add(db.ClockOffset()) }

// ClockOffset returns how far the database's clock was ahead of this machine's at the last CompareClocks; on SQLite
// 0.
func (db *DB) ClockOffset() time.Duration { return time.Duration(db.offset.Load()) }

// CompareClocks measures the difference between this machine's clock and the database's. Open does it once;
// long-running processes repeat it, because clocks are set and drift.
func (db *DB) CompareClocks(ctx context.Context) error {
	if db.engine.clock == "" {
		return nil
	}
	var quickest time.Duration
	for try := range clockTries {
		start := db.local()
		var ms int64
		if err := db.reader.QueryRowContext(ctx, db.engine.clock).Scan(&ms); err != nil {
			return fmt.Errorf("read the database's clock: %w", err)
		}
		if took := db.local().Sub(start); try == 0 || took < quickest {
			quickest = took
			db.offset.Store(int64(time.UnixMilli(ms).Sub(start.Add(took / 2))))
		}
	}
	return nil
}
