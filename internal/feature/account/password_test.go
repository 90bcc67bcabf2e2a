package account_test

import (
	"context"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A password can't be what others know: not the last six after letters, nor a name before a year.
func TestPasswordIsNotMadeOfOwnData(t *testing.T) {
	set := func(o *account.Options) {
		o.Policy.College = []string{"衡山商学院", "Hengshan Business School"}
		o.KnownOfStudent = func(_ context.Context, _ sqldb.Querier, student string) ([]string, []string, error) {
			if student != "student-1" {
				t.Errorf("asked for %q", student)
			}
			return []string{"202501017", "31011520030214002X", ""}, []string{"林晓", "Lin Xiaoyu", "xy.lin"}, nil
		}
	}
	eachCollege(t, set, func(t *testing.T, c *college) {
		b := c.browser()
		who := b.mustLogin(studentPhone, lastSix)
		if _, err := c.EditProfile(t.Context(), who, map[string]string{"nickname": "Quokkabird"}); err != nil {
			t.Fatal(err)
		}
		for _, tc := range []struct{ name, chosen, code string }{
			{"letters and the last six", "Abx14002X", "account.password_personal"},
			{"the same in lower case", "ABx14002x", "account.password_personal"},
			{"full-width characters", "Ａｂｘ１４００２Ｘ", "account.password_personal"},
			{"the birthday", "Day20030214", "account.password_personal"},
			{"its short form between letters", "a030214Z", "account.password_personal"},
			{"the phone", "Tel13800000001", "account.password_personal"},
			{"its end", "Tel000001", "account.password_personal"},
			{"the student number", "Num202501017", "account.password_personal"},
			{"the name and a year", "LinXiaoyu2003", "account.password_personal"},
			{"the other way round", "xiaoyu_Lin.88", "account.password_personal"},
			{"half of it", "Xiaoyu1!", "account.password_personal"},
			{"the nickname", "7Quokkabird7", "account.password_personal"},
			{"the name of the mailbox", "XyLin-99", "account.password_personal"},
			{"nothing is revealed without the old one", "Abx14002X", "account.password_wrong"},
			{"the college and a year", "Hengshan2026", "account.password_college"},
			{"its whole name", "HengshanBusinessSchool-26", "account.password_college"},
			{"a name within a word", "Berlin42sea", ""},
		} {
			t.Run(tc.name, func(t *testing.T) {
				old := secret.New(lastSix)
				if tc.code == "account.password_wrong" {
					old = secret.New("Wrong1")
				}
				wantCode(t, c.ChangePassword(t.Context(), who, old, secret.New(tc.chosen)), tc.code)
			})
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM guess WHERE own_tries > 0`); n != 0 {
			t.Errorf("%d right passwords count as guesses", n)
		}
		_, err := c.Create(t.Context(), access.System(),
			account.Details{Phone: "13900000009", Name: "Wu Tong", Role: access.Staff, Password: secret.New("Wutong2026")})
		wantCode(t, err, "account.password_personal")
	})
}

// Chinese input methods produce full-width characters, sometimes when choosing a password, sometimes when using it.
func TestWidthOfAPasswordDoesNotMatter(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		who := b.mustLogin(studentPhone, "３１００２ｘ")
		wantCode(t, c.ChangePassword(t.Context(), who, secret.New(lastSix), secret.New("Ｌａｎｔｅｒｎ７tide")), "")
		wantCode(t, c.ChangePassword(t.Context(), who, secret.New(ownSecret),
			secret.New("Ｌantern7tide")), "account.password_same")
		c.browser().mustLogin(studentPhone, ownSecret)
		c.browser().mustLogin(studentPhone, "Lantern７\u200btide")
		wantCode(t, c.browser().login(studentPhone, "lantern7tide"), "account.bad_credentials")

		// Such passwords used to be hashed unchanged.
		dbtest.Exec(t, c.db, `UPDATE credential SET secret = $1 WHERE account_id = $2`, c.HashUnfolded("Ｔide42"), c.student)
		c.browser().mustLogin(studentPhone, "Ｔide42")
	})
}
