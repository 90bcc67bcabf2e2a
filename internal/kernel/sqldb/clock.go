package sqldb

import (
	"context"
	"fmt"
	"time"
)

// clockTries is how often the clocks are compared at a time; the quickest answer counts, because it is the most exact.
const clockTries = 3

// Now is the time by the database's clock: all nodes agree on it, whatever their own clocks say. So leases and expiries that one node writes
// mean the same on another. On SQLite it is this machine's clock.
func (db *DB) Now() time.Time { return db.local().Add(db.ClockOffset()) }

// ClockOffset is how far the database's clock was ahead of this machine's when CompareClocks last looked; on SQLite 0.
func (db *DB) ClockOffset() time.Duration { return time.Duration(db.offset.Load()) }

// CompareClocks looks how far this machine's clock is from the database's. Open does so, and whoever runs for long does it again: clocks are
// set, and drift.
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
