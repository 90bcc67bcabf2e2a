package account

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"lectern/internal/account/db"
	"lectern/internal/fault"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
)

// Doubling lets Burst tries through at once and then makes each next one wait: First, twice First, and so on up to
// Longest. After Forget without a try it starts anew. It is never a lock.
type Doubling struct {
	Burst                  int
	First, Longest, Forget time.Duration
}

// Steady lets Burst through at once and refills one every Pace.
type Steady struct {
	Burst int
	Pace  time.Duration
}

// Limits bound guessing. A success gives back what it took, so only failures count; a whole campus may sit behind one
// address.
type Limits struct {
	KnownDevice Doubling // one account on one device that has logged in to it before
	Unknown     Doubling // one account on all other devices together
	Address     Steady   // failures from one address
	Accounts    Steady   // different accounts that failed from one address
}

// DefaultLimits leave a guesser about thirty tries a day at one account, and the owner undisturbed on their own device.
var DefaultLimits = Limits{
	KnownDevice: Doubling{Burst: 10, First: 5 * time.Second, Longest: 15 * time.Minute, Forget: 12 * time.Hour},
	Unknown:     Doubling{Burst: 8, First: 10 * time.Second, Longest: time.Hour, Forget: 24 * time.Hour},
	Address:     Steady{Burst: 400, Pace: time.Second},
	Accounts:    Steady{Burst: 150, Pace: 10 * time.Second},
}

const throttlePurpose = "account.throttle"

// A throttle counts tries in the database, where all nodes count together.
type throttle struct {
	db     *sqldb.DB
	keys   *keyring.Ring
	limits Limits
}

// A debit remembers what a try took, so that a success can give it back.
type debit struct {
	account        string // bucket of the account on this device or on all unknown ones
	address        string // empty for a known device: it answers for itself alone
	accounts, seen string // empty when the account had failed from this address before
}

// take debits a try, before anything is hashed. A phone that does not exist has buckets like any other, so that nothing
// tells the two apart. The place is what is known of the caller beside the address: a device or a session that the
// account has already opened, or nothing.
func (t *throttle) take(ctx context.Context, now time.Time, phone, place string, address netip.Addr) (debit, error) {
	if place != "" {
		d := debit{account: t.bucket("known", phone, place)}
		return d, t.double(ctx, now, d.account, t.limits.KnownDevice)
	}
	d := debit{account: t.bucket("unknown", phone, "")}
	where := addressKey(address)
	d.address = t.bucket("address", where, "")
	// The address first: once it has used up its own tries it can no longer use up other people's.
	if err := t.steady(ctx, now, d.address, t.limits.Address); err != nil {
		return d, err
	}
	seen := t.bucket("seen", where, phone)
	count, err := db.New(t.db.Reader()).HasSeen(ctx, db.HasSeenParams{Bucket: seen, Now: now.UnixMilli()})
	if err != nil {
		return d, fmt.Errorf("read a bucket: %w", err)
	}
	if count == 0 {
		d.accounts, d.seen = t.bucket("accounts", where, ""), seen
		if err := t.another(ctx, now, d); err != nil {
			return d, err
		}
	}
	return d, t.double(ctx, now, d.account, t.limits.Unknown)
}

// another counts one more account at an address. Two tries at the same moment may both count: strict, never lax.
func (t *throttle) another(ctx context.Context, now time.Time, d debit) error {
	if err := t.steady(ctx, now, d.accounts, t.limits.Accounts); err != nil {
		return err
	}
	// As long as it stays in the other bucket, or the same account would be paid for twice.
	until := now.Add(time.Duration(t.limits.Accounts.Burst) * t.limits.Accounts.Pace)
	err := t.db.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).MarkSeen(ctx, db.MarkSeenParams{Bucket: d.seen, ForgetAt: until.UnixMilli()})
	})
	if err != nil {
		return fmt.Errorf("mark a bucket: %w", err)
	}
	return nil
}

// give returns what a successful try took. The account's own bucket starts anew.
func (t *throttle) give(ctx context.Context, q sqldb.Querier, d debit) error {
	rows := db.New(q)
	err := rows.DeleteBuckets(ctx, db.DeleteBucketsParams{One: d.account, Other: d.seen})
	if err == nil && d.address != "" {
		err = rows.CreditSteady(ctx, db.CreditSteadyParams{
			One: d.address, OnePace: t.limits.Address.Pace.Milliseconds(),
			Other: d.accounts, OtherPace: t.limits.Accounts.Pace.Milliseconds(),
		})
	}
	if err != nil {
		return fmt.Errorf("give back a try: %w", err)
	}
	return nil
}

func (t *throttle) double(ctx context.Context, now time.Time, bucket string, l Doubling) error {
	return t.run(ctx, now, bucket, 0, func(q *db.Queries) (int64, error) {
		return q.DebitDoubling(ctx, db.DebitDoublingParams{
			Bucket: bucket, Now: now.UnixMilli(), Forget: l.Forget.Milliseconds(), Burst: int64(l.Burst),
			First: l.First.Milliseconds(), Longest: l.Longest.Milliseconds(),
		})
	})
}

func (t *throttle) steady(ctx context.Context, now time.Time, bucket string, l Steady) error {
	slack := time.Duration(l.Burst-1) * l.Pace
	return t.run(ctx, now, bucket, slack, func(q *db.Queries) (int64, error) {
		return q.DebitSteady(ctx, db.DebitSteadyParams{
			Bucket: bucket, Now: now.UnixMilli(), Pace: l.Pace.Milliseconds(), Slack: slack.Milliseconds(),
		})
	})
}

// run debits in one statement that commits by itself. When it refuses, a second one finds out how long to wait.
func (t *throttle) run(ctx context.Context, now time.Time, bucket string, slack time.Duration, do func(*db.Queries) (int64, error)) error {
	var rows int64
	err := t.db.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		rows, err = do(db.New(q))
		return err
	})
	if err != nil {
		return fmt.Errorf("debit a bucket: %w", err)
	}
	if rows > 0 {
		return nil
	}
	ready, err := db.New(t.db.Reader()).SelectReadyAt(ctx, bucket)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read a bucket: %w", err)
	}
	wait := max(time.UnixMilli(ready).Sub(now)-slack, time.Second)
	return fault.New(fault.TooMany, "account.too_many_tries", "seconds", seconds(wait)).After(wait)
}

// bucket names are keyed hashes: a stolen database tells neither who tried nor from where.
func (t *throttle) bucket(kind, one, two string) string {
	sum := t.keys.Index(throttlePurpose, fmt.Sprintf("%s\x00%s\x00%s", kind, one, two))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// addressKey takes the network of an IPv6 address, since one household has all of it.
func addressKey(address netip.Addr) string {
	address = address.Unmap()
	if address.Is6() {
		if prefix, err := address.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return address.String()
}

func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
