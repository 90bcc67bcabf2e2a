// Package audit is the log of who changed what, written in the transaction of the change. The transaction only appends
// an entry, so it shares no row with others. A background job seals the entries into a chain: every hash covers the
// entry before it, and the head row holds the last one, so a verification finds entries that were edited, removed,
// swapped or cut off. The package knows nothing of the college; callers mask personal data first. Start at Append, then
// Chain.
//
// The chain proves tampering to anybody who has an older head. It can't stop an attacker who can rewrite the whole
// table, and it doesn't cover an entry in the second before that is sealed.
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
	At     time.Time
	Action string // feature.verb, such as account.login
	Object string // id of what was changed; may be empty
	Before map[string]any
	After  map[string]any
}

// Row is one entry of the log.
type Row struct {
	ID      string // a UUIDv7, so rows sort by when they were appended
	Seq     int64  // place in the chain; 0: not sealed yet
	At      time.Time
	Account string // who; empty for a visitor
	Role    string
	Session string
	Address string // IP address; for the command line the user of the operating system
	Action  string
	Object  string
	Before  string // JSON object, or empty
	After   string
	Hash    string // hex SHA-256 over the previous row's hash and this row; empty: not sealed yet
}

// Append adds an entry. The querier must be the transaction (sqldb.DB.Write) that makes the change, so that the log
// holds exactly what happened.
func Append(ctx context.Context, q sqldb.Querier, who access.Actor, e Entry) error {
	if discards(ctx) {
		return nil
	}
	r, err := newRow(who, e)
	if err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, `INSERT INTO audit
		(id, at, account_id, role, session_id, address, action, object, before, after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, r.values()...)
	if err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	return nil
}

// AppendAll adds many entries at once, for imports. It writes the same rows as Append, in fewer statements.
func AppendAll(ctx context.Context, q sqldb.Querier, who access.Actor, entries []Entry) error {
	if discards(ctx) {
		return nil
	}
	batch := sqldb.NewBatch(q, "audit", "id", "at", "account_id", "role", "session_id", "address", "action",
		"object", "before", "after")
	defer batch.Close()
	for _, e := range entries {
		r, err := newRow(who, e)
		if err != nil {
			return err
		}
		if err := batch.Add(ctx, r.values()...); err != nil {
			return fmt.Errorf("append to the audit log: %w", err)
		}
	}
	if err := batch.Flush(ctx); err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	return nil
}

// newRow returns the row of an entry, not sealed.
func newRow(who access.Actor, e Entry) (Row, error) {
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
		ID: sqldb.NewID(), At: e.At, Account: who.Account, Role: string(who.Role), Session: who.Session,
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
	return row, nil
}

func (r Row) values() []any {
	return []any{
		r.ID, r.At.UnixMilli(), r.Account, r.Role, r.Session, r.Address, r.Action, r.Object, r.Before, r.After,
	}
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

type discardKey struct{}

// Discard returns a context in which nothing is logged. It is for changes that are rolled back anyway, such as the
// preview of an import.
func Discard(ctx context.Context) context.Context { return context.WithValue(ctx, discardKey{}, true) }

func discards(ctx context.Context) bool { return ctx.Value(discardKey{}) != nil }

// chain returns the row's hash, given the previous row's. Every field is length-prefixed, so that text can't move
// from one column to the next without changing the hash.
func (r Row) chain(previous string) string {
	var numbers [16]byte
	binary.BigEndian.PutUint64(numbers[:8], uint64(r.Seq))
	binary.BigEndian.PutUint64(numbers[8:], uint64(r.At.UnixMilli()))
	sum := sha256.New()
	for _, field := range []string{
		"lectern audit 1", previous, string(numbers[:]), r.ID, r.Account, r.Role, r.Session, r.Address,
		r.Action, r.Object, r.Before, r.After,
	} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(field)))
		sum.Write(length[:])
		sum.Write([]byte(field))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

const selectColumns = `SELECT id, COALESCE(seq, 0) AS seq, at, account_id, role, session_id, address, action, object,
	before, after, hash FROM audit`

func selectRows(ctx context.Context, q sqldb.Querier, conditions string, args ...any) ([]Row, error) {
	return sqldb.Select(ctx, q, "read the audit log", selectColumns+conditions, args, func(row *sql.Rows, r *Row) error {
		var at int64
		err := row.Scan(&r.ID, &r.Seq, &at, &r.Account, &r.Role, &r.Session, &r.Address, &r.Action,
			&r.Object, &r.Before, &r.After, &r.Hash)
		r.At = time.UnixMilli(at)
		return err
	})
}
