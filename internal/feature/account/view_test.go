package account_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/secret"
	"lectern/internal/testkit/dbtest"
)

// viewCollege is a college whose student has a record, and whose staff have logged in.
func viewCollege(t *testing.T, set func(*account.Options), fn func(t *testing.T, c *college, staff *browser)) {
	t.Helper()
	eachCollege(t, set, func(t *testing.T, c *college) {
		c.record("student-1", c.student)
		staff := c.browser()
		staff.mustLogin(staffPhone, staffSecret)
		fn(t, c, staff)
	})
}

func (c *college) record(id, account string) {
	c.t.Helper()
	dbtest.Exec(c.t, c.db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo,
		phone, campus_id, programme_code,
		class, entry_year, study_mode, status, graduation, adviser, credits_earned,
		credits_required, native_place, emergency_name,
		emergency_phone, email, address, number_key, name_key, latin_key, created_at, updated_at)
		VALUES ($1, $2, $1, $1, '', '', '', '', '', '', 'A1', 2024, '', 'enrolled', '', '', 0, 0, '', '', '', '', '', $3, $3,
		$3, 0, 0)`, id, account, []byte(id))
}

// view opens a tab in which staff see the portal as the student.
func (b *browser) view(reason string, code ...string) (*browser, account.View) {
	b.c.t.Helper()
	v, err := b.c.ViewAs(b.c.t.Context(), b.actor(), "student-1", reason, strings.Join(code, ""))
	if err != nil {
		b.c.t.Fatal(err)
	}
	return &browser{c: b.c, at: b.c.Service, token: v.Token, identity: v.Account, device: b.device, address: b.address}, v
}

func TestViewIsASessionOfTheStudentThatStaffRead(t *testing.T) {
	viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
		tab, v := staff.view(" asked by phone ")
		who := tab.actor()
		if who.Account != c.student || who.Student != "student-1" || who.Role != access.User || who.Scope != "" ||
			who.Viewer != c.staff || who.Session != v.Session {
			t.Errorf("in the view: %+v", who)
		}
		if own := staff.actor(); own.Viewer != "" || own.Account != c.staff || own.Scope != access.Registrar {
			t.Errorf("staff see their own session: %+v", own)
		}
		rows, err := audit.List(t.Context(), c.db.Reader(), c.student, 1)
		if err != nil || len(rows) != 1 || rows[0].Action != "account.view" || rows[0].Account != c.staff ||
			!strings.Contains(rows[0].After, `"asked by phone"`) || !strings.Contains(rows[0].After, "student-1") {
			t.Errorf("the log: %+v, %v", rows, err)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM account WHERE login_at > 0 AND id = $1`, c.student); n != 0 {
			t.Error("a view counts as a login of the student")
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM device WHERE account_id = $1`, c.student); n != 0 {
			t.Error("the device of staff is known as the student's")
		}
	})
}

func TestViewEndsAfterFifteenMinutes(t *testing.T) {
	viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
		tab, v := staff.view("x")
		for range 5 { // use doesn't extend it
			c.clock.pass(account.ViewLife/5 - time.Second)
			tab.actor()
		}
		c.clock.pass(5 * time.Second)
		tab.wantCode("account.session_expired")
		staff.actor()
		if _, err := c.CheckSession(t.Context(), v.Session, staff.device); err == nil {
			t.Error("an address that was signed for the view still opens")
		}
		if list, err := c.Sessions(t.Context(), access.Actor{Account: c.student}); err != nil || len(list) != 0 {
			t.Errorf("the student's list: %+v, %v", list, err)
		}
		wantCode(t, tab.login(studentPhone, lastSix), "")
	})
}

func TestViewTokenBindsNothingElse(t *testing.T) {
	viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
		tab, v := staff.view("x")
		_, err := c.Login(t.Context(),
			account.Login{Token: v.Token, Device: staff.device, Phone: studentPhone, Password: secret.New(lastSix)})
		wantCode(t, err, "account.token_used")
		for name, change := range map[string]func(b *browser){
			"account.device_mismatch":   func(b *browser) { b.device = account.NewDevice() },
			"account.identity_mismatch": func(b *browser) { b.identity = c.staff },
			"account.identity_missing":  func(b *browser) { b.identity = "" },
		} {
			other := *tab
			change(&other)
			other.wantCode(name)
		}
		_, err = c.CheckSession(t.Context(), v.Session, account.NewDevice())
		wantCode(t, err, "account.session_ended")
		tab.actor()
	})
}

func TestViewEndsWithTheSessionOfStaff(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, c *college, staff *browser){
		"logout": func(t *testing.T, c *college, staff *browser) {
			wantCode(t, c.Logout(t.Context(), staff.actor()), "")
		},
		"ended by another": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.EndSessions(t.Context(), access.System(), c.staff), "")
		},
		"new password": func(t *testing.T, c *college, _ *browser) {
			other := c.browser()
			other.mustLogin(staffPhone, staffSecret)
			wantCode(t, c.ChangePassword(t.Context(), other.actor(), secret.New(staffSecret), secret.New("Other42lamp")), "")
		},
		"adviser now": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.SetRole(t.Context(), access.System(), c.staff, access.Staff, access.Adviser, []string{"A1"}), "")
		},
		"no longer staff": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.SetRole(t.Context(), access.System(), c.staff, access.User, "", nil), "")
		},
		"disabled": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.SetEnabled(t.Context(), access.System(), c.staff, false, "x"), "")
		},
		"the student has become staff": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.SetRole(t.Context(), access.System(), c.student, access.Staff, access.Registrar, nil), "")
		},
		"the student's account is closed": func(t *testing.T, c *college, _ *browser) {
			wantCode(t, c.SetEnabled(t.Context(), access.System(), c.student, false, "x"), "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
				c.create(account.Details{
					Phone: "13900000009", Name: "Another", Role: access.Staff,
					Password: secret.New(staffSecret),
				})
				tab, v := staff.view("x")
				elsewhere := *tab
				elsewhere.at = c.node()
				elsewhere.actor()
				end(t, c, staff)
				tab.wantCode("account.session_ended")
				if _, err := c.CheckSession(t.Context(), v.Session, staff.device); err == nil {
					t.Error("an address that was signed for the view still opens")
				}
				elsewhere.at = c.node()
				elsewhere.wantCode("account.session_ended")
			})
		})
	}
	t.Run("unused for too long", func(t *testing.T) {
		viewCollege(t, func(o *account.Options) { o.Policy.SessionIdle = 5 * time.Minute }, func(
			t *testing.T, c *college, staff *browser,
		) {
			tab, v := staff.view("x")
			seen := func(session string) {
				dbtest.Exec(t, c.db, `UPDATE session SET seen_at = $2 WHERE id = $1`, session, c.clock.now().UnixMilli())
			}
			c.clock.pass(4 * time.Minute)
			tab.actor()
			seen(staff.actor().Session)
			seen(v.Session)
			c.clock.pass(3 * time.Minute)
			tab.actor()
			seen(v.Session)
			c.clock.pass(4 * time.Minute)
			tab.wantCode("account.session_ended")
		})
	})
}

func TestStudentSeesAndEndsAView(t *testing.T) {
	viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
		tab, v := staff.view("asked by phone")
		own := c.browser()
		me := own.mustLogin(studentPhone, lastSix)
		list, err := c.Sessions(t.Context(), me)
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, s := range list {
			if s.ID == v.Session && (s.Viewer != "Wang" || s.Reason != "asked by phone" || !s.Ends.Equal(v.Until) || s.Current ||
				s.Address != "" || s.Agent != "") {
				t.Errorf("the view: %+v", s)
			}
			if s.ID != v.Session && (s.Viewer != "" || s.Reason != "" || !s.Current) {
				t.Errorf("their own session: %+v", s)
			}
		}
		wantCode(t, c.EndSession(t.Context(), me, v.Session), "")
		tab.wantCode("account.session_ended")
		own.actor()
		staff.actor()

		second, _ := staff.view("again")
		wantCode(t, c.Logout(t.Context(), second.actor()), "")
		second.wantCode("account.session_ended")
		rows, err := audit.List(t.Context(), c.db.Reader(), c.student, 1)
		if err != nil || rows[0].Action != "account.end_session" || rows[0].Account != c.staff ||
			rows[0].Role != string(access.Staff) {
			t.Errorf("who ended it: %+v, %v", rows, err)
		}

		third, _ := staff.view("once more")
		wantCode(t, c.Logout(t.Context(), staff.actor()), "")
		third.wantCode("account.session_ended")
		if list, err := c.Sessions(t.Context(), me); err != nil || len(list) != 1 {
			t.Errorf("after the logout of staff: %+v, %v", list, err)
		}
	})
}

func TestViewIsRefused(t *testing.T) {
	viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
		both := c.create(account.Details{Phone: "13800000077", Name: "Both", Role: access.Staff, Student: "student-2"}).ID
		c.record("student-2", both)
		c.record("student-3", "")
		shut := c.create(account.Details{Phone: "13800000078", Name: "Shut", Role: access.User, Student: "student-4"}).ID
		c.record("student-4", shut)
		wantCode(t, c.SetEnabled(t.Context(), access.System(), shut, false, "x"), "")
		away := c.create(account.Details{Phone: "13800000079", Name: "Away", Role: access.User, Student: "student-5"}).ID
		c.record("student-5", away)
		dbtest.Exec(t, c.db, `UPDATE student SET status = 'suspended' WHERE id = 'student-5'`)

		me := staff.actor()
		as := func(role access.Role, scope access.Scope) access.Actor {
			return access.Actor{Account: c.staff, Role: role, Scope: scope, Classes: "A1", Session: me.Session}
		}
		for _, tc := range []struct {
			name, student, reason, code string
			who                         access.Actor
		}{
			{"no reason", "student-1", "", "account.field_required", me},
			{"blank reason", "student-1", " \t ", "account.field_required", me},
			{"long reason", "student-1", strings.Repeat("理", 201), "account.field_long", me},
			{"longest reason", "student-1", strings.Repeat("理", 200), "", me},
			{"several lines", "student-1", "a\nb", "account.field_characters", me},
			{"nobody", "none", "x", "student.no_record", me},
			{"staff", "student-2", "x", "account.view_staff", me},
			{"no account", "student-3", "x", "account.none", me},
			{"disabled", "student-4", "x", "account.view_closed", me},
			{"suspended", "student-5", "x", "account.view_closed", me},
			{"adviser", "student-1", "x", "access.forbidden", as(access.Staff, access.Adviser)},
			{"media", "student-1", "x", "access.forbidden", as(access.Staff, access.Recordist)},
			{"auditor", "student-1", "x", "access.forbidden", as(access.Staff, access.Auditor)},
			{"student", "student-1", "x", "access.forbidden", as(access.User, "")},
		} {
			t.Run(tc.name, func(t *testing.T) {
				_, err := c.ViewAs(t.Context(), tc.who, tc.student, tc.reason, "")
				wantCode(t, err, tc.code)
			})
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM session WHERE viewer_account <> ''`); n != 1 {
			t.Errorf("%d views were opened", n)
		}
	})
}

func TestViewAsksForTheSecondFactor(t *testing.T) {
	viewCollege(t, limits(func(l *account.Limits) { l.OwnDevice.Burst = 3 }), func(
		t *testing.T, c *college, staff *browser,
	) {
		key, _ := enrol(t, c, staff.actor())
		open := func(code string) error {
			_, err := c.ViewAs(t.Context(), staff.actor(), "student-1", "x", code)
			return err
		}
		wantCode(t, open(""), "account.factor_required")
		c.options.Policy.SecondFactor = account.FactorOff
		_, err := c.node().ViewAs(t.Context(), staff.actor(), "student-1", "x", "")
		wantCode(t, err, "")
		wantCode(t, open(codeNow(c, key)), "account.factor_wrong") // used to confirm
		c.clock.pass(30 * time.Second)
		code := codeNow(c, key)
		tab, _ := staff.view("x", code)
		tab.actor()
		wantCode(t, open(code), "account.factor_wrong") // each works once
		wantCode(t, open("000000"), "account.factor_wrong")
		wantCode(t, open("000000"), "account.factor_wrong")
		wantCode(t, open("000000"), "account.too_many_tries")
	})
}
