package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"lectern/internal/http/server"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	// compareInterval is how often a node compares its clock with the database's.
	compareInterval = 10 * time.Second
	// noteClockOffset is the difference from which the log warns.
	noteClockOffset = 5 * time.Second
)

// checkClocks refuses a machine whose clock is too far from the database's.
func checkClocks(db *sqldb.DB) error {
	if db.ClockOffset().Abs() <= server.MaxClockOffset {
		return nil
	}
	return fmt.Errorf("%s, more than %v: synchronise both by NTP (on Debian: timedatectl set-ntp true), then start again",
		clockText(db), server.MaxClockOffset)
}

func clockText(db *sqldb.DB) string {
	offset := db.ClockOffset()
	side := "behind"
	if offset < 0 {
		side = "ahead of"
	}
	return fmt.Sprintf("this server's clock is %v %s %s's", offset.Abs().Round(time.Millisecond), side, db.Engine())
}

// watchClocks compares the clocks until the context ends. It logs once when they differ too much, and once when
// they agree again. After the clock was set back, it makes jobs due that got their time from the wrong clock.
func (inst *instance) watchClocks(ctx context.Context, jobs *job.Queue) {
	tick := time.NewTicker(compareInterval)
	defer tick.Stop()
	off, checked := false, false
	for {
		if step, err := inst.steady.Look(ctx); err == nil && (step < 0 || !checked) {
			changed, err := jobs.SetBack(ctx)
			checked = err == nil
			if changed > 0 {
				slog.WarnContext(ctx, "jobs whose time was set by a clock ahead of this one are due now", "jobs", changed)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := inst.db.CompareClocks(ctx); err != nil {
			continue // readiness reports that the database is down
		}
		if now := inst.db.ClockOffset().Abs() > noteClockOffset; now != off {
			off = now
			slog.WarnContext(ctx, "clock offset to the database changed",
				"ahead", -inst.db.ClockOffset())
		}
	}
}
