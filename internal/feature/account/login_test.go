package account_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/testkit/dbtest"
)

func TestLogin(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for _, tc := range []struct{ name, phone, password, code string }{
			{"[1.1] last six", studentPhone, "31002X", ""},
			{"[1.1] small x", studentPhone, "31002x", ""},
			{"[7.2] full-width phone", "１３８０００００００１", "31002X", ""},
			{"[7.2] +86", "+86 138-0000-0001", "31002X", ""},
			{"staff", staffPhone, staffSecret, ""},
			{"wrong", studentPhone, "31002", "account.bad_credentials"},
			{"case matters in a chosen password", staffPhone, strings.ToLower(staffSecret), "account.bad_credentials"},
			{"unknown phone", "13800009999", "31002X", "account.bad_credentials"},
			{"malformed phone", "hello", "31002X", "account.bad_credentials"},
			{"long phone", strings.Repeat("1", 5000), "31002X", "account.bad_credentials"},
			{"someone else's", studentPhone, staffSecret, "account.bad_credentials"},
			{"[5.6] no phone", "", "x", "account.phone_required"},
			{"[5.5] a phone of spaces", " \u3000", "x", "account.phone_required"},
			{"[5.6] no password", studentPhone, "", "account.password_required"},
			{"a megabyte", studentPhone, strings.Repeat("x", 1<<20), "account.password_too_long"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				before := c.Hashes()
				b := c.browser()
				wantCode(t, b.login(tc.phone, tc.password), tc.code)
				spent := c.Hashes() - before
				if free := strings.HasSuffix(tc.code, "_required") ||
					strings.HasSuffix(tc.code, "_long"); free != (spent == 0) || spent > 1 {
					t.Errorf("spent %d hashes", spent)
				}
				if tc.code == "" {
					if visit, err := b.visit(); err != nil || visit.Actor.Account != b.identity || visit.Actor.Address != home {
						t.Errorf("visit %+v, %v", visit, err)
					}
				}
			})
		}
		if n := dbtest.Audited(t, c.db); n != 2+5 {
			t.Errorf("%d audit entries", n)
		}
	})
}

func TestTokenBindsOnce(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		token := c.IssueToken()
		try := func() error {
			_, err := c.Login(t.Context(),
				account.Login{Token: token, Address: home, Phone: studentPhone, Password: secret.New(lastSix)})
			return err
		}
		var wg sync.WaitGroup
		var good atomic.Int64
		for range 4 {
			wg.Go(func() {
				switch err := try(); {
				case err == nil:
					good.Add(1)
				case fault.Code(err) != "account.token_used":
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if good.Load() != 1 {
			t.Fatalf("bound %d times", good.Load())
		}
		b := &browser{c: c, at: c.Service, token: token, identity: c.student, address: home}
		if err := c.Logout(t.Context(), b.actor()); err != nil {
			t.Fatal(err)
		}
		wantCode(t, try(), "account.token_used")
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantCode(t, try(), "account.token_used")

		expired := c.IssueToken()
		c.clock.pass(account.TokenLife)
		token = expired
		wantCode(t, try(), "account.token_expired")
		token = "nonsense"
		wantCode(t, try(), "account.token_unknown")
	})
}

// A session that has ended is kept only slightly longer than its token could be used.
func TestSweep(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		if err := c.Logout(t.Context(), b.mustLogin(studentPhone, lastSix)); err != nil {
			t.Fatal(err)
		}
		_ = c.browser().login(studentPhone, "wrong")
		count := func() int { return dbtest.Count(t, c.db, `SELECT count(*) FROM session`) }
		c.clock.pass(account.TokenLife + time.Minute)
		if err := c.Sweep(t.Context()); err != nil || count() != 1 {
			t.Fatalf("%d sessions, %v", count(), err)
		}
		c.clock.pass(2 * time.Hour)
		if err := c.Sweep(t.Context()); err != nil || count() != 0 {
			t.Fatalf("%d sessions, %v", count(), err)
		}
		c.clock.pass(48 * time.Hour)
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM throttle`); n != 0 {
			t.Errorf("%d buckets are left", n)
		}
	})
}

func TestFixationAndTheftFail(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		victim := c.browser()
		planted, plantedCookie := c.IssueToken(), victim.device
		out, err := c.Login(t.Context(), account.Login{
			Token: planted, Device: victim.device, Address: home,
			Phone: studentPhone, Password: secret.New(lastSix),
		})
		if err != nil || out.Device == "" || out.Device == plantedCookie {
			t.Fatalf("got %+v, %v", out, err)
		}
		thief := &browser{c: c, at: c.Service, token: planted, identity: c.student, address: attacker}
		thief.wantCode("account.device_mismatch") // has only the token, from localStorage
		thief.device = plantedCookie
		thief.wantCode("account.device_mismatch") // has planted both
		thief.device = account.NewDevice()
		thief.wantCode("account.device_mismatch") // has another cookie
		victim.token, victim.identity, victim.device = planted, c.student, out.Device
		victim.actor()
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM audit WHERE action = 'account.device_mismatch'
			AND object = $1`, c.student); n != 1 {
			t.Errorf("%d rows on record, want one a minute", n)
		}

		mini := c.browser() // a client without cookies follows only the contract
		mini.device = ""
		mini.mustLogin(studentPhone, lastSix)
	})
}

func TestCookieRotatesForTheWholeBrowser(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		tab := *b
		b.mustLogin(staffPhone, staffSecret)
		if b.device == tab.device {
			t.Fatal("the cookie did not rotate")
		}
		tab.wantCode("account.device_mismatch")
		tab.device = b.device // a browser has one cookie for all its tabs
		tab.actor()
	})
}

func TestIdentityIsComparedAndNeverLookedUp(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		for _, identity := range []string{c.staff, "' OR 1=1", c.student + " "} {
			other := *b
			other.identity = identity
			other.wantCode("account.identity_mismatch")
		}
		none := *b
		none.identity = ""
		none.wantCode("account.identity_missing")
		b.actor()
		rows, err := audit.List(t.Context(), c.db.Reader(), c.student, 10)
		if err != nil || rows[0].Action != "account.identity_missing" || rows[1].Action != "account.identity_mismatch" ||
			rows[1].Account != "" || rows[2].Action == rows[1].Action {
			t.Errorf("audit: %+v, %v", rows, err)
		}
		c.clock.pass(time.Minute)
		other := *b
		other.identity = c.staff
		other.wantCode("account.identity_mismatch")
		rows, err = audit.List(t.Context(), c.db.Reader(), c.student, 1)
		if err != nil || rows[0].Action != "account.identity_mismatch" || !strings.Contains(rows[0].After, `"before":2`) {
			t.Errorf("what was not written is not counted: %+v, %v", rows, err)
		}
	})
}

func TestAnonymousTokenIsAVisitor(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		b.token = c.IssueToken()
		if visit, err := b.visit(); err != nil || visit.Actor.SignedIn() {
			t.Fatalf("got %+v, %v", visit, err)
		}
		c.clock.pass(account.TokenLife)
		b.wantCode("account.token_expired")
	})
}

func TestOneTimeCode(t *testing.T) {
	eachCollege(t, func(o *account.Options) { o.Policy.FirstPassword = account.KindCode }, func(t *testing.T, c *college) {
		made := c.create(account.Details{
			Phone: "13800000077", Name: "Zhao", Role: access.User, LastSix: secret.New("123456"),
		})
		code := made.Code.Reveal()
		if len(code) != 11 || strings.ContainsAny(code, "01OIL") {
			t.Fatalf("code of %d characters", len(code))
		}
		wantCode(t, c.browser().login("13800000077", "123456"), "account.bad_credentials")
		b := c.browser()
		if err := b.login("13800000077", strings.ToLower(strings.ReplaceAll(code, "-", ""))); err != nil {
			t.Fatal(err)
		}
		visit, err := b.visit()
		if err != nil || !visit.Must.ChangePassword {
			t.Fatalf("got %+v, %v", visit, err)
		}
		wantCode(t, c.browser().login("13800000077", code), "account.bad_credentials") // used up
		wantCode(t, c.ChangePassword(t.Context(), visit.Actor, made.Code, secret.New("Own1own1")), "")
		if visit, err := b.visit(); err != nil || visit.Must.ChangePassword {
			t.Fatalf("after the change: %+v, %v", visit, err)
		}
		wantCode(t, c.browser().login("13800000077", code), "account.bad_credentials")
		c.browser().mustLogin("13800000077", "Own1own1")

		late := c.create(account.Details{Phone: "13800000078", Name: "Qian", Role: access.User})
		c.clock.pass(15 * 24 * time.Hour)
		wantCode(t, c.browser().login("13800000078", late.Code.Reveal()), "account.code_expired")
	})
}

func TestFirstPasswordIsNudgedOrForced(t *testing.T) {
	for _, force := range []bool{false, true} {
		eachCollege(t, func(o *account.Options) { o.Policy.ForceChange = force }, func(t *testing.T, c *college) {
			b := c.browser()
			b.mustLogin(studentPhone, lastSix)
			visit, err := b.visit()
			if err != nil || visit.Must.ChangePassword != force {
				t.Fatalf("got %+v, %v", visit, err)
			}
			if p, err := c.Profile(t.Context(), visit.Actor); err != nil || !p.FirstPassword {
				t.Fatalf("profile %+v, %v", p, err)
			}
		})
	}
}

func TestHashIsRenewedWhenTheCostChanges(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		hash := func() (s string) {
			err := c.db.Reader().QueryRowContext(t.Context(),
				`SELECT secret FROM credential WHERE account_id = $1`, c.staff).Scan(&s)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		if old := hash(); !strings.HasPrefix(old, "$argon2id$v=19$m=8,t=1,p=1$") {
			t.Fatalf("stored as %q", old[:30])
		}
		c.options.Cost = account.Cost{Memory: 16, Time: 2, Threads: 1}
		dearer := c.node()
		b := c.browser()
		b.at = dearer
		b.mustLogin(staffPhone, staffSecret)
		if now := hash(); !strings.HasPrefix(now, "$argon2id$v=19$m=16,t=2,p=1$") {
			t.Fatalf("stored as %q", now[:30])
		}
		c.browser().mustLogin(staffPhone, staffSecret)
	})
}

func TestHasherQueueIsBounded(t *testing.T) {
	eachCollege(t, func(o *account.Options) { o.Slots, o.Queue = 1, 1 }, func(t *testing.T, c *college) {
		release := c.OccupyHasher()
		busy := make(chan error)
		ctx := t.Context()
		for range 3 {
			go func() {
				_, err := c.Login(ctx, account.Login{
					Token: c.IssueToken(), Address: home, Phone: studentPhone,
					Password: secret.New(lastSix),
				})
				busy <- err
			}()
		}
		// One waits for the slot, two are refused at once.
		for range 2 {
			err := <-busy
			var refused *fault.Error
			if !errors.As(err, &refused) || refused.Code != "account.busy" ||
				refused.Kind != fault.Unavailable || refused.RetryAfter == 0 {
				t.Errorf("got %v", err)
			}
		}
		release()
		if err := <-busy; err != nil {
			t.Error(err)
		}
	})
}
