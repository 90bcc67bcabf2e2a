// Package audit is the append-only log of who changed what, written in the transaction of the change. Every row's
// hash covers the row before it, and the head row holds the last hash, so Verify finds rows that were edited,
// removed, swapped or cut off. The package knows nothing of the college; callers mask personal data first. Start at
// Append.
//
// The chain proves tampering to anybody who has an older head. It can't stop an attacker who can rewrite the whole
// table.
package audit

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// Entry is what callers append. Before and After hold only what changed, with personal data masked.
type Entry struct {
	At     time.Time // zero means now
	Action string    // feature.verb, such as account.login
	Object string    // id of what was changed; may be empty
	Before map[string]any
	After  map[string]any
}

// Row is one entry of the log.
type Row struct {
	Seq     int64
	At      time.Time
	Account string // who; empty for a visitor
	Role    string
	Session string
	Address string // IP address; for the command line the user of the operating system
	Action  string
	Object  string
	Before  string // JSON object, or empty
	After   string
	Hash    string // hex SHA-256 over the previous row's hash and this row
}

// Append adds an entry to the end of the chain. The querier must be the transaction (sqldb.DB.Write) that makes the
// change, so that the log holds exactly what happened and two writers can't take the same seq.
func Append(ctx context.Context, q sqldb.Querier, who access.Actor, e Entry) error {
	if discards(ctx) {
		return nil
	}
	head, err := selectHead(ctx, q)
	if err != nil {
		return err
	}
	row, err := next(head, who, e)
	if err != nil {
		return err
	}
	// Update the head first: when two writers read the same head, the database then rejects one and retries it. A
	// duplicate seq would be a permanent error.
	if err := updateHead(ctx, q, row); err != nil {
		return err
	}
	return insertRow(ctx, q, row)
}

// next returns the row that follows the head.
func next(head Row, who access.Actor, e Entry) (Row, error) {
	before, err := encode(e.Before)
	if err != nil {
		return Row{}, err
	}
	after, err := encode(e.After)
	if err != nil {
		return Row{}, err
	}
	if e.At.IsZero() {
		return Row{}, errors.New("an entry of the audit log needs its time")
	}
	row := Row{
		Seq: head.Seq + 1, At: e.At, Account: who.Account, Role: string(who.Role), Session: who.Session,
		Action: e.Action, Object: e.Object, Before: before, After: after,
	}
	if who.Viewer != "" { // log who did it, not the account they view
		row.Account, row.Role = who.Viewer, string(access.Staff)
	}
	if who.Address.IsValid() {
		row.Address = who.Address.Unmap().String()
	}
	if who.Login != "" {
		row.Address = who.Login
	}
	row.Hash = row.chain(head.Hash)
	return row, nil
}

// AppendAll adds many entries at once, for imports. It writes the same rows as Append, in fewer statements.
func AppendAll(ctx context.Context, q sqldb.Querier, who access.Actor, entries []Entry) error {
	switch len(entries) {
	case 0:
		return nil
	case 1:
		return Append(ctx, q, who, entries[0])
	}
	if discards(ctx) {
		return nil
	}
	head, err := selectHead(ctx, q)
	if err != nil {
		return err
	}
	rows := make([]Row, 0, len(entries))
	for _, e := range entries {
		if head, err = next(head, who, e); err != nil {
			return err
		}
		rows = append(rows, head)
	}
	if err := updateHead(ctx, q, head); err != nil {
		return err
	}
	batch := sqldb.NewBatch(q, "audit", "seq", "at", "account_id", "role", "session_id", "address", "action",
		"object", "before", "after", "hash")
	defer batch.Close()
	for _, r := range rows {
		err := batch.Add(ctx, r.Seq, r.At.UnixMilli(), r.Account, r.Role, r.Session, r.Address, r.Action,
			r.Object, r.Before, r.After, r.Hash)
		if err != nil {
			return fmt.Errorf("append to the audit log: %w", err)
		}
	}
	if err := batch.Flush(ctx); err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	return nil
}

type discardKey struct{}

// Discard returns a context in which nothing is logged. It is for changes that are rolled back anyway, such as the
// preview of an import, which would otherwise block all other writers of the log until it ends.
func Discard(ctx context.Context) context.Context { return context.WithValue(ctx, discardKey{}, true) }

func discards(ctx context.Context) bool { return ctx.Value(discardKey{}) != nil }

// Hold locks the log for other writers until the transaction ends. A long transaction calls it first: on PostgreSQL
// it would otherwise be retried whenever somebody else appends before it does.
func Hold(ctx context.Context, q sqldb.Querier) error {
	if discards(ctx) {
		return nil
	}
	if _, err := q.ExecContext(ctx, `UPDATE audit_head SET seq = seq WHERE id = 1`); err != nil {
		return fmt.Errorf("hold the audit log: %w", err)
	}
	return nil
}

// List returns up to limit rows with a seq below before (0: from the newest), newest first. If object is not empty,
// only its rows.
func List(ctx context.Context, q sqldb.Querier, object string, before int64, limit int) ([]Row, error) {
	if before <= 0 {
		before = 1<<63 - 1
	}
	return selectRows(ctx, q, ` WHERE seq < $1 AND ($2 = '' OR object = $2) ORDER BY seq DESC
		LIMIT $3`, before, object, limit)
}

// Check is the result of Verify.
type Check struct {
	Rows        int64 // rows read
	FirstBroken int64 // seq of the first row that is missing or does not fit; 0 when the chain is whole
}

const verifyPage = 1000

// Verify walks the whole chain. A broken chain is a result, not an error. The querier should be one snapshot
// (sqldb.DB.Read), or rows appended during the walk look like damage.
func Verify(ctx context.Context, q sqldb.Querier) (Check, error) {
	head, err := selectHead(ctx, q)
	if err != nil {
		return Check{}, err
	}
	var check Check
	last := Row{}
	for {
		page, err := selectRows(ctx, q, ` WHERE seq > $1 ORDER BY seq LIMIT $2`, last.Seq, verifyPage)
		if err != nil {
			return check, err
		}
		for _, row := range page {
			check.Rows++
			if check.FirstBroken == 0 && (row.Seq != last.Seq+1 || row.Hash != row.chain(last.Hash)) {
				check.FirstBroken = last.Seq + 1
			}
			last = row
		}
		if len(page) < verifyPage {
			break
		}
	}
	if check.FirstBroken == 0 && (last.Seq != head.Seq || last.Hash != head.Hash) {
		check.FirstBroken = min(last.Seq, head.Seq) + 1
	}
	return check, nil
}

// chain returns the row's hash, given the previous row's. Every field is length-prefixed, so that text can't move
// from one column to the next without changing the hash.
func (r Row) chain(previous string) string {
	var numbers [16]byte
	binary.BigEndian.PutUint64(numbers[:8], uint64(r.Seq))
	binary.BigEndian.PutUint64(numbers[8:], uint64(r.At.UnixMilli()))
	sum := sha256.New()
	for _, field := range []string{
		"lectern audit 1", previous, string(numbers[:]), r.Account, r.Role, r.Session, r.Address,
		r.Action, r.Object, r.Before, r.After,
	} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(field)))
		sum.Write(length[:])
		sum.Write([]byte(field))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func encode(values map[string]any) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	raw, err := json.Marshal(values) // sorts the keys
	if err != nil {
		return "", fmt.Errorf("encode an audit entry: %w", err)
	}
	return string(raw), nil
}

func selectHead(ctx context.Context, q sqldb.Querier) (Row, error) {
	var head Row
	err := q.QueryRowContext(ctx, `SELECT seq, hash FROM audit_head WHERE id = 1`).Scan(&head.Seq, &head.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Row{}, fmt.Errorf("read the head of the audit log: %w", err)
	}
	return head, nil
}

func updateHead(ctx context.Context, q sqldb.Querier, row Row) error {
	_, err := q.ExecContext(ctx, `INSERT INTO audit_head (id, seq, hash) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`, row.Seq, row.Hash)
	if err != nil {
		return fmt.Errorf("move the head of the audit log: %w", err)
	}
	return nil
}

const selectColumns = `SELECT seq, at, account_id, role, session_id, address, action, object,
	before, after, hash FROM audit`

func insertRow(ctx context.Context, q sqldb.Querier, r Row) error {
	_, err := q.ExecContext(ctx, `INSERT INTO audit
		(seq, at, account_id, role, session_id, address, action, object, before, after, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		r.Seq, r.At.UnixMilli(), r.Account, r.Role, r.Session, r.Address, r.Action, r.Object, r.Before, r.After, r.Hash)
	if err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	return nil
}

func selectRows(ctx context.Context, q sqldb.Querier, conditions string, args ...any) ([]Row, error) {
	return sqldb.Select(ctx, q, "read the audit log", selectColumns+conditions, args, func(row *sql.Rows, r *Row) error {
		var at int64
		err := row.Scan(&r.Seq, &at, &r.Account, &r.Role, &r.Session, &r.Address, &r.Action,
			&r.Object, &r.Before, &r.After, &r.Hash)
		r.At = time.UnixMilli(at)
		return err
	})
}
