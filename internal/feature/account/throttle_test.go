package account_test

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

func limits(change func(*account.Limits)) func(*account.Options) {
	l := account.DefaultLimits
	l.Address.Burst, l.Network.Burst, l.Accounts.Burst = 10000, 10000, 10000
	change(&l)
	return func(o *account.Options) { o.Limits = &l }
}

// guess tries a wrong password and returns the error.
func guess(at *account.Service, phone string, from netip.Addr) *fault.Error {
	b := &browser{at: at, device: account.NewDevice(), address: from}
	var refused *fault.Error
	if err := b.login(phone, "Wrong1"); !errors.As(err, &refused) {
		return fault.New(fault.Internal, fmt.Sprint("accident: ", err))
	}
	return refused
}

// Of 320 concurrent tries on two nodes, exactly the burst is hashed, for a known phone and for an unknown one.
func TestAttackGuessesAtOnce(t *testing.T) {
	attacktest.Repeat(t, "320 guesses at once on two nodes", 1, 5, attackGuessesAtOnce)
}

func attackGuessesAtOnce(t *testing.T) {
	const tries, burst = 320, 10
	for _, phone := range []string{studentPhone, "13800009999", "not a phone"} {
		dbtest.EachURL(t, func(t *testing.T, url string) {
			// The queue is long enough that only the limit refuses.
			limited := limits(func(l *account.Limits) { l.Unknown.Burst = burst })
			c := newCollege(t, dbtest.Open(t, url), func(o *account.Options) { limited(o); o.Queue = tries })
			options := c.options
			options.DB = dbtest.Open(t, url)
			nodes := []*account.Service{c.Service, account.New(options)}
			before := nodes[0].Hashes() + nodes[1].Hashes()
			var refused, tried atomic.Int64
			var wg sync.WaitGroup
			for i := range tries {
				wg.Go(func() {
					switch e := guess(nodes[i%2], phone, attacker); e.Code {
					case "account.bad_credentials":
						tried.Add(1)
					case "account.too_many_tries":
						refused.Add(1)
						if e.RetryAfter <= 0 || e.Kind != fault.TooMany {
							t.Errorf("wait %v", e.RetryAfter)
						}
					default:
						t.Error(e)
					}
				})
			}
			wg.Wait()
			hashed := nodes[0].Hashes() + nodes[1].Hashes() - before
			if hashed != burst || tried.Load() != burst || refused.Load() != tries-burst {
				t.Fatalf("hashed %d, tried %d, refused %d", hashed, tried.Load(), refused.Load())
			}
		})
	}
}

func TestDelaysDoubleAndNeverLock(t *testing.T) {
	set := limits(func(l *account.Limits) {
		l.Unknown = account.Doubling{Burst: 3, First: 10 * time.Second, Longest: time.Minute, Forget: time.Hour}
	})
	eachCollege(t, set, func(t *testing.T, c *college) {
		for range 3 {
			if e := guess(c.Service, studentPhone, attacker); e.Code != "account.bad_credentials" {
				t.Fatal(e)
			}
		}
		for _, wait := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute} {
			for range 3 { // asking again doesn't extend it
				if e := guess(c.Service, studentPhone, attacker); e.Code != "account.too_many_tries" || e.RetryAfter != wait {
					t.Fatalf("got %v after %v, want %v", e, e.RetryAfter, wait)
				}
			}
			c.clock.pass(wait)
			if e := guess(c.Service, studentPhone, attacker); e.Code != "account.bad_credentials" {
				t.Fatalf("after %v: %v", wait, e)
			}
		}
		c.clock.pass(time.Hour)
		for range 3 {
			if e := guess(c.Service, studentPhone, attacker); e.Code != "account.bad_credentials" {
				t.Fatalf("not forgotten: %v", e)
			}
		}
	})
}

func TestVictimIsNotLockedOut(t *testing.T) {
	eachCollege(t, limits(func(*account.Limits) {}), func(t *testing.T, c *college) {
		victim := c.browser()
		actor := victim.mustLogin(studentPhone, lastSix)
		for range 30 {
			_ = guess(c.Service, studentPhone, home) // from the victim's network too
		}
		if e := guess(c.Service, studentPhone, home); e.Code != "account.too_many_tries" {
			t.Fatalf("the attacker got %v", e)
		}
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.too_many_tries") // a new device has to wait
		victim.mustLogin(studentPhone, lastSix)                                         // a known one doesn't
		wantCode(t, c.ChangePassword(t.Context(), victim.actor(), secret.New(lastSix), secret.New("Better1own")), "")
		_ = actor
	})
}

func TestOwnDeviceIsThrottledToo(t *testing.T) {
	set := limits(func(l *account.Limits) { l.OwnDevice.Burst = 4 })
	eachCollege(t, set, func(t *testing.T, c *college) {
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		for range 4 {
			wantCode(t, b.login(studentPhone, "Wrong1"), "account.bad_credentials")
		}
		wantCode(t, b.login(studentPhone, lastSix), "account.too_many_tries")
		// The device is known to one account only: at another it counts as unknown.
		wantCode(t, b.login(staffPhone, "Wrong1"), "account.bad_credentials")
	})
}

func TestSuccessResetsTheLimit(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Unknown.Burst, l.OwnDevice.Burst = 4, 4 })
	eachCollege(t, set, func(t *testing.T, c *college) {
		for range 3 {
			b := c.browser()
			for range 3 {
				wantCode(t, b.login(studentPhone, "Wrong1"), "account.bad_credentials")
			}
			b.mustLogin(studentPhone, lastSix)
		}
	})
}

func TestAddressIsBounded(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Address = account.Steady{Burst: 5, Pace: 10 * time.Second} })
	eachCollege(t, set, func(t *testing.T, c *college) {
		for range 8 { // successes are given back
			c.browser().mustLogin(studentPhone, lastSix)
		}
		for i := range 5 {
			if e := guess(c.Service, fmt.Sprint("1380000100", i), attacker); e.Code != "account.bad_credentials" {
				t.Fatal(e)
			}
		}
		e := guess(c.Service, "13800002000", attacker)
		if e.Code != "account.too_many_tries" || e.RetryAfter != 10*time.Second {
			t.Fatalf("got %v after %v", e, e.RetryAfter)
		}
		if e := guess(c.Service, "13800002000", home); e.Code != "account.bad_credentials" {
			t.Fatalf("another address: %v", e)
		}
		c.clock.pass(10 * time.Second)
		if e := guess(c.Service, "13800002000", attacker); e.Code != "account.bad_credentials" {
			t.Fatalf("after the wait: %v", e)
		}
	})
}

func TestIPv6NeighboursShareABucket(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Address = account.Steady{Burst: 5, Pace: 10 * time.Second} })
	eachCollege(t, set, func(t *testing.T, c *college) {
		for i := range 5 {
			_ = guess(c.Service, studentPhone, netip.MustParseAddr(fmt.Sprint("2001:db8:0:7::", i+1)))
		}
		if e := guess(c.Service, studentPhone,
			netip.MustParseAddr("2001:db8:0:7:ffff::1")); e.Code != "account.too_many_tries" {
			t.Errorf("same network: %v", e)
		}
		if e := guess(c.Service, studentPhone, netip.MustParseAddr("2001:db8:0:8::1")); e.Code != "account.bad_credentials" {
			t.Errorf("another network: %v", e)
		}
	})
}

// One password on many accounts: few tries at each, many accounts from one address.
func TestAttackSpraying(t *testing.T) {
	attacktest.Repeat(t, "one password on many accounts", 1, 20, attackSpraying)
}

func attackSpraying(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Accounts = account.Steady{Burst: 6, Pace: time.Minute} })
	eachCollege(t, set, func(t *testing.T, c *college) {
		for i := range 6 {
			for range 2 { // repeating an account doesn't count
				if e := guess(c.Service, fmt.Sprint("1380000100", i), attacker); e.Code != "account.bad_credentials" {
					t.Fatal(e)
				}
			}
		}
		if e := guess(c.Service, "13800001009", attacker); e.Code != "account.too_many_tries" {
			t.Fatalf("the seventh account: %v", e)
		}
		if e := guess(c.Service, "13800001009", attacker.Next()); e.Code != "account.too_many_tries" {
			t.Fatalf("the seventh account, from the next address: %v", e)
		}
		if e := guess(c.Service, "13800001001", attacker); e.Code != "account.bad_credentials" {
			t.Fatalf("one of the six: %v", e)
		}
		c.clock.pass(time.Minute)
		if e := guess(c.Service, "13800001009", attacker); e.Code != "account.bad_credentials" {
			t.Fatalf("after a minute: %v", e)
		}
	})
}

func TestBucketsTellNothing(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		_ = guess(c.Service, studentPhone, attacker)
		n := dbtest.Count(t, c.db, `SELECT count(*) FROM throttle WHERE bucket LIKE '%138%0001%'
			OR bucket LIKE '%203.0.113%'`)
		if all := dbtest.Count(t, c.db, `SELECT count(*) FROM throttle`); n != 0 || all == 0 {
			t.Fatalf("%d of %d buckets tell", n, all)
		}
	})
}
