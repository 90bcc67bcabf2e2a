package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	verifyKind = "audit.verify"
	verifyKey  = "chain" // one at a time
	// verifyEvery is how often new entries are verified.
	verifyEvery = 15 * time.Minute
	// wholeEvery is how often a verification starts at the first entry again: earlier ones don't read what was verified.
	wholeEvery = 24 * time.Hour
	// verifyPage is how many entries one read compares.
	verifyPage = 1000
)

// Check is the result of a verification.
type Check struct {
	Rows        int64 // rows read
	FirstBroken int64 // seq of the first row that is missing or does not fit; 0 when the chain is whole
}

// Verify compares the whole chain, in pages, and stores nothing. A broken chain is a result, not an error.
func Verify(ctx context.Context, db *sqldb.DB) (Check, error) {
	var at progress
	for ended := false; !ended; {
		var err error
		if ended, err = at.next(ctx, db); err != nil {
			return Check{}, err
		}
	}
	return Check{Rows: at.entries, FirstBroken: at.found}, nil
}

// progress is how far a verification has come.
type progress struct {
	seq, entries, found int64
	hash                string
}

// next compares a page and reports whether it was the last. Each page is one short snapshot, so that the sealing and
// other readers don't wait, and rows sealed in the meantime don't look like damage.
func (p *progress) next(ctx context.Context, db *sqldb.DB) (ended bool, err error) {
	err = db.Read(ctx, func(q sqldb.Querier) error {
		head, err := readHead(ctx, q)
		if err != nil {
			return err
		}
		page, err := selectRows(ctx, q, ` WHERE seq > $1 ORDER BY seq LIMIT $2`, p.seq, verifyPage)
		if err != nil {
			return err
		}
		for _, row := range page {
			if row.Seq != p.seq+1 || row.Hash != row.chain(p.hash) {
				p.report(p.seq + 1)
			}
			p.seq, p.hash = row.Seq, row.Hash
			p.entries++
		}
		ended = len(page) < verifyPage
		if ended && (p.seq != head.Seq || p.hash != head.Hash) {
			p.report(min(p.seq, head.Seq) + 1)
		}
		return nil
	})
	return ended, err
}

func (p *progress) report(broken int64) {
	if p.found == 0 {
		p.found = broken
	}
}

// checkpoint is the row audit_check.
type checkpoint struct {
	progress
	startedAt                             int64
	verified, broken, verifiedAt, wholeAt int64
}

func readCheck(ctx context.Context, q sqldb.Querier) (c checkpoint, err error) {
	err = q.QueryRowContext(ctx, `SELECT seq, hash, entries, found, started_at, verified, broken, verified_at, whole_at
		FROM audit_check WHERE id = 1`).Scan(&c.seq, &c.hash, &c.entries, &c.found, &c.startedAt, &c.verified, &c.broken,
		&c.verifiedAt, &c.wholeAt)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return checkpoint{}, fmt.Errorf("read how far the audit log is verified: %w", err)
	}
	return c, nil
}

// Schedule queues a verification if one is due: of new entries every quarter of an hour, of all of them every day. An
// empty log needs none.
func (c *Chain) Schedule(ctx context.Context) error {
	now := c.now()
	head, err := readHead(ctx, c.db.Reader())
	if err != nil || head.Seq == 0 {
		return err
	}
	check, err := readCheck(ctx, c.db.Reader())
	if err != nil {
		return err
	}
	since := func(ms int64) time.Duration { return now.Sub(time.UnixMilli(ms)).Abs() } // a clock may have been wrong
	whole := since(check.startedAt) >= wholeEvery
	if !whole && since(check.verifiedAt) < verifyEvery {
		return nil
	}
	err = c.db.Write(ctx, func(q sqldb.Querier) error { return c.queue(ctx, q, whole) })
	if err == nil {
		c.jobs.Wake()
	}
	return err
}

// Request verifies every entry as soon as possible. While another verification runs it is the fault audit.verifying.
// Staff only.
func (c *Chain) Request(ctx context.Context, who access.Actor) error {
	if err := access.Auditing.Check(who); err != nil {
		return err
	}
	err := c.db.Write(ctx, func(q sqldb.Querier) error {
		running, err := isRunning(ctx, q)
		switch {
		case err != nil:
			return err
		case running:
			return fault.New(fault.Conflict, "audit.verifying")
		}
		return c.queue(ctx, q, true)
	})
	if err == nil {
		c.jobs.Wake()
	}
	return err
}

func isRunning(ctx context.Context, q sqldb.Querier) (running bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM job WHERE kind = $1 AND unique_key = $2
		AND state IN ('waiting', 'running'))`, verifyKind, verifyKey).Scan(&running)
	if err != nil {
		return false, fmt.Errorf("look for a verification: %w", err)
	}
	return running, nil
}

// queue adds the job; with whole it starts at the first entry.
func (c *Chain) queue(ctx context.Context, q sqldb.Querier, whole bool) error {
	if whole {
		_, err := q.ExecContext(ctx, `INSERT INTO audit_check
			(id, seq, hash, entries, found, started_at, verified, broken, verified_at, whole_at)
			VALUES (1, 0, '', 0, 0, $1, 0, 0, 0, 0)
			ON CONFLICT (id) DO UPDATE SET seq = 0, hash = '', entries = 0, found = 0, started_at = excluded.started_at`,
			c.now().UnixMilli())
		if err != nil {
			return fmt.Errorf("start a verification of the audit log: %w", err)
		}
	}
	_, err := c.jobs.Add(ctx, q, job.Spec{Kind: verifyKind, Key: verifyKey})
	return err
}

// Handlers returns the handler of the verification.
func (c *Chain) Handlers() map[string]job.Handler {
	return map[string]job.Handler{verifyKind: c.verify}
}

// verify compares pages from the stored checkpoint on until the end of the chain, and stores each step. A killed worker
// loses one page.
func (c *Chain) verify(ctx context.Context, run *job.Run) error {
	for ended := false; !ended; {
		was, err := readCheck(ctx, c.db.Reader())
		if err != nil {
			return err
		}
		at := was.progress
		if ended, err = at.next(ctx, c.db); err != nil {
			return err
		}
		stored, err := c.store(ctx, was, at, ended)
		if err != nil {
			return err
		}
		ended = ended && stored // else somebody asked for every entry meanwhile
		if err := c.report(ctx, run, at.seq); err != nil {
			return err
		}
	}
	return nil
}

// store writes a step, and at the end the result, unless the verification was started again. Damage is shown at once.
func (c *Chain) store(ctx context.Context, was checkpoint, at progress, ended bool) (stored bool, err error) {
	now := c.now().UnixMilli()
	is := was
	is.progress = at
	if at.found > 0 {
		is.broken = at.found
	}
	if ended {
		is.verified, is.broken, is.verifiedAt, is.wholeAt = at.entries, at.found, now, was.startedAt
	}
	err = c.db.WriteOne(ctx, func(q sqldb.Querier) error {
		result, err := q.ExecContext(ctx, `UPDATE audit_check SET seq = $1, hash = $2, entries = $3, found = $4,
				verified = $5, broken = $6, verified_at = $7, whole_at = $8
			WHERE id = 1 AND seq = $9 AND started_at = $10`, is.seq, is.hash, is.entries, is.found,
			is.verified, is.broken, is.verifiedAt, is.wholeAt, was.seq, was.startedAt)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		stored = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store how far the audit log is verified: %w", err)
	}
	return stored, nil
}

// report shows staff how far the job is.
func (c *Chain) report(ctx context.Context, run *job.Run, seq int64) error {
	head, err := readHead(ctx, c.db.Reader())
	if err != nil || head.Seq == 0 {
		return err
	}
	return run.Progress(ctx, int(100*min(seq, head.Seq)/head.Seq))
}
