package account

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

const throttlePurpose = "account.throttle"

// A throttle counts tries in the database, shared by all nodes.
type throttle struct {
	db     *sqldb.DB
	keys   *keyring.Ring
	limits Limits
	failed func(reason string) // counts a refusal for the metrics
}

// A try describes an attempt to the throttle.
type try struct {
	subject string // what is guessed at: a phone in its stored form, or the second factor of an account
	account string // its ID; empty if no account has the phone
	closes  bool   // its password is the last six, which too many failures close
	place   string // own device or session; empty for other devices
	device  []byte // hash of the cookie of the own device; empty otherwise
	address netip.Addr
}

// A rule is a Steady limit that applies to a try.
type rule struct {
	limit   string // its name in the metrics
	bucket  string
	allowed Steady
	refuses bool // refuses tries; otherwise it only counts them
}

// A debit records what a try took, so that it can be given back.
type debit struct {
	try
	bucket  string // of the account on its own device, or on all others
	seen    string // not empty if the account hadn't failed from this network lately
	network string
	day     int64
	taken   []rule
	closed  bool // the password must not be checked
}

// refusedError ends the transaction of a refused try.
type refusedError struct {
	limit string
	wait  time.Duration
}

func (e *refusedError) Error() string { return "refused by the limit " + e.limit }

// take debits a try before anything is hashed: all limits in one transaction, or none if one of them refuses. Unknown
// phones have buckets too, so that they can't be told apart.
func (t *throttle) take(ctx context.Context, now time.Time, a try) (debit, error) {
	var d debit
	err := t.db.WriteSteps(ctx, func(q sqldb.Querier) (err error) {
		d, err = t.debit(ctx, q, now, a)
		return err
	})
	if refused, ok := errors.AsType[*refusedError](err); ok {
		t.failed("limit_" + refused.limit)
		wait := max(refused.wait, time.Second)
		return d, fault.New(fault.TooMany, "account.too_many_tries", "seconds", seconds(wait)).After(wait)
	}
	return d, wrap("count a try", err)
}

// debit writes its rows in the same order as credit, to avoid deadlocks.
func (t *throttle) debit(ctx context.Context, q sqldb.Querier, now time.Time, a try) (debit, error) {
	d := debit{try: a, network: networkOf(a.address), day: now.UTC().Truncate(24 * time.Hour).UnixMilli()}
	d.bucket = t.bucket("unknown", a.subject, "")
	limit := t.limits.Unknown
	if a.place != "" {
		d.bucket, limit = t.bucket("own", a.subject, a.place), t.limits.OwnDevice
	}
	if err := t.debitAccount(ctx, q, now, d.bucket, limit); err != nil {
		return d, err
	}
	if a.place == "" {
		if err := t.markSeen(ctx, q, now, &d); err != nil {
			return d, err
		}
	}
	if err := t.count(ctx, q, now, &d); err != nil {
		return d, err
	}
	rules := t.rules(d)
	moved, err := t.addToBuckets(ctx, q, now, rules, 1)
	if err != nil {
		return d, err
	}
	for _, r := range rules {
		if moved[r.bucket] {
			d.taken = append(d.taken, r)
		} else if r.refuses {
			return d, t.refuse(ctx, q, now, r.limit, r.bucket, r.allowed.full()-r.allowed.Pace)
		}
	}
	return d, nil
}

// rules returns the Steady limits of a try.
func (t *throttle) rules(d debit) []rule {
	own, l := d.place != "", t.limits
	networks := []rule{
		{"network", t.bucket("address", prefixOf(d.address, 32, 64), ""), l.Address, !own},
		{"network", t.bucket("network", d.network, ""), l.Network, !own},
	}
	if !d.address.Unmap().Is4() {
		networks = append(networks, rule{"network", t.bucket("block", prefixOf(d.address, 24, 56), ""), l.Block, !own})
	}
	if own {
		return append([]rule{{"account", t.bucket("all own", d.subject, ""), l.OwnDevices, true}}, networks...)
	}
	rules := append([]rule{{"account", t.bucket("others", d.subject, ""), l.Others, true}}, networks...)
	if d.seen != "" {
		rules = append(rules, rule{"accounts", t.bucket("accounts", d.network, ""), l.Accounts, true})
	}
	return append(rules, rule{"site", t.bucket("site", "", ""), l.Site, true})
}

func (t *throttle) debitAccount(ctx context.Context, q sqldb.Querier, now time.Time, bucket string, l Doubling) error {
	rows, err := db.New(q).DebitDoubling(ctx, db.DebitDoublingParams{
		Bucket: bucket, Now: now.UnixMilli(), Forget: l.Forget.Milliseconds(), Burst: int64(l.Burst),
		First: l.First.Milliseconds(), Longest: l.Longest.Milliseconds(), Beyond: now.Add(l.Longest + clockSlack).UnixMilli(),
	})
	if err != nil {
		return err
	}
	if rows == 0 {
		return t.refuse(ctx, q, now, "account", bucket, 0)
	}
	return nil
}

// markSeen records that an account was tried from a network, for as long as it counts in the network's bucket of
// accounts, so that the same account counts once.
func (t *throttle) markSeen(ctx context.Context, q sqldb.Querier, now time.Time, d *debit) error {
	bucket, until := t.bucket("seen", d.network, d.subject), now.Add(t.limits.Accounts.full())
	fresh, err := db.New(q).MarkSeen(ctx, db.MarkSeenParams{
		Bucket: bucket, ForgetAt: until.UnixMilli(), Now: now.UnixMilli(), Beyond: until.Add(clockSlack).UnixMilli(),
	})
	if fresh > 0 {
		d.seen = bucket
	}
	return err
}

// count records the try for staff and the owner, and finds out whether the first password is already closed.
func (t *throttle) count(ctx context.Context, q sqldb.Querier, now time.Time, d *debit) error {
	rows := db.New(q)
	// Only counts that have closed a first password outlast a long rest.
	closing := int64(1<<63 - 1)
	if d.closes {
		closing = int64(t.limits.Close)
	}
	others, own := d.split()
	tries, err := rows.CountGuess(ctx, db.CountGuessParams{
		AccountID: d.account, Tries: others, OwnTries: own, Now: now.UnixMilli(),
		Rested: now.Add(-guessRest).UnixMilli(), Closing: closing,
	})
	if err != nil {
		return err
	}
	d.closed = d.closes && d.place == "" && tries > int64(t.limits.Close)
	if err := d.countOnDevice(ctx, rows, 1); err != nil {
		return err
	}
	return rows.CountNetwork(ctx, db.CountNetworkParams{Network: d.network, Day: d.day})
}

// split returns how a try counts: on other devices, or on an own one.
func (a try) split() (others, own int64) {
	if a.place == "" {
		return 1, 0
	}
	return 0, 1
}

// countOnDevice adds a failure on an own device, or takes it back. A login there resets the count.
func (a try) countOnDevice(ctx context.Context, rows *db.Queries, failures int64) error {
	if len(a.device) == 0 {
		return nil
	}
	return rows.CountOnDevice(ctx, db.CountOnDeviceParams{Hash: a.device, AccountID: a.account, Failures: failures})
}

// addToBuckets debits a unit of each rule, or credits it with the sign -1, in one statement, and returns which buckets
// had one left. It is GCRA: ready_at is when the bucket is full again, at most the bucket's refill time (forget_at)
// ahead.
func (t *throttle) addToBuckets(
	ctx context.Context, q sqldb.Querier, now time.Time, rules []rule, sign int64,
) (map[string]bool, error) {
	args := []any{now.UnixMilli(), clockSlack.Milliseconds()}
	values := make([]string, len(rules))
	for i, r := range rules {
		n, pace := len(args), sign*r.allowed.Pace.Milliseconds()
		values[i] = fmt.Sprintf("($%d, 1, $%d, $%d, $%d)", n+1, n+2, n+3, n+4)
		args = append(args, r.bucket, pace, now.UnixMilli()+pace, now.Add(r.allowed.full()).UnixMilli())
	}
	const base = `CASE WHEN b.ready_at > $1 AND b.ready_at <= excluded.forget_at + $2 THEN b.ready_at ELSE $1 END`
	moved := make(map[string]bool, len(rules))
	err := sqldb.Each(ctx, q, "count a try", `INSERT INTO throttle AS b (bucket, tries, delay, ready_at, forget_at)
		VALUES `+strings.Join(values, ", ")+`
		ON CONFLICT (bucket) DO UPDATE SET tries = b.tries + 1, forget_at = excluded.forget_at,
		ready_at = `+base+` + excluded.delay
		WHERE `+base+` + excluded.delay <= excluded.forget_at RETURNING bucket`, args, func(row *sql.Rows) error {
		var bucket string
		err := row.Scan(&bucket)
		moved[bucket] = true
		return err
	})
	return moved, err
}

// refuse finds out how long to wait. slack is how far ahead the bucket may be without refusing.
func (t *throttle) refuse(
	ctx context.Context, q sqldb.Querier, now time.Time, limit, bucket string, slack time.Duration,
) error {
	ready, err := db.New(q).SelectReadyAt(ctx, bucket)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return &refusedError{limit, time.UnixMilli(ready).Sub(now) - slack}
}

// accountCredit is what a credit does to the account's bucket.
type accountCredit int

const (
	keepAccount accountCredit = iota
	resetAccount
	creditAccount
)

// creditAndReset credits a try and resets the account's bucket. If that fails, the next mistake costs slightly more, so
// the error is ignored.
func (t *throttle) creditAndReset(ctx context.Context, now time.Time, d debit) {
	t.credit(ctx, now, d, resetAccount)
}

// creditTry credits a try with the right password that didn't log in: the account is closed, or a second factor is
// asked for. The account's bucket stays, because it also bounds guesses at the factor.
func (t *throttle) creditTry(ctx context.Context, now time.Time, d debit) {
	t.credit(ctx, now, d, keepAccount)
}

// creditUntried credits a try whose password was never compared.
func (t *throttle) creditUntried(ctx context.Context, now time.Time, d debit) {
	t.credit(ctx, now, d, creditAccount)
}

func (t *throttle) credit(ctx context.Context, now time.Time, d debit, account accountCredit) {
	ctx = context.WithoutCancel(ctx)
	err := t.db.WriteSteps(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		if err := t.creditBucket(ctx, rows, d, account); err != nil {
			return err
		}
		if d.seen != "" {
			if err := rows.DeleteBucket(ctx, d.seen); err != nil {
				return err
			}
		}
		others, own := d.split()
		if err := rows.UncountGuess(ctx,
			db.UncountGuessParams{AccountID: d.account, Tries: others, OwnTries: own}); err != nil {
			return err
		}
		if account != resetAccount { // otherwise a login has done it
			if err := d.countOnDevice(ctx, rows, -1); err != nil {
				return err
			}
		}
		if err := rows.UncountNetwork(ctx, db.UncountNetworkParams{Network: d.network, Day: d.day}); err != nil {
			return err
		}
		_, err := t.addToBuckets(ctx, q, now, d.taken, -1)
		return err
	})
	if err != nil {
		slog.WarnContext(ctx, "resetting the failed-login counter failed", "error", err)
	}
}

// creditBucket changes the bucket of the account on its own device, or on all others.
func (t *throttle) creditBucket(ctx context.Context, rows *db.Queries, d debit, how accountCredit) error {
	switch how {
	case resetAccount:
		return rows.DeleteBucket(ctx, d.bucket)
	case creditAccount:
		first := t.limits.Unknown.First
		if d.place != "" {
			first = t.limits.OwnDevice.First
		}
		return rows.CreditDoubling(ctx, db.CreditDoublingParams{Bucket: d.bucket, First: first.Milliseconds()})
	}
	return nil
}

// forget clears the tries at an old password, so that the owner of a new one can log in on any device.
func (t *throttle) forget(ctx context.Context, q sqldb.Querier, subject string) error {
	rows := db.New(q)
	return errors.Join(rows.DeleteBucket(ctx, t.bucket("unknown", subject, "")),
		rows.DeleteBucket(ctx, t.bucket("others", subject, "")))
}

// bucket returns a keyed hash: a stolen database reveals neither who tried nor from where.
func (t *throttle) bucket(kind, one, two string) string {
	sum := t.keys.Index(throttlePurpose, fmt.Sprintf("%s\x00%s\x00%s", kind, one, two))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// networkOf is the widest network an address counts in: a provider's customer or a campus.
func networkOf(address netip.Addr) string { return prefixOf(address, 24, 48) }

// prefixOf names the network of an address by its prefix length for IPv4 or IPv6.
func prefixOf(address netip.Addr, v4, v6 int) string {
	address = address.Unmap()
	bits := v6
	if address.Is4() {
		bits = v4
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return "none" // no address: a test, or a Unix socket
	}
	return prefix.String()
}

func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
