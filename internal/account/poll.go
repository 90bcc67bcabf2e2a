package account

import (
	"context"
	"log/slog"
	"time"

	"lectern/internal/account/db"
	"lectern/internal/sqldb"
)

const (
	pollEvery = 400 * time.Millisecond
	// trustFor is how long after the start of a good poll the cache is believed. A session that ended right after that
	// poll is therefore refused within this time, even when no further poll gets through.
	trustFor = 950 * time.Millisecond
	// pollOverlap is how far a poll looks back: it covers a slow commit (a minute at most) and clocks that differ.
	pollOverlap = 2 * time.Minute
	// seenDelay is how stale the database's knowledge of the last request may be.
	seenDelay  = time.Minute
	sweepEvery = 10 * time.Minute
	seenBatch  = 200
)

// Run keeps the sessions in memory in step with the database until the context ends: it polls for what changed, writes
// down who was seen, and now and then removes what is no longer needed.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	lastSweep, failing := s.now(), false
	for {
		err := s.Poll(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			slog.WarnContext(ctx, "sessions are looked up one by one: polling fails", "error", err)
		}
		failing = err != nil
		if !failing {
			s.writeSeen(ctx, seenDelay)
		}
		if now := s.now(); now.Sub(lastSweep) > sweepEvery {
			lastSweep = now
			if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "old sessions could not be removed", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			s.writeSeen(last, 0)
			return
		case <-tick.C:
		}
	}
}

// Poll asks once which sessions changed and forgets them. While it fails, Resolve asks the database each time.
func (s *Service) Poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, trustFor)
	defer cancel()
	start := s.now()
	changed, err := db.New(s.db.Reader()).ListChangedSessions(ctx, start.Add(-pollOverlap).UnixMilli())
	if err != nil {
		return wrap("poll sessions", err)
	}
	for _, row := range changed {
		s.cache.drop([32]byte(row.TokenHash), row.ChangedAt)
	}
	s.cache.trusted.Store(start.Add(trustFor).UnixMilli())
	return nil
}

// writeSeen writes down when sessions were last used, for those whose note is older than the delay.
func (s *Service) writeSeen(ctx context.Context, delay time.Duration) {
	var due []*entry
	s.cache.each(func(e *entry) bool {
		if e.seen.Load()-e.written.Load() > delay.Milliseconds() {
			due = append(due, e)
		}
		return true
	})
	for len(due) > 0 {
		batch := due[:min(len(due), seenBatch)]
		due = due[len(batch):]
		seen := make([]int64, len(batch))
		for i, e := range batch {
			seen[i] = e.seen.Load()
		}
		err := s.db.Write(ctx, func(q sqldb.Querier) error {
			for i, e := range batch {
				if err := db.New(q).UpdateSeen(ctx, db.UpdateSeenParams{ID: e.actor.Session, SeenAt: seen[i]}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return // the next round tries again
		}
		for i, e := range batch {
			e.written.Store(seen[i])
		}
	}
}

// Sweep removes sessions whose token can no longer be bound, forgotten buckets and devices.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	margin := now.Add(-time.Hour) // clocks differ, and a person may wonder why they were logged out
	return wrap("sweep", s.db.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		_, err := rows.DeleteSessions(ctx, db.DeleteSessionsParams{
			TokenUntil: margin.UnixMilli(), Now: margin.UnixMilli(), EndedBefore: margin.UnixMilli(),
			IdleSince: margin.Add(-s.policy.SessionIdle).UnixMilli(),
		})
		if err != nil {
			return err
		}
		if err := rows.DeleteDevices(ctx, now.Add(-knownFor).UnixMilli()); err != nil {
			return err
		}
		_, err = rows.DeleteForgotten(ctx, margin.UnixMilli())
		return err
	}))
}
