package audit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/sqldb"
)

const (
	// sealEvery is how long an entry waits at most before it is sealed.
	sealEvery = time.Second
	// markEvery is how often a node without new entries notes that nothing is left to seal.
	markEvery = 30 * time.Second
	// sealRows is how many entries one transaction seals, so that on SQLite it holds the writer only briefly.
	sealRows = 512
	// sealAtOnce is how many entries one statement seals.
	sealAtOnce = 64
)

// Run seals entries until the context ends. Every node runs it; the row of the head lets one seal at a time.
func (c *Chain) Run(ctx context.Context) {
	tick := time.NewTicker(sealEvery)
	defer tick.Stop()
	failing := false
	for {
		_, err := Seal(ctx, c.db, c.now())
		if err != nil && ctx.Err() == nil && !failing {
			slog.ErrorContext(ctx, "sealing the audit log failed; will retry", "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Seal seals all entries that are visible, and returns how many it sealed. They get their place in the chain in the
// order in which they become visible, so a slow transaction holds nobody up and none is skipped.
func Seal(ctx context.Context, db *sqldb.DB, now time.Time) (sealed int, err error) {
	due, err := sealDue(ctx, db, now)
	for more := due; more && err == nil; {
		var n int
		n, err = sealBatch(ctx, db, now)
		more = n == sealRows
		sealed += n
	}
	if err != nil {
		return sealed, fmt.Errorf("seal the audit log: %w", err)
	}
	return sealed, nil
}

// sealDue reports whether entries wait, or the head's time is to be renewed. An empty log has no head.
func sealDue(ctx context.Context, db *sqldb.DB, now time.Time) (due bool, err error) {
	var sealedAt int64
	err = db.Reader().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM audit WHERE seq IS NULL),
		COALESCE((SELECT sealed_at FROM audit_head WHERE id = 1), $1)`, now.UnixMilli()).Scan(&due, &sealedAt)
	return due || now.Sub(time.UnixMilli(sealedAt)).Abs() >= markEvery, err
}

// sealBatch seals up to sealRows entries, and returns how many.
func sealBatch(ctx context.Context, db *sqldb.DB, now time.Time) (n int, err error) {
	// Not serializable: the update of the head waits for another node's, and what follows sees what that one sealed.
	err = db.WriteSteps(ctx, func(q sqldb.Querier) error {
		head, err := lockHead(ctx, q)
		if err != nil {
			return err
		}
		rows, err := selectRows(ctx, q, ` WHERE seq IS NULL ORDER BY id LIMIT `+strconv.Itoa(sealRows))
		if err != nil {
			return err
		}
		for i := range rows {
			rows[i].Seq = head.Seq + 1
			rows[i].Hash = rows[i].chain(head.Hash)
			head = rows[i]
		}
		for some := range slices.Chunk(rows, sealAtOnce) {
			if err := writeSeals(ctx, q, some); err != nil {
				return err
			}
		}
		if n = len(rows); n == sealRows { // there may be more
			_, err = q.ExecContext(ctx, `UPDATE audit_head SET seq = $1, hash = $2 WHERE id = 1`, head.Seq, head.Hash)
		} else {
			_, err = q.ExecContext(ctx, `UPDATE audit_head SET seq = $1, hash = $2, sealed_at = $3 WHERE id = 1`,
				head.Seq, head.Hash, now.UnixMilli())
		}
		return err
	})
	return n, err
}

// lockHead returns the last sealed row, and keeps other nodes from sealing until the transaction ends.
func lockHead(ctx context.Context, q sqldb.Querier) (head Row, err error) {
	err = q.QueryRowContext(ctx, `INSERT INTO audit_head (id, seq, hash, sealed_at) VALUES (1, 0, '', 0)
		ON CONFLICT (id) DO UPDATE SET seq = audit_head.seq RETURNING seq, hash`).Scan(&head.Seq, &head.Hash)
	return head, err
}

// writeSeals stores the places and hashes of rows. It repeats the last row up to a power of two, as sqldb.List does.
func writeSeals(ctx context.Context, q sqldb.Querier, rows []Row) error {
	tuples := make([]string, 1<<bits.Len(uint(len(rows)-1)))
	var args []any
	for i := range tuples {
		r, n := rows[min(i, len(rows)-1)], len(args)
		tuples[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT), CAST($%d AS TEXT))", n+1, n+2, n+3)
		args = append(args, r.ID, r.Seq, r.Hash)
	}
	result, err := q.ExecContext(ctx, `UPDATE audit SET seq = v.column2, hash = v.column3
		FROM (VALUES `+strings.Join(tuples, ", ")+`) AS v WHERE audit.id = v.column1 AND audit.seq IS NULL`, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != int64(len(rows)) {
		return errors.Join(err, fmt.Errorf("%d of %d entries could be sealed", n, len(rows)))
	}
	return nil
}
