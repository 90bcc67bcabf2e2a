package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// Chain seals the log, verifies it in a job, and reports both. It is safe for concurrent use.
type Chain struct {
	db   *sqldb.DB
	jobs *job.Queue
	now  func() time.Time
}

// NewChain returns the Chain of a database.
func NewChain(db *sqldb.DB, jobs *job.Queue, now func() time.Time) *Chain {
	return &Chain{db, jobs, now}
}

const (
	// lateAfter is how long an entry may wait to be sealed before that is a problem.
	lateAfter = time.Minute
	// mostCounted limits how many waiting entries are counted.
	mostCounted = 10_000
)

// Status is what is known about the chain. Reading it costs the same for a log of any length.
type Status struct {
	FirstAt      time.Time // when the first entry was appended
	Sealed       int64     // number of the last sealed entry
	SealedAt     time.Time // everything up to then is sealed, except what transactions still open then wrote
	Waiting      int       // entries that are not sealed; at most mostCounted
	WaitingSince time.Time // when the oldest of them was appended
	Late         bool      // it should have been sealed long ago

	Verified    int64     // number of entries at the last verification
	VerifiedAt  time.Time // when it reached the end of the chain; zero: never
	WholeAt     time.Time // when a verification of every entry last began that has reached the end; zero: never
	FirstBroken int64     // the first entry that is missing or doesn't fit; 0 when the chain is whole
	Running     bool      // a verification is waiting or running
	Percent     int       // of all entries that it has compared
}

// ReadStatus reads the status.
func ReadStatus(ctx context.Context, q sqldb.Querier, now time.Time) (s Status, err error) {
	head, err := readHead(ctx, q)
	if err != nil {
		return s, err
	}
	s.Sealed, s.SealedAt = head.Seq, sqldb.Instant(head.sealedAt)
	var first, oldest int64
	if err := q.QueryRowContext(ctx, `SELECT COALESCE((SELECT at FROM audit WHERE seq = 1), 0)`).Scan(&first); err != nil {
		return s, fmt.Errorf("read the first entry: %w", err)
	}
	s.FirstAt = sqldb.Instant(first)
	err = q.QueryRowContext(ctx, `SELECT count(*), COALESCE(min(at), 0)
		FROM (SELECT at FROM audit WHERE seq IS NULL ORDER BY id LIMIT $1) AS waiting`, mostCounted).
		Scan(&s.Waiting, &oldest)
	if err != nil {
		return s, fmt.Errorf("count the entries that are not sealed: %w", err)
	}
	s.WaitingSince = sqldb.Instant(oldest)
	// An entry of a long transaction may have waited only for its commit.
	s.Late = s.Waiting > 0 && now.Sub(s.WaitingSince) > lateAfter && now.Sub(s.SealedAt) > lateAfter
	check, err := readCheck(ctx, q)
	if err != nil {
		return s, err
	}
	s.Verified, s.FirstBroken, s.VerifiedAt = check.verified, check.broken, sqldb.Instant(check.verifiedAt)
	s.WholeAt = sqldb.Instant(check.wholeAt)
	if s.Running, err = isRunning(ctx, q); err != nil {
		return s, err
	}
	if head.Seq > 0 {
		s.Percent = int(100 * min(check.seq, head.Seq) / head.Seq)
	}
	return s, nil
}

// Unsealed returns how long the oldest entry has waited to be sealed, or 0 if none waits.
func (s Status) Unsealed(now time.Time) time.Duration {
	if s.Waiting == 0 {
		return 0
	}
	since := s.WaitingSince
	if s.SealedAt.After(since) {
		since = s.SealedAt
	}
	return max(now.Sub(since), 0)
}

// Status returns what is known about the chain. Staff only.
func (c *Chain) Status(ctx context.Context, who access.Actor) (s Status, err error) {
	if err := access.Auditing.Check(who); err != nil {
		return Status{}, err
	}
	err = c.db.Read(ctx, func(q sqldb.Querier) (err error) {
		s, err = ReadStatus(ctx, q, c.now())
		return err
	})
	return s, err
}

// head is the row audit_head.
type head struct {
	Row
	sealedAt int64
}

func readHead(ctx context.Context, q sqldb.Querier) (h head, err error) {
	err = q.QueryRowContext(ctx, `SELECT seq, hash, sealed_at FROM audit_head WHERE id = 1`).
		Scan(&h.Seq, &h.Hash, &h.sealedAt)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return head{}, fmt.Errorf("read the head of the audit log: %w", err)
	}
	return h, nil
}
