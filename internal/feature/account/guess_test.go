package account_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

const (
	ownPhone     = "13800000002" // has chosen a password
	ownSecret    = "Lantern7tide"
	attackSecret = "Mallory42own"
)

func (c *college) createOwn(phone, name, password string) string {
	c.t.Helper()
	return c.create(account.Details{Phone: phone, Name: name, Role: access.User, Password: secret.New(password)}).ID
}

// logInAndOut makes the account known in this browser.
func (b *browser) logInAndOut(phone, password string) {
	b.c.t.Helper()
	if err := b.c.Logout(b.c.t.Context(), b.mustLogin(phone, password)); err != nil {
		b.c.t.Fatal(err)
	}
}

// The victim logs in on a lab computer and out again. The attacker guesses there, logs in with their own account and
// continues.
func TestAttackSharedBrowser(t *testing.T) {
	attacktest.Repeat(t, "guesses on a shared browser", 1, 5, attackSharedBrowser)
}

func attackSharedBrowser(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		c.createOwn("13700000001", "Mallory", attackSecret)
		lab := c.browser()
		lab.logInAndOut(studentPhone, lastSix)
		tried := 0
		for range 20 {
			for range 20 {
				if fault.Code(lab.login(studentPhone, "Wrong1")) == "account.bad_credentials" {
					tried++
				}
			}
			lab.logInAndOut("13700000001", attackSecret)
		}
		limits := account.DefaultLimits
		if most := limits.OwnDevice.Burst + limits.Unknown.Burst; tried > most {
			t.Errorf("%d guesses at once, want at most %d", tried, most)
		}
	})
}

// In a lab, the victim and attackers log in with various browsers, and delete and exchange cookies, from many addresses
// and accounts. In any combination, guesses per hour are limited and the victim's own phone always works.
func TestAttackGuessesCombined(t *testing.T) {
	attacktest.Repeat(t, "guesses with devices, accounts, addresses and cookies combined", 1, 5, attackGuessesCombined)
}

func attackGuessesCombined(t *testing.T) {
	const hours = 6
	eachCollege(t, nil, func(t *testing.T, c *college) {
		random := rand.New(rand.NewPCG(7, 7))
		c.createOwn(ownPhone, "Chen", ownSecret)
		attackers := []string{"13700000001", "13700000002", "13700000003"}
		for _, phone := range attackers {
			c.createOwn(phone, "Mallory", attackSecret)
		}
		phone := c.browser()
		phone.logInAndOut(ownPhone, ownSecret)

		lab := make([]*browser, 4)
		users := make(map[string]map[string]bool) // by cookie: who has logged in with it or with one it replaced
		login := func(b *browser, as, password string) {
			was := users[b.device]
			if b.login(as, password) != nil {
				return // has to wait
			}
			users[b.device] = maps.Clone(was)
			if users[b.device] == nil {
				users[b.device] = map[string]bool{}
			}
			users[b.device][as] = true
		}
		for i := range lab {
			lab[i] = c.browser()
			if i%2 == 0 {
				login(lab[i], ownPhone, ownSecret)
			}
		}
		var own, other []time.Time // guesses in browsers that only the victim has used, and in all others
		for end := c.clock.now().Add(hours * time.Hour); c.clock.now().Before(end); {
			b := lab[random.IntN(len(lab))]
			b.address = netip.AddrFrom4([4]byte{203, 0, byte(random.IntN(4)), byte(random.IntN(256))})
			switch random.IntN(12) {
			case 0:
				login(b, ownPhone, ownSecret)
			case 1, 2:
				login(b, attackers[random.IntN(len(attackers))], attackSecret)
			case 3:
				b.device = account.NewDevice()
			case 4:
				b.device = ""
			case 5:
				another := lab[random.IntN(len(lab))]
				b.device, another.device = another.device, b.device
			case 6:
				c.clock.pass(time.Duration(random.IntN(15)) * time.Minute)
				phone.logInAndOut(ownPhone, ownSecret)
			default:
				if fault.Code(b.login(ownPhone, "Wrong1")) == "account.bad_credentials" {
					if alone := users[b.device]; len(alone) == 1 && alone[ownPhone] {
						own = append(own, c.clock.now())
					} else {
						other = append(other, c.clock.now())
					}
				}
			}
		}
		limits := account.DefaultLimits
		for _, kind := range []struct {
			name    string
			guesses []time.Time
			allowed account.Steady
		}{{"others'", other, limits.Others}, {"the owner's", own, limits.OwnDevices}} {
			most := kind.allowed.Burst + int(time.Hour/kind.allowed.Pace)
			if busiest := inOneHour(kind.guesses); busiest > most {
				t.Errorf("%d guesses on %s devices in one hour, want at most %d", busiest, kind.name, most)
			}
			t.Logf("%d guesses on %s devices in %d hours, %d in the busiest", len(kind.guesses), kind.name,
				hours, inOneHour(kind.guesses))
		}
		if len(other) < limits.Unknown.Burst || len(own) == 0 {
			t.Error("the attackers hardly tried")
		}
	})
}

// inOneHour returns the count of the busiest hour.
func inOneHour(at []time.Time) (most int) {
	for i, first := range at {
		n := 0
		for _, later := range at[i:] {
			if later.Sub(first) <= time.Hour {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// The owner keeps logging in on new devices, which resets the wait, but not for an attacker guessing in between.
func TestOwnersLoginsDoNotRefillTheGuesser(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		c.createOwn(ownPhone, "Chen", ownSecret)
		tried := 0
		for range 12 {
			for range account.DefaultLimits.Unknown.Burst - 1 {
				if guess(c.Service, ownPhone, attacker).Code == "account.bad_credentials" {
					tried++
				}
			}
			_ = c.browser().login(ownPhone, ownSecret)
		}
		if most := account.DefaultLimits.Others.Burst; tried != most {
			t.Errorf("%d guesses at once, want %d", tried, most)
		}
	})
}

// The victim was the only user of many lab computers, and someone guesses on each.
func TestOwnDevicesAreBoundedTogether(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		tried := 0
		for range 8 {
			lab := c.browser()
			lab.logInAndOut(studentPhone, lastSix)
			for range account.DefaultLimits.Distrust {
				if fault.Code(lab.login(studentPhone, "Wrong1")) == "account.bad_credentials" {
					tried++
				}
			}
		}
		if most := account.DefaultLimits.OwnDevices.Burst; tried != most {
			t.Errorf("%d guesses, want %d", tried, most)
		}
	})
}

// The victim was the only user of a lab computer. Someone who guesses there for days gets no further than elsewhere.
func TestForsakenDeviceIsNoOwnDevice(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		lab, phone := c.browser(), c.browser()
		phone.logInAndOut(studentPhone, lastSix)
		lab.logInAndOut(studentPhone, lastSix)
		limits, tried := account.DefaultLimits, 0
		for range 4 * 24 * 7 {
			if fault.Code(lab.login(studentPhone, "Wrong1")) == "account.bad_credentials" {
				tried++
			}
			c.clock.pass(15 * time.Minute)
		}
		if most := limits.Distrust + limits.Others.Burst + 24*7; tried > most {
			t.Errorf("%d guesses in a week, want at most %d", tried, most)
		}
		c.clock.pass(2 * time.Hour)
		wantCode(t, lab.login(studentPhone, lastSix), "account.bad_credentials") // closed there too
		phone.logInAndOut(studentPhone, lastSix)
	})
}

// A login of the owner makes the device their own again.
func TestOwnersLoginRestoresTrust(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Distrust = 3 })
	eachCollege(t, set, func(t *testing.T, c *college) {
		b := c.browser()
		b.logInAndOut(studentPhone, lastSix)
		for range 2 {
			for range 3 {
				wantCode(t, b.login(studentPhone, "Wrong1"), "account.bad_credentials")
			}
			b.logInAndOut(studentPhone, lastSix)
		}
		for range 30 {
			_ = guess(c.Service, studentPhone, attacker)
		}
		b.logInAndOut(studentPhone, lastSix)
	})
}

// Someone with one of the owner's devices can't ever lock them out on another.
func TestOneOwnDeviceDoesNotUseUpTheOthers(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		phone, lost := c.browser(), c.browser()
		phone.logInAndOut(studentPhone, lastSix)
		lost.logInAndOut(studentPhone, lastSix)
		for range 24 * 6 {
			for range 4 {
				_ = lost.login(studentPhone, "Wrong1")
			}
			c.clock.pass(10 * time.Minute)
			phone.logInAndOut(studentPhone, lastSix)
		}
	})
}

func TestOwnDevicesCountForTheirNetwork(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Address = account.Steady{Burst: 3, Pace: time.Minute} })
	eachCollege(t, set, func(t *testing.T, c *college) {
		b := c.browser()
		b.logInAndOut(studentPhone, lastSix)
		for range 5 { // this device isn't refused
			wantCode(t, b.login(studentPhone, "Wrong1"), "account.bad_credentials")
		}
		if e := guess(c.Service, "13800002000", home); e.Code != "account.too_many_tries" || e.RetryAfter != time.Minute {
			t.Errorf("got %v after %v", e, e.RetryAfter)
		}
		b.mustLogin(studentPhone, lastSix)
	})
}

func TestPasswordChangeForgetsOtherDevices(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		phone, lab, mini := c.browser(), c.browser(), c.browser()
		for _, b := range []*browser{phone, lab} {
			b.mustLogin(studentPhone, lastSix)
		}
		mini.device = ""
		own := func(b *browser) bool {
			return dbtest.Count(t, c.db, `SELECT count(*) FROM device WHERE hash = $1`, account.HashDevice(b.device)) == 1
		}
		wantCode(t, c.ChangePassword(t.Context(), phone.actor(), secret.New(lastSix), secret.New(ownSecret)), "")
		if !own(phone) || own(lab) {
			t.Errorf("after a change on the phone: phone %v, lab computer %v", own(phone), own(lab))
		}
		wantCode(t, c.ChangePassword(t.Context(), mini.mustLogin(studentPhone, ownSecret), secret.New(ownSecret),
			secret.New("Harbour8moon")), "")
		if own(phone) {
			t.Error("after a change without a cookie the phone is still known")
		}
	})
}

func TestNetworksAreBounded(t *testing.T) {
	const first = "203.0.113.1"
	for _, tc := range []struct {
		name   string
		change func(*account.Limits, account.Steady)
		from   []string // addresses that share the limit
		free   string   // another address
	}{
		{"IPv4 /32", func(l *account.Limits, s account.Steady) { l.Address = s }, []string{first, first}, "203.0.113.2"},
		{
			"IPv4 /24", func(l *account.Limits, s account.Steady) { l.Network = s },
			[]string{first, "203.0.113.200", "::ffff:203.0.113.7"},
			"203.0.114.1",
		},
		{
			"IPv6 /64", func(l *account.Limits, s account.Steady) { l.Address = s },
			[]string{"2001:db8:0:7::1", "2001:db8:0:7:ffff::1"},
			"2001:db8:0:8::1",
		},
		{
			"IPv6 /56", func(l *account.Limits, s account.Steady) { l.Block = s },
			[]string{"2001:db8:0:700::1", "2001:db8:0:7ff::1"},
			"2001:db8:0:800::1",
		},
		{
			"IPv6 /48", func(l *account.Limits, s account.Steady) { l.Network = s },
			[]string{"2001:db8:7::1", "2001:db8:7:ffff::1"},
			"2001:db8:8::1",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			set := limits(func(l *account.Limits) { tc.change(l, account.Steady{Burst: 6, Pace: time.Minute}) })
			eachCollege(t, set, func(t *testing.T, c *college) {
				owner := c.browser()
				owner.address = netip.MustParseAddr(tc.from[0])
				owner.logInAndOut(studentPhone, lastSix)
				for i := range 6 {
					from := netip.MustParseAddr(tc.from[i%len(tc.from)])
					if e := guess(c.Service, fmt.Sprint("1380000200", i), from); e.Code != "account.bad_credentials" {
						t.Fatalf("try %d: %v", i, e)
					}
				}
				for _, from := range tc.from {
					if e := guess(c.Service, "13800002009", netip.MustParseAddr(from)); e.Code != "account.too_many_tries" {
						t.Errorf("from %s: %v", from, e)
					}
				}
				if e := guess(c.Service, "13800002009", netip.MustParseAddr(tc.free)); e.Code != "account.bad_credentials" {
					t.Errorf("from another network: %v", e)
				}
				owner.mustLogin(studentPhone, lastSix)
			})
		})
	}
}

// Failures from everywhere slow everyone down, except on own devices.
func TestSiteIsBounded(t *testing.T) {
	set := limits(func(l *account.Limits) { l.Site = account.Steady{Burst: 5, Pace: time.Minute} })
	eachCollege(t, set, func(t *testing.T, c *college) {
		owner := c.browser()
		owner.logInAndOut(studentPhone, lastSix)
		from := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 18, byte(i), 1}) }
		for i := range 5 {
			if e := guess(c.Service, fmt.Sprint("1380000200", i), from(i)); e.Code != "account.bad_credentials" {
				t.Fatal(e)
			}
		}
		if e := guess(c.Service, "13800002009", from(9)); e.Code != "account.too_many_tries" || e.RetryAfter != time.Minute {
			t.Errorf("got %v after %v", e, e.RetryAfter)
		}
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.too_many_tries")
		for range 3 {
			wantCode(t, owner.login(studentPhone, "Wrong1"), "account.bad_credentials")
			owner.logInAndOut(studentPhone, lastSix)
		}
		c.clock.pass(time.Minute)
		c.browser().mustLogin(studentPhone, lastSix)
	})
}

// A refused try costs nothing, so it can't use up the tries of others.
func TestRefusedTryCostsNothing(t *testing.T) {
	set := limits(func(l *account.Limits) {
		l.Address, l.Site = account.Steady{Burst: 3, Pace: time.Minute}, account.Steady{Burst: 4, Pace: time.Minute}
	})
	eachCollege(t, set, func(t *testing.T, c *college) {
		for range 30 {
			_ = guess(c.Service, studentPhone, attacker)
		}
		for range 2 { // the first gives back the second
			c.browser().mustLogin(studentPhone, lastSix)
		}
	})
}

// Three in ten students mistype at first, all behind the campus address, and each logs in three times.
func TestCampusLogsInInTheMorning(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		const students = 150
		for i := range students {
			c.create(account.Details{
				Phone: fmt.Sprint(13600000000 + i), Name: "Student", Role: access.User,
				LastSix: secret.New("12345X"),
			})
		}
		for round := range 3 {
			for i := range students {
				b := c.browser()
				if (i+round)%10 < 3 {
					wantCode(t, b.login(fmt.Sprint(13600000000+i), "12345Y"), "account.bad_credentials")
				}
				b.mustLogin(fmt.Sprint(13600000000+i), "12345x")
			}
		}
	})
}

// guessApart makes failed tries at an account from new devices, with enough time between them.
func (c *college) guessApart(phone string, n int) {
	c.t.Helper()
	for range n {
		c.clock.pass(2 * time.Hour)
		if e := guess(c.Service, phone, attacker); e.Code != "account.bad_credentials" {
			c.t.Fatal(e)
		}
	}
}

func TestLastSixClosesAfterTenFailures(t *testing.T) {
	set := func(o *account.Options) {
		o.Policy.SessionMax, o.Policy.SessionIdle = 365*24*time.Hour, 365*24*time.Hour
	}
	eachCollege(t, set, func(t *testing.T, c *college) {
		phone := c.browser()
		phone.mustLogin(studentPhone, lastSix)
		session := *phone
		c.guessApart(studentPhone, 9)
		c.clock.pass(2 * time.Hour)
		c.browser().logInAndOut(studentPhone, lastSix) // the tenth try is right, and gives back only itself
		c.guessApart(studentPhone, 1)

		c.clock.pass(2 * time.Hour)
		before := c.Hashes()
		closed, wrong, unknown := c.browser().login(studentPhone, lastSix), c.browser().login(studentPhone, "12345X"),
			c.browser().login("13800009999", "12345X")
		if diff := cmp.Diff([]string{wrong.Error(), wrong.Error()}, []string{closed.Error(), unknown.Error()}); diff != "" {
			t.Error("the right password is told from a wrong one or from no account", diff)
		}
		if spent := c.Hashes() - before; spent != 3 {
			t.Errorf("spent %d hashes on three tries", spent)
		}
		phone.logInAndOut(studentPhone, lastSix) // still open on an own device
		session.device = phone.device
		wantCode(t, c.Prove(t.Context(), session.actor(), secret.New(lastSix)), "") // and in a session
		c.clock.pass(100 * 24 * time.Hour)
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.bad_credentials") // waiting doesn't open it

		code, err := c.ResetPassword(t.Context(), c.staffActor(), c.student)
		if err != nil {
			t.Fatal(err)
		}
		c.browser().mustLogin(studentPhone, code.Reveal())
	})
}

// A code from staff works at once on a new device, even during an attack.
func TestCodeWorksWhileSomebodyGuesses(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for range 60 {
			_ = guess(c.Service, studentPhone, attacker)
			c.clock.pass(time.Minute)
		}
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.too_many_tries")
		code, err := c.ResetPassword(t.Context(), c.staffActor(), c.student)
		if err != nil {
			t.Fatal(err)
		}
		c.browser().mustLogin(studentPhone, code.Reveal())
	})
}

func TestOwnPasswordNeverCloses(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		c.createOwn(ownPhone, "Chen", ownSecret)
		made := c.create(account.Details{Phone: "13800000003", Name: "Zhao", Role: access.User}) // a code
		c.guessApart(ownPhone, 30)
		c.guessApart("13800000003", 30)
		c.clock.pass(2 * time.Hour)
		c.browser().mustLogin(ownPhone, ownSecret)
		c.browser().mustLogin("13800000003", made.Code.Reveal())
	})
}

func TestFailuresAreForgottenAfterAMonth(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for range 3 {
			c.guessApart(studentPhone, 9)
			c.clock.pass(31 * 24 * time.Hour)
		}
		c.browser().mustLogin(studentPhone, lastSix)
	})
}

// The tenth failure also closes the account to concurrent tries on two nodes.
func TestClosingIsExactUnderParallelAttack(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		const tries = 64
		var mu sync.Mutex
		reasons := map[string]int{}
		limited := limits(func(l *account.Limits) { l.Unknown.Burst, l.Others.Burst = 1000, 1000 })
		c := newCollege(t, dbtest.Open(t, url), func(o *account.Options) {
			limited(o)
			o.Queue = tries
			o.Failed = func(reason string) { mu.Lock(); defer mu.Unlock(); reasons[reason]++ }
		})
		options := c.options
		options.DB = dbtest.Open(t, url)
		nodes := []*account.Service{c.Service, account.New(options)}
		var wg sync.WaitGroup
		for i := range tries {
			wg.Go(func() { _ = guess(nodes[i%2], studentPhone, attacker) })
		}
		wg.Wait()
		if diff := cmp.Diff(map[string]int{"wrong": 10, "closed": tries - 10}, reasons); diff != "" {
			t.Error(diff)
		}
	})
}

// A failed login while the clock was days ahead must not count once it is right again.
func TestWrongClockLocksNobodyOut(t *testing.T) {
	for _, ahead := range []time.Duration{24 * time.Hour, 40 * 24 * time.Hour} {
		t.Run(fmt.Sprint(ahead), func(t *testing.T) {
			set := limits(func(l *account.Limits) {
				l.Address = account.Steady{Burst: 2, Pace: time.Minute}
				l.Unknown = account.Doubling{Burst: 1, First: time.Minute, Longest: time.Hour, Forget: 24 * time.Hour}
			})
			eachCollege(t, set, func(t *testing.T, c *college) {
				c.clock.pass(ahead)
				for range 2 {
					if e := guess(c.Service, studentPhone, attacker); e.Code != "account.bad_credentials" {
						t.Fatal(e)
					}
					c.clock.pass(time.Minute)
				}
				c.clock.pass(-ahead)
				if e := guess(c.Service, studentPhone, attacker); e.Code != "account.bad_credentials" {
					t.Errorf("the account and the address: %v after %v", e, e.RetryAfter)
				}
				if e := guess(c.Service, studentPhone, home); e.Code != "account.too_many_tries" || e.RetryAfter > time.Hour {
					t.Errorf("the account is not bounded any more: %v after %v", e, e.RetryAfter)
				}
				c.clock.pass(ahead)
				_ = guess(c.Service, "13800002009", attacker)
				c.clock.pass(-ahead)
				if err := c.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
				if n := dbtest.Count(t, c.db, `SELECT count(*) FROM throttle WHERE forget_at > $1`,
					c.clock.now().Add(36*time.Hour).UnixMilli()); n != 0 && ahead > 48*time.Hour {
					t.Errorf("%d buckets are left for the day that was not yet", n)
				}
			})
		})
	}
}

type warned struct {
	Account string
	Closed  bool
}

func TestGuessingIsReported(t *testing.T) {
	var told []warned
	set := limits(func(l *account.Limits) { l.Unknown.Burst, l.Others.Burst = 10000, 10000 })
	tell := func(o *account.Options) {
		set(o)
		o.Warn = func(_ context.Context, _ sqldb.Querier, account string, closed bool) error {
			told = append(told, warned{account, closed})
			return nil
		}
	}
	eachCollege(t, tell, func(t *testing.T, c *college) {
		told = nil
		own := c.createOwn(ownPhone, "Chen", ownSecret)
		b := c.browser()
		b.mustLogin(ownPhone, ownSecret)
		report := func() {
			t.Helper()
			for _, node := range []*account.Service{c.Service, c.node()} {
				if err := node.Report(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		rows := func(action, object string) int {
			return dbtest.Count(t, c.db, `SELECT count(*) FROM audit WHERE action = $1 AND object = $2`, action, object)
		}
		fail := func(phone string, n int) {
			for range n {
				_ = guess(c.Service, phone, attacker)
			}
		}
		fail(studentPhone, 9)
		fail(ownPhone, 6)
		report()
		if len(told) != 0 {
			t.Fatalf("told too early: %v", told)
		}
		fail(studentPhone, 4)
		fail(ownPhone, 1)
		for range 3 {
			wantCode(t, b.login(ownPhone, "Wrong1"), "account.bad_credentials") // own devices count too
		}
		fail("13800009999", 50) // an unknown phone
		report()
		report()
		want := []warned{{c.student, true}, {own, false}}
		slices.SortFunc(want, func(a, b warned) int { return strings.Compare(a.Account, b.Account) })
		if diff := cmp.Diff(want, told); diff != "" {
			t.Error(diff)
		}
		if n := rows("account.guessed", c.student); n != 1 {
			t.Errorf("%d rows about the account, want one", n)
		}
		if n := rows("account.guessing_network", "203.0.113.0/24"); n != 0 {
			t.Errorf("%d rows about a network with few failures", n)
		}
		fail(studentPhone, 100-13)
		report()
		if diff := cmp.Diff([]int{3, 2, 1}, []int{
			len(told), rows("account.guessed", c.student),
			rows("account.guessing_network", "203.0.113.0/24"),
		}); diff != "" {
			t.Error("told, rows about the account, rows about the network", diff)
		}

		got, err := c.Guessing(t.Context(), c.staffActor(), c.clock.now().Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		now := c.clock.now().Local()
		wantGuessing := account.Guessing{
			Tries: 100 + 7 + 3 + 50, LastSix: 1, Closed: 1,
			Accounts: []account.GuessedAccount{
				{ID: c.student, Name: "Lin", Tries: 100, First: now, Last: now, Closed: true},
				{ID: own, Name: "Chen", Tries: 7, OwnTries: 3, First: now, Last: now},
			},
			Networks: []account.GuessingNetwork{{Network: "203.0.113.0/24", Tries: 157}, {Network: "192.0.2.0/24", Tries: 3}},
		}
		if diff := cmp.Diff(wantGuessing, got); diff != "" {
			t.Error(diff)
		}
		_, err = c.Guessing(t.Context(), b.actor(), c.clock.now())
		wantCode(t, err, "access.forbidden")

		c.clock.pass(40 * 24 * time.Hour)
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		left := dbtest.Count(t, c.db, `SELECT count(*) FROM guess`) + dbtest.Count(t, c.db,
			`SELECT count(*) FROM guess_network`)
		if left != 1 { // the closed first password
			t.Errorf("%d counts are left", left)
		}
	})
}

// Someone who knows the password hasn't guessed, even if they can't log in.
func TestRightPasswordIsNoGuess(t *testing.T) {
	var reasons []string
	set := func(o *account.Options) { o.Failed = func(reason string) { reasons = append(reasons, reason) } }
	eachCollege(t, set, func(t *testing.T, c *college) {
		reasons = nil
		id := c.createOwn(ownPhone, "Chen", ownSecret)
		if err := c.SetEnabled(t.Context(), c.staffActor(), id, false, ""); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			wantCode(t, c.browser().login(ownPhone, ownSecret), "account.disabled")
		}
		wantCode(t, c.browser().login(ownPhone, "Wrong1"), "account.bad_credentials")
		if diff := cmp.Diff([]string{"disabled", "disabled", "disabled", "disabled", "disabled", "wrong"},
			reasons); diff != "" {
			t.Error(diff)
		}
		got, err := c.Guessing(t.Context(), c.staffActor(), c.clock.now().Add(-time.Hour))
		if err != nil || got.Tries != 1 {
			t.Errorf("counted %+v, %v", got, err)
		}
	})
}
