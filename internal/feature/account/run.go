package account

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/sqldb"
)

const (
	// seenDelay is how stale the database's time of a session's last request may be. Rounds run every half of it and
	// write what is older than half.
	seenDelay  = time.Minute
	seenBatch  = 200
	sweepEvery = 10 * time.Minute
)

// Run records session use and password guessing, and removes expired data, until the context ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(seenDelay / 2)
	defer tick.Stop()
	lastSweep := s.now()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			s.writeSeen(last, 0)
			return
		case <-tick.C:
		}
		s.writeSeen(ctx, seenDelay/2)
		if err := s.Report(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "recording password guesses failed", "error", err)
		}
		if now := s.now(); now.Sub(lastSweep).Abs() > sweepEvery { // a clock may be set back
			lastSweep = now
			if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "removing old sessions failed", "error", err)
			}
		}
	}
}

// writeSeen writes when sessions were last used, for those whose seen_at is older than the delay.
func (s *Service) writeSeen(ctx context.Context, delay time.Duration) {
	var due []*resolved
	for _, session := range s.sessions.Values() {
		if session.seen.Load()-session.written.Load() > delay.Milliseconds() {
			due = append(due, session)
		}
	}
	for batch := range slices.Chunk(due, seenBatch) {
		seen := make([]int64, len(batch))
		for i, session := range batch {
			seen[i] = session.seen.Load()
		}
		err := s.db.Write(ctx, func(q sqldb.Querier) error {
			for i, session := range batch {
				if err := db.New(q).UpdateSeen(ctx, db.UpdateSeenParams{ID: session.actor.Session, SeenAt: seen[i]}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return // the next round tries again
		}
		for i, session := range batch {
			session.written.Store(seen[i])
		}
	}
}

// Sweep removes sessions whose token can no longer be used, and old buckets, devices and counts of failed tries.
func (s *Service) Sweep(ctx context.Context) error {
	if s.o.MayDelete != nil && !s.o.MayDelete(ctx) {
		return nil
	}
	now := s.now()
	margin := now.Add(-time.Hour) // clocks differ, and people may ask why they were logged out
	return wrap("sweep", s.db.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		_, err := rows.DeleteSessions(ctx, db.DeleteSessionsParams{
			TokenUntil: margin.UnixMilli(), Now: margin.UnixMilli(), EndedBefore: margin.UnixMilli(),
			IdleSince: margin.Add(-s.o.Policy.SessionIdle).UnixMilli(),
		})
		if err != nil {
			return err
		}
		if err := rows.DeleteDevices(ctx, now.Add(-knownFor).UnixMilli()); err != nil {
			return err
		}
		err = rows.DeleteForgotten(ctx, db.DeleteForgottenParams{
			Before: margin.UnixMilli(), Beyond: now.Add(s.throttle.limits.longest() + time.Hour).UnixMilli(),
		})
		if err != nil {
			return err
		}
		err = rows.DeleteRested(ctx,
			db.DeleteRestedParams{Before: now.Add(-guessRest).UnixMilli(), Closing: int64(s.throttle.limits.Close)})
		if err != nil {
			return err
		}
		return rows.DeleteNetworks(ctx, now.Add(-networkRest).UnixMilli())
	}))
}
