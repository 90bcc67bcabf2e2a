package account_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestCreate(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		good := account.Details{
			Phone: "13800000100", Name: "Sun", Role: access.User, Student: "student-2",
			LastSix: secret.New("123456"),
		}
		with := func(change func(*account.Details)) account.Details {
			d := good
			change(&d)
			return d
		}
		for _, tc := range []struct {
			name  string
			draft account.Details
			code  string
		}{
			{"good", good, ""},
			{"phone taken", with(func(d *account.Details) {
				d.Phone, d.Student = "+86"+studentPhone,
					"student-3"
			}), "account.exists"},
			{"student taken", with(func(d *account.Details) {
				d.Phone, d.Student = "13800000101",
					"student-1"
			}), "account.exists"},
			{"two staff without a student", with(func(d *account.Details) {
				d.Phone, d.Student, d.Role = "13800000102", "",
					access.Staff
			}), ""},
			{"no phone", with(func(d *account.Details) { d.Phone = "" }), "account.phone_malformed"},
			{"no name", with(func(d *account.Details) { d.Name = " " }), "account.field_required"},
			{"unknown role", with(func(d *account.Details) { d.Role = "root" }), "account.role_unknown"},
			{"weak password", with(func(d *account.Details) {
				d.Phone, d.Password = "13800000103",
					secret.New("weak")
			}), "account.password_weak"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				_, err := c.Create(t.Context(), access.System(), tc.draft)
				wantCode(t, err, tc.code)
				if tc.code == "account.exists" && fault.All(err)[0].Params["name"] == "" {
					t.Errorf("%v doesn't name the other account", err)
				}
			})
		}
		c.browser().mustLogin("13800000100", "123456")
		err := c.db.Write(t.Context(), func(q sqldb.Querier) error {
			id, err := c.IDByStudent(t.Context(), q, "student-2")
			if err != nil {
				return err
			}
			other, err := c.IDByPhone(t.Context(), q, "138 0000 0100")
			if err != nil || other != id {
				t.Errorf("%q and %q, %v", id, other, err)
			}
			wantCode(t, c.SetOfficial(t.Context(), q, access.System(), id, account.Details{Phone: studentPhone, Name: "x"}),
				"account.exists")
			return c.SetOfficial(t.Context(), q, access.System(), id,
				account.Details{Phone: "13800000199", Name: "Sun Li", Student: "student-2", Organization: "B1"})
		})
		if err != nil {
			t.Fatal(err)
		}
		c.browser().mustLogin("13800000199", "123456")
	})
}

func TestOnlyStaffMayDoWhatStaffDo(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		student := c.browser().mustLogin(studentPhone, lastSix)
		for name, do := range map[string]func(who access.Actor) error{
			"create":       func(w access.Actor) error { _, err := c.Create(t.Context(), w, account.Details{}); return err },
			"list":         func(w access.Actor) error { _, err := c.List(t.Context(), w, account.Search{}); return err },
			"find":         func(w access.Actor) error { _, err := c.Find(t.Context(), w, c.staff); return err },
			"reset":        func(w access.Actor) error { _, err := c.ResetPassword(t.Context(), w, c.staff); return err },
			"end sessions": func(w access.Actor) error { return c.EndSessions(t.Context(), w, c.staff) },
			"set role":     func(w access.Actor) error { return c.SetRole(t.Context(), w, c.student, access.Staff, "", nil) },
			"set enabled":  func(w access.Actor) error { return c.SetEnabled(t.Context(), w, c.staff, false, "") },
			"offer factor": func(w access.Actor) error {
				_, err := c.OfferFactor(t.Context(), w, secret.New(lastSix))
				return err
			},
		} {
			t.Run("[6.1] "+name, func(t *testing.T) {
				wantCode(t, do(student), "access.forbidden")
				wantCode(t, do(access.Actor{}), "access.signed_out")
			})
		}
	})
}

func TestList(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for i, name := range []string{"Ana", "Bo", "Chen", "Deng", "100% Wu"} {
			c.create(account.Details{Phone: fmt.Sprint("1380000020", i), Name: name, Role: access.User})
		}
		names := func(f account.Search) string {
			var out []string
			for {
				page, err := c.List(t.Context(), c.staffActor(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range page {
					out = append(out, p.Name)
				}
				if f.Limit == 0 || len(page) < f.Limit {
					return strings.Join(out, " ")
				}
				f.After = page[len(page)-1]
			}
		}
		for _, tc := range []struct {
			search account.Search
			want   string
		}{
			{account.Search{Limit: 2}, "100% Wu Ana Bo Chen Deng Lin Wang"},
			{account.Search{Text: "en"}, "Chen Deng"},
			{account.Search{Text: "EN"}, "Chen Deng"},
			{account.Search{Text: "%"}, "100% Wu"},
			{account.Search{Text: "138 0000 0001"}, "Lin"},
			{account.Search{Role: access.Staff}, "Wang"},
			{account.Search{Text: "nobody"}, ""},
			{account.Search{Text: "-"}, ""},
			{account.Search{Text: "an", Role: access.Staff}, "Wang"},
			{account.Search{Text: "an", Limit: 1}, "Ana Wang"},
			{account.Search{Text: "e", Teachers: true}, "Chen Deng"},
		} {
			if got := names(tc.search); got != tc.want {
				t.Errorf("%+v: %s, want %s", tc.search, got, tc.want)
			}
		}
	})
}

// Accounts of students are found by the tokens of their records, all others by their names, whatever they were before.
func TestSearchFollowsChanges(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		dbtest.Exec(t, c.db, `INSERT INTO lookup (kind, token, sort, id) VALUES ('student', $1, $1, 'student-1')`,
			[]byte("lin"))
		dbtest.Exec(t, c.db, `INSERT INTO teacher (id, number, name, name_en) VALUES ('t1', '1', 'Lin', '')`)
		finds := func(f account.Search, want string) {
			t.Helper()
			list, err := c.List(t.Context(), c.staffActor(), f)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, p := range list {
				names = append(names, p.Name+p.TeacherName)
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%+v: %q, want %q", f, got, want)
			}
		}
		finds(account.Search{Text: "lin"}, "Lin")
		finds(account.Search{Text: "in"}, "") // the record has no such token here
		finds(account.Search{Text: "lin", Role: access.User}, "Lin")
		finds(account.Search{Text: "lin", Teachers: true}, "")
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		do(c.SetTeacher(t.Context(), c.staffActor(), c.student, "t1"))
		finds(account.Search{Text: "in", Teachers: true}, "LinLin")
		finds(account.Search{Teachers: true}, "LinLin")
		do(c.SetTeacher(t.Context(), c.staffActor(), c.student, ""))
		finds(account.Search{Text: "in", Teachers: true}, "")
		finds(account.Search{Teachers: true}, "")
		do(c.SetRole(t.Context(), c.staffActor(), c.student, access.Staff, access.Recordist, nil))
		finds(account.Search{Text: "in", Role: access.Staff}, "Lin")
		finds(account.Search{Scope: access.Recordist}, "Lin")
		do(c.db.Write(t.Context(), func(q sqldb.Querier) error {
			return c.FollowRecord(t.Context(), q, c.staffActor(), c.staff, "Zhang", "")
		}))
		finds(account.Search{Text: "wang"}, "")
		finds(account.Search{Text: "hang"}, "Zhang")
	})
}

func TestResetIssuesACode(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		known := c.browser()
		known.mustLogin(studentPhone, lastSix)
		code, err := c.ResetPassword(t.Context(), c.staffActor(), c.student)
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.browser().login(studentPhone, lastSix), "account.bad_credentials") // never the last six again
		b := c.browser()
		b.mustLogin(studentPhone, code.Reveal())
		if visit, err := b.visit(); err != nil || !visit.Must.ChangePassword {
			t.Errorf("got %+v, %v", visit, err)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM credential WHERE secret LIKE $1`, "%"+code.Reveal()+"%"); n != 0 {
			t.Error("the code itself is stored")
		}
		_, err = c.ResetPassword(t.Context(), c.staffActor(), "nobody")
		wantCode(t, err, "account.not_found")
	})
}

func TestLastMemberOfStaffStays(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		who := c.staffActor()
		wantCode(t, c.SetRole(t.Context(), who, c.staff, access.User, "", nil), "account.last_admin")
		wantCode(t, c.SetEnabled(t.Context(), who, c.staff, false, ""), "account.last_admin")
		wantCode(t, c.SetRole(t.Context(), who, c.student, "root", "", nil), "account.role_unknown")
		wantCode(t, c.SetRole(t.Context(), who, c.student, access.Staff, "", nil), "")
		wantCode(t, c.SetEnabled(t.Context(), who, c.staff, false, ""), "")
		wantCode(t, c.SetRole(t.Context(), who, c.student, access.User, "", nil), "account.last_admin")
		wantCode(t, c.browser().login(staffPhone, staffSecret), "account.disabled")
		wantCode(t, c.browser().login(staffPhone, "Wrong1"), "account.bad_credentials") // who cannot prove it learns nothing
		wantCode(t, c.SetEnabled(t.Context(), who, c.staff, true, ""), "")
		c.browser().mustLogin(staffPhone, staffSecret)
	})
}
