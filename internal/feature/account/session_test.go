package account_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// While nothing changes, a session is read from the database once.
func TestWarmSessionIsNotReadAgain(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		dbtest.Exec(t, c.db, `UPDATE session SET ended_at = 1`) // behind our back, so nothing is counted
		if got := b.actor(); got.Account != c.student || got.Student != "student-1" || got.Role != access.User {
			t.Errorf("got %+v", got)
		}
	})
}

// A node that can't ask for changes refuses every session.
func TestNoDatabaseNoSession(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		c := newCollege(t, dbtest.Open(t, url), nil)
		own, err := sqldb.Open(t.Context(), sqldb.Options{URL: url, MaxConns: 2})
		if err != nil {
			t.Fatal(err)
		}
		options := c.options
		options.DB = own
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		b.at = account.New(options)
		b.actor()
		if err := own.Close(); err != nil {
			t.Fatal(err)
		}
		b.at.Refresh()
		if _, err := b.visit(); err == nil {
			t.Error("an old answer was given without a look at the database")
		}
	})
}

// Ending a session takes effect at once on this node and within half a second on the others.
func TestEndedSessionsAreRefusedOnEveryNode(t *testing.T) {
	for _, tc := range []struct {
		name string
		code string
		end  func(t *testing.T, c *college, actor access.Actor) error
	}{
		{"[4.8] logout", "account.session_ended", func(t *testing.T, c *college, a access.Actor) error {
			return c.Logout(t.Context(), a)
		}},
		{"password of another session", "account.session_ended", func(t *testing.T, c *college, _ access.Actor) error {
			other := c.browser().mustLogin(studentPhone, lastSix)
			return c.ChangePassword(t.Context(), other, secret.New(lastSix), secret.New("Better1own"))
		}},
		{"ended in the list", "account.session_ended", func(t *testing.T, c *college, a access.Actor) error {
			return c.EndSession(t.Context(), c.browser().mustLogin(studentPhone, lastSix), a.Session)
		}},
		{"ended by staff", "account.session_ended", func(t *testing.T, c *college, _ access.Actor) error {
			return c.EndSessions(t.Context(), c.staffActor(), c.student)
		}},
		{"reset by staff", "account.session_ended", func(t *testing.T, c *college, _ access.Actor) error {
			_, err := c.ResetPassword(t.Context(), c.staffActor(), c.student)
			return err
		}},
		{"account closed", "account.session_ended", func(t *testing.T, c *college, _ access.Actor) error {
			return c.SetEnabled(t.Context(), c.staffActor(), c.student, false, "")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			eachCollege(t, nil, func(t *testing.T, c *college) {
				node := c.node()
				here := c.browser()
				actor := here.mustLogin(studentPhone, lastSix)
				there := *here
				there.at = node
				there.actor()
				if err := tc.end(t, c, actor); err != nil {
					t.Fatal(err)
				}
				here.wantCode(tc.code)
				node.Refresh()
				there.wantCode(tc.code)
			})
		})
	}
}

// Revocation is a number in the database, so nodes whose clocks are minutes off see it as soon as any other.
func TestAttackRevocationWithWrongClocks(t *testing.T) {
	attacktest.Try(t, "ended sessions on two nodes with wrong clocks", 2, 20, attackRevocation)
}

func attackRevocation(t *testing.T, trials int) {
	t.Helper()
	eachCollege(t, nil, func(t *testing.T, c *college) {
		nodes := map[time.Duration]*account.Service{}
		for _, ahead := range []time.Duration{-150 * time.Second, 0, 150 * time.Second} {
			options := c.options
			options.Now = func() time.Time { return c.clock.now().Add(ahead) }
			nodes[ahead] = account.New(options)
		}
		end := map[string]func(at *account.Service, who access.Actor) error{
			"logout": func(at *account.Service, who access.Actor) error { return at.Logout(t.Context(), who) },
			"by staff": func(at *account.Service, _ access.Actor) error {
				return at.EndSessions(t.Context(), c.staffActor(), c.student)
			},
			"disabled": func(at *account.Service, _ access.Actor) error {
				return errors.Join(at.SetEnabled(t.Context(), c.staffActor(), c.student, false, ""),
					at.SetEnabled(t.Context(), c.staffActor(), c.student, true, ""))
			},
		}
		for range trials {
			for name, end := range end {
				for from, ending := range nodes {
					b := c.browser()
					b.at = nodes[-from] // logged in at the most distant node
					who := b.mustLogin(studentPhone, lastSix)
					for _, node := range nodes {
						b.at = node
						b.actor() // it is cached now
					}
					if err := end(ending, who); err != nil {
						t.Fatal(err)
					}
					for ahead, node := range nodes {
						node.Refresh()
						b.at = node
						if _, err := b.visit(); fault.Code(err) != "account.session_ended" {
							t.Errorf("%s at the node %v ahead, asked at the node %v ahead: %v", name, from, ahead, err)
						}
						if _, err := node.CheckSession(t.Context(), who.Session, b.device); fault.Code(err) != "account.session_ended" {
							t.Errorf("%s at the node %v ahead, media at the node %v ahead: %v", name, from, ahead, err)
						}
					}
				}
			}
		}
	})
}

func TestRoleChangeReachesOtherNodes(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		node := c.node()
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		b.at = node
		if got := b.actor().Role; got != access.User {
			t.Fatalf("role %q", got)
		}
		if err := c.SetRole(t.Context(), c.staffActor(), c.student, access.Staff, "", nil); err != nil {
			t.Fatal(err)
		}
		node.Refresh()
		if got := b.actor().Role; got != access.Staff {
			t.Fatalf("role %q", got)
		}
	})
}

func TestProfileIsFreshOnEveryNode(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		node := c.node()
		b := c.browser()
		actor := b.mustLogin(studentPhone, lastSix)
		nickname := func(at *account.Service) string {
			t.Helper()
			b.at = at
			p, err := at.Profile(t.Context(), b.actor())
			if err != nil {
				t.Fatal(err)
			}
			return p.Nickname
		}
		for _, name := range []string{"one", "two"} {
			if _, err := c.EditProfile(t.Context(), actor, map[string]string{"nickname": name}); err != nil {
				t.Fatal(err)
			}
			if got := nickname(c.Service); got != name {
				t.Errorf("here: %q", got)
			}
			if got := nickname(node); got != name {
				t.Errorf("there: %q", got)
			}
		}
	})
}

func TestSessionsExpire(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		used, idle := c.browser(), c.browser()
		used.mustLogin(studentPhone, lastSix)
		idle.mustLogin(studentPhone, lastSix)
		for range 23 {
			c.clock.pass(time.Hour)
			used.actor()
			c.WriteSeen(t.Context())
		}
		idle.wantCode("account.session_expired")
		if list, err := c.Sessions(t.Context(), used.actor()); err != nil || len(list) != 1 || !list[0].Current {
			t.Errorf("list %+v, %v", list, err)
		}
		c.clock.pass(time.Hour)
		used.wantCode("account.session_expired") // a day is the maximum, however busy
	})
}

// Staff, who see everybody's data, are logged out sooner.
func TestStaffSessionsExpireSooner(t *testing.T) {
	shorter := func(o *account.Options) { o.Policy.StaffIdle = time.Hour }
	eachCollege(t, shorter, func(t *testing.T, c *college) {
		student, staff := c.browser(), c.browser()
		student.mustLogin(studentPhone, lastSix)
		staff.mustLogin(staffPhone, staffSecret)
		there := *staff
		there.at = c.node()
		c.clock.pass(50 * time.Minute)
		staff.actor()
		c.WriteSeen(t.Context())
		c.clock.pass(50 * time.Minute)
		there.actor()
		c.clock.pass(15 * time.Minute)
		student.actor()
		there.at = c.node()
		there.wantCode("account.session_expired")
		staff.wantCode("account.session_expired")
		if list, err := c.Sessions(t.Context(), access.Actor{Account: c.staff}); err != nil || len(list) != 0 {
			t.Errorf("list %+v, %v", list, err)
		}
	})
}

// Only so many devices stay logged in: the one unused for longest makes room.
func TestSessionsAreLimited(t *testing.T) {
	if account.MaxSessions != 20 {
		t.Error("the list of devices says that there may be 20")
	}
	eachCollege(t, nil, func(t *testing.T, c *college) {
		used, unused, node := c.browser(), c.browser(), c.node()
		used.mustLogin(studentPhone, lastSix)
		unused.mustLogin(studentPhone, lastSix)
		there := *unused
		there.at = node
		there.actor()
		c.clock.pass(10 * time.Minute)
		used.actor()
		c.WriteSeen(t.Context())
		for range account.MaxSessions - 2 {
			c.browser().mustLogin(studentPhone, lastSix)
		}
		node.Refresh()
		there.actor()
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		node.Refresh()
		unused.wantCode("account.session_ended")
		there.wantCode("account.session_ended")
		if list, err := c.Sessions(t.Context(), used.actor()); err != nil || len(list) != account.MaxSessions {
			t.Errorf("%d sessions, %v", len(list), err)
		}
		b.actor()
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM session WHERE end_reason = 'limit'`); n != 1 {
			t.Errorf("%d sessions ended", n)
		}
	})
}

// A session used on one node only must not look idle to another one.
func TestIdleIsSharedBetweenNodes(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		node := c.node()
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		other := *b
		other.at = node
		other.actor()
		for range 3 {
			c.clock.pass(time.Hour)
			b.actor()
			c.WriteSeen(t.Context())
		}
		other.actor()
	})
}

func TestRunWritesWhoWasSeen(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); c.Run(ctx) }()
		b := c.browser()
		b.mustLogin(studentPhone, lastSix)
		c.clock.pass(10 * time.Second)
		b.actor()
		cancel()
		<-done
		// On shutdown it writes which sessions were used.
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM session WHERE seen_at = $1`, c.clock.now().UnixMilli()); n != 1 {
			t.Errorf("%d sessions were written down", n)
		}
	})
}

func TestOwnSessionsOnly(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		student := c.browser().mustLogin(studentPhone, lastSix)
		staff := c.browser().mustLogin(staffPhone, staffSecret)
		second := c.browser().mustLogin(studentPhone, lastSix)
		list, err := c.Sessions(t.Context(), student)
		if err != nil || len(list) != 2 {
			t.Fatalf("list %+v, %v", list, err)
		}
		for _, s := range list {
			if s.Current != (s.ID == student.Session) || s.Address != home.String() ||
				s.Agent != "test" || !s.Started.Equal(noon) {
				t.Errorf("session %+v", s)
			}
		}
		wantCode(t, c.EndSession(t.Context(), student, staff.Session), "account.no_session")
		wantCode(t, c.EndSession(t.Context(), student, "none"), "account.no_session")
		wantCode(t, c.EndSession(t.Context(), student, second.Session), "")
		wantCode(t, c.EndSession(t.Context(), student, second.Session), "account.no_session")
		wantCode(t, c.Logout(t.Context(), student), "")
		wantCode(t, c.Logout(t.Context(), student), "") // repeating it changes nothing
	})
}

func TestChangePassword(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b, other := c.browser(), c.browser()
		actor := b.mustLogin(studentPhone, lastSix)
		other.mustLogin(studentPhone, lastSix)
		for _, tc := range []struct{ name, old, chosen, code string }{
			{"[5.3] weak", lastSix, "abc", "account.password_weak"},
			{"old is wrong", "000000", "Better1own", "account.password_wrong"},
			{"too long", lastSix, "Better1own" + string(make([]byte, 200)), "account.password_too_long"},
			{"[5.3] good", lastSix, "Better1own", ""},
			{"the same", "Better1own", "Better1own", "account.password_same"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				wantCode(t, c.ChangePassword(t.Context(), actor, secret.New(tc.old), secret.New(tc.chosen)), tc.code)
			})
		}
		b.actor()
		other.wantCode("account.session_ended")
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.bad_credentials")
		c.browser().mustLogin(studentPhone, "Better1own")
	})
}

func TestOldPasswordIsThrottled(t *testing.T) {
	set := limits(func(l *account.Limits) { l.OwnDevice.Burst = 3 })
	eachCollege(t, set, func(t *testing.T, c *college) {
		actor := c.browser().mustLogin(studentPhone, lastSix)
		for range 3 {
			wantCode(t, c.ChangePassword(t.Context(), actor, secret.New("000000"),
				secret.New("Better1own")), "account.password_wrong")
		}
		wantCode(t, c.ChangePassword(t.Context(), actor, secret.New(lastSix),
			secret.New("Better1own")), "account.too_many_tries")
	})
}
